// Decides what those who manage a tenant may give, and whom they may manage: no one gives what they lack, and no one
// manages a person who has what they lack.
//
// The last member who may give roles cannot be lost. A manager who takes `organization.roles` from a member has it, is not
// that member, and must still have it when the change is written (`Door.unchanged`). So after each change its author
// has it, in every order of simultaneous ones.
import { fail } from '../../contract/errors.ts';
import { type RoleId, roleId, tenantOfRole, tenantOfUser, userId } from '../../platform/ids.ts';
import type { User } from '../../store/people/users.ts';
import { findMany, type Role } from '../../store/tenants/roles.ts';
import { USER_GUARD } from '../access/grants.ts';
import type { Permit } from '../users/users.ts';
import type { UserDoor } from './door.ts';

/**
 * Whether they may give and take the role: they have it, or have all that it grants. A role without permissions may have
 * a meaning that only the application knows, so it must be their own. Whether it is active makes no difference.
 */
export const mayGive = (door: UserDoor, { id, permissionIds }: Pick<Role, 'id' | 'permissionIds'>): boolean =>
  door.roles.has(id) || (permissionIds.length > 0 && permissionIds.every((each) => door.granted.has(each)));

/** Returns those of the roles that exist in the tenant and that they could not give. */
async function beyond(door: UserDoor, ids: readonly RoleId[]): Promise<Role[]> {
  const others = ids.filter((id) => !door.roles.has(id) && [null, door.tenant.id].includes(tenantOfRole(id)));
  const roles = others.length ? await findMany(others, door.by.user.id) : [];
  return roles.filter((role) => !mayGive(door, role));
}

/**
 * Throws MISSING_REQUIRED_PERMISSIONS unless they may give all of the roles. Those of other tenants and other guards are
 * left to `requireRoles`, which refuses them to admins, too.
 */
export async function requireGivable(door: UserDoor, ids: readonly string[]): Promise<void> {
  const lacking = await beyond(door, [...new Set(ids.flatMap((id) => roleId(id) ?? []))]);
  if (!lacking.some(({ guard }) => guard === USER_GUARD)) return;
  fail('MISSING_REQUIRED_PERMISSIONS', { message: 'roleIds: one of the roles grants what you lack' });
}

/** Throws USER_NOT_FOUND for an id of another tenant, before anything is read. */
export function requireOfTenant(door: UserDoor, id: string): void {
  const user = userId(id);
  if (!user || tenantOfUser(user) !== door.tenant.id) fail('USER_NOT_FOUND');
}

/**
 * Returns the permit to change a member, and to give them `roleIds`; without a member, a new one. It throws FORBIDDEN for their own
 * account, and MISSING_REQUIRED_PERMISSIONS if the member has, or would get, a role that they could not give.
 */
export function permitOf(door: UserDoor, roleIds: readonly string[] = []): Permit & (() => ReturnType<Permit>) {
  let current: UserDoor | undefined;
  return async (member?: User) => {
    current = current ? await current.again() : door;
    if (member?.id === current.by.user.id) fail('FORBIDDEN', { message: 'Your own account cannot be changed here.' });
    if (member && (await beyond(current, member.roleIds)).length)
      fail('MISSING_REQUIRED_PERMISSIONS', { message: 'The member may do what you may not.' });
    await requireGivable(current, roleIds);
    return current.unchanged;
  };
}
