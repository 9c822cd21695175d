// Finds the rows of a list: reads by a plan, joins and filters in memory. It stops as soon as a page is complete if rows
// arrive in the order of the query; else it reads all rows and sorts them.
import { matches, subjectOf } from '../query/evaluate.ts';
import { compareBy } from '../query/order.ts';
import type { Condition, Order, Path, Query, Value, Values } from '../query/tree.ts';
import { type Budget, newBudget } from '../store/budget.ts';
import { type Plan, planOf } from '../store/plan.ts';
import { countRows, readRows } from '../store/read.ts';
import type { Row } from '../store/row.ts';
import { aggregatesOf } from './aggregate.ts';
import { type ActionContext, allOf } from './context.ts';
import { decisive, join, matching, type Node, ownPart, type Related } from './nodes.ts';
import { type Position, rowAt } from './position.ts';
import { allRelated, inScope, visibleRelated } from './related.ts';

/** A row of a list before it is shown. */
export type Found = { node: Node; aggregates?: Values };

/** A list that is being read. */
export type Search = Readonly<{
  context: ActionContext;
  query: Query;
  /** The filter of the caller and the scope of the hook. */
  where: Condition | undefined;
  scope: Condition | undefined;
  plan: Plan;
  /** For reading all rows: an index that has no more than the order costs a unit a row, the collection about an eighth. */
  wholePlan: Plan;
  /** Whether rows arrive in the order of the query: no alias or relation orders them. */
  isOrdered: boolean;
  budget: Budget;
  /** What the caller may see of relations, and what scopes are asked about. */
  related: Related;
  allRelated: Related;
}>;

/** The most rows of the first batch. Later ones are larger (../store/scan.ts). */
const BATCH = 500;

export function newSearch(context: ActionContext, query: Query, scope: Condition | undefined): Search {
  const { resource, all, collection } = context;
  const where = allOf(query.where, scope);
  const isOwn = ({ path: { relation, field } }: Order[number]): boolean =>
    relation === undefined && !query.aggregates.some(({ as }) => as === field);
  const isOwnOrder = query.order.every(isOwn);
  const own = ownPart(where);
  const plan = planOf(resource, own, isOwnOrder ? query.order : [], query.rows);
  const wholePlan = planOf(resource, own, [], query.rows);
  const budget = newBudget(plan.advice ?? '');
  const rows = allRelated(collection.tenantId, all, budget);
  const related = visibleRelated(context, rows);
  const isOrdered = isOwnOrder && plan.isOrdered;
  return { context, query, where, scope, plan, wholePlan, isOrdered, budget, related, allRelated: rows };
}

/** Whether every row of the collection is in the list. */
const isWhole = ({ where, query }: Search): boolean =>
  !where && !query.having && !decisive(query.relations, where).length;

/** Returns the rows of a page in the order of the query, and the number of all rows of the list. */
export async function page(search: Search): Promise<{ found: Found[]; total: number }> {
  const { query, isOrdered } = search;
  const end = query.skip + query.take;
  if (!isWhole(search) || !isOrdered) {
    const all = sorted(search, await everything(search));
    return { found: all.slice(query.skip, end), total: all.length };
  }
  const [found, total] = await Promise.all([first(search, end), totalOf(search)]);
  return { found: found.slice(query.skip), total };
}

async function totalOf({ context: { collection }, query: { rows } }: Search): Promise<number> {
  const { live, trash } = await countRows(collection);
  return rows === 'all' ? live + trash : rows === 'live' ? live : trash;
}

/** Returns the number of rows of the list, and calls `each` with the values of each. */
export async function countMatches(search: Search, each?: (values: Values) => void): Promise<number> {
  if (isWhole(search) && !each) return totalOf(search);
  const found = await everything(search);
  for (const { node } of found) each?.(node.values);
  return found.length;
}

export const positionOf = ({ order }: Pick<Query, 'order'>, found: Found): Position => ({
  id: found.node.row.id,
  order: order.map(({ path }) => valueIn(found, path)),
});

