// Lets admins, and those who manage a tenant, say which role the members of a directory's group get. A name gives none, and no group
// gives a role of the whole deployment.
import { fail } from '../../contract/errors.ts';
import type { ScimDirectoryView, ScimGroupView } from '../../contract/groups/parts/scim-connections.ts';
import { iso, now } from '../../platform/clock.ts';
import { type RoleId, roleId, scimGroupId, type TenantId, tenantOfRole } from '../../platform/ids.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import { overviewOf } from '../../store/scim/directories.ts';
import * as store from '../../store/scim/groups.ts';
import { asRole, roleKey } from '../../store/tenants/roles.ts';
import { USER_GUARD } from '../access/grants.ts';
import { auditEvent } from '../audit.ts';
import { type TenantDoor, withDoor } from '../tenants/door.ts';
import { requireConnection } from './connections.ts';

type Group = store.ScimGroup;

const viewOf = ({ id, displayName, externalId, roleId: role, createdAt }: Group): ScimGroupView => ({
  id,
  displayName,
  externalId,
  roleId: role,
  createdAt: iso(createdAt),
});

/** Returns the groups of a connection, oldest first, with its numbers and refused requests. Throws SCIM_CONNECTION_NOT_FOUND. */
export async function list({ tenant }: TenantDoor, connection: string): Promise<ScimDirectoryView> {
  const { id } = await requireConnection(tenant.id, connection);
  const { groups, users, refusals } = await overviewOf(id);
  return { groups: groups.map(viewOf), users, refusals: refusals.map((each) => ({ ...each, at: iso(each.at) })) };
}

/**
 * Maps the group to a role of the tenant, or to none. A job gives it to the members, and takes it from them. Throws
 * SCIM_CONNECTION_NOT_FOUND, SCIM_GROUP_NOT_FOUND, ROLE_NOT_FOUND, GUARD_MISMATCH, and what `requireGivable` of the door throws, for the
 * role of before as well.
 */
export async function map(
  door: TenantDoor,
  connectionId: string,
  groupId: string,
  { roleId: sent }: { roleId: string | null },
): Promise<{ group: ScimGroupView }> {
  const connection = await requireConnection(door.tenant.id, connectionId);
  const id = scimGroupId(groupId);
  const role = sent === null ? null : await requireRole(connection.tenantId, sent);
  return withDoor('the group', door, async (current) => {
    const before = (id && (await store.find(connection.id, id))) || fail('SCIM_GROUP_NOT_FOUND');
    if (before.roleId === role) return { group: viewOf(before) };
    await current.requireGivable(...[before.roleId, role].filter((each) => each !== null));
    const after: Group = { ...before, roleId: role, updatedAt: now() };
    const target = { type: 'tenant', id: connection.tenantId, tenantId: connection.tenantId } as const;
    const view = (group: Group) => ({ mappedRoleId: group.roleId });
    const named = { groupId: after.id, groupName: after.displayName };
    const event = auditEvent(current.by, 'scim_group.mapped', target, view(before), { ...named, ...view(after) });
    const events = outboxWrite(connection.tenantId, [event], now());
    const result = await store.change(before, after, events, [store.membersJobWrite(after), ...current.unchanged]);
    return result === 'done' ? { group: viewOf(after) } : undefined;
  });
}

/** A role of all tenants is refused as an unknown one: a directory gives what belongs to its tenant. */
async function requireRole(tenant: TenantId, text: string): Promise<RoleId> {
  const id = roleId(text);
  if (!id || tenantOfRole(id) !== tenant) return fail('ROLE_NOT_FOUND');
  const role = asRole((await getMany([roleKey(id)]))[0]) ?? fail('ROLE_NOT_FOUND');
  if (role.guard !== USER_GUARD) fail('GUARD_MISMATCH');
  return id;
}
