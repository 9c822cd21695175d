// Puts users into groups and takes them out, with the roles that the groups give. A role comes from a group only after an admin of the
// tenant has mapped it, never by a name, and is taken only if a group gave it.
import { now } from '../../platform/clock.ts';
import type { RoleId, ScimConnectionId, ScimGroupId, TenantId, UserId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany, span, type Write } from '../../store/dynamo/table.ts';
import { scimUserAndGroups } from '../../store/keys.ts';
import * as users from '../../store/people/users.ts';
import * as groups from '../../store/scim/groups.ts';
import * as store from '../../store/scim/users.ts';
import type { ScimActor } from '../audit.ts';
import { changeEventsWrite } from '../users/events.ts';

/** As many as an admin may give (lib/domain/users/fields.ts). */
const MAX_ROLES = 20;

/**
 * Makes the user a member of the group, or takes them out, and gives them the roles of all their groups. `isMember` absent: only the
 * roles, and out of a group that no longer exists. Does nothing for a user whom the connection did not bring. Idempotent.
 */
export async function syncMembership(
  of: { tenant: TenantId; connection: ScimConnectionId; group: ScimGroupId },
  id: UserId,
  isMember?: boolean,
): Promise<void> {
  const { tenant, connection, group } = of;
  await retryOnConflict('the groups of a user', async () => {
    const [items, [userItem]] = await Promise.all([
      span(scimUserAndGroups(tenant, id)),
      getMany([users.userKey(tenant, id)]),
    ]);
    const user = users.asUser(userItem);
    const view = items.map(store.asScimUser).find(Boolean);
    const memberships = items.flatMap((item) => groups.asMembership(item) ?? []);
    if (!user || view?.connectionId !== connection) return true;
    const current = new Set(memberships.map(({ groupId }) => groupId));
    const all = new Set([...current, group]);
    const found = await groupsOf(connection, [...all]);
    const wanted = new Set([...current].filter((each) => found.has(each)));
    if (isMember === true && found.has(group)) wanted.add(group);
    if (isMember === false) wanted.delete(group);
    const membershipWrites = [
      ...[...wanted]
        .filter((each) => !current.has(each))
        .map((each): Write => ({ create: groups.membershipOf(tenant, id, connection, each) })),
      ...memberships.filter(({ groupId }) => !wanted.has(groupId)).map(({ pk, sk }): Write => ({ erase: { pk, sk } })),
    ];
    const mapped = [...wanted].flatMap((each) => found.get(each)?.roleId ?? []);
    return write({ user, view, by: { connection: { id: connection } } }, [...new Set(mapped)], membershipWrites);
  });
}

async function groupsOf(connection: ScimConnectionId, ids: readonly ScimGroupId[]) {
  const items = await getMany(ids.map((id) => groups.groupKey(connection, id)));
  const found = items.flatMap((item) => groups.asGroup(item) ?? []);
  return new Map(found.map((group) => [group.id, group]));
}

type Target = { user: users.User; view: store.ScimUser; by: ScimActor };

/** Returns the user with these roles of groups, and what the view then says. */
export function withRoles({ user, view }: Pick<Target, 'user' | 'view'>, mapped: readonly RoleId[]) {
  const given = view.roleIds ?? [];
  const own = user.roleIds.filter((each) => !given.includes(each));
  const added = mapped.filter((each) => !own.includes(each)).slice(0, Math.max(0, MAX_ROLES - own.length));
  return { roleIds: [...own, ...added], given: added };
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => [...a].sort().join() === [...b].sort().join();

async function write(
  { user, view, by }: Target,
  mapped: readonly RoleId[],
  memberships: readonly Write[],
): Promise<true | undefined> {
  const { roleIds, given } = withRoles({ user, view }, mapped);
  const isSameRoles = isSame(roleIds, user.roleIds);
  if (isSameRoles && isSame(given, view.roleIds ?? [])) {
    return !memberships.length || (await store.writeAlone(memberships)) ? true : undefined;
  }
  const at = now();
  const views = store.changeWrites(view, { ...view, roleIds: given, updatedAt: at });
  if (isSameRoles) return (await store.writeAlone([...views, ...memberships])) ? true : undefined;
  const after = { ...user, roleIds, updatedAt: at };
  const result = await users.change(user, after, [
    ...views,
    ...memberships,
    changeEventsWrite(by, 'updated', user, after, ['roleIds']),
  ]);
  return result === 'done' ? true : undefined;
}
