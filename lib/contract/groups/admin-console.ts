// Declares the bootstrap, login and logout of admins, the management of admins, and their second factor.
import * as z from 'zod/mini';
import { activityReply, deploymentDocs, deploymentReply } from '../deployment.ts';
import { documented, EMAIL, EMAIL_CODE, METADATA, NEW_PASSWORD, named, TENANT, TIMES } from '../documentation.ts';
import { adminRole, adminTenants, DUTIES, dutyName, ROLE_OF_SPECIFICATION } from '../duties.ts';
import { contract, PASSWORD_POLICY } from '../operation.ts';
import { totpSetup } from '../records.ts';
import { code, dateTime, email, emailCode, message, metadata, name, nullableDateTime, password } from '../shapes.ts';
import { adminProviderLogin, adminProviderOperations, adminProviderShapes, completion } from './admin-provider.ts';
import { adminSessionOperations, adminSessionShapes, adminSessions } from './admin-sessions.ts';
import { invitationOperations, invitationShapes, invitationsOfAdmins } from './parts/admin-account-invitations.ts';
import {
  adminPasskeyLogin,
  adminPasskeyOperations,
  adminPasskeyShapes,
  adminPasskeys,
  passkeyFactor,
  passkeyFactorFields,
} from './parts/admin-passkeys.ts';
import { roomForCredential } from './passkeys.ts';

/** Any length is accepted: an error about the form would disclose more than whether the key is right. */
const secretKey = z.string().check(z.maxLength(1024));

const scope = { role: z.optional(adminRole), tenants: z.optional(adminTenants) };

const admin = z.object({
  id: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  role: adminRole,
  tenants: z.nullable(z.array(z.string())),
  metadata,
  isMfaEnabled: z.boolean(),
  hasPasskey: z.boolean(),
  lastLoginAt: nullableDateTime,
  createdAt: dateTime,
  updatedAt: dateTime,
});

const listedAdmin = z.object({ ...admin.shape, isLocked: z.boolean() });
const me = z.object({ ...admin.shape, duties: z.array(dutyName) });

const stats = z.object({
  totalUsers: z.int(),
  activeUsers: z.int(),
  verifiedUsers: z.int(),
  totalRoles: z.int(),
  totalTenants: z.int(),
  recentSignups: z.int(),
  migratedUsers: z.optional(z.int()),
  unmigratedUsers: z.optional(z.int()),
});
const activity = z.object({ name: z.string(), users: z.int() });
const adminReply = z.object({ admin });
const adminWithMessage = z.object({ message: z.string(), admin });
const adminSession = z.object({ ...adminWithMessage.shape, csrfToken: z.optional(z.string()) });

