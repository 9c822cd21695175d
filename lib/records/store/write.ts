// Writes rows with their index entries, unique claims, counters and events: all in one transaction, or nothing.
import { fail } from '../../contract/errors.ts';
import { orderedIdStart } from '../../platform/ids.ts';
import { type Item, transact, type Write } from '../../store/dynamo/table.ts';
import * as keys from '../../store/keys.ts';
import {
  type Changed,
  claimedFields,
  claimWrites,
  findHolders,
  type Holders,
  missingClaimWrites,
  type RowChange,
} from './claims.ts';
import { countWrites } from './counters.ts';
import { timePartOf } from './ids.ts';
import { entryWrites } from './index-entries.ts';
import { type Kind, mostRows, requireStorable } from './limits.ts';
import { referenceWrites } from './references.ts';
import type { Collection, Row } from './row.ts';

export type { RowChange } from './claims.ts';
export { type Kind, mostRows } from './limits.ts';

/**
 * `changed`: a row was changed, removed or restored meanwhile: read again and decide anew. `taken`: another row has the
 * value of this unique field. `missing`: the row that this reference leads to does not exist.
 */
export type Written = 'done' | { changed: true } | { taken: string } | { missing: string };

/** Creates the rows. `events`: the outbox write of the change (`outboxWrite`), and what else is written with it. Throws INVALID_INPUT as `changeRows`. */
export async function createRows(
  collection: Collection,
  rows: readonly Row[],
  events: Write | readonly Write[],
): Promise<Written> {
  rows.forEach(requireCreationInId);
  requireStorable(rows);
  const changes = rows.map((row) => ({ before: undefined, after: row }));
  return write(collection, 'create', events, {
    rows: rows.map((row) => ({ create: liveItem(collection, row) })),
    entries: rows.flatMap((row) => entryWrites(collection, undefined, row)),
    counters: countWrites(collection, rows, { live: 1 }),
    claims: changes,
    references: changes,
  });
}

/**
 * Stores each `after` with the next version, unless its `before` was changed meanwhile. Throws INVALID_INPUT naming the
 * limit if a row has more than 100 KB, or if there are more rows than a transaction holds.
 */
export async function changeRows(
  collection: Collection,
  changes: readonly RowChange[],
  events: Write,
): Promise<Written> {
  const next = changes.map(({ before, after }) => ({ before, after: { ...after, version: before.version + 1 } }));
  requireStorable(next.map(({ after }) => after));
  return write(collection, 'change', events, {
    rows: next.map(({ before, after }) => ({
      replace: { item: liveItem(collection, after), ...ifVersion(before) },
    })),
    entries: next.flatMap(({ before, after }) => entryWrites(collection, before, after)),
    claims: next,
    references: next,
  });
}

/** Moves live rows to the trash. They keep their unique values, so that a restore always succeeds. `now` in ms. */
export async function trashRows(
  collection: Collection,
  rows: readonly Row[],
  now: number,
  events: Write,
): Promise<Written> {
  const at = new Date(now).toISOString();
  return write(collection, 'trash', events, {
    rows: rows.flatMap((row): Write[] => [
      { remove: { ...liveKey(collection, row), ...ifVersion(row) } },
      { create: trashItem(collection, { ...row, deletedAt: at, updatedAt: at, version: row.version + 1 }) },
    ]),
    missing: await missingClaimWrites(collection, rows),
    entries: rows.flatMap((row) => entryWrites(collection, row, undefined)),
    counters: countWrites(collection, rows, { live: -1, trash: 1 }),
  });
}

/** Moves rows from the trash back. References are not checked: their rows may be gone by now. `now` in ms. */
export async function restoreRows(
  collection: Collection,
  rows: readonly Row[],
  now: number,
  events: Write,
): Promise<Written> {
  const restored = rows.map(({ deletedAt: _, ...row }): Row => {
    return { ...row, updatedAt: new Date(now).toISOString(), version: row.version + 1 } as Row;
  });
  return write(collection, 'restore', events, {
    rows: [
      ...rows.map((row) => ({ remove: { ...trashKey(collection, row), ...ifVersion(row) } })),
      ...restored.map((row) => ({ create: liveItem(collection, row) })),
    ],
    missing: await missingClaimWrites(collection, rows),
    entries: restored.flatMap((row) => entryWrites(collection, undefined, row)),
    counters: countWrites(collection, rows, { live: 1, trash: -1 }),
  });
}

