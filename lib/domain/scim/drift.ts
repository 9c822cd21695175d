// Compares the users of a tenant with those of a directory: who is here and not there, and who cannot sign in here.
import type { ScimDrift } from '../../contract/groups/parts/scim-connections.ts';
import { iso } from '../../platform/clock.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { userKeyOf } from '../../store/keys.ts';
import * as lists from '../../store/people/directory.ts';
import { asUser, type User } from '../../store/people/users.ts';
import type { ScimConnection } from '../../store/scim/connections.ts';
import { asScimUser, type ScimUser, scimUserKey } from '../../store/scim/users.ts';
import { issueCursor, readCursor } from '../cursor.ts';
import type { TenantDoor } from '../tenants/door.ts';
import { actorIdOf, requireConnection } from './connections.ts';

/** Users that one request compares: about 200 read units. */
const STEP = 100;

/**
 * Compares the next users of the tenant, newest first, and returns those that differ. The cursor belongs to who asks. Throws
 * SCIM_CONNECTION_NOT_FOUND and CURSOR_INVALID.
 */
export async function drift(
  door: TenantDoor,
  connectionId: string,
  { cursor }: { cursor?: string | undefined },
): Promise<ScimDrift> {
  const tenant = door.tenant.id;
  const connection = await requireConnection(tenant, connectionId);
  const context = ['scim-drift', actorIdOf(door), connection.id];
  const after = cursor === undefined ? undefined : ((await readCursor(cursor, ...context)) as string);
  const listed = await lists.newest({ tenantId: tenant }, [0, 1, 2, 3], STEP + 1, after);
  const compared = listed.slice(0, STEP);
  const items = await getMany(compared.flatMap(({ id }) => [userKeyOf(id), scimUserKey(tenant, id)]));
  const users = compared.flatMap((_, at) => {
    const user = asUser(items[2 * at]);
    const finding = user && findingOf(connection, user, asScimUser(items[2 * at + 1]));
    return finding ? [{ id: user.id, email: user.email, name: user.name, finding }] : [];
  });
  const last = compared.at(-1);
  const hasMore = listed.length > STEP && last !== undefined;
  const nextCursor = hasMore ? await issueCursor(last.position, ...context) : null;
  return { users, nextCursor, lastUsedAt: iso(connection.lastUsedAt) };
}

function findingOf(
  { id }: ScimConnection,
  { isActive }: User,
  view: ScimUser | undefined,
): ScimDrift['users'][number]['finding'] | undefined {
  if (view?.connectionId !== id || view.hasLeft) return 'absent';
  return isActive ? undefined : 'inactive';
}
