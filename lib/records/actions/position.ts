// Issues and reads the cursors of lists of rows. A cursor holds a position: the values that order the list, which are
// visible ones, and the id.
import { fail } from '../../contract/errors.ts';
import { issueCursor, readCursor } from '../../domain/cursor.ts';
import type { Condition, Order, Query, Value } from '../query/tree.ts';
import { testsIn, valuesOf } from '../store/key-ranges.ts';
import type { Collection, Row } from '../store/row.ts';
import type { ActionContext } from './context.ts';

/** The position of a row in a list: the values of its order, and its id. The row need not exist any more. */
export type Position = Readonly<{ id: string; order: readonly Value[] }>;

/** A cursor belongs to the user who asked, and to all of the query but the size of its pages. */
function belonging({ caller: { tenantId, userId }, resource }: ActionContext, query: Query): string[] {
  const { take: _, cursor: __, skip: ___, ...rest } = query;
  // The target of a relation is known by the name of the relation.
  const text = JSON.stringify(rest, (key, value) => (key === 'target' ? undefined : (value as unknown)));
  return ['rows', tenantId, userId, resource.name, text];
}

export const nextCursor = (context: ActionContext, query: Query, { id, order }: Position): Promise<string> =>
  issueCursor([id, ...order], ...belonging(context, query));

/** Returns the position in the query's cursor; `undefined` for the first page. Throws CURSOR_INVALID. */
export async function positionIn(context: ActionContext, query: Query): Promise<Position | undefined> {
  if (!query.cursor) return undefined;
  const [id, ...order] = (await readCursor(query.cursor, ...belonging(context, query))) as [string, ...Value[]];
  return order.length === query.order.length ? { id, order } : fail('CURSOR_INVALID');
}

/**
 * Returns a row with the keys of the position: what the table needs to continue after it. The filter gives the values of
 * the fields that are the same in all rows of the list.
 */
export function rowAt(
  { resource }: Collection,
  where: Condition | undefined,
  order: Order,
  { id, order: values }: Position,
): Row {
  const known: Record<string, Value> = {};
  for (const [field, tests] of testsIn(where)) {
    const constants = valuesOf(tests);
    if (constants?.length === 1) known[field] = constants[0] ?? null;
  }
  for (const [at, { path }] of order.entries()) known[path.field] = values[at] ?? null;
  const data = Object.entries(known).filter(([field, value]) => field in resource.fields && value !== null);
  const { createdAt = '', updatedAt = '', version = 0, order: place = 0 } = known;
  return { id, createdAt, updatedAt, version, order: place, data: Object.fromEntries(data) } as unknown as Row;
}
