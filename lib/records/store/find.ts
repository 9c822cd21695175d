// Reads rows by their ids.
import { mapConcurrently } from '../../platform/concurrency.ts';
import * as table from '../../store/dynamo/table.ts';
import * as keys from '../../store/keys.ts';
import type { Budget } from './budget.ts';
import { isRowId } from './ids.ts';
import type { Collection, Row } from './row.ts';

export type Place = 'live' | 'trash';

const keyOf = ({ tenantId, resource }: Collection, id: string, place: Place): keys.Key =>
  place === 'live' ? keys.row(tenantId, resource.name, id) : keys.trashedRow(tenantId, resource.name, id);

/** Returns a row, or `undefined` if it does not exist there. The id may be any text. One read. */
export async function findRow(collection: Collection, id: string, place: Place): Promise<Row | undefined> {
  return isRowId(collection.resource, id) ? table.get<Row>(keyOf(collection, id, place), 'row') : undefined;
}

/** Batches of 100 keys that are read at a time: the client has 50 connections, shared by all requests of a function. */
const WORKERS = 8;
const BATCH = 100;

/**
 * Returns the rows with these ids that exist there, in the order of the ids. Reads in parallel, bounded. Debits the bytes
 * of the rows, but not their number, if there is a budget.
 */
export async function findRows(
  collection: Collection,
  ids: readonly string[],
  place: Place,
  budget?: Budget,
): Promise<Row[]> {
  const wanted = ids.filter((id) => isRowId(collection.resource, id));
  const batches = Array.from({ length: Math.ceil(wanted.length / BATCH) }, (_, batch) =>
    wanted.slice(batch * BATCH, (batch + 1) * BATCH),
  );
  const found = await mapConcurrently(batches, WORKERS, async (batch) => {
    // Throws if another worker has used the budget up.
    budget?.debit(0, 0);
    const items = await table.getMany(batch.map((id) => keyOf(collection, id, place)));
    const rows = items.filter((item): item is Row => item?.type === 'row');
    budget?.debit(0, bytesOf(rows));
    return rows;
  });
  return found.flat();
}

/** About the bytes of the items as JSON: cheaper to compute than their exact size. */
export const bytesOf = (items: readonly object[]): number =>
  items.reduce((sum, item) => sum + JSON.stringify(item).length, 0);
