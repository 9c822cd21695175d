// Users of all tenants, seen and changed by admins.
import * as z from 'zod/mini';
import { contract } from './operation.ts';
import { dateTime, email, message, metadata, mfaMethod, name, nullableDateTime, password, phone } from './shapes.ts';

const role = z.object({
  id: z.string(),
  name: z.string(),
  guard: z.string(),
  isSystem: z.boolean(),
  isActive: z.boolean(),
  tenantId: z.nullable(z.string()),
});

const tenant = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  metadata,
  isActive: z.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** An account belongs to one tenant, so it has exactly one access. */
const access = z.object({
  id: z.string(),
  userId: z.string(),
  tenantId: z.string(),
  tenant,
  roles: z.array(role),
  isDefault: z.boolean(),
  status: z.enum(['active', 'inactive']),
  metadata,
  createdAt: dateTime,
  updatedAt: dateTime,
});

const user = z.object({
  id: z.string(),
  tenantId: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  userAccesses: z.array(access),
  platformAccess: z.null(),
  isPlatformUser: z.boolean(),
  isActive: z.boolean(),
  emailVerifiedAt: nullableDateTime,
  phoneVerifiedAt: nullableDateTime,
  isMfaEnabled: z.boolean(),
  emailLoginEnabled: z.boolean(),
  phoneLoginEnabled: z.boolean(),
  mustChangePassword: z.boolean(),
  metadata,
  createdAt: dateTime,
  updatedAt: dateTime,
});

const session = z.object({
  id: z.string(),
  userId: z.string(),
  deviceName: z.string(),
  userAgent: z.string(),
  ipAddress: z.string(),
  lastActive: dateTime,
  createdAt: dateTime,
  expiresAt: dateTime,
});

const loginMethod = z.object({
  enabledInConfig: z.boolean(),
  hasIdentity: z.boolean(),
  verified: z.boolean(),
  canPasswordLogin: z.boolean(),
  canOtpLogin: z.boolean(),
});

/** Everything about one user, the secret parts excepted. */
const detailed = z.object({
  user,
  identities: z.array(
    z.object({
      id: z.string(),
      provider: z.string(),
      providerId: z.string(),
      metadata,
      createdAt: dateTime,
      updatedAt: dateTime,
      userId: z.string(),
    }),
  ),
  trustedDevices: z.array(
    z.object({
      id: z.string(),
      userAgent: z.string(),
      ipAddress: z.string(),
      expiresAt: dateTime,
      lastUsedAt: nullableDateTime,
      createdAt: dateTime,
    }),
  ),
  loginCapabilities: z.object({
    email: loginMethod,
    phone: loginMethod,
    passwordless: z.object({ enabledInConfig: z.boolean(), allowSignUp: z.boolean() }),
    social: z.object({ enabledProviders: z.array(z.string()), identityProviders: z.array(z.string()) }),
    mfa: z.object({ enabledInConfig: z.boolean(), requiredForAll: z.boolean(), requiredForUser: z.boolean() }),
  }),
  mfa: z.object({
    isEnabled: z.boolean(),
    allowUserToggle: z.boolean(),
    availableMethods: z.array(mfaMethod),
    enabledMethods: z.array(mfaMethod),
    hasRecoveryCode: z.boolean(),
    totpDevices: z.array(
      z.object({
        id: z.string(),
        deviceName: z.string(),
        verified: z.boolean(),
        lastUsedAt: nullableDateTime,
        createdAt: dateTime,
      }),
    ),
  }),
  sessions: z.array(session),
});

/** A moment with its offset, which may carry a year of four digits into one that no reply can spell. */
const moment = z.nullable(
  z.iso
    .datetime({ offset: true })
    .check(
      z.refine(
        (text) => Date.parse(text) >= 0 && Date.parse(text) < Date.UTC(10_000, 0),
        'must be from 1970 to 9999 in UTC',
      ),
    ),
);
const roleIds = z.array(z.string().check(z.maxLength(128))).check(z.maxLength(20));
const tenantRoles = z
  .array(z.object({ tenantId: z.string().check(z.maxLength(128)), roleIds: z.optional(roleIds) }))
  .check(z.maxLength(20));

const writable = {
  emailVerifiedAt: z.optional(moment),
  phoneVerifiedAt: z.optional(moment),
  isActive: z.optional(z.boolean()),
  password: z.optional(password),
  metadata: z.optional(metadata),
  roleIds: z.optional(roleIds),
  tenantRoles: z.optional(tenantRoles),
  isPlatformUser: z.optional(z.boolean()),
};

