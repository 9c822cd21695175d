// Reads rows: by key, by a plan, and the rows of a relation. All reads are strongly consistent and name the tenant.
import type { Budget } from './budget.ts';
import type { Plan } from './plan.ts';
import type { Collection, Row } from './row.ts';

export type Place = 'live' | 'trash';

/** Returns a row, or `undefined` if it does not exist there. The id may be any text. One read. */
export function findRow(collection: Collection, id: string, place: Place): Promise<Row | undefined> {
  throw new Error(`not built: ${collection} ${id} ${place}`);
}

/** Returns the rows with these ids that exist there, in the order of the ids. One parallel round trip. */
export function findRows(collection: Collection, ids: readonly string[], place: Place): Promise<Row[]> {
  throw new Error(`not built: ${collection} ${ids} ${place}`);
}

/**
 * Yields rows in the order of the plan, in batches of about `batch`, after the row `after` if given (a row of an earlier
 * page, which need not exist any more). The rows are a superset of those that the plan's condition selects.
 */
export function readRows(
  collection: Collection,
  plan: Plan,
  options: { budget: Budget; batch: number; after?: Row },
): AsyncGenerator<Row[]> {
  throw new Error(`not built: ${collection} ${plan} ${options}`);
}

/** Returns the live rows whose reference `field` leads to each of these ids, by id. Reads in parallel, bounded. */
export function childrenOf(
  children: Collection,
  field: string,
  parents: readonly string[],
  budget: Budget,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  throw new Error(`not built: ${children} ${field} ${parents} ${budget}`);
}

/** Returns the exact number of live rows and of rows in the trash. One round trip. */
export function countRows(collection: Collection): Promise<{ live: number; trash: number }> {
  throw new Error(`not built: ${collection}`);
}
