// Texts that the screens of roles, applications, admins and the audit log share, in Italian.
import type { en } from '../../en/access.ts';

export const texts: Record<keyof typeof en, string> = {
  allTenants: 'Tutti i tenant',
  addTenant: 'Aggiungi un tenant',
  tenantUnknown: 'Questo tenant non esiste.',
};
