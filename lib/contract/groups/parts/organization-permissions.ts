// Names what users may do in their own tenant, beyond their own account. Roles give it, as they give any permission.

export const organizationPermissions = [
  'organization.members',
  'organization.invite',
  'organization.roles',
  'organization.audit',
  'organization.domains',
] as const;
export type OrganizationPermission = (typeof organizationPermissions)[number];

/** Whether a name belongs to this service. Those without a meaning are reserved for later ones. */
export const isReservedPermission = (name: string): boolean => name.startsWith('organization.');
