import type { en } from '../../en/access.ts';

export const texts: Record<keyof typeof en, string> = {
  allTenants: 'Alle Mandanten',
  addTenant: 'Mandant hinzufügen',
  tenantUnknown: 'Diesen Mandanten gibt es nicht.',
};
