// Lists the users of a connection. A filter that names a user by an id reads that user alone; any other one looks at each, up to a
// bound.
import { type UserId, userId } from '../../platform/ids.ts';
import { refuse } from '../../scim/errors.ts';
import { type Filter, fits, requiredText } from '../../scim/filter.ts';
import { type ListQuery, listBody } from '../../scim/list.ts';
import { getMany } from '../../store/dynamo/table.ts';
import * as store from '../../store/scim/users.ts';
import type { Caller } from './authenticate.ts';
import { knownOf } from './known.ts';
import { type Known, shownOf, userBody } from './view.ts';

/** Users that a filter looks at: about a second, and 1000 units with the largest attributes. */
export const MAX_SCANNED = 1000;
/** Users that are read at once. */
const BATCH = 200;

/** Returns a page of the users, oldest first. Throws tooMany for a filter that would look at more than 1000 users. */
export async function list(caller: Caller, { filter, startIndex, count, selection }: ListQuery) {
  const { connection } = caller;
  const bodies = (known: readonly Known[]) => known.map((each) => userBody(connection, each, selection));
  if (!filter) {
    const [total, ids] = await Promise.all([
      store.countOf(connection.id),
      count > 0 ? store.idsOf(connection.id, startIndex - 1, count) : [],
    ]);
    return listBody(bodies(await knownOf(connection, ids)), total, startIndex);
  }
  const fitting = (await candidates(caller, filter)).filter((each) => fits(filter, shownOf(connection, each)));
  return listBody(bodies(fitting.slice(startIndex - 1, startIndex - 1 + count)), fitting.length, startIndex);
}

/** Returns the users who may fit: at most one, if the filter names them. */
async function candidates({ connection }: Caller, filter: Filter): Promise<Known[]> {
  const named = await namedBy(connection.id, filter);
  if (named) return knownOf(connection, named);
  const ids = await store.idsOf(connection.id, 0, MAX_SCANNED + 1);
  if (ids.length > MAX_SCANNED)
    refuse('tooMany', `There are more than ${MAX_SCANNED} users. Filter by userName, externalId or id.`);
  const known: Known[] = [];
  for (let first = 0; first < ids.length; first += BATCH)
    known.push(...(await knownOf(connection, ids.slice(first, first + BATCH))));
  return known;
}

async function namedBy(connection: Caller['connection']['id'], filter: Filter): Promise<UserId[] | undefined> {
  const id = requiredText(filter, 'id');
  if (id !== undefined) return [userId(id)].filter((each) => each !== undefined);
  const name = requiredText(filter, 'userName');
  const externalId = requiredText(filter, 'externalId');
  if (name === undefined && externalId === undefined) return undefined;
  const key =
    name === undefined ? store.externalClaimKey(connection, externalId ?? '') : store.nameClaimKey(connection, name);
  const [claim] = await getMany([key]);
  return [store.claimedBy(claim)].filter((each) => each !== undefined);
}
