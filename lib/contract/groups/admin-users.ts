// Declares the users of all tenants, as admins manage them.
import * as z from 'zod/mini';
import {
  documented,
  EMAIL,
  METADATA,
  type NamedShape,
  named,
  PHONE,
  SESSION,
  said,
  TENANT,
  TIMES,
  USER,
} from '../documentation.ts';
import { bodyOf, replyOf, stepUpOf } from '../fields/field.ts';
import { tenantProfile } from '../fields/tenant.ts';
import { rolesInTenant, userFields } from '../fields/user.ts';
import { USER_EXAMPLE, userWords } from '../fields/user.words.ts';
import { contract, PASSWORD_POLICY } from '../operation.ts';
import { assignedRole, tokens } from '../records.ts';
import {
  dateTime,
  email as emailText,
  message,
  metadata,
  mfaMethod,
  name as nameText,
  nullableDateTime,
  phone as phoneText,
  readable,
} from '../shapes.ts';
import { signInStatus, signInStatusDocs } from '../sign-in-status.ts';
import { applicationGrant } from './account.ts';
import { passkey } from './passkeys.ts';

/** An account belongs to one tenant, so it has exactly one access. */
const access = z.object({
  id: z.string(),
  userId: z.string(),
  tenantId: z.string(),
  tenant: tenantProfile,
  roles: z.array(assignedRole),
  isDefault: z.boolean(),
  status: z.enum(['active', 'inactive']),
  metadata,
  createdAt: dateTime,
  updatedAt: dateTime,
});

const { id, tenantId, email, phone, name, locale, ...rest } = replyOf(userFields);
const user = z.object({ id, tenantId, email, phone, name, locale, userAccesses: z.array(access), ...rest });

const session = z.object({
  id: z.string(),
  userId: z.string(),
  application: z.nullable(z.string()),
  actingAdminId: z.nullable(z.string()),
  deviceName: z.string(),
  userAgent: z.string(),
  ipAddress: z.string(),
  isBoundToDevice: z.boolean(),
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

const identity = z.object({
  id: z.string(),
  provider: z.string(),
  providerId: z.string(),
  metadata,
  createdAt: dateTime,
  updatedAt: dateTime,
  userId: z.string(),
});

const trustedDevice = z.object({
  id: z.string(),
  userAgent: z.string(),
  ipAddress: z.string(),
  expiresAt: dateTime,
  lastUsedAt: nullableDateTime,
  createdAt: dateTime,
});

const passwordlessLogin = z.object({ enabledInConfig: z.boolean(), allowSignUp: z.boolean() });
const socialLogin = z.object({ enabledProviders: z.array(z.string()), identityProviders: z.array(z.string()) });
const mfaLogin = z.object({
  enabledInConfig: z.boolean(),
  requiredForAll: z.boolean(),
  requiredForUser: z.boolean(),
});
const loginCapabilities = z.object({
  email: loginMethod,
  phone: loginMethod,
  passwordless: passwordlessLogin,
  social: socialLogin,
  mfa: mfaLogin,
});

const totpDevice = z.object({
  id: z.string(),
  deviceName: z.string(),
  verified: z.boolean(),
  lastUsedAt: nullableDateTime,
  createdAt: dateTime,
});

const userMfa = z.object({
  isEnabled: z.boolean(),
  allowUserToggle: z.boolean(),
  availableMethods: z.array(mfaMethod),
  enabledMethods: z.array(mfaMethod),
  hasRecoveryCode: z.boolean(),
  totpDevices: z.array(totpDevice),
});

/** Everything about one user except secrets. */
const detailed = z.object({
  user,
  identities: z.array(identity),
  trustedDevices: z.array(trustedDevice),
  loginCapabilities,
  mfa: userMfa,
  sessions: z.array(session),
  isActingAllowed: z.boolean(),
});

const ROLE_ERRORS = ['ROLE_NOT_FOUND', 'GUARD_MISMATCH', 'TENANT_NOT_FOUND', 'PLATFORM_ACCESS_DISABLED'] as const;

const digits = z.string().check(z.regex(/^[0-9]{1,5}$/));

const userPage = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  totalCapped: z.boolean(),
  scope: z.string(),
  nextCursor: z.nullable(z.string()),
});
const userReply = z.object({ user });
const bulkResult = z.object({ id: z.string(), isDone: z.boolean(), code: z.nullable(z.string()) });
const bulkReply = z.object({ data: z.array(bulkResult) });
const unlocked = z.object({
  message: z.string(),
  unlocked: z.array(z.enum(['password', 'code', 'secondFactor', 'recoveryCode'])),
});

