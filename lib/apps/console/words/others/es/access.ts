// Texts that the screens of roles, applications, admins and the audit log share in Spanish.
import type { en } from '../../en/access.ts';

export const texts: Record<keyof typeof en, string> = {
  allTenants: 'Todos los inquilinos',
  addTenant: 'Añadir un inquilino',
  tenantUnknown: 'Este inquilino no existe.',
};
