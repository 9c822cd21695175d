// What a user may do: the permissions of his roles, as they are at this moment.
import { fail } from '../../contract/errors.ts';
import { tenantOfRole } from '../../platform/ids.ts';
import * as roles from '../../store/roles.ts';
import type { User } from '../../store/users.ts';
import { compare } from './order.ts';

/** The guard whose roles accounts hold. Roles of other guards are for other systems to interpret. */
export const USER_GUARD = 'web';

export type Grants = { roles: { id: string; name: string; guard: string }[]; permissions: string[] };

/** Throws MISSING_REQUIRED_PERMISSIONS unless one of the user's roles gives the permission at this moment. */
export async function requirePermission(user: User, permission: string): Promise<void> {
  const { permissions } = await grantsOf(user);
  if (!permissions.includes(permission)) fail('MISSING_REQUIRED_PERMISSIONS');
}

/**
 * The user's roles and their permissions, by name. Roles that are gone, inactive, of another tenant or of another guard
 * count for nothing. Reads nothing for a user without roles, else once (twice after a permission was renamed or deleted).
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
