// Defines the shapes that several operations share. Types are strict: nothing is coerced, and unknown fields are dropped.
import * as z from 'zod/mini';
import { type NamedShape, named, namedValue } from './documentation.ts';

/** Room for any address (RFC 5321: 254 octets). The domain validates the exact form when it canonicalises the address. */
export const email = z.string().check(z.minLength(1), z.maxLength(254));
/** E.164 has at most 15 digits. Spaces and punctuation around them are tolerated. */
export const phone = z.string().check(z.minLength(1), z.maxLength(40));
/** Bounds of the transport, not of the policy: 128 code points are at most 512 bytes (OWASP ASVS 6.2.9). */
export const password = z.string().check(z.minLength(1), z.maxLength(512));
/** Text for people, without control and bidi-override characters (Unicode TR 36). */
export const readable = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u));
export const name = readable(120).check(z.regex(/\S/));
/** The namespace of a role or a permission. */
export const guard = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,31}$/));
export const metadata = z.record(z.string(), z.unknown());

/** Optional here, because the domain responds to a missing and to an empty tenant alike: TENANT_ID_REQUIRED. */
export const tenantReference = z.optional(z.string().check(z.maxLength(128)));

export const dateTime = z.iso.datetime();
export const nullableDateTime = z.nullable(dateTime);

/** The target of a redirect. */
export const redirect = z.object({ location: z.string() });

export const message = z.object({ message: z.string() });

/** Six ASCII digits as text. Anything else is rejected before it is compared or counted as an attempt. */
export const code = z.string().check(z.regex(/^[0-9]{6}$/));
export const mfaMethod = z.enum(['email', 'sms', 'totp']);

/** Table 2.2 of the specification. The tokens are absent in cookie mode, and while a signup awaits verification. */
export const tokens = z.object({
  accessToken: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  message: z.optional(z.string()),
  isRequiresMfa: z.boolean(),
  mfaMethods: z.optional(z.array(mfaMethod)),
  defaultMfaMethod: z.optional(mfaMethod),
  trustToken: z.optional(z.string()),
  mustChangePassword: z.optional(z.boolean()),
});

/** The reply to the start of a TOTP set-up, for users and admins. */
export const totpSetup = z.object({
  secret: z.string(),
  qrCode: z.string(),
  otpAuthUrl: z.string(),
  issuer: z.string(),
  account: z.string(),
});

/** The public part of a tenant. */
export const tenantSummary = z.object({ id: z.string(), slug: z.string(), name: z.string() });

/** A tenant without its settings. */
export const tenantProfile = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  metadata,
  isActive: z.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
});

export const roleSummary = z.object({ id: z.string(), name: z.string(), guard: z.string() });

/** A role as a user holds it. */
export const assignedRole = z.object({
  id: z.string(),
  name: z.string(),
  guard: z.string(),
  isSystem: z.boolean(),
  isActive: z.boolean(),
  tenantId: z.nullable(z.string()),
});

export const admin = z.object({
  id: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  metadata,
  isMfaEnabled: z.boolean(),
  lastLoginAt: nullableDateTime,
  createdAt: dateTime,
  updatedAt: dateTime,
});

export const ADMIN_EXAMPLE = { id: 'adm_5nQ8tW1zC4fI7lO0rU3xA6', email: 'root@example.com', name: 'Grace Hopper' };

/** Descriptions of fields that mean the same in every shape. */
/** Ids that examples use. */
export const TENANT = 'ten_Q2xvdWR5IG1vcm5pbmcgYW';
export const ROLE = 'rol_Q2xvdWR5IG1vcm5pbmcgYW6bE9hK2nQ5tW8zC1fI4lO7';
export const METADATA = 'Free-form JSON, at most 8 KB and 8 levels deep.';
export const TIMES = { createdAt: 'When it was created.', updatedAt: 'When it last changed.' };
export const TENANT_ID = 'The tenant. Required: a missing or empty value is TENANT_ID_REQUIRED.';
export const EMAIL = 'An email address, at most 254 characters. It is compared without regard to case.';
export const PHONE = 'A phone number in international form, such as +4915112345678.';
export const NEW_PASSWORD = 'At least as many characters as the tenant requires (8 or more), at most 128.';
const ROLE_FIELDS = {
  id: 'The id of the role, prefix `rol_`.',
  name: 'The name, unique per tenant and guard.',
  guard: 'The namespace of the role.',
};

export const shapeDocs = (): NamedShape[] => [
  namedValue(metadata, 'Metadata', METADATA),
  namedValue(mfaMethod, 'MfaMethod', 'A second factor: a code by email, a code by SMS, or an authenticator app.'),
  named(
    message,
    'Message',
    'A confirmation.',
    { message: 'Text for people. It may change.' },
    { message: 'Logged out.' },
  ),
  named(
    tokens,
    'Tokens',
    'The result of a login. In cookie mode the tokens are in cookies instead of the body.',
    {
      accessToken: 'A JWT for the header `Authorization: Bearer`. It lives 15 minutes by default.',
      refreshToken: 'A JWT for POST /auth/refresh-token. Each refresh replaces it.',
      message: 'Text for people. It may change.',
      isRequiresMfa: 'Whether the session is pending until its second factor is verified.',
      mfaMethods: 'The methods that can complete a pending session.',
      defaultMfaMethod: 'The recommended method.',
      trustToken: 'The token of a trusted device. Send it as `x-svc-device-trust` at the next login. It lives 30 days.',
      mustChangePassword: 'Whether the user should set a new password.',
    },
    { accessToken: 'eyJhbGciOiJSUzI1NiJ9...', refreshToken: 'eyJhbGciOiJIUzI1NiJ9...', isRequiresMfa: false },
  ),
  named(tenantSummary, 'TenantSummary', 'The public part of a tenant.', {
    id: 'The id of the tenant, prefix `ten_`.',
    slug: 'The unique short name.',
    name: 'The display name.',
  }),
  named(tenantProfile, 'TenantProfile', 'A tenant without its settings.', {
    id: 'The id of the tenant, prefix `ten_`.',
    name: 'The display name.',
    slug: 'The unique short name.',
    description: 'A note for admins.',
    metadata: METADATA,
    isActive: 'Whether its users can log in.',
    ...TIMES,
  }),
  named(roleSummary, 'RoleSummary', 'A role that the caller holds.', ROLE_FIELDS, { id: ROLE, name: 'editor' }),
  named(
    assignedRole,
    'AssignedRole',
    'A role as a user holds it.',
    {
      ...ROLE_FIELDS,
      isSystem: 'Whether the role is protected from deletion.',
      isActive: 'Whether the role grants its permissions.',
      tenantId: 'The tenant of the role. `null`: a role of all tenants.',
    },
    { id: ROLE, name: 'editor' },
  ),
  named(
    admin,
    'Admin',
    'An admin of the whole deployment.',
    {
      id: 'The id of the admin, prefix `adm_`.',
      email: 'The unique email address.',
      name: 'The display name.',
      metadata: METADATA,
      isMfaEnabled: 'Whether a login requires a code of the authenticator app.',
      lastLoginAt: 'When the admin last logged in.',
      ...TIMES,
    },
    ADMIN_EXAMPLE,
  ),
];