const PASSWORD_ERRORS = [
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_COMMON',
  'PASSWORD_CONTAINS_IDENTIFIER',
] as const;
const ROLE_ERRORS = ['ROLE_NOT_FOUND', 'GUARD_MISMATCH', 'TENANT_NOT_FOUND', 'PLATFORM_ACCESS_DISABLED'] as const;

const digits = z.string().check(z.regex(/^[0-9]{1,5}$/));

export const adminUsers = contract({
  'GET /auth/admin/api/users': {
    name: 'list',
    summary: 'List users of all tenants, newest first, with filters and search',
    access: 'admin',
    rate: 'read',
    query: z.object({
      page: z.optional(digits),
      limit: z.optional(digits),
      cursor: z.optional(z.string().check(z.maxLength(2048))),
      search: z.optional(z.string().check(z.maxLength(254), z.regex(/^[^\p{Cc}]*$/u))),
      status: z.optional(z.enum(['active', 'inactive', 'verified', 'unverified'])),
      scope: z.optional(z.enum(['all', 'platform', 'tenant'])),
      tenantId: z.optional(z.string().check(z.maxLength(128))),
      roleName: z.optional(name),
    }),
    reply: z.object({
      data: z.array(user),
      meta: z.object({
        page: z.int(),
        limit: z.int(),
        total: z.int(),
        totalPages: z.int(),
        /** Whether there are more than `total`. */
        totalCapped: z.boolean(),
        scope: z.string(),
        nextCursor: z.nullable(z.string()),
      }),
    }),
    status: 200,
    errors: ['CURSOR_INVALID'],
  },
  'POST /auth/admin/api/users': {
    name: 'create',
    summary: 'Create a user in a tenant',
    access: 'admin',
    rate: 'credential',
    body: z.object({
      email,
      phone: z.optional(phone),
      tenantId: z.optional(z.string().check(z.maxLength(128))),
      ...writable,
    }),
    reply: z.object({ user }),
    status: 201,
    errors: [
      'TENANT_ID_REQUIRED',
      'USER_ALREADY_EXISTS',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      ...PASSWORD_ERRORS,
      ...ROLE_ERRORS,
    ],
  },
  'GET /auth/admin/api/users/{id}': {
    name: 'get',
    summary: 'A user with roles, sessions, identities, trusted devices and second factors',
    access: 'admin',
    rate: 'read',
    reply: detailed,
    status: 200,
    errors: ['USER_NOT_FOUND'],
  },
  'PATCH /auth/admin/api/users/{id}': {
    name: 'update',
    summary: 'Update a user; a new password or address, or deactivation, ends the sessions at once',
    access: 'admin',
    rate: 'credential',
    body: z.object({
      email: z.optional(z.nullable(email)),
      phone: z.optional(z.nullable(phone)),
      ...writable,
      isMfaEnabled: z.optional(z.boolean()),
      emailLoginEnabled: z.optional(z.boolean()),
      phoneLoginEnabled: z.optional(z.boolean()),
      platformRoleIds: z.optional(roleIds),
    }),
    reply: z.object({ user }),
    status: 200,
    errors: [
      'USER_NOT_FOUND',
      'USER_ALREADY_EXISTS',
      'EMAIL_OR_PHONE_REQUIRED',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      'MFA_CANNOT_ENABLE_WITHOUT_METHOD',
      ...PASSWORD_ERRORS,
      ...ROLE_ERRORS,
    ],
  },
  'DELETE /auth/admin/api/users/{id}': {
    name: 'remove',
    summary: 'Delete a user; the sessions end at once',
    access: 'admin',
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['USER_NOT_FOUND'],
  },
  'GET /auth/admin/api/users/{id}/sessions': {
    name: 'sessions',
    summary: 'The live sessions of a user, last active first',
    access: 'admin',
    rate: 'read',
    reply: z.object({ data: z.array(session) }),
    status: 200,
    errors: ['USER_NOT_FOUND'],
  },
  'DELETE /auth/admin/api/users/{id}/sessions': {
    name: 'revokeSessions',
    summary: 'End every session of a user',
    access: 'admin',
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['USER_NOT_FOUND'],
  },
  'DELETE /auth/admin/api/users/{id}/sessions/{sessionId}': {
    name: 'revokeSession',
    summary: 'End one session of a user',
    access: 'admin',
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['USER_NOT_FOUND', 'USER_SESSION_NOT_FOUND'],
  },
  'DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId}': {
    name: 'removeTotpDevice',
    summary: 'Remove an authenticator of a user',
    access: 'admin',
    rate: 'write',
    stepUp: true,
    reply: message,
    status: 200,
    errors: ['USER_NOT_FOUND', 'MFA_DEVICE_NOT_FOUND'],
  },
});
