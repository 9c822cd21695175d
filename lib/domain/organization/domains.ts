// Lets those who manage a tenant prove its domains. The changes are those of admins (domain/verified-domains), through a door.
import type { DomainDoor } from '../verified-domains/domains.ts';
import { requireGivable } from './delegation.ts';
import type { Door } from './door.ts';

/** Returns the door for changes of domains: the role that a domain gives follows the rule for members. */
export const domainDoor = ({ tenant, by, unchanged, ...door }: Door): DomainDoor => ({
  tenant,
  by,
  unchanged,
  again: async () => domainDoor(await door.again()),
  requireGivable: (role) => requireGivable({ tenant, by, unchanged, ...door }, [role]),
});
