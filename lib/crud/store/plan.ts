// Chooses how a query reads rows: by keys, by an index, or the whole collection.
import type { Resource } from '../declare/resource.ts';
import type { Condition, Order, Query } from '../query/tree.ts';

export type Plan = Readonly<{
  access: 'keys' | 'index' | 'all';
  rows: Query['rows'];
  /** Whether rows arrive in the order of the query, so that a page needs no more rows than it has. */
  isOrdered: boolean;
  /** Names the index that would serve the query better, for an error; `undefined` if none would. */
  advice: string | undefined;
}>;

export function planOf(resource: Resource, where: Condition | undefined, order: Order, rows: Query['rows']): Plan {
  throw new Error(`not built: ${resource} ${where} ${order} ${rows}`);
}
