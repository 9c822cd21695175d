// Refuses rows and bulk writes that the table would not take, before they are written.
import { fail } from '../../contract/errors.ts';
import type { Resource } from '../declare/resource.ts';
import { buildingFields } from './claims.ts';
import { SHARDS } from './counters.ts';
import { writtenIndexes } from './partitions.ts';
import type { Row } from './row.ts';

/** TransactWriteItems takes at most 100 writes. One is that of the events. */
const ROOM = 100 - 1;
/** An item has at most 400 KB. A quarter leaves room for its growth, and 200 rows of a page below 20 MB. */
const LARGEST_ROW = 100 * 1024;
/** A transaction has at most 4 MB, keys and entries included. */
const LARGEST_TRANSACTION = 3 * 1024 * 1024;

/** What a transaction does with its rows. `reorder` changes nothing but their order. */
export type Kind = 'create' | 'change' | 'reorder' | 'trash' | 'restore' | 'purge';

/**
 * The most rows that one transaction of 100 writes can hold: for a bulk that is too large, the limit to name. Without a
 * kind, the number that holds for all kinds.
 */
export function mostRows(resource: Resource, kind?: Kind): number {
  const fields = Object.values(resource.fields);
  const indexes = writtenIndexes(resource).length;
  const ordering = writtenIndexes(resource).filter((index) => index.includes('order')).length;
  const claims = fields.filter(({ options }) => options.unique).length;
  const building = buildingFields({ resource }).length;
  const references = fields.filter(({ to }) => to !== undefined).length;
  const most: Record<Kind, number> = {
    create: (ROOM - SHARDS) / (1 + indexes + claims + references),
    // An old entry or claim is removed, a new one created.
    change: ROOM / (1 + 2 * indexes + 2 * claims + references),
    reorder: ROOM / (1 + 2 * ordering),
    // The row is removed in one place and created in the other.
    trash: (ROOM - SHARDS) / (2 + indexes + building),
    restore: (ROOM - SHARDS) / (2 + indexes + building),
    purge: (ROOM - SHARDS) / (1 + indexes + claims),
  };
  return Math.floor(kind ? most[kind] : Math.min(...Object.values(most)));
}

/** Throws INVALID_INPUT if a row, or all of them together, is too large or has a value that the table cannot store. */
export function requireStorable(rows: readonly Row[]): void {
  let total = 0;
  for (const row of rows) {
    for (const [field, value] of Object.entries(row.data)) requireValue(field, value);
    const size = Buffer.byteLength(JSON.stringify(row));
    if (size > LARGEST_ROW) fail('INVALID_INPUT', { message: `A row has at most ${LARGEST_ROW / 1024} KB.` });
    total += size;
  }
  if (total > LARGEST_TRANSACTION) {
    fail('INVALID_INPUT', {
      message: `The rows of one request have at most ${LARGEST_TRANSACTION / 1024} KB together.`,
    });
  }
}

/** DynamoDB stores no number closer to 0 (data types), and its client none that is not exact in JavaScript. */
const SMALLEST = 1e-130;

function requireValue(field: string, value: Row['data'][string]): void {
  if (typeof value === 'number') {
    if (!isStorableNumber(value)) {
      fail('INVALID_INPUT', { message: `${field}: a number is between -(2^53 - 1) and 2^53 - 1.` });
    }
  } else if ([value].flat().some((text) => typeof text === 'string' && (text.includes('\0') || !text.isWellFormed()))) {
    fail('INVALID_INPUT', { message: `${field}: a text has no NUL and no half of a surrogate pair.` });
  }
}

/** Whether the table can store the number. */
export const isStorableNumber = (value: number): boolean =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER && (value === 0 || Math.abs(value) >= SMALLEST);
