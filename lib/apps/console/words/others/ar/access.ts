// Texts that the screens of roles, applications, admins and the audit log share, in Arabic.
import type { en } from '../../en/access.ts';

export const texts: Record<keyof typeof en, string> = {
  allTenants: 'كل المستأجرين',
  addTenant: 'إضافة مستأجر',
  tenantUnknown: 'لا يوجد مستأجر كهذا.',
};
