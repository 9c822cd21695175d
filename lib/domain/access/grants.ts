// Determines what a user may do: the current permissions of their roles.
import { fail } from '../../contract/errors.ts';
import { tenantOfRole } from '../../platform/ids.ts';
import type { User } from '../../store/people/users.ts';
import type { Role } from '../../store/tenants/roles.ts';
import * as roles from '../../store/tenants/roles.ts';
import { compare } from './order.ts';

/** The guard of roles that apply to users. Other systems interpret the roles of other guards. */
export const USER_GUARD = 'web';

/** Who has roles in a tenant: a user, or a machine. `id` spreads the reads. */
export type Holder = Pick<User, 'tenantId' | 'roleIds'> & { id: string };
export type Grants = { roles: { id: string; name: string; guard: string }[]; permissions: string[] };

/** Throws MISSING_REQUIRED_PERMISSIONS unless one of the user's roles currently grants the permission. */
export async function requirePermission(user: User, permission: string): Promise<void> {
  const { permissions } = await grantsOf(user);
  if (!permissions.includes(permission)) fail('MISSING_REQUIRED_PERMISSIONS');
}

/**
 * Returns the holder's roles and their permissions, sorted by name. Ignores roles that are deleted, inactive, of another
 * tenant or of another guard. Reads nothing for a holder without roles. Otherwise reads once, or twice after a permission
 * was renamed or deleted.
 */
export async function grantsOf(holder: Holder): Promise<Grants> {
  const granted = await activeRolesOf(holder);
  return {
    roles: granted.map(({ id, name, guard }) => ({ id, name, guard })),
    permissions: [...new Set(granted.flatMap(({ permissionNames }) => permissionNames))].sort(compare),
  };
}

/** Returns the roles that `grantsOf` counts, sorted by name, at the same cost. */
export async function activeRolesOf({ id, tenantId, roleIds }: Holder): Promise<Role[]> {
  const candidates = roleIds.filter((role) => [null, tenantId].includes(tenantOfRole(role)));
  if (!candidates.length) return [];
  return (await roles.findMany([...new Set(candidates)], id))
    .filter(({ isActive, guard }) => isActive && guard === USER_GUARD)
    .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
}
