// Texts that the screens of roles, applications, admins and the audit log share in Brazilian Portuguese.
import type { en } from '../../en/access.ts';

export const texts: Record<keyof typeof en, string> = {
  allTenants: 'Todos os locatários',
  addTenant: 'Adicionar um locatário',
  tenantUnknown: 'Este locatário não existe.',
};
