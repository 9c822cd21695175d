// Cuts lists into pages, by the position of the first one or by a cursor (RFC 7644, 3.4.2.4; RFC 9865).
import { refuse } from '../../scim/errors.ts';
import { CURSOR_SECONDS, type ListQuery, listBody, pageBody } from '../../scim/list.ts';
import { issueCursorFor, readCursor } from '../cursor.ts';
import type { Caller } from './authenticate.ts';

/** The lists of a connection. */
export type ListName = 'users' | 'groups' | 'all';

/** A cursor belongs to a list of a connection, its filter and its order. */
const belonging = ({ connection }: Caller, list: ListName, { order }: ListQuery) => [
  'scim',
  connection.id,
  list,
  order,
];

/** Returns a cursor for the page that begins at the place. */
export const nextCursor = (caller: Caller, list: ListName, query: ListQuery, place: string | number): Promise<string> =>
  issueCursorFor(CURSOR_SECONDS * 1000, place, ...belonging(caller, list, query));

/** Returns the place in the cursor of the query; `undefined` for the first page. Throws invalidCursor. */
export async function placeIn(caller: Caller, list: ListName, query: ListQuery): Promise<unknown> {
  if (!query.cursor) return undefined;
  try {
    return await readCursor(query.cursor, ...belonging(caller, list, query));
  } catch {
    return refuse('invalidCursor', `cursor: is of another query, or older than ${CURSOR_SECONDS} s`);
  }
}

/** Returns the body of a page of a list that is in memory. Its cursor holds how many came before. */
export async function pageOf<T>(
  caller: Caller,
  list: ListName,
  query: ListQuery,
  all: readonly T[],
  bodiesOf: (page: readonly T[]) => unknown[] | Promise<unknown[]>,
) {
  const { startIndex, count, cursor } = query;
  const place = await placeIn(caller, list, query);
  const first = cursor === undefined ? startIndex - 1 : typeof place === 'number' ? place : 0;
  const end = first + count;
  const bodies = await bodiesOf(all.slice(first, end));
  if (cursor === undefined) return listBody(bodies, all.length, startIndex);
  const isLast = count === 0 || end >= all.length;
  return pageBody(bodies, all.length, isLast ? undefined : await nextCursor(caller, list, query, end));
}
