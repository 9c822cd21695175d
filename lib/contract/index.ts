// Registers every group of operations. Each group is one Lambda function. Its key is the name of the function's file in
// camel case, the name of the group in the SDK, and the name of the folder in test/api.
import { account } from './groups/account.ts';
import { adminApplications } from './groups/admin-applications.ts';
import { adminAudit } from './groups/admin-audit.ts';
import { adminBlockedEmailDomains } from './groups/admin-blocked-email-domains.ts';
import { adminConsole } from './groups/admin-console.ts';
import { adminInvitations } from './groups/admin-invitations.ts';
import { adminPermissions } from './groups/admin-permissions.ts';
import { adminProtectedResources } from './groups/admin-protected-resources.ts';
import { adminRoles } from './groups/admin-roles.ts';
import { adminTenants } from './groups/admin-tenants.ts';
import { adminTransfers } from './groups/admin-transfers.ts';
import { adminUsers } from './groups/admin-users.ts';
import { apiKeys } from './groups/api-keys.ts';
import { authentication } from './groups/authentication.ts';
import { discovery } from './groups/discovery.ts';
import { mfa } from './groups/mfa.ts';
import { oauth } from './groups/oauth.ts';
import { organization } from './groups/organization.ts';
import { passkeys } from './groups/passkeys.ts';
import { sso } from './groups/sso.ts';
import type { Operation, Parsed, Sent } from './operation.ts';

export const groups = {
  authentication,
  account,
  mfa,
  passkeys,
  sso,
  oauth,
  apiKeys,
  organization,
  discovery,
  adminBlockedEmailDomains,
  adminConsole,
  adminTenants,
  adminUsers,
  adminRoles,
  adminPermissions,
  adminApplications,
  adminProtectedResources,
  adminInvitations,
  adminAudit,
  adminTransfers,
};

export type GroupName = keyof typeof groups;
export const groupNames = Object.keys(groups) as GroupName[];

/** Returns the name of files and functions: `adminTenants` -> `admin-tenants`. */
export const kebab = (group: GroupName): string => group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Every operation by its route, over all groups. */
type Operations = typeof authentication &
  typeof account &
  typeof mfa &
  typeof passkeys &
  typeof sso &
  typeof oauth &
  typeof apiKeys &
  typeof organization &
  typeof discovery &
  typeof adminBlockedEmailDomains &
  typeof adminConsole &
  typeof adminTenants &
  typeof adminUsers &
  typeof adminRoles &
  typeof adminPermissions &
  typeof adminApplications &
  typeof adminProtectedResources &
  typeof adminInvitations &
  typeof adminAudit &
  typeof adminTransfers;
export type RouteName = keyof Operations;

type Part<R extends RouteName, Field extends keyof Operation> =
  Operations[R] extends Record<Field, infer Schema> ? Schema : undefined;

/** The validated body of an operation, with defaults filled in: `Body<'POST /auth/login'>`. */
export type Body<R extends RouteName> = Parsed<Part<R, 'body'>>;
/** The validated form of an operation. */
export type Form<R extends RouteName> = Parsed<Part<R, 'form'>>;
/** The validated query of an operation. */
export type Query<R extends RouteName> = Parsed<Part<R, 'query'>>;
/** The reply of an operation, as it is sent. */
export type Reply<R extends RouteName> = Sent<Part<R, 'reply'>>;
