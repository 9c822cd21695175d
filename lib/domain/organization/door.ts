// Decides who acts in a tenant and what they may do there. Every operation of an organization goes through a door, so
// another way to act in a tenant is another way to make one.
import { fail } from '../../contract/errors.ts';
import type { OrganizationPermission } from '../../contract/groups/parts/organization-permissions.ts';
import { now } from '../../platform/clock.ts';
import type { PermissionId, RoleId, UserId } from '../../platform/ids.ts';
import { unchanged } from '../../store/dynamo/expression.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { find, userKey } from '../../store/people/users.ts';
import { organizationPermissionsIn } from '../../store/tenants/permissions.ts';
import { requireSessionWrite } from '../../store/tenants/setup-links.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import { activeRolesOf } from '../access/grants.ts';
import type { OrganizationActor, SetupActor } from '../audit.ts';
import type { Actor, SetupSession } from '../sessions/caller.ts';
import { actorOf, stillOpen } from './setup-session.ts';

export type Door = Readonly<{
  tenant: Pick<TenantHead, 'id' | 'slug' | 'name'>;
  permissions: readonly OrganizationPermission[];
  /** Who acts: for events and the audit log. */
  by: OrganizationActor | SetupActor;
  /** The permissions that they have, of this service and of the application. No one gives more. */
  granted: ReadonlySet<PermissionId>;
  roles: ReadonlySet<RoleId>;
  /** The condition under which a change is written: they may act as they could when the door was made. */
  unchanged: readonly Write[];
  /** Makes the door again, after such a change was refused. Throws what its making throws. */
  again: () => Promise<Door>;
}>;

/** The door of a user, who has an account: cursors belong to it, and it cannot be changed here. */
export type UserDoor = Omit<Door, 'by' | 'again'> &
  Readonly<{ by: { user: { id: UserId } }; epoch: number; again: () => Promise<UserDoor> }>;

/** Whether the door is that of a user, and not of a setup link. */
export const isOfUser = (door: Door): door is UserDoor => 'user' in door.by;

/** Returns the door of the caller. Throws what `openDoor` and `openSetupDoor` throw. */
export const doorOf = (actor: Actor | SetupSession, needed: readonly OrganizationPermission[] | undefined) =>
  'link' in actor ? openSetupDoor(actor, needed) : openDoor(actor, needed);

/**
 * Returns the door of a setup link into its tenant: its intents alone, of which its maker has each now. It has no roles and
 * grants nothing. Throws MISSING_REQUIRED_PERMISSIONS as `openDoor` does.
 */
export function openSetupDoor(session: SetupSession, needed: readonly OrganizationPermission[] | undefined): Door {
  const { tenant, link, permissions } = session;
  if (needed && !needed.some((each) => permissions.includes(each))) fail('MISSING_REQUIRED_PERMISSIONS');
  return {
    tenant,
    permissions,
    by: actorOf(link),
    granted: new Set(),
    roles: new Set(),
    unchanged: [requireSessionWrite(link, now())],
    again: async () => openSetupDoor(await stillOpen(session), needed),
  };
}

/**
 * Returns the door of a user with a session into their own tenant. Reads their roles once. Throws
 * MISSING_REQUIRED_PERMISSIONS unless they have one of `needed`, if there are any.
 */
export async function openDoor(actor: Actor, needed: readonly OrganizationPermission[] | undefined): Promise<UserDoor> {
  const { tenant, user } = actor;
  const roles = await activeRolesOf(user);
  const granted = new Set(roles.flatMap(({ permissionIds }) => permissionIds));
  const permissions = organizationPermissionsIn(granted);
  if (needed && !needed.some((each) => permissions.includes(each))) fail('MISSING_REQUIRED_PERMISSIONS');
  return {
    tenant,
    permissions,
    by: { user: { id: user.id } },
    epoch: user.epoch,
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
