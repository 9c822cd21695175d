// Texts that the screens of roles, applications, admins and the audit log share.
export const en = {
  allTenants: 'All tenants',
  addTenant: 'Add a tenant',
  tenantUnknown: 'There is no such tenant.',
};
