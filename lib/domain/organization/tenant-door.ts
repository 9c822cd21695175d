// Lets those who manage a tenant change what admins change as well: its domains, and the connections of its directories.
import { fail } from '../../contract/errors.ts';
import type { TenantDoor } from '../tenants/door.ts';
import { requireGivable } from './delegation.ts';
import { type Door, isOfUser } from './door.ts';

/** Returns the door for such changes: a role that they give follows the rule for members. A setup link gives none. */
export const tenantDoor = (door: Door): TenantDoor => ({
  tenant: door.tenant,
  by: door.by,
  unchanged: door.unchanged,
  again: async () => tenantDoor(await door.again()),
  requireGivable: async (...roles) => {
    if (isOfUser(door)) return requireGivable(door, roles);
    if (roles.length) fail('MISSING_REQUIRED_PERMISSIONS', { message: 'A setup link gives no role.' });
  },
});
