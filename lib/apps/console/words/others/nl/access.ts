// Texts that the screens of roles, applications, admins and the audit log share, in Dutch.
import type { en } from '../../en/access.ts';

export const texts: Record<keyof typeof en, string> = {
  allTenants: 'Alle tenants',
  addTenant: 'Tenant toevoegen',
  tenantUnknown: 'Deze tenant bestaat niet.',
};
