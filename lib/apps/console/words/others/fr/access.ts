// Texts that the screens of roles, applications, admins and the audit log share, in French.
import type { en } from '../../en/access.ts';

export const texts: Record<keyof typeof en, string> = {
  allTenants: 'Tous les tenants',
  addTenant: 'Ajouter un tenant',
  tenantUnknown: 'Ce tenant n’existe pas.',
};
