// Tells what a user may do: the current permissions of their roles.
import { fail } from '../../contract/errors.ts';
import { tenantOfRole } from '../../platform/ids.ts';
import * as roles from '../../store/roles.ts';
import type { User } from '../../store/users.ts';
import { compare } from './order.ts';

/** The guard of roles that apply to users. Other systems interpret the roles of other guards. */
export const USER_GUARD = 'web';

export type Grants = { roles: { id: string; name: string; guard: string }[]; permissions: string[] };

/** Throws MISSING_REQUIRED_PERMISSIONS unless one of the user's roles currently grants the permission. */
export async function requirePermission(user: User, permission: string): Promise<void> {
  const { permissions } = await grantsOf(user);
  if (!permissions.includes(permission)) fail('MISSING_REQUIRED_PERMISSIONS');
}

/**
 * Returns the user's roles and their permissions, sorted by name. Ignores roles that are deleted, inactive, of another
 * tenant or of another guard. No read for a user without roles, else one (two after a permission was renamed or
 * deleted).
 */
export async function grantsOf({ id, tenantId, roleIds }: User): Promise<Grants> {
  const possible = roleIds.filter((role) => [null, tenantId].includes(tenantOfRole(role)));
  if (!possible.length) return { roles: [], permissions: [] };
  const held = (await roles.findMany([...new Set(possible)], id))
    .filter(({ isActive, guard }) => isActive && guard === USER_GUARD)
    .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
  return {
    roles: held.map(({ id, name, guard }) => ({ id, name, guard })),
    permissions: [...new Set(held.flatMap(({ permissionNames }) => permissionNames))].sort(compare),
  };
}
