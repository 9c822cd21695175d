// Names what users may do in their own tenant, beyond their own account. Roles give it, as they give any permission.

export const organizationPermissions = [
  'organization.members',
  'organization.invite',
  'organization.roles',
  'organization.audit',
  'organization.sso',
  'organization.domains',
  'organization.applications',
] as const;
export type OrganizationPermission = (typeof organizationPermissions)[number];

/** Whether a name belongs to this service. Those without a meaning are reserved for later ones. */
export const isReservedPermission = (name: string): boolean => name.startsWith('organization.');

/** The purposes of setup links. Each intent is the permission of that name. */
export const setupIntents = ['sso', 'domains'] as const;
export type SetupIntent = (typeof setupIntents)[number];
export const permissionOfIntent = (intent: SetupIntent): OrganizationPermission => `organization.${intent}`;