export const adminConsole = contract({
  'POST /auth/admin/signup': {
    name: 'signup',
    summary: 'Create the first admin',
    access: 'secret',
    rate: 'credential',
    body: z.object({ email, password, secretKey, name: z.optional(name), metadata: z.optional(metadata) }),
    reply: adminWithMessage,
    status: 201,
    errors: ['ADMIN_BOOTSTRAP_CLOSED', ...PASSWORD_POLICY],
  },
  'POST /auth/admin/reset-password': {
    name: 'resetPassword',
    summary: "Set an admin's password with the secret key",
    access: 'secret',
    rate: 'credential',
    body: z.object({
      email,
      secretKey,
      newPassword: password,
      removeTotp: z.optional(z.boolean()),
      removePasskeys: z.optional(z.boolean()),
    }),
    reply: message,
    status: 201,
    errors: ['INVALID_CREDENTIALS', ...PASSWORD_POLICY],
  },
  'POST /auth/admin/login': {
    name: 'login',
    summary: 'Log in as an admin',
    access: 'public',
    rate: 'credential',
    input: roomForCredential,
    body: z.object({ email, password, otp: z.optional(code), emailCode: z.optional(emailCode), ...passkeyFactor }),
    reply: adminSession,
    status: 201,
    errors: [
      'INVALID_CREDENTIALS',
      'EMAIL_CODE_REQUIRED',
      'MFA_REQUIRED',
      'PASSKEY_REQUIRED',
      'CODE_OR_PASSKEY_REQUIRED',
      'MFA_CODE_INVALID',
      'PASSKEY_INVALID',
      'ACCOUNT_LOCKED',
      'RATE_LIMITED',
    ],
    browser: { cookies: 'start-admin' },
  },
  'POST /auth/admin/logout': {
    name: 'logout',
    summary: 'End every session of this admin',
    duty: 'self',
    admits: { beforeEnrolment: true, withoutDeviceKey: true },
    stepUp: false,
    reply: message,
    status: 201,
    browser: { cookies: 'end-admin' },
  },
  'GET /auth/admin/me': {
    name: 'me',
    summary: 'Get the admin of this session',
    duty: 'self',
    admits: { beforeEnrolment: true },
    reply: me,
  },
  'GET /auth/admin/api/stats': {
    name: 'stats',
    summary: 'Get the number of users, roles and tenants, and the signups of the last seven days',
    duty: { needs: 'readUsers', tenant: 'query' },
    query: z.object({ tenantId: z.optional(z.string().check(z.maxLength(128))) }),
    reply: z.object({ stats, activityData: z.array(activity) }),
  },
  'GET /auth/admin/api/activity': {
    name: 'activity',
    summary: 'Get sign-ups, sign-ins and failed sign-ins by day',
    duty: { needs: 'readUsers', tenant: 'query' },
    input: { knownQuery: true },
    query: z.object({
      tenantId: z.optional(z.string().check(z.maxLength(128))),
      days: z.optional(z.string().check(z.regex(/^([1-9]|[12]\d|3[01])$/))),
    }),
    reply: activityReply,
    extension: true,
  },
  'GET /auth/admin/api/deployment': {
    name: 'deployment',
    summary: 'Get the version, the settings and the limits of the deployment',
    duty: { needs: 'read', tenant: 'deployment' },
    input: { knownQuery: true },
    reply: deploymentReply,
    extension: true,
  },
  'GET /auth/admin/config': {
    name: 'config',
    summary: 'Get the public configuration of the admin console',
    access: 'public',
    reply: z.object({
      allowAdminManagement: z.boolean(),
      isTotpRequired: z.boolean(),
      passkeys: z.enum(['off', 'optional', 'required']),
      provider: z.nullable(z.string()),
    }),
  },
  'GET /auth/admin/runtime': {
    name: 'runtime',
    summary: 'Get the scheme that new passwords are hashed with',
    duty: { needs: 'read', tenant: 'deployment' },
    reply: z.object({ passwordScheme: z.enum(['argon2id', 'bcrypt', 'scrypt']) }),
    extension: true,
  },
  'GET /auth/admin/admins': {
    name: 'listAdmins',
    summary: 'List admins, newest first',
    duty: { needs: 'read', tenant: 'deployment' },
    input: { knownQuery: true },
    reply: z.object({ data: z.array(listedAdmin) }),
  },
  'POST /auth/admin/admins': {
    name: 'createAdmin',
    summary: 'Create an admin',
    duty: { needs: 'own', tenant: 'deployment' },
    stepUp: true,
    body: z.object({ email, password, name: z.optional(name), metadata: z.optional(metadata), ...scope }),
    reply: adminReply,
    status: 201,
    errors: ['ADMIN_USER_EXISTS', 'TENANT_NOT_FOUND', ...PASSWORD_POLICY],
  },
  'PATCH /auth/admin/admins/{id}': {
    name: 'updateAdmin',
    summary: 'Update an admin',
    duty: { needs: 'own', tenant: 'deployment', ofSelf: ['name', 'password', 'currentPassword'] },
    stepUp: true,
    body: z.object({
      name: z.optional(z.nullable(name)),
      password: z.optional(password),
      /** An extension: admins change their own password only with the current one (OWASP ASVS 6.2.3). */
      currentPassword: z.optional(password),
      metadata: z.optional(metadata),
      ...scope,
    }),
    reply: adminReply,
    errors: [
      'ADMIN_USER_NOT_FOUND',
      'ADMIN_LAST_REMAINING',
      'TENANT_NOT_FOUND',
      'CURRENT_PASSWORD_INCORRECT',
      'ACCOUNT_LOCKED',
      ...PASSWORD_POLICY,
    ],
  },
  'DELETE /auth/admin/admins/{id}': {
    name: 'removeAdmin',
    summary: 'Delete an admin',
    duty: { needs: 'own', tenant: 'deployment' },
    stepUp: true,
    reply: message,
    errors: ['ADMIN_USER_NOT_FOUND', 'ADMIN_LAST_REMAINING'],
  },
  'POST /auth/admin/mfa/setup-totp': {
    name: 'setupTotp',
    summary: 'Start to set up your authenticator app',
    duty: 'self',
    admits: { beforeEnrolment: true },
    stepUp: true,
    reply: totpSetup,
    status: 201,
    extension: true,
  },
  'POST /auth/admin/mfa/verify-totp-setup': {
    name: 'verifyTotpSetup',
    summary: 'Complete the set-up of your authenticator app with its first code',
    duty: 'self',
    admits: { beforeEnrolment: true },
    rate: 'credential',
    body: z.object({ otp: code }),
    // The set-up needed a recent login and disclosed the secret to its caller only.
    stepUp: { otp: false },
    reply: message,
    status: 201,
    errors: ['MFA_CODE_INVALID'],
    extension: true,
  },
  'DELETE /auth/admin/mfa/totp': {
    name: 'removeTotp',
    summary: 'Remove your authenticator app',
    duty: 'self',
    stepUp: true,
    reply: message,
    errors: ['MFA_NOT_ENABLED'],
    extension: true,
  },
  'DELETE /auth/admin/admins/{id}/totp': {
    name: 'removeAdminTotp',
    summary: 'Remove the authenticator app of another admin',
    duty: { needs: 'own', tenant: 'deployment' },
    stepUp: true,
    reply: message,
    errors: ['ADMIN_USER_NOT_FOUND', 'MFA_NOT_ENABLED'],
    extension: true,
  },
  'POST /auth/admin/admins/{id}/unlock': {
    name: 'unlockAdmin',
    summary: 'Forget the wrong guesses at the password and the authenticator of another admin',
    duty: { needs: 'own', tenant: 'deployment' },
    // It lets no one in who lacks the password and the code.
    stepUp: false,
    reply: message,
    status: 201,
    errors: ['ADMIN_USER_NOT_FOUND', 'FORBIDDEN', 'RATE_LIMITED'],
    extension: true,
  },
  ...adminSessions,
  ...adminPasskeys,
  'POST /auth/admin/passkeys/login': {
    name: 'passkeyLogin',
    summary: 'Log in as an admin with a passkey',
    access: 'public',
    rate: 'credential',
    input: roomForCredential,
    body: adminPasskeyLogin,
    reply: adminSession,
    status: 201,
    errors: ['PASSKEY_INVALID', 'PASSKEYS_NOT_ENABLED', 'RATE_LIMITED'],
    browser: { cookies: 'start-admin' },
    extension: true,
  },
  ...invitationsOfAdmins,
  ...adminProviderLogin,
  'POST /auth/admin/sso/complete': {
    name: 'completeSso',
    summary: 'Complete the login of an admin with the identity provider',
    access: 'public',
    rate: 'credential',
    input: roomForCredential,
    body: completion,
    reply: adminSession,
    status: 201,
    errors: [
      'SSO_STATE_INVALID',
      'MFA_REQUIRED',
      'PASSKEY_REQUIRED',
      'CODE_OR_PASSKEY_REQUIRED',
      'MFA_CODE_INVALID',
      'PASSKEY_INVALID',
      'ACCOUNT_LOCKED',
      'CONFLICTING_CREDENTIALS',
    ],
    browser: { cookies: 'start-admin' },
    extension: true,
  },
});