/** Deletes rows for good, from where they are. */
export async function purgeRows(
  collection: Collection,
  rows: readonly Row[],
  place: 'live' | 'trash',
  events: Write,
): Promise<Written> {
  const keyOf = place === 'live' ? liveKey : trashKey;
  return write(collection, 'purge', events, {
    rows: rows.map((row) => ({ remove: { ...keyOf(collection, row), ...ifVersion(row) } })),
    entries: place === 'live' ? rows.flatMap((row) => entryWrites(collection, row, undefined)) : [],
    counters: countWrites(collection, rows, { [place]: -1 }),
    claims: rows.map((row) => ({ before: row, after: undefined })),
  });
}

/** Lists by `createdAt` are in the order of ids, and read parts of the collection by them. */
function requireCreationInId({ id, createdAt }: Row): void {
  const start = orderedIdStart(id.slice(0, id.indexOf('_')), Date.parse(createdAt));
  if (timePartOf(id) !== start) throw new Error(`the id of a row has another time than its createdAt ${createdAt}`);
}

// Keys come from the collection, never from the row, so that no row can lead to another tenant.
const liveKey = ({ tenantId, resource }: Collection, { id }: Row): keys.Key => keys.row(tenantId, resource.name, id);
const trashKey = ({ tenantId, resource }: Collection, { id }: Row): keys.Key =>
  keys.trashedRow(tenantId, resource.name, id);
const liveItem = (collection: Collection, row: Row): Item => ({ ...row, ...liveKey(collection, row), type: 'row' });
const trashItem = (collection: Collection, row: Row): Item => ({ ...row, ...trashKey(collection, row), type: 'row' });

const ifVersion = ({ version }: Row) => ({ if: '#version = :version', values: { version } });

type Writes = {
  rows: readonly Write[];
  entries: readonly Write[];
  /** Claims that rows lack. */
  missing?: readonly Write[];
  counters?: readonly Write[];
  claims?: readonly Changed[];
  references?: Parameters<typeof referenceWrites>[1];
};

async function write(
  collection: Collection,
  kind: Kind,
  events: Write | readonly Write[],
  writes: Writes,
): Promise<Written> {
  const first = await attempt(collection, kind, events, writes);
  if (first !== 'not held') return first;
  const holders = await findHolders(collection, writes.claims ?? []);
  const second = await attempt(collection, kind, events, writes, holders);
  return second === 'not held' ? { changed: true } : second;
}

/** `'not held'`: a row does not hold a value that it releases, or not any more. */
async function attempt(
  collection: Collection,
  kind: Kind,
  events: Write | readonly Write[],
  { rows, entries, missing = [], counters = [], claims = [], references = [] }: Writes,
  holders?: Holders,
): Promise<Written | 'not held'> {
  const labelled: Record<string, readonly Write[]> = {
    rows: [...rows, ...missing],
    entries,
    counters,
    events: [events].flat(),
  };
  const checks = referenceWrites(collection, references);
  if ('missing' in checks) return { missing: checks.missing as string };
  for (const [field, each] of checks) labelled[`missing ${field}`] = each;
  for (const field of claimedFields(collection)) {
    const each = claimWrites(collection, field, claims, holders);
    if (each === 'taken') return { taken: field };
    labelled[`taken ${field}`] = each.claimed;
    labelled[`held ${field}`] = each.held;
  }
  if (Object.values(labelled).flat().length > 100) {
    fail('INVALID_INPUT', { message: `One request writes at most ${mostRows(collection.resource, kind)} rows.` });
  }
  const refused = await transact(labelled);
  if (refused === 'done') return 'done';
  // A claim or reference may only seem to be wrong because the row is not the one that was read.
  if (refused.has('rows')) return { changed: true };
  if ([...refused].some((label) => label.startsWith('held '))) return 'not held';
  const [label = ''] = [...refused].sort();
  const [what, field = ''] = label.split(' ');
  return what === 'missing' ? { missing: field } : { taken: field };
}
