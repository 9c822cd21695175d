// The actions that read: lists, counts and single rows.
import { fail } from '../../contract/errors.ts';
import { newGroups } from '../query/aggregates.ts';
import { parseAll, parseCounts, parseList, parseOne, type Raw } from '../query/parse/parse.ts';
import type { Condition, Query } from '../query/tree.ts';
import { findRow } from '../store/read.ts';
import type { Row } from '../store/row.ts';
import { type ActionContext, scopeOf, visibleRows } from './context.ts';
import { matching } from './nodes.ts';
import { nextCursor, positionIn } from './position.ts';
import { newRoom, type Shown, showNode } from './project.ts';
import { requireReadable } from './readable.ts';
import { inScope } from './related.ts';
import * as search from './search.ts';

function show({ resource }: ActionContext, query: Query, found: readonly search.Found[]): Shown[] {
  const room = newRoom();
  return found.map(({ node, aggregates }) => showNode(resource, node, query, room, aggregates));
}

/** Returns the query as far as the caller may ask it. Throws MISSING_REQUIRED_PERMISSIONS before anything is read. */
async function admitted(context: ActionContext, query: Query): Promise<Query> {
  requireReadable(context, query);
  return { ...query, rows: await visibleRows(context, query.rows) };
}

const listScope = async (context: ActionContext): Promise<Condition | undefined> =>
  scopeOf(context, await context.hooks.beforeFindMany?.(context.caller));

type List = { items: Shown[]; total: number } | { items: Shown[]; next: string | null };

/** Returns a page: with the number of all rows, or if the caller sent a cursor, with the cursor of the next page. */
export async function findMany(context: ActionContext, raw: Raw): Promise<List> {
  const { resource, all } = context;
  const query = await admitted(context, parseList(resource, all, raw));
  const from = query.cursor === undefined ? undefined : await positionIn(context, query);
  const list = search.newSearch(context, query, await listScope(context));
  if (query.cursor === undefined) {
    const { found, total } = await search.page(list);
    return { items: show(context, query, await search.complete(list, found)), total };
  }
  const found = await search.after(list, from, query.take + 1);
  const shown = found.slice(0, query.take);
  const last = found.length > query.take ? shown.at(-1) : undefined;
  const next = last ? await nextCursor(context, query, search.positionOf(query, last)) : null;
  return { items: show(context, query, await search.complete(list, shown)), next };
}

/** Returns rows without an envelope. Throws CRUD_PAGE_TOO_LARGE if they do not fit a page. */
export async function findAll(context: ActionContext, raw: Raw): Promise<Shown[]> {
  const { resource, all } = context;
  const query = await admitted(context, parseAll(resource, all, raw));
  const list = search.newSearch(context, query, await listScope(context));
  const found = await search.after(list, undefined, query.take);
  if (found.length > resource.maxPerPage) {
    fail('CRUD_PAGE_TOO_LARGE', { message: `There are more than ${resource.maxPerPage} rows: use the list in pages.` });
  }
  return show(context, query, await search.complete(list, found));
}

/** Returns a row. Throws CRUD_NOT_FOUND. */
export async function findOne(context: ActionContext, id: string, raw: Raw): Promise<Shown> {
  const { resource, all, hooks, caller } = context;
  const query = await admitted(context, parseOne(resource, all, raw));
  const scope = hooks.beforeFindOne
    ? scopeOf(context, await hooks.beforeFindOne(caller, id))
    : await listScope(context);
  const row = (await findVisible(context, id, query.rows)) ?? fail('CRUD_NOT_FOUND');
  const { related, allRelated } = search.newSearch(context, query, scope);
  const own = await inScope(allRelated, resource, [row], scope);
  const [node] = await matching(related, resource, own, query.relations, undefined);
  return showNode(resource, node ?? fail('CRUD_NOT_FOUND'), query, newRoom());
}

async function findVisible({ collection }: ActionContext, id: string, rows: Query['rows']): Promise<Row | undefined> {
  const live = rows === 'trash' ? undefined : await findRow(collection, id, 'live');
  return live ?? (rows === 'live' ? undefined : await findRow(collection, id, 'trash'));
}

/** Returns the number of rows, of each group as well if the caller asked for groups. */
export async function counts(context: ActionContext, raw: Raw): Promise<object> {
  const { resource, all, hooks, caller } = context;
  const query = await admitted(context, parseCounts(resource, all, raw));
  const scope = hooks.beforeCounts ? scopeOf(context, await hooks.beforeCounts(caller)) : await listScope(context);
  const list = search.newSearch(context, query, scope);
  if (!query.groupBy.length) return { total: await search.countMatches(list) };
  const groups = newGroups(query.groupBy);
  const total = await search.countMatches(list, groups.add);
  const data = groups.list();
  data.forEach(newRoom());
  return { total, data };
}
