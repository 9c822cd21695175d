// Texts that the screens of roles, applications, admins and the audit log share, in Simplified Chinese.
import type { en } from '../../en/access.ts';

export const texts: Record<keyof typeof en, string> = {
  allTenants: '所有租户',
  addTenant: '添加租户',
  tenantUnknown: '没有此租户。',
};
