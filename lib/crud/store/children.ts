// Reads the rows of a relation to many.

import { mapConcurrently } from '../../platform/concurrency.ts';
import { orderedId } from '../../platform/ids.ts';
import { compareTexts } from '../query/order.ts';
import type { Budget } from './budget.ts';
import { countRows } from './counters.ts';
import { findRows } from './find.ts';
import { type Entry, type Index, partitionOf } from './index-entries.ts';
import { ASCENDING } from './order-fit.ts';
import { planOf } from './plan.ts';
import { readRows } from './read-rows.ts';
import type { Collection, Row } from './row.ts';
import { scan } from './scan.ts';
import { below, encode } from './sort-key.ts';

/** Queries at a time (see `findRows`). */
const WORKERS = 8;
const BATCH = 100;
/** Up to so many parents, each is a query, so that a page with a relation costs the same in a collection of any size. */
const FEW = 50;
/**
 * A query costs a unit, and each row that it leads to another one. A page of the collection has about ten rows a unit (of
 * 400 bytes), so up to 20 rows for each parent it costs at most as much as parents with one row each.
 */
const ROWS_PER_PARENT = 20;

/** Returns the live rows whose reference `field` leads to each of these ids, by id. Reads in parallel, bounded. */
export async function childrenOf(
  children: Collection,
  field: string,
  parents: readonly string[],
  budget: Budget,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const found = new Map<string, Row[]>(parents.map((parent) => [parent, []]));
  const index = children.resource.indexes.find(([first]) => first === field);
  const rows =
    index && !(await isCollectionCheaper(children, found.size))
      ? await readEach(children, index, [...found.keys()], budget)
      : await readAll(children, budget);
  for (const row of rows) found.get(String(row.data[field]))?.push(row);
  for (const each of found.values()) each.sort((a, b) => compareTexts(a.id, b.id));
  return found;
}

const isCollectionCheaper = async (children: Collection, parents: number): Promise<boolean> =>
  parents > FEW && (await countRows(children)).live <= ROWS_PER_PARENT * parents;

async function readEach(children: Collection, index: Index, parents: readonly string[], budget: Budget) {
  const { pk } = partitionOf(children, index);
  const ids = await mapConcurrently(parents, WORKERS, async (parent) => {
    const found: string[] = [];
    if (!orderedId(parent)) return found;
    const pages = scan({ pk, ranges: [below(encode(parent))], direction: ASCENDING, budget, batch: BATCH });
    for await (const page of pages as AsyncGenerator<Entry[]>) found.push(...page.map(({ id }) => id));
    return found;
  });
  return findRows(children, [...new Set(ids.flat())], 'live', budget);
}

async function readAll(children: Collection, budget: Budget): Promise<Row[]> {
  const rows: Row[] = [];
  const plan = planOf(children.resource, undefined, [], 'live');
  for await (const page of readRows(children, plan, { budget, batch: 1000 })) rows.push(...page);
  return rows;
}
