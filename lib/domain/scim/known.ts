// Finds the users that a connection brought. It sees no others.
import { type UserId, userId } from '../../platform/ids.ts';
import { ScimError } from '../../scim/errors.ts';
import { getMany } from '../../store/dynamo/table.ts';
import * as users from '../../store/people/users.ts';
import * as store from '../../store/scim/users.ts';
import type { Caller } from './authenticate.ts';
import type { Known } from './view.ts';

const notFound = (): ScimError => new ScimError(404, 'There is no such user.');

/** Returns the user if this connection brought them. Throws a 404, for users of the tenant that it did not bring as well. */
export async function requireUser({ connection }: Caller, text: string): Promise<Known> {
  const id = userId(text);
  const [known] = id ? await knownOf(connection, [id]) : [];
  return known ?? Promise.reject(notFound());
}

/** Returns the users with these ids that the connection brought, in their order. One read. */
export async function knownOf(
  { id: connection, tenantId }: Caller['connection'],
  ids: readonly UserId[],
): Promise<Known[]> {
  const all = ids.flatMap((id) => [users.userKey(tenantId, id), store.scimUserKey(tenantId, id)]);
  const items = await getMany(all);
  return ids.flatMap((_, at) => {
    const [user, view] = [users.asUser(items[2 * at]), store.asScimUser(items[2 * at + 1])];
    return user && view?.connectionId === connection && !view.hasLeft ? [{ user, view }] : [];
  });
}
