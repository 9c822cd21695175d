// Writes rows with their index entries, unique claims, counters and events: all in one transaction, or nothing.
import type { Write } from '../../store/dynamo/table.ts';
import type { Collection, Row } from './row.ts';

/**
 * `changed`: a row was changed, removed or restored meanwhile: read again and decide anew. `taken`: another row has the
 * value of this unique field. `missing`: the row that this reference leads to does not exist.
 */
export type Written = 'done' | { changed: true } | { taken: string } | { missing: string };

/** The most rows that one transaction of 100 writes can hold: for a bulk that is too large, the limit to name. */
export function mostRows(resource: Collection['resource']): number {
  throw new Error(`not built: ${resource}`);
}

/** `events`: the outbox write of the change (`outboxWrite`). */
export function createRows(collection: Collection, rows: readonly Row[], events: Write): Promise<Written> {
  throw new Error(`not built: ${collection} ${rows} ${events}`);
}

export type RowChange = Readonly<{ before: Row; after: Row }>;
/** Stores each `after` with the next version, unless its `before` was changed meanwhile. */
export function changeRows(collection: Collection, changes: readonly RowChange[], events: Write): Promise<Written> {
  throw new Error(`not built: ${collection} ${changes} ${events}`);
}

/** Moves live rows to the trash. They keep their unique values, so that a restore always succeeds. */
export function trashRows(collection: Collection, rows: readonly Row[], now: number, events: Write): Promise<Written> {
  throw new Error(`not built: ${collection} ${rows} ${now} ${events}`);
}

/** Moves rows from the trash back. */
export function restoreRows(
  collection: Collection,
  rows: readonly Row[],
  now: number,
  events: Write,
): Promise<Written> {
  throw new Error(`not built: ${collection} ${rows} ${now} ${events}`);
}

/** Deletes rows for good, from where they are. */
export function purgeRows(
  collection: Collection,
  rows: readonly Row[],
  place: 'live' | 'trash',
  events: Write,
): Promise<Written> {
  throw new Error(`not built: ${collection} ${rows} ${place} ${events}`);
}
