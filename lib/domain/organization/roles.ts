// Lists the roles that members of a tenant can have.
import type { Reply } from '../../contract/index.ts';
import { listOf } from '../../store/tenants/roles.ts';
import { USER_GUARD } from '../access/grants.ts';
import { compare } from '../access/order.ts';
import { mayGive } from './delegation.ts';
import type { UserDoor } from './door.ts';

/** Returns the roles of the tenant and of all tenants, by name, and whether they may be given through this door. */
export async function list(door: UserDoor): Promise<Reply<'GET /auth/organization/roles'>> {
  const roles = (await listOf(door.tenant.id))
    .map(({ role }) => role)
    .filter(({ guard }) => guard === USER_GUARD)
    .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
  return {
    roles: roles.map((role) => ({
      id: role.id,
      name: role.name,
      isActive: role.isActive,
      permissions: role.permissionNames,
      mayGive: mayGive(door, role),
    })),
  };
}