export const adminUsers = contract({
  'GET /auth/admin/api/users': {
    name: 'list',
    summary: 'List and search the users of all tenants, newest first',
    duty: { needs: 'readUsers', tenant: 'query' },
    shows: 'people',
    input: { knownQuery: true },
    query: z.object({
      page: z.optional(digits),
      limit: z.optional(digits),
      cursor: z.optional(z.string().check(z.maxLength(2048))),
      search: z.optional(z.string().check(z.maxLength(254), z.regex(/^[^\p{Cc}]*$/u))),
      status: z.optional(z.enum(['active', 'inactive', 'verified', 'unverified'])),
      scope: z.optional(z.enum(['all', 'platform', 'tenant'])),
      tenantId: z.optional(z.string().check(z.maxLength(128))),
      roleName: z.optional(nameText),
      inactiveDays: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,3}$/))),
    }),
    reply: z.object({ data: z.array(user), meta: userPage }),
    errors: ['CURSOR_INVALID'],
  },
  'POST /auth/admin/api/users': {
    name: 'create',
    summary: 'Create a user in a tenant',
    input: { idempotent: true },
    duty: { needs: 'operate', tenant: 'body' },
    rate: 'credential',
    body: z.object({
      email: emailText,
      phone: z.optional(phoneText),
      tenantId: z.optional(z.string().check(z.maxLength(128))),
      ...bodyOf(userFields, 'create'),
    }),
    stepUp: { email: false, phone: false, tenantId: false, ...stepUpOf(userFields, 'create') },
    reply: userReply,
    status: 201,
    errors: [
      'TENANT_ID_REQUIRED',
      'USER_ALREADY_EXISTS',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      ...PASSWORD_POLICY,
      ...ROLE_ERRORS,
    ],
  },
  'GET /auth/admin/api/users/{id}': {
    name: 'get',
    summary: 'Get a user with sessions, identities and second factors',
    duty: { needs: 'readUsers', tenant: 'path' },
    shows: 'people',
    reply: detailed,
    errors: ['USER_NOT_FOUND'],
  },
  'PATCH /auth/admin/api/users/{id}': {
    name: 'update',
    summary: 'Update a user',
    duty: { needs: 'operate', tenant: 'path' },
    rate: 'credential',
    body: z.object(bodyOf(userFields, 'update')),
    stepUp: stepUpOf(userFields, 'update'),
    reply: userReply,
    errors: [
      'USER_NOT_FOUND',
      'USER_ALREADY_EXISTS',
      'EMAIL_OR_PHONE_REQUIRED',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      'MFA_CANNOT_ENABLE_WITHOUT_METHOD',
      ...PASSWORD_POLICY,
      ...ROLE_ERRORS,
    ],
  },
  'DELETE /auth/admin/api/users/{id}': {
    name: 'remove',
    summary: 'Delete a user',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: true,
    reply: message,
    errors: ['USER_NOT_FOUND'],
  },
  'GET /auth/admin/api/users/{id}/sessions': {
    name: 'sessions',
    summary: 'List the sessions of a user, most recently active first',
    duty: { needs: 'readUsers', tenant: 'path' },
    shows: 'people',
    input: { knownQuery: true },
    reply: z.object({ data: z.array(session) }),
    errors: ['USER_NOT_FOUND'],
  },
  'DELETE /auth/admin/api/users/{id}/sessions': {
    name: 'revokeSessions',
    summary: 'End every session of a user',
    duty: { needs: 'help', tenant: 'path' },
    // In an emergency it must be quick, and it lets no one in.
    stepUp: false,
    reply: message,
    errors: ['USER_NOT_FOUND'],
  },
  'DELETE /auth/admin/api/users/{id}/sessions/{sessionId}': {
    name: 'revokeSession',
    summary: 'End one session of a user',
    duty: { needs: 'help', tenant: 'path' },
    stepUp: false,
    reply: message,
    errors: ['USER_NOT_FOUND', 'USER_SESSION_NOT_FOUND'],
  },
  'GET /auth/admin/api/users/{id}/grants': {
    name: 'grants',
    summary: 'List the applications that a user allows something',
    duty: { needs: 'readUsers', tenant: 'path' },
    shows: 'people',
    reply: z.object({ data: z.array(applicationGrant) }),
    errors: ['USER_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/api/users/{id}/grants/{grantId}': {
    name: 'revokeGrant',
    summary: 'Take an application the access to a user',
    duty: { needs: 'help', tenant: 'path' },
    stepUp: false,
    reply: message,
    errors: ['USER_NOT_FOUND', 'GRANT_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId}': {
    name: 'removeTotpDevice',
    summary: 'Remove an authenticator of a user',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: true,
    reply: message,
    errors: ['USER_NOT_FOUND', 'MFA_DEVICE_NOT_FOUND'],
  },
  'GET /auth/admin/api/users/{id}/passkeys': {
    name: 'passkeys',
    summary: 'List the passkeys of a user',
    duty: { needs: 'readUsers', tenant: 'path' },
    shows: 'people',
    reply: z.object({ data: z.array(passkey) }),
    errors: ['USER_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/api/users/{id}/passkeys/{passkeyId}': {
    name: 'removePasskey',
    summary: 'Remove a passkey of a user',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: true,
    reply: message,
    errors: ['USER_NOT_FOUND', 'PASSKEY_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/users/{id}/recovery-links': {
    name: 'createRecoveryLink',
    summary: 'Make a link that lets a user in who lost every other way',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: true,
    body: z.object({ removePasskeys: z._default(z.boolean(), false) }),
    reply: z.object({ link: z.string(), expiresAt: dateTime }),
    status: 201,
    errors: ['USER_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/api/users/{id}/identities/{identityId}': {
    name: 'unlinkIdentity',
    summary: 'Unlink an identity from a user',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: true,
    reply: message,
    errors: ['USER_NOT_FOUND', 'IDENTITY_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/users/bulk': {
    name: 'bulk',
    summary: 'Disable or enable up to 50 users, or end their sessions',
    duty: { needs: 'operate', tenant: 'ids' },
    body: z.object({
      ids: z.array(z.string().check(z.maxLength(128))).check(z.maxLength(50)),
      action: z.enum(['disable', 'enable', 'end-sessions']),
    }),
    stepUp: true,
    reply: bulkReply,
    status: 201,
    extension: true,
  },
  'GET /auth/admin/api/users/{id}/sign-in-status': {
    name: 'signInStatus',
    summary: 'Find out why a user cannot sign in',
    duty: { needs: 'readUsers', tenant: 'path' },
    shows: 'people',
    input: { knownQuery: true },
    reply: signInStatus,
    errors: ['USER_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/users/{id}/act': {
    name: 'actAs',
    summary: 'Act as a user',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: true,
    body: z.object({ reason: readable(200).check(z.regex(/\S/)) }),
    reply: tokens,
    status: 201,
    errors: ['USER_NOT_FOUND', 'ACTING_NOT_ALLOWED', 'RATE_LIMITED'],
    browser: { cookies: 'start-session' },
    extension: true,
  },
  'POST /auth/admin/api/users/{id}/unlock': {
    name: 'unlock',
    summary: 'Forget the wrong guesses at the password, the codes and the second factor of a user',
    duty: { needs: 'help', tenant: 'path' },
    // It lets no one in who lacks the password or the code.
    stepUp: false,
    reply: unlocked,
    status: 201,
    errors: ['USER_NOT_FOUND', 'RATE_LIMITED'],
    extension: true,
  },
});

const USER_ID = { id: 'The id of the user, prefix `usr_`.' };
const USER_AGENT = 'The User-Agent header of the client.';
const IP_ADDRESS = 'The IP address of the client.';
const detailDocs = (): NamedShape[] => [
  named(
    identity,
    'Identity',
    'An account at an identity provider that can log in as the user.',
    {
      id: 'The id of the identity, prefix `idn_`.',
      provider: 'The name of the provider.',
      providerId: 'The id of the account at the provider.',
      metadata: METADATA,
      userId: 'The id of the user.',
      ...TIMES,
    },
    { id: 'idn_3fG6jK9mP2sV5yB8eH1nQ4' },
  ),
  named(
    trustedDevice,
    'TrustedDevice',
    'A device whose logins skip the second factor.',
    {
      id: 'The id of the device.',
      userAgent: USER_AGENT,
      ipAddress: IP_ADDRESS,
      expiresAt: 'When the trust ends.',
      lastUsedAt: 'When it was last used for a login.',
      createdAt: 'When it was trusted.',
    },
    { id: '8kN1qT4wZ7cF0iL3oR6uX9' },
  ),
  named(loginMethod, 'LoginMethod', 'A kind of address that a user can log in with.', {
    enabledInConfig: 'Whether the deployment allows it.',
    hasIdentity: 'Whether the user has such an address.',
    verified: 'Whether the address is verified.',
    canPasswordLogin: 'Whether the user can log in with it and a password.',
    canOtpLogin: 'Whether the user can log in with a code sent to it.',
  }),
  named(passwordlessLogin, 'PasswordlessLogin', 'Logins with a code.', {
    enabledInConfig: 'Whether the deployment allows them.',
    allowSignUp: 'Whether such a login creates an account for an unknown address.',
  }),
  named(
    socialLogin,
    'SocialLogin',
    'Logins with an identity provider.',
    {
      enabledProviders: "The providers that the user's tenant offers.",
      identityProviders: 'The providers that the user has an identity at.',
    },
    { enabledProviders: ['google'], identityProviders: ['google'] },
  ),
  named(mfaLogin, 'MfaRequirement', 'Whether a login requires a second factor.', {
    enabledInConfig: 'Whether second factors are available.',
    requiredForAll: 'Whether the tenant requires one.',
    requiredForUser: 'Whether the logins of this user require one.',
  }),
  named(loginCapabilities, 'LoginCapabilities', 'How a user can log in.', {
    email: 'With the email address.',
    phone: 'With the phone number.',
    passwordless: 'With a code.',
    social: 'With an identity provider.',
    mfa: 'The second factor.',
  }),
  named(
    totpDevice,
    'TotpDevice',
    'An authenticator of the user.',
    {
      id: 'The id of the device, prefix `dev_`.',
      deviceName: 'The display name.',
      verified: 'Whether its set-up is complete.',
      lastUsedAt: 'When it last verified a login.',
      createdAt: 'When it was registered.',
    },
    { id: 'dev_9aD2gJ5mP8sV1yB4eH7kN0' },
  ),
  named(userMfa, 'UserMfa', 'The second factors of a user.', {
    isEnabled: 'Whether a login requires a second factor.',
    allowUserToggle: 'Whether the user may switch it on and off.',
    availableMethods: 'The methods that the tenant allows.',
    enabledMethods: 'The methods that the user can use now.',
    hasRecoveryCode: 'Whether unused recovery codes are left.',
    totpDevices: 'The authenticators.',
  }),
  named(detailed, 'UserDetails', 'Everything about a user except secrets.', {
    user: 'The user.',
    identities: 'The accounts at identity providers.',
    trustedDevices: 'The devices whose logins skip the second factor.',
    loginCapabilities: 'How the user can log in.',
    mfa: 'The second factors.',
    sessions: 'The live sessions.',
    isActingAllowed: 'Whether the deployment and the tenant let admins act as the user.',
  }),
];

/** Describes this group for openapi.json. */
export const adminUsersDocs = () =>
  documented(adminUsers, {
    description: 'Users of all tenants, their sessions and authenticators.',
    operations: {
      'POST /auth/admin/api/users': {
        description:
          'Sends no message. Without a password the account has none until its owner sets one, by an invitation or a reset. If several calls use one address at once, one succeeds.',
      },
      'GET /auth/admin/api/users': {
        description: 'Pages by number up to the 10 000th user, and by `cursor` without a limit.',
        query: {
          page: 'The page, from 1. Default: 1.',
          limit: 'The number of users per page, 1 to 100.',
          cursor: 'The `nextCursor` of the previous page. It replaces `page`.',
          search: 'The beginning of an email address, a phone number or a word of the name, or a whole user id.',
          status: 'Only users of this status.',
          scope: 'Only platform users (there are none) or only users of tenants.',
          tenantId: 'Only users of this tenant.',
          roleName: 'Only users with a role of this name.',
          inactiveDays:
            'Only users who did not sign in for so many days, as far as the audit log goes back. A page may then be shorter than `limit` or empty, and `total` counts the others, too: follow `nextCursor` to `null`.',
        },
      },
      'GET /auth/admin/api/users/{id}': {
        description:
          'From one read of the account, as it is stored now. It contains no hash, secret or token. The audit log records the read.',
        path: USER_ID,
      },
      'PATCH /auth/admin/api/users/{id}': {
        description:
          'A new password, a new address or deactivation ends every session of the user at once. A new address is unverified.',
        path: USER_ID,
      },
      'DELETE /auth/admin/api/users/{id}': { description: 'Ends every session of the user at once.', path: USER_ID },
      'GET /auth/admin/api/users/{id}/sessions': {
        description:
          'Lists those that can be used now, with those of applications and of an admin who acts as the user.',
        path: USER_ID,
      },
      'DELETE /auth/admin/api/users/{id}/sessions': {
        description:
          'With one write, logins that are under way included. Codes on their way and the trust in devices end too. Services that verify access tokens offline accept one until it expires.',
        path: USER_ID,
      },
      'DELETE /auth/admin/api/users/{id}/sessions/{sessionId}': {
        description:
          'Also ends what descends from it, such as sessions of applications. Services that verify access tokens offline accept one until it expires.',
        path: { ...USER_ID, sessionId: 'The id of the session, prefix `ses_`.' },
      },
      'GET /auth/admin/api/users/{id}/grants': {
        description: 'Lists what the user has allowed on the consent page, newest first.',
        path: USER_ID,
      },
      'DELETE /auth/admin/api/users/{id}/grants/{grantId}': {
        description:
          'Ends the sessions that the application has in the name of the user, with their next request. The user is asked again when they come back.',
        path: { ...USER_ID, grantId: 'The id of the grant, prefix `gra_`.' },
      },
      'DELETE /auth/admin/api/users/{id}/totp-devices/{deviceId}': {
        description:
          'Without the last one the second factor is off. Every session and the trust in devices end, and guesses are counted from zero again.',
        path: { ...USER_ID, deviceId: 'The id of the authenticator, prefix `dev_`.' },
      },
      'GET /auth/admin/api/users/{id}/passkeys': {
        description: 'Oldest first. No reply has the key of one.',
        path: USER_ID,
      },
      'DELETE /auth/admin/api/users/{id}/passkeys/{passkeyId}': {
        description:
          'Also the last way in. Where no other second factor is left, it is off. Every session and the trust in devices end, and the user is told.',
        path: { ...USER_ID, passkeyId: 'The id of the passkey, prefix `pky_`.' },
      },
      'DELETE /auth/admin/api/users/{id}/identities/{identityId}': {
        description: 'Ends every session of the user at once. The identity stays out until the user allows it again.',
        path: { ...USER_ID, identityId: 'The id of the identity, prefix `idn_`.' },
      },
      'POST /auth/admin/api/users/bulk': {
        description:
          'Each user is changed by itself, as by PATCH /auth/admin/api/users/{id}. A user who cannot be changed stops none ' +
          'of the others. Repeating the call is safe.',
      },
      'GET /auth/admin/api/users/{id}/sign-in-status': {
        description:
          'Applies the rules of a login to the account and counts no attempt. Limits of networks are not part of it: they ' +
          'concern everyone who shares the network.',
        path: USER_ID,
      },
      'POST /auth/admin/api/users/{id}/recovery-links': {
        description:
          'Hand it over to the person after you made sure who they are: no message has it, and who has it gets in. It works ' +
          'once, for 30 minutes, and replaces the last one. Its page adds a passkey or sets a password, which ends every ' +
          'session of the account. The user is told when it is made.',
        path: USER_ID,
      },
      'POST /auth/admin/api/users/{id}/act': {
        description:
          'Starts a session of the user for the admin, in tenants whose `settings.acting` allow it, if the deployment does. ' +
          'It lasts at most 30 minutes, and ends with the session of the admin or when they act as another user. It opens ' +
          'what can be seen of the account, and the rows of the application. Each of its requests is in the audit log.',
        path: USER_ID,
      },
      'POST /auth/admin/api/users/{id}/unlock': {
        description: 'Limits of networks and of messages stay as they are, because they protect others.',
        path: USER_ID,
      },
    },
    shapes: [
      named(
        user,
        'User',
        'An account of one tenant, as admins see it.',
        said(user, {
          ...userWords(),
          userAccesses: { says: "The user's membership in the tenant: exactly one entry." },
        }),
        USER_EXAMPLE,
      ),
      named(
        access,
        'UserAccess',
        'The membership of a user in a tenant.',
        {
          id: 'The id of the membership.',
          userId: 'The id of the user.',
          tenantId: 'The id of the tenant.',
          tenant: 'The tenant.',
          roles: "The user's roles.",
          isDefault: 'Always true: there is one membership.',
          status: 'Whether the user is active.',
          metadata: METADATA,
          ...TIMES,
        },
        USER_EXAMPLE,
      ),
      named(userReply, 'UserResponse', 'A user.', { user: 'The user.' }),
      named(
        userPage,
        'UserPage',
        'Where this page is in the list.',
        {
          page: 'The page, from 1.',
          limit: 'The number of users per page.',
          total: 'The number of matches, counted up to 10 000.',
          totalPages: 'The number of pages that `total` fills.',
          totalCapped: 'Whether there are more matches than `total`.',
          scope: 'The `scope` of the request.',
          nextCursor: 'The `cursor` of the next page. `null`: this is the last one.',
        },
        { limit: 20, totalCapped: false, scope: 'all', nextCursor: null },
      ),
      named(adminUsers['GET /auth/admin/api/users'].reply, 'UserList', 'A page of users, newest first.', {
        data: 'The users of this page.',
        meta: 'Where this page is in the list.',
      }),
      named(rolesInTenant, 'TenantRoles', 'Roles in a tenant.', {
        tenantId: 'The id of the tenant.',
        roleIds: 'The ids of the roles, at most 20.',
      }),
      named(
        adminUsers['POST /auth/admin/api/users'].body,
        'CreateUserRequest',
        'A new user. Without a password the user logs in by code or identity provider, or after an invitation.',
        {
          ...said(adminUsers['POST /auth/admin/api/users'].body, userWords(), 'sends'),
          email: EMAIL,
          phone: PHONE,
          tenantId: 'The id of the tenant. Required.',
        },
        { tenantId: TENANT, password: 'correct horse battery staple', metadata: { name: 'Ada Lovelace' } },
      ),
      named(
        adminUsers['PATCH /auth/admin/api/users/{id}'].body,
        'UpdateUserRequest',
        'The fields to change.',
        said(adminUsers['PATCH /auth/admin/api/users/{id}'].body, userWords(), 'sends'),
        { isActive: false },
      ),
      named(
        session,
        'Session',
        'A live session of a user.',
        {
          id: 'The id of the session, prefix `ses_`.',
          userId: 'The id of the user.',
          application: 'The name of the application whose session it is. `null`: of a browser, or of the API.',
          actingAdminId: 'The admin who acts as the user in it. `null`: it is of the user.',
          deviceName: 'Browser and system, read from the User-Agent header.',
          userAgent: USER_AGENT,
          ipAddress: IP_ADDRESS,
          isBoundToDevice: 'Whether its cookies work on the device alone on which it began.',
          lastActive: 'When it was last refreshed.',
          createdAt: 'When it started.',
          expiresAt: 'When it ends unless it is refreshed.',
        },
        { id: SESSION, application: null, actingAdminId: null, deviceName: 'Firefox on Linux' },
      ),
      named(
        adminUsers['GET /auth/admin/api/users/{id}/grants'].reply,
        'AllowedAccessList',
        'What a user allows applications.',
        {
          data: 'The grants, newest first.',
        },
      ),
      named(adminUsers['GET /auth/admin/api/users/{id}/sessions'].reply, 'SessionList', 'The sessions of a user.', {
        data: 'The sessions, most recently active first.',
      }),
      named(
        bulkResult,
        'BulkResult',
        'What became of one user.',
        {
          ...USER_ID,
          isDone: 'Whether the user is as the call asked.',
          code: 'The error code if not.',
        },
        { ...USER_EXAMPLE, code: null },
      ),
      named(
        adminUsers['POST /auth/admin/api/users/{id}/recovery-links'].body,
        'RecoveryLinkRequest',
        'What the use of the link removes.',
        { removePasskeys: 'Whether the passkeys of before go. Choose it if one was stolen, or if all are lost.' },
        { removePasskeys: true },
      ),
      named(
        adminUsers['POST /auth/admin/api/users/{id}/recovery-links'].reply,
        'RecoveryLink',
        'A link that lets a person in.',
        { link: 'The address of the page. It is a secret, and shown once.', expiresAt: 'When it ends.' },
        {
          link: 'https://auth.example.com/login/recovery#token=rec_usr_0ujsswThIGTUYm2K8FjOOfXtY1K.x',
        },
      ),
      named(adminUsers['GET /auth/admin/api/users/{id}/passkeys'].reply, 'UserPasskeys', 'The passkeys of a user.', {
        data: 'The passkeys, oldest first.',
      }),
      named(bulkReply, 'BulkResponse', 'What became of each user.', { data: 'The results, in the order of the ids.' }),
      named(
        adminUsers['POST /auth/admin/api/users/bulk'].body,
        'BulkRequest',
        'What to do to which users.',
        {
          ids: 'The ids of the users, at most 50. An id that occurs twice counts once.',
          action: '`disable` also ends every session.',
        },
        { ids: [USER], action: 'disable' },
      ),
      named(
        unlocked,
        'UnlockedUser',
        'What was unlocked.',
        { message: 'Text for people. It may change.', unlocked: 'What was locked until now.' },
        { message: 'The account is unlocked.', unlocked: ['password'] },
      ),
      named(
        adminUsers['POST /auth/admin/api/users/{id}/act'].body,
        'ActRequest',
        'Why an admin acts as a user.',
        { reason: 'Why, for the audit log. The user does not see it.' },
        { reason: 'Ticket 4711: the invoice is missing.' },
      ),
      ...signInStatusDocs(),
      ...detailDocs(),
    ],
  });
