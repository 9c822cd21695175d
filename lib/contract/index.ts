// The registry: every group of operations, one Lambda function each. A group's key is its function file's name in
// camel case, its group in the SDK, and its folder in test/api.
import { adminBlockedEmailDomains } from './admin-blocked-email-domains.ts';
import { adminConsole } from './admin-console.ts';
import { adminPermissions } from './admin-permissions.ts';
import { adminRoles } from './admin-roles.ts';
import { adminTenants } from './admin-tenants.ts';
import { adminUsers } from './admin-users.ts';
import { authentication } from './authentication.ts';
import { discovery } from './discovery.ts';
import { mfa } from './mfa.ts';
import { sso } from './sso.ts';

export const groups = {
  authentication,
  mfa,
  sso,
  discovery,
  adminBlockedEmailDomains,
  adminConsole,
  adminTenants,
  adminUsers,
  adminRoles,
  adminPermissions,
};

export type GroupName = keyof typeof groups;
export const groupNames = Object.keys(groups) as GroupName[];

/** `adminTenants` -> `admin-tenants`, the name of files and functions. */
export const kebab = (group: GroupName): string => group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
