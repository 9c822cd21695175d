// Decides who acts in a tenant and what they may do there. Every operation of an organization goes through a door, so
// another way to act in a tenant is another way to make one.
import { fail } from '../../contract/errors.ts';
import type { OrganizationPermission } from '../../contract/groups/parts/organization-permissions.ts';
import type { PermissionId, RoleId, UserId } from '../../platform/ids.ts';
import { unchanged } from '../../store/dynamo/expression.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { find, userKey } from '../../store/people/users.ts';
import { organizationPermissionsIn } from '../../store/tenants/permissions.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import { activeRolesOf } from '../access/grants.ts';
import type { OrganizationActor } from '../audit.ts';
import type { Actor } from '../sessions/caller.ts';

export type Door = Readonly<{
  tenant: Pick<TenantHead, 'id' | 'slug' | 'name'>;
  permissions: readonly OrganizationPermission[];
  /** Who acts: for events, the audit log and cursors. */
  by: OrganizationActor & { user: { id: UserId } };
  /** The permissions that they have, of this service and of the application. No one gives more. */
  granted: ReadonlySet<PermissionId>;
  roles: ReadonlySet<RoleId>;
  /** The condition under which a change is written: they may act as they could when the door was made. */
  unchanged: readonly Write[];
  /** Makes the door again, after such a change was refused. Throws what its making throws. */
  again: () => Promise<Door>;
}>;

/**
 * Returns the door of a user with a session into their own tenant. Reads their roles once. Throws
 * MISSING_REQUIRED_PERMISSIONS unless they have one of `needed`, if there are any.
 */
export async function openDoor(actor: Actor, needed: readonly OrganizationPermission[] | undefined): Promise<Door> {
  const { tenant, user } = actor;
  const roles = await activeRolesOf(user);
  const granted = new Set(roles.flatMap(({ permissionIds }) => permissionIds));
  const permissions = organizationPermissionsIn(granted);
  if (needed && !needed.some((each) => permissions.includes(each))) fail('MISSING_REQUIRED_PERMISSIONS');
  return {
    tenant,
    permissions,
    by: { user: { id: user.id } },
    granted,
    roles: new Set(roles.map(({ id }) => id)),
    unchanged: [{ check: { ...userKey(tenant.id, user.id), ...unchanged(user, 'isActive', 'epoch', 'roleIds') } }],
    again: async () => openDoor({ ...actor, user: await stillThere(actor) }, needed),
  };
}

/** Returns the user as they are now. Throws SESSION_NOT_FOUND if their session cannot live any more. */
async function stillThere({ tenant, user }: Actor): Promise<Actor['user']> {
  const now = await find(tenant.id, user.id);
  return now?.isActive && now.epoch === user.epoch ? now : fail('SESSION_NOT_FOUND');
}
