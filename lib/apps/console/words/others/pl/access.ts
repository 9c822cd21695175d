// Texts that the screens of roles, applications, admins and the audit log share, in Polish.
import type { en } from '../../en/access.ts';

export const texts: Record<keyof typeof en, string> = {
  allTenants: 'Wszystkie tenanty',
  addTenant: 'Dodaj tenant',
  tenantUnknown: 'Nie ma takiego tenanta.',
};
