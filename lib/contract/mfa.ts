// Second factors: set-up, challenge, proof, recovery.
import * as z from 'zod/mini';
import { contract } from './operation.ts';
import { code, dateTime, message, mfaMethod, readable, tokens } from './shapes.ts';

/** Table 2.3 of the specification. */
const device = z.object({
  id: z.string(),
  deviceName: z.string(),
  method: mfaMethod,
  lastUsedAt: z.optional(dateTime),
  verified: z.boolean(),
  createdAt: z.optional(dateTime),
});

/** What authenticator apps show. A colon would end the issuer's name. */
const label = readable(64).check(z.regex(/\S/), z.regex(/^[^:]*$/));
/** However it is spelled: hyphens, spaces and case don't matter. */
const recoveryCode = z.string().check(z.minLength(1), z.maxLength(64));
const trustDevice = z._default(z.boolean(), false);

export const mfa = contract({
  'GET /auth/mfa/status': {
    name: 'status',
    summary: 'What the account has for a second factor, and what the tenant demands',
    access: 'pending',
    rate: 'read',
    reply: z.object({
      isEnabled: z.boolean(),
      required: z.boolean(),
      canToggle: z.boolean(),
      allowUserToggle: z.boolean(),
      allowMethodSelection: z.boolean(),
      configuredMethods: z.array(mfaMethod),
      verifiedMethods: z.array(mfaMethod),
      totpDevices: z.array(device),
      hasRecoveryCode: z.boolean(),
    }),
    status: 200,
    errors: [],
  },
  'GET /auth/mfa/devices': {
    name: 'devices',
    summary: 'Authenticators of this account, the last used first',
    access: 'user',
    rate: 'read',
    reply: z.array(device),
    status: 200,
    errors: ['MFA_NOT_ENABLED'],
  },
  'POST /auth/mfa/setup-totp': {
    name: 'setupTotp',
    summary: 'Begin to set up an authenticator; the only time its secret is shown',
    access: 'enrolling',
    stepUp: true,
    rate: 'write',
    body: z.object({ label: z.optional(label), deviceName: z.optional(label) }),
    reply: z.object({
      deviceId: z.string(),
      secret: z.string(),
      /** A PNG as a data URL. */
      qrCode: z.string(),
      otpAuthUrl: z.string(),
      issuer: z.string(),
      account: z.string(),
    }),
    status: 200,
    errors: ['MFA_NOT_ENABLED', 'MFA_METHOD_NOT_AVAILABLE', 'MFA_DEVICE_LIMIT_REACHED'],
  },
  'POST /auth/mfa/verify-totp-setup': {
    name: 'verifyTotpSetup',
    summary: 'Complete a set-up with a code from the authenticator; other sessions end',
    access: 'enrolling',
    rate: 'credential',
    body: z.object({
      otp: code,
      /** Which set-up: by id, or by the secret just handed out; else the newest. */
      deviceId: z.optional(z.string().check(z.maxLength(128))),
      secret: z.optional(z.string().check(z.maxLength(128))),
    }),
    reply: message,
    status: 200,
    errors: ['MFA_NOT_ENABLED', 'MFA_CODE_INVALID', 'MFA_DEVICE_NOT_FOUND', 'MFA_DEVICE_LIMIT_REACHED'],
  },
  'POST /auth/mfa/challenge': {
    name: 'challenge',
    summary: 'Send a code that completes this login, by email or SMS',
    access: 'pending',
    rate: 'credential',
    body: z.object({ method: mfaMethod }),
    reply: message,
    status: 200,
    errors: ['MFA_NOT_ENABLED', 'MFA_METHOD_NOT_AVAILABLE', 'RATE_LIMITED'],
  },
  'POST /auth/mfa/verify': {
    name: 'verify',
    summary: 'Complete this login with the second factor, or prove it afresh; the tokens before are dead',
    access: 'pending',
    rate: 'credential',
    body: z.object({ method: mfaMethod, otp: code, trustDevice }),
    reply: tokens,
    status: 200,
    errors: ['MFA_NOT_ENABLED', 'MFA_METHOD_NOT_AVAILABLE', 'MFA_CODE_INVALID', 'ACCOUNT_LOCKED'],
    cookies: 'start-session',
  },
  'POST /auth/mfa/verify-recovery-code': {
    name: 'verifyRecoveryCode',
    summary: 'Complete this login with a recovery code, which is used up; the factors stay',
    access: 'pending',
    rate: 'credential',
    body: z.object({ code: recoveryCode, trustDevice }),
    reply: tokens,
    status: 200,
    errors: ['MFA_NOT_ENABLED', 'MFA_RECOVERY_CODE_INVALID', 'ACCOUNT_LOCKED'],
    cookies: 'start-session',
  },
  'POST /auth/mfa/generate-recovery-code': {
    name: 'generateRecoveryCodes',
    summary: 'A new set of recovery codes, shown this once; the old set is void',
    access: 'user',
    stepUp: true,
    rate: 'write',
    reply: z.object({
      message: z.string(),
      codes: z.array(z.string()),
      /** The first of them. */
      code: z.string(),
    }),
    status: 200,
    errors: ['MFA_NOT_ENABLED'],
  },
  'POST /auth/mfa/toggle': {
    name: 'toggle',
    summary: 'Demand a second factor at login, or no more; other sessions end',
    access: 'user',
    stepUp: true,
    rate: 'write',
    body: z.object({ enabled: z.boolean() }),
    reply: message,
    status: 200,
    errors: ['MFA_NOT_ENABLED', 'MFA_CANNOT_ENABLE_WITHOUT_METHOD', 'MFA_TOGGLING_NOT_ALLOWED'],
  },
  'POST /auth/mfa/reset-totp': {
    name: 'resetTotp',
    summary: 'Give up every authenticator, with a recovery code or a fresh login; other sessions end',
    access: 'user',
    rate: 'credential',
    body: z.object({ code: z.optional(recoveryCode) }),
    reply: message,
    status: 200,
    errors: ['MFA_NOT_ENABLED', 'MFA_RECOVERY_CODE_INVALID', 'MFA_LAST_FACTOR', 'REAUTH_REQUIRED', 'ACCOUNT_LOCKED'],
  },
  'DELETE /auth/mfa/devices/{deviceId}': {
    name: 'removeDevice',
    summary: 'Remove an authenticator; other sessions end, and with the last one the second factor is off',
    access: 'user',
    stepUp: true,
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['MFA_NOT_ENABLED', 'MFA_DEVICE_NOT_FOUND', 'MFA_LAST_FACTOR'],
  },
});