/** Returns up to `count` rows that follow a position, or the first ones. */
export async function after(search: Search, position: Position | undefined, count: number): Promise<Found[]> {
  if (search.isOrdered) return first(search, count, position);
  const all = sorted(search, await everything(search));
  const { order } = search.query;
  const isLater = (found: Found): boolean =>
    position === undefined || compareBy(order, positionIn(order), idOf)(positionOf({ order }, found), position) > 0;
  return all.filter(isLater).slice(0, count);
}

const idOf = ({ id }: Position): string => id;
const positionIn =
  (order: Order) =>
  (position: Position, path: Path): Value =>
    position.order[order.findIndex((key) => key.path === path)] ?? null;

const valueIn = ({ node, aggregates }: Found, { relation, field }: Path): Value => {
  if (relation !== undefined) return node.related.get(relation)?.[0]?.values[field] ?? null;
  return aggregates?.[field] ?? node.values[field] ?? null;
};

/** Returns up to `count` rows, in the order in which the plan has them. */
async function first(search: Search, count: number, position?: Position): Promise<Found[]> {
  const found: Found[] = [];
  for await (const each of batches(search, Math.min(count, BATCH), position)) {
    found.push(...each);
    if (found.length >= count) break;
  }
  return found.slice(0, count);
}

const sorted = ({ query: { order } }: Search, found: Found[]): Found[] =>
  found.sort(compareBy(order, valueIn, ({ node }) => node.row.id));

/**
 * Returns all rows that match, in any order. Their relations are read at once, so that the children of many parents are
 * one read of their collection.
 */
async function everything(search: Search): Promise<Found[]> {
  const { wholePlan, budget, context } = search;
  const rows: Row[] = [];
  for await (const batch of readRows(context.collection, wholePlan, { budget, batch: BATCH })) rows.push(...batch);
  return filtered(search, rows);
}

/** Yields the rows that match, in the order of the plan, after a position if given. */
async function* batches(search: Search, batch: number, position?: Position): AsyncGenerator<Found[]> {
  const { plan, budget, context, where, query } = search;
  const from = position && { after: rowAt(context.collection, where, query.order, position) };
  for await (const rows of readRows(context.collection, plan, { budget, batch, ...from })) yield filtered(search, rows);
}

async function filtered(search: Search, rows: readonly Row[]): Promise<Found[]> {
  const { context, query, scope, related } = search;
  const { where, aggregates, having, order, relations } = query;
  const own = await inScope(search.allRelated, context.resource, rows, scope);
  const ordering = new Set(order.flatMap(({ path }) => path.relation ?? []));
  const needed = new Set([...decisive(relations, where), ...relations.filter(({ name }) => ordering.has(name))]);
  const nodes = await matching(related, context.resource, own, [...needed], where);
  const isDecided = having !== undefined || order.some(({ path }) => aggregates.some(({ as }) => as === path.field));
  if (!isDecided) return nodes.map((node) => ({ node }));
  return (await withAggregates(related, context, nodes, aggregates)).filter((found) =>
    matches(having, subjectOf(found.aggregates ?? {})),
  );
}

async function withAggregates(
  related: Related,
  context: ActionContext,
  nodes: readonly Node[],
  aggregates: Query['aggregates'],
): Promise<Found[]> {
  const rows = nodes.map(({ row }) => row);
  const aggregatesFor = await aggregatesOf(related, context, rows, aggregates);
  return nodes.map((node) => ({ node, aggregates: aggregatesFor(node.row) }));
}

/** Reads what a page shows besides its rows: relations that decided nothing, and aggregates. */
export async function complete({ context, query, related }: Search, page: readonly Found[]): Promise<Found[]> {
  const nodes = page.map(({ node }) => node);
  const joined = new Set(nodes.flatMap(({ related }) => [...related.keys()]));
  const missing = query.relations.filter(({ name }) => !joined.has(name));
  await join(related, context.resource, nodes, missing);
  const isComplete = !query.aggregates.length || page.every(({ aggregates }) => aggregates);
  return isComplete ? [...page] : withAggregates(related, context, nodes, query.aggregates);
}
