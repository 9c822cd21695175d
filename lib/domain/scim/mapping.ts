// Lets admins say which role the members of a directory's group get. A name gives none, and no group gives a role of the
// whole deployment.
import { fail } from '../../contract/errors.ts';
import type { ScimGroupView } from '../../contract/groups/parts/scim-connections.ts';
import { iso, now } from '../../platform/clock.ts';
import { type RoleId, roleId, scimGroupId, type TenantId, tenantOfRole } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/scim/groups.ts';
import { asRole, roleKey } from '../../store/tenants/roles.ts';
import { USER_GUARD } from '../access/grants.ts';
import type { Administrator } from '../administrator.ts';
import { auditEvent } from '../audit.ts';
import { requireConnectionOf } from './connections.ts';

type Group = store.ScimGroup;

const viewOf = ({ id, displayName, externalId, roleId: role, createdAt }: Group): ScimGroupView => ({
  id,
  displayName,
  externalId,
  roleId: role,
  createdAt: iso(createdAt),
});

/** Returns the groups of a connection, oldest first. Throws TENANT_NOT_FOUND and SCIM_CONNECTION_NOT_FOUND. */
export async function list(tenant: string, connection: string): Promise<{ groups: ScimGroupView[] }> {
  const { id } = await requireConnectionOf(tenant, connection);
  return { groups: (await store.listOf(id)).map(viewOf) };
}

/**
 * Maps the group to a role of the tenant, or to none. A job gives it to the members, and takes it from them. Throws TENANT_NOT_FOUND,
 * SCIM_CONNECTION_NOT_FOUND, SCIM_GROUP_NOT_FOUND, ROLE_NOT_FOUND and GUARD_MISMATCH.
 */
export async function map(
  actor: Administrator,
  tenant: string,
  connectionId: string,
  groupId: string,
  { roleId: sent }: { roleId: string | null },
): Promise<{ group: ScimGroupView }> {
  const connection = await requireConnectionOf(tenant, connectionId);
  const id = scimGroupId(groupId);
  const role = sent === null ? null : await requireRole(connection.tenantId, sent);
  return retryOnConflict('the group', async () => {
    const before = (id && (await store.find(connection.id, id))) || fail('SCIM_GROUP_NOT_FOUND');
    if (before.roleId === role) return { group: viewOf(before) };
    const after: Group = { ...before, roleId: role, updatedAt: now() };
    const target = { type: 'tenant', id: connection.tenantId, tenantId: connection.tenantId } as const;
    const view = (group: Group) => ({ mappedRoleId: group.roleId });
    const named = { groupId: after.id, groupName: after.displayName };
    const event = auditEvent(actor, 'scim_group.mapped', target, view(before), { ...named, ...view(after) });
    const events = outboxWrite(connection.tenantId, [event], now());
    const result = await store.change(before, after, events, [store.membersJobWrite(after)]);
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
