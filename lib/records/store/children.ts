// Reads the rows of a relation to many.

import { mapConcurrently } from '../../platform/concurrency.ts';
import { orderedId } from '../../platform/ids.ts';
import { compareTexts } from '../query/order.ts';
import type { Budget } from './budget.ts';
import { countRows } from './counters.ts';
import { findRows } from './find.ts';
import type { Entry } from './index-entries.ts';
import { ASCENDING } from './order-fit.ts';
import { type Index, partitionOf } from './partitions.ts';
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
/**
 * A row that an entry leads to costs a unit, a page of the collection a tenth of one for each row. A partition takes 3000
 * units a second (DynamoDB developer guide, "Partitions and data distribution"), so thousands of single rows wait.
 */
const MANY_ENTRIES = 1000;
const ROWS_PER_UNIT = 10;

/** Live rows by the id that their reference leads to, in the order of their own ids. */
export type Children = ReadonlyMap<string, readonly Row[]>;

/** Returns the live rows whose reference `field` leads to each of these ids, by id. Reads in parallel, bounded. */
export async function childrenOf(
  children: Collection,
  field: string,
  parents: readonly string[],
  budget: Budget,
): Promise<Children> {
  const isAll = await isCollectionCheaper(children, field, new Set(parents).size);
  const found = isAll
    ? await allChildren(children, field, budget)
    : await childrenByIndex(children, field, parents, budget);
  return new Map(parents.map((parent) => [parent, found.get(parent) ?? []]));
}

/** Whether the children of so many parents are read at the least cost with all others of their collection. */
export const isCollectionCheaper = async (children: Collection, field: string, parents: number): Promise<boolean> =>
  !indexOn(children, field) || (parents > FEW && (await countRows(children)).live <= ROWS_PER_PARENT * parents);

const indexOn = ({ resource }: Collection, field: string): Index | undefined =>
  resource.indexes.find(([first]) => first === field);

/** Returns all rows of the collection, by the id that `field` leads to. */
export const allChildren = async (children: Collection, field: string, budget: Budget): Promise<Children> =>
  grouped(await readAll(children, budget), field);

/** Returns the rows whose `field` leads to these ids, and perhaps others: a query of the index for each id. */
export const childrenByIndex = async (
  children: Collection,
  field: string,
  parents: readonly string[],
  budget: Budget,
): Promise<Children> =>
  grouped(await readEach(children, indexOn(children, field) as Index, [...new Set(parents)], budget), field);

function grouped(rows: readonly Row[], field: string): Children {
  const groups = Map.groupBy(rows, ({ data }) => String(data[field]));
  for (const each of groups.values()) each.sort((a, b) => compareTexts(a.id, b.id));
  return groups;
}

/**
 * Reads the entries of each parent, then their rows. Once there are many, and the whole collection costs less than the
 * rows, reads that instead: it then also has the rows of other parents.
 */
async function readEach(children: Collection, index: Index, parents: readonly string[], budget: Budget) {
  const { pk } = partitionOf(children, index);
  let count = 0;
  let live: Promise<number> | undefined;
  let isMany = false;
  const ids = await mapConcurrently(parents, WORKERS, async (parent) => {
    const found: string[] = [];
    if (!orderedId(parent)) return found;
    const pages = scan({ pk, ranges: [below(encode(parent))], direction: ASCENDING, budget, batch: BATCH });
    for await (const page of pages as AsyncGenerator<Entry[]>) {
      found.push(...page.map(({ id }) => id));
      count += page.length;
      if (count >= MANY_ENTRIES) live ??= countRows(children).then((counted) => counted.live);
      isMany ||= live !== undefined && (await live) <= ROWS_PER_UNIT * count;
      if (isMany) break;
    }
    return found;
  });
  return isMany ? readAll(children, budget) : findRows(children, [...new Set(ids.flat())], 'live', budget);
}

async function readAll(children: Collection, budget: Budget): Promise<Row[]> {
  const rows: Row[] = [];
  const plan = planOf(children.resource, undefined, [], 'live');
  for await (const page of readRows(children, plan, { budget, batch: 1000 })) rows.push(...page);
  return rows;
}
