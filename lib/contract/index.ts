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
import type { Parsed, Sent } from './operation.ts';
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

type Operations = typeof authentication &
  typeof mfa &
  typeof sso &
  typeof discovery &
  typeof adminBlockedEmailDomains &
  typeof adminConsole &
  typeof adminTenants &
  typeof adminUsers &
  typeof adminRoles &
  typeof adminPermissions;
type Field<R extends keyof Operations, F> = F extends keyof Operations[R] ? Operations[R][F] : undefined;

/** The validated body of an operation, as its row gets it: `Body<'POST /auth/login'>`. */
export type Body<R extends keyof Operations> = Parsed<Field<R, 'body'>>;
/** The validated query of an operation. */
export type Query<R extends keyof Operations> = Parsed<Field<R, 'query'>>;
/** The validated HTML form of an operation. */
export type Form<R extends keyof Operations> = Parsed<Field<R, 'form'>>;
/** The reply of an operation, before its schema parses it. */
export type Reply<R extends keyof Operations> = Sent<Field<R, 'reply'>>;