const ADMIN_EXAMPLE = { id: 'adm_5nQ8tW1zC4fI7lO0rU3xA6', email: 'root@example.com', name: 'Grace Hopper' };
const ADMIN_ID = { id: 'The id of the admin, prefix `adm_`.' };
const ADMIN_NAME = 'The display name, at most 120 characters.';
const ROLE =
  'What the admin may do. `owner`: everything. `operator`: everything but admins and keys. `support`: read users, end ' +
  'their sessions, unlock them. `auditor`: read everything.';
const TENANTS = 'The ids of the tenants that the admin is limited to, at most 50. `null`: the whole deployment.';
/** A function, so that it is in no bundle. */
const adminFields = () => ({
  id: 'The id of the admin, prefix `adm_`.',
  email: 'The unique email address.',
  name: 'The display name.',
  role: ROLE,
  tenants: TENANTS,
  metadata: METADATA,
  isMfaEnabled: 'Whether the admin has an authenticator app.',
  hasPasskey: 'Whether the admin has a passkey.',
  lastLoginAt: 'When the admin last logged in.',
  ...TIMES,
});
const SECRET_KEY = 'The secret key of the deployment.';
const MESSAGE = 'Text for people. It may change.';
const SESSIONS_END = 'Ends every session of that admin.';

/** Describes this group for openapi.json. */
export const adminConsoleDocs = () =>
  documented(adminConsole, {
    description: 'Bootstrap, login and management of admins, and their authenticator apps.',
    operations: {
      'POST /auth/admin/logout': {
        description:
          'On every device, with one write. To end one session, call DELETE /auth/admin/sessions/{id}. A browser that does not ' +
          'prove the key of its device ends its own session alone.',
      },
      'GET /auth/admin/me': {
        description:
          '`duties` says what the role allows, so that a console can hide the rest. The service decides on each call.',
      },
      'GET /auth/admin/config': {
        description: 'Needs no session: the login page of the console reads it. It has no secret.',
      },
      'GET /auth/admin/runtime': {
        description: 'Computed by the runtime that serves the request. The smoke test reads it after a deployment.',
      },
      'GET /auth/admin/admins': {
        description:
          'All of them, without pages. `isLocked` says whether wrong guesses from many networks keep new ones out.',
      },
      'POST /auth/admin/admins': {
        description:
          'Sends no message: pass the password on yourself, or call POST /auth/admin/invitations, which lets the person choose it. If several calls use one address at once, one succeeds.',
      },
      'DELETE /auth/admin/mfa/totp': {
        description: 'Logins need no code from then on. The sessions of this admin stay.',
      },
      'POST /auth/admin/signup': { description: 'Works once: later calls get ADMIN_BOOTSTRAP_CLOSED.' },
      'POST /auth/admin/reset-password': { description: SESSIONS_END },
      'POST /auth/admin/login': {
        description:
          'Sets the cookie of the admin session, which lives 30 minutes without use and 8 hours at most. An admin with ' +
          'an authenticator app sends its code as `otp`, and one with a passkey its use as `credential`.',
      },
      'GET /auth/admin/api/stats': {
        description:
          'Read from counters: the cost does not grow with the number of users. A total follows changes by users within seconds. Days are those of UTC.',
        query: { tenantId: 'Only of this tenant. Its roles are those that it owns.' },
      },
      'PATCH /auth/admin/admins/{id}': {
        description: `A new password: ${SESSIONS_END.toLowerCase()} A new role counts from the next request on.`,
        path: ADMIN_ID,
      },
      'GET /auth/admin/api/activity': {
        description:
          'A figure is right within seconds. Sign-ins and failures are counted since the release that introduced them. ' +
          'After a failure of the service, a few sign-ins may be counted twice, none is lost. An unknown tenant has none.',
        query: {
          tenantId: 'Only this tenant. Absent: the whole deployment.',
          days: 'The number of days, 1 to 31, today included. Default: 7.',
        },
      },
      'GET /auth/admin/api/deployment': { description: 'It has no secret, and no name of one.' },
      'DELETE /auth/admin/admins/{id}': {
        description: `${SESSIONS_END} The last owner cannot be deleted, and admins cannot delete themselves.`,
        path: ADMIN_ID,
      },
      'POST /auth/admin/mfa/setup-totp': {
        description: 'Returns the secret, once. It counts after POST /auth/admin/mfa/verify-totp-setup.',
      },
      'POST /auth/admin/mfa/verify-totp-setup': {
        description: 'Every later login requires a code. Ends the other sessions of this admin.',
      },
      'DELETE /auth/admin/admins/{id}/totp': {
        description: `For an admin who lost the app. ${SESSIONS_END}`,
        path: ADMIN_ID,
      },
      'POST /auth/admin/admins/{id}/unlock': {
        description: 'Their next guess is the first one. At most ten times a day.',
        path: ADMIN_ID,
      },
      ...adminSessionOperations(),
      ...adminPasskeyOperations(),
      ...invitationOperations(),
      ...adminProviderOperations(),
    },
    shapes: [
      named(admin, 'Admin', 'An admin of the deployment, or of some tenants.', adminFields(), {
        ...ADMIN_EXAMPLE,
        role: 'owner',
        tenants: null,
      }),
      ...deploymentDocs(),
      ...adminSessionShapes(),
      ...adminPasskeyShapes(),
      ...invitationShapes(),
      ...adminProviderShapes(),
      named(
        listedAdmin,
        'ListedAdmin',
        'An admin in the list.',
        {
          ...adminFields(),
          isLocked: 'Whether wrong guesses keep new networks out: a login needs a code by email, or an owner unlocks.',
        },
        { ...ADMIN_EXAMPLE, role: 'owner', tenants: null },
      ),
      named(
        me,
        'OwnAdmin',
        'The admin of the session.',
        {
          ...adminFields(),
          duties: 'What the role of the admin lets them do. `x-duty` of an operation says what it needs.',
        },
        { ...ADMIN_EXAMPLE, role: 'owner', tenants: null, duties: [...DUTIES.owner] },
      ),
      named(
        adminConsole['POST /auth/admin/signup'].body,
        'AdminSignupRequest',
        'The first admin.',
        { email: EMAIL, password: NEW_PASSWORD, secretKey: SECRET_KEY, name: ADMIN_NAME, metadata: METADATA },
        { email: ADMIN_EXAMPLE.email, name: ADMIN_EXAMPLE.name },
      ),
      named(
        adminConsole['POST /auth/admin/reset-password'].body,
        'AdminResetPasswordRequest',
        'The admin and the new password.',
        {
          email: EMAIL,
          secretKey: SECRET_KEY,
          newPassword: NEW_PASSWORD,
          removeTotp: 'Whether to remove the authenticator app, for an admin who lost it and is the only admin.',
          removePasskeys: 'Whether to remove the passkeys, likewise.',
        },
        { email: ADMIN_EXAMPLE.email },
      ),
      named(
        adminConsole['POST /auth/admin/login'].body,
        'AdminLoginRequest',
        'The credentials of an admin.',
        {
          email: EMAIL,
          password: 'The password.',
          otp: 'The six digits of the authenticator app, if there is one.',
          emailCode: EMAIL_CODE,
          ...passkeyFactorFields(),
        },
        { email: ADMIN_EXAMPLE.email, otp: '492039', emailCode: '49203958172640395817' },
      ),
      named(
        adminWithMessage,
        'AdminWithMessage',
        'An admin, with a confirmation.',
        { message: MESSAGE, admin: 'The admin.' },
        { message: 'The admin was created.' },
      ),
      named(
        adminSession,
        'AdminLoginResponse',
        'An admin whose session has begun.',
        {
          message: MESSAGE,
          admin: 'The admin.',
          csrfToken: 'The token for the header `x-csrf-token`, as GET /auth/csrf returns it.',
        },
        { message: 'Logged in.' },
      ),
      named(adminReply, 'AdminResponse', 'An admin.', { admin: 'The admin.' }),
      named(adminConsole['GET /auth/admin/admins'].reply, 'AdminList', 'Every admin.', { data: 'The admins.' }),
      named(
        adminConsole['POST /auth/admin/admins'].body,
        'CreateAdminRequest',
        'A new admin.',
        {
          email: EMAIL,
          password: NEW_PASSWORD,
          name: ADMIN_NAME,
          metadata: METADATA,
          role: `${ROLE} Default: \`${ROLE_OF_SPECIFICATION}\`.`,
          tenants: `${TENANTS} Default: \`null\`.`,
        },
        { email: ADMIN_EXAMPLE.email, name: ADMIN_EXAMPLE.name, role: 'support', tenants: [TENANT] },
      ),
      named(
        adminConsole['PATCH /auth/admin/admins/{id}'].body,
        'UpdateAdminRequest',
        'The fields to change. At least one is required.',
        {
          name: ADMIN_NAME,
          password: NEW_PASSWORD,
          currentPassword: 'Your current password. Required to change your own password.',
          metadata: METADATA,
          role: `${ROLE} Owners cannot change their own.`,
          tenants: `${TENANTS} Owners cannot change their own.`,
        },
        { name: ADMIN_EXAMPLE.name, role: 'support', tenants: [TENANT] },
      ),
      named(stats, 'Stats', 'Counts over all tenants, or of one.', {
        totalUsers: 'The number of users.',
        activeUsers: 'The number of users that are active.',
        verifiedUsers: 'The number of users with a verified address.',
        totalRoles: 'The number of roles.',
        totalTenants: 'The number of tenants.',
        recentSignups: 'The signups of the last seven days, including today.',
        migratedUsers:
          'The people who were moved from the earlier service, ever. Only for one tenant whose settings name that service.',
        unmigratedUsers:
          'Those who are left: `expectedUsers` of that setting less `migratedUsers`, never below 0. Only where it is set. Who signs up or is imported instead is not counted as moved.',
      }),
      named(
        activity,
        'DailyActivity',
        'The signups of one day in UTC.',
        { name: 'The day of the week, such as `Mon`.', users: 'The number of signups.' },
        { name: 'Mon' },
      ),
      named(adminConsole['GET /auth/admin/api/stats'].reply, 'StatsResponse', 'The figures of the dashboard.', {
        stats: 'Counts over all tenants, or of one.',
        activityData: 'The last seven days in UTC, oldest first.',
      }),
      named(adminConsole['GET /auth/admin/config'].reply, 'AdminConfig', 'What the admin console offers.', {
        allowAdminManagement: 'Whether admins can manage admins.',
        isTotpRequired: 'Whether each admin must set up an authenticator app or a passkey before doing anything else.',
        passkeys: 'Whether admins may have passkeys, or must add one before doing anything else.',
        provider: 'The name of the identity provider that admins may log in with. `null`: there is none.',
      }),
      named(adminConsole['GET /auth/admin/runtime'].reply, 'AdminRuntime', 'What the functions run with.', {
        passwordScheme: 'The scheme of new passwords. `scrypt`: in a local run only.',
      }),
      named(totpSetup, 'TotpSetup', 'The secret of an authenticator app. It is shown once.', {
        secret: 'The secret in Base32.',
        qrCode: 'A PNG of `otpAuthUrl` as a data URL.',
        otpAuthUrl: 'The secret as an `otpauth://` URL.',
        issuer: 'The issuer that the app shows.',
        account: 'The account name that the app shows.',
      }),
      named(
        adminConsole['POST /auth/admin/mfa/verify-totp-setup'].body,
        'VerifyAdminTotpRequest',
        'The first code of the authenticator app.',
        { otp: 'The six digits that the app shows.' },
      ),
    ],
  });
