// The admin session (bootstrap, login, logout, who am I), the admins themselves and their second factor.
import * as z from 'zod/mini';
import { contract } from './operation.ts';
import { admin, email, message, metadata, name, password } from './shapes.ts';

/** Present or not, of any length: whether it is right is the only answer given about it. */
const secretKey = z.string().check(z.maxLength(1024));

/** What an authenticator app shows. */
const otp = z.string().check(z.regex(/^[0-9]{6}$/));

const PASSWORD_POLICY = [
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_COMMON',
  'PASSWORD_CONTAINS_IDENTIFIER',
] as const;

export const adminConsole = contract({
  'POST /auth/admin/signup': {
    name: 'signup',
    summary: 'Create the first admin; works once',
    access: 'secret',
    rate: 'credential',
    body: z.object({ email, password, secretKey, name: z.optional(name), metadata: z.optional(metadata) }),
    reply: z.object({ message: z.string(), admin }),
    status: 201,
    errors: ['ADMIN_BOOTSTRAP_CLOSED', ...PASSWORD_POLICY],
  },
  'POST /auth/admin/reset-password': {
    name: 'resetPassword',
    summary: "Set an admin's password by secret key; ends every session of that admin",
    access: 'secret',
    rate: 'credential',
    body: z.object({
      email,
      secretKey,
      newPassword: password,
      /** For an admin who has lost his authenticator and has no other admin to remove it. */
      removeTotp: z.optional(z.boolean()),
    }),
    reply: message,
    status: 201,
    errors: ['INVALID_CREDENTIALS', ...PASSWORD_POLICY],
  },
  'POST /auth/admin/login': {
    name: 'login',
    summary: 'Log in as an admin; sets the admin session cookie',
    access: 'public',
    rate: 'credential',
    body: z.object({ email, password, otp: z.optional(otp) }),
    reply: z.object({ message: z.string(), admin }),
    status: 201,
    errors: ['INVALID_CREDENTIALS', 'MFA_REQUIRED', 'MFA_CODE_INVALID', 'ACCOUNT_LOCKED', 'RATE_LIMITED'],
    cookies: 'start-admin',
  },
  'POST /auth/admin/logout': {
    name: 'logout',
    summary: 'End every session of this admin',
    access: 'admin',
    rate: 'write',
    reply: message,
    status: 201,
    errors: [],
    cookies: 'end-admin',
  },
  'GET /auth/admin/me': {
    name: 'me',
    summary: 'The admin of this session',
    access: 'admin',
    rate: 'read',
    reply: admin,
    status: 200,
    errors: [],
  },
  'GET /auth/admin/api/stats': {
    name: 'stats',
    summary: 'How many users, roles and tenants there are, and who came in the last seven days',
    access: 'admin',
    rate: 'read',
    reply: z.object({
      stats: z.object({
        totalUsers: z.int(),
        activeUsers: z.int(),
        verifiedUsers: z.int(),
        totalRoles: z.int(),
        totalTenants: z.int(),
        /** Of the last seven days, today included. */
        recentSignups: z.int(),
      }),
      /** Oldest first; days are in UTC. */
      activityData: z.array(z.object({ name: z.string(), users: z.int() })),
    }),
    status: 200,
    errors: [],
  },
  'GET /auth/admin/config': {
    name: 'config',
    summary: 'Public configuration of the admin console',
    access: 'public',
    rate: 'read',
    reply: z.object({ allowAdminManagement: z.boolean() }),
    status: 200,
    errors: [],
  },
  'GET /auth/admin/admins': {
    name: 'listAdmins',
    summary: 'List admins, newest first',
    access: 'admin',
    rate: 'read',
    reply: z.object({ data: z.array(admin) }),
    status: 200,
    errors: [],
  },
  'POST /auth/admin/admins': {
    name: 'createAdmin',
    summary: 'Create an admin',
    access: 'admin',
    stepUp: true,
    rate: 'write',
    body: z.object({ email, password, name: z.optional(name), metadata: z.optional(metadata) }),
    reply: z.object({ admin }),
    status: 201,
    errors: ['ADMIN_USER_EXISTS', ...PASSWORD_POLICY],
  },
  'PATCH /auth/admin/admins/{id}': {
    name: 'updateAdmin',
    summary: 'Update an admin; a new password ends every session of that admin',
    access: 'admin',
    stepUp: true,
    rate: 'write',
    body: z.object({
      name: z.optional(z.nullable(name)),
      password: z.optional(password),
      metadata: z.optional(metadata),
    }),
    reply: z.object({ admin }),
    status: 200,
    errors: ['ADMIN_USER_NOT_FOUND', ...PASSWORD_POLICY],
  },
  'DELETE /auth/admin/admins/{id}': {
    name: 'removeAdmin',
    summary: 'Delete an admin; their sessions end at once',
    access: 'admin',
    stepUp: true,
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['ADMIN_USER_NOT_FOUND', 'ADMIN_LAST_REMAINING', 'FORBIDDEN'],
  },
  'POST /auth/admin/mfa/setup-totp': {
    name: 'setupTotp',
    summary: 'Begin to set up an authenticator app for oneself; it counts once it is verified',
    access: 'admin',
    stepUp: true,
    rate: 'write',
    reply: z.object({
      /** Base32, shown here and never again. */
      secret: z.string(),
      /** A PNG in a data URL. */
      qrCode: z.string(),
      otpAuthUrl: z.string(),
      issuer: z.string(),
      account: z.string(),
    }),
    status: 201,
    errors: [],
    extension: true,
  },
  'POST /auth/admin/mfa/verify-totp-setup': {
    name: 'verifyTotpSetup',
    summary: "Prove that the app works; every login needs it from then on, and this admin's other sessions end",
    access: 'admin',
    rate: 'credential',
    body: z.object({ otp }),
    reply: message,
    status: 201,
    errors: ['MFA_CODE_INVALID'],
    extension: true,
  },
  'DELETE /auth/admin/mfa/totp': {
    name: 'removeTotp',
    summary: "Switch off one's own authenticator app",
    access: 'admin',
    stepUp: true,
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['MFA_NOT_ENABLED'],
    extension: true,
  },
  'DELETE /auth/admin/admins/{id}/totp': {
    name: 'removeAdminTotp',
    summary: 'Remove the authenticator app of an admin who lost it; ends every session of that admin',
    access: 'admin',
    stepUp: true,
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['ADMIN_USER_NOT_FOUND', 'MFA_NOT_ENABLED'],
    extension: true,
  },
});
