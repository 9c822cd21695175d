// Lets those who manage a tenant prove its domains. The changes are those of admins (domain/verified-domains), through a door.
import { fail } from '../../contract/errors.ts';
import type { DomainDoor } from '../verified-domains/domains.ts';
import { requireGivable } from './delegation.ts';
import { type Door, isOfUser } from './door.ts';

/** Returns the door for changes of domains: the role that a domain gives follows the rule for members. A setup link gives none. */
export const domainDoor = (door: Door): DomainDoor => ({
  tenant: door.tenant,
  by: door.by,
  unchanged: door.unchanged,
  again: async () => domainDoor(await door.again()),
  requireGivable: async (role) =>
    isOfUser(door)
      ? requireGivable(door, [role])
      : fail('MISSING_REQUIRED_PERMISSIONS', { message: 'join: a setup link gives no role' }),
});
