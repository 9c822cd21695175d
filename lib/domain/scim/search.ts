// Lists the users of a connection. A filter that names a user by an id reads that user alone; any other one, and any order but the
// usual one, looks at each, up to a bound. With a cursor a page looks at no more, and the next one goes on there.
import { type UserId, userId } from '../../platform/ids.ts';
import { refuse } from '../../scim/errors.ts';
import { type Filter, fits, requiredText } from '../../scim/filter.ts';
import { type ListQuery, listBody, pageBody } from '../../scim/list.ts';
import { sorted } from '../../scim/sort.ts';
import { getMany } from '../../store/dynamo/table.ts';
import * as store from '../../store/scim/users.ts';
import type { Caller } from './authenticate.ts';
import { knownOf } from './known.ts';
import { nextCursor, pageOf, placeIn } from './pages.ts';
import { type Known, shownOf, userBody } from './view.ts';

/** Users that a request looks at: about a second, and 1000 units with the largest attributes. */
export const MAX_SCANNED = 1000;
/** Users that are read at once. */
const BATCH = 200;

/** Returns a page of the users, oldest first unless sorted. Throws tooMany if it had to look at more than 1000 users. */
export async function list(caller: Caller, query: ListQuery) {
  const { connection } = caller;
  const { filter, sort, selection, cursor } = query;
  const bodies = (known: readonly Known[]) => known.map((each) => userBody(connection, each, selection));
  const isNamed = filter !== undefined && namesOne(filter);
  if (sort || isNamed || (filter && cursor === undefined)) {
    const fitting = await fittingUsers(caller, filter);
    const inOrder = sort ? sorted(fitting, sort, (each) => shownOf(connection, each)) : fitting;
    return pageOf(caller, 'users', query, inOrder, bodies);
  }
  if (cursor !== undefined) return pageAt(caller, query, bodies);
  const { startIndex, count } = query;
  const [total, ids] = await Promise.all([
    store.countOf(connection.id),
    count > 0 ? store.idsOf(connection.id, startIndex - 1, count) : [],
  ]);
  return listBody(bodies(await knownOf(connection, ids)), total, startIndex);
}

/** Returns the users who fit, oldest first; all without a filter. Throws tooMany if it had to look at more than 1000. */
export async function fittingUsers(caller: Caller, filter: Filter | undefined): Promise<Known[]> {
  const { connection } = caller;
  if (!filter) return everyone(caller);
  const known = namesOne(filter)
    ? await knownOf(connection, await namedBy(connection.id, filter))
    : await everyone(caller);
  return known.filter((each) => fits(filter, shownOf(connection, each)));
}

/** Returns all users of the connection, oldest first. Throws tooMany if there are more than 1000. */
async function everyone({ connection }: Caller): Promise<Known[]> {
  const ids = await store.idsOf(connection.id, 0, MAX_SCANNED + 1);
  if (ids.length > MAX_SCANNED)
    refuse(
      'tooMany',
      `There are more than ${MAX_SCANNED} users. Filter by userName, externalId or id, or use a cursor.`,
    );
  const known: Known[] = [];
  for (let first = 0; first < ids.length; first += BATCH)
    known.push(...(await knownOf(connection, ids.slice(first, first + BATCH))));
  return known;
}

/** Returns the page that begins at the cursor. With a filter it may have fewer users than there is room for (RFC 9865, 2). */
async function pageAt(caller: Caller, query: ListQuery, bodies: (known: readonly Known[]) => unknown[]) {
  const place = await placeIn(caller, 'users', query);
  const [total, { found, next }] = await Promise.all([
    query.filter ? undefined : store.countOf(caller.connection.id),
    query.count ? walk(caller, query, place as string | undefined) : { found: [], next: undefined },
  ]);
  return pageBody(
    bodies(found),
    total,
    next === undefined ? undefined : await nextCursor(caller, 'users', query, next),
  );
}

/** Returns the first users behind the position who fit, and the position to go on at; `undefined`: nothing is left. */
async function walk({ connection }: Caller, { filter, count }: ListQuery, after: string | undefined) {
  const found: Known[] = [];
  let next = after;
  for (let looked = 0; looked < MAX_SCANNED; ) {
    const { users, isLast } = await store.listedAfter(connection.id, next, filter ? BATCH : count - found.length);
    const known = new Map(
      (
        await knownOf(
          connection,
          users.map(({ id }) => id),
        )
      ).map((each) => [each.user.id, each]),
    );
    for (const [at, { id, position }] of users.entries()) {
      const each = known.get(id);
      if (each && (!filter || fits(filter, shownOf(connection, each)))) found.push(each);
      next = position;
      if (found.length === count) return { found, next: isLast && at === users.length - 1 ? undefined : next };
    }
    if (isLast) return { found, next: undefined };
    looked += users.length;
  }
  return { found, next };
}

const NAMES = ['id', 'userName', 'externalId'] as const;
const namesOne = (filter: Filter): boolean => NAMES.some((each) => requiredText(filter, each) !== undefined);

/** Returns the id of the only user who may fit a filter that names one. */
async function namedBy(connection: Caller['connection']['id'], filter: Filter): Promise<UserId[]> {
  const [id, name, externalId] = NAMES.map((each) => requiredText(filter, each));
  if (id !== undefined) return [userId(id)].filter((each) => each !== undefined);
  const key =
    name === undefined ? store.externalClaimKey(connection, externalId ?? '') : store.nameClaimKey(connection, name);
  const [claim] = await getMany([key]);
  return [store.claimedBy(claim)].filter((each) => each !== undefined);
}
