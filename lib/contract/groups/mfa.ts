// Declares the second factors of users: set-up, challenge, verification, recovery.
import * as z from 'zod/mini';
import { documented, named } from '../documentation.ts';
import { contract } from '../operation.ts';
import { tokens, totpSetup } from '../records.ts';
import { code, dateTime, message, mfaMethod, readable } from '../shapes.ts';

/** Table 2.3 of the specification. */
const device = z.object({
  id: z.string(),
  deviceName: z.string(),
  method: mfaMethod,
  lastUsedAt: z.optional(dateTime),
  verified: z.boolean(),
  createdAt: z.optional(dateTime),
});

/** The text that authenticator apps show. A colon would end the issuer's name. */
const label = readable(64).check(z.regex(/\S/), z.regex(/^[^:]*$/));
/** Accepted in any spelling: hyphens, spaces and case are ignored. */
const recoveryCode = z.string().check(z.minLength(1), z.maxLength(64));
const trustDevice = z._default(z.boolean(), false);

export const mfa = contract({
  'GET /auth/mfa/status': {
    name: 'status',
    summary: 'Get the second factors of this account and what the tenant requires',
    access: 'pending',
    admits: { application: 'account', acting: true },
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
      hasPasskey: z.optional(z.boolean()),
    }),
  },
  'GET /auth/mfa/devices': {
    name: 'devices',
    summary: 'List the authenticators of this account, most recently used first',
    access: 'user',
    admits: { application: 'account', acting: true },
    reply: z.array(device),
    errors: ['MFA_NOT_ENABLED'],
  },
  'POST /auth/mfa/setup-totp': {
    name: 'setupTotp',
    summary: 'Start to set up an authenticator',
    access: 'enrolling',
    needsDeviceKey: true,
    admits: { application: 'account' },
    stepUp: true,
    body: z.object({ label: z.optional(label), deviceName: z.optional(label) }),
    reply: z.object({ deviceId: z.string(), ...totpSetup.shape }),
    errors: ['MFA_NOT_ENABLED', 'MFA_METHOD_NOT_AVAILABLE', 'MFA_DEVICE_LIMIT_REACHED'],
  },
  'POST /auth/mfa/verify-totp-setup': {
    name: 'verifyTotpSetup',
    summary: 'Complete the set-up of an authenticator with its first code',
    access: 'enrolling',
    admits: { application: 'account' },
    rate: 'credential',
    body: z.object({
      otp: code,
      deviceId: z.optional(z.string().check(z.maxLength(128))),
      secret: z.optional(z.string().check(z.maxLength(128))),
    }),
    reply: message,
    errors: ['MFA_NOT_ENABLED', 'MFA_CODE_INVALID', 'MFA_DEVICE_NOT_FOUND', 'MFA_DEVICE_LIMIT_REACHED'],
  },
  'POST /auth/mfa/enrol': {
    name: 'enrol',
    summary: 'Complete the set-up of an authenticator and this login with its first code',
    access: 'enrolling',
    rate: 'credential',
    body: z.object({ otp: code, deviceId: z.optional(z.string().check(z.maxLength(128))) }),
    reply: tokens,
    errors: ['MFA_NOT_ENABLED', 'MFA_CODE_INVALID', 'MFA_DEVICE_NOT_FOUND', 'MFA_DEVICE_LIMIT_REACHED'],
    browser: { cookies: 'start-session' },
    extension: true,
  },
  'POST /auth/mfa/challenge': {
    name: 'challenge',
    summary: 'Send a code that completes this login',
    access: 'pending',
    rate: 'credential',
    body: z.object({ method: mfaMethod }),
    reply: message,
    errors: ['MFA_NOT_ENABLED', 'MFA_METHOD_NOT_AVAILABLE', 'RATE_LIMITED'],
  },
  'POST /auth/mfa/verify': {
    name: 'verify',
    summary: 'Complete this login with a second factor',
    access: 'pending',
    rate: 'credential',
    body: z.object({ method: mfaMethod, otp: code, trustDevice }),
    reply: tokens,
    errors: ['MFA_NOT_ENABLED', 'MFA_METHOD_NOT_AVAILABLE', 'MFA_CODE_INVALID', 'ACCOUNT_LOCKED'],
    browser: { cookies: 'start-session' },
  },
  'POST /auth/mfa/verify-recovery-code': {
    name: 'verifyRecoveryCode',
    summary: 'Complete this login with a recovery code',
    access: 'pending',
    rate: 'credential',
    body: z.object({ code: recoveryCode, trustDevice }),
    reply: tokens,
    errors: ['MFA_NOT_ENABLED', 'MFA_RECOVERY_CODE_INVALID', 'ACCOUNT_LOCKED'],
    browser: { cookies: 'start-session' },
  },
  'POST /auth/mfa/generate-recovery-code': {
    name: 'generateRecoveryCodes',
    summary: 'Generate a new set of recovery codes',
    access: 'user',
    needsDeviceKey: true,
    admits: { application: 'account' },
    stepUp: true,
    reply: z.object({ message: z.string(), codes: z.array(z.string()), code: z.string() }),
    errors: ['MFA_NOT_ENABLED'],
  },
  'POST /auth/mfa/toggle': {
    name: 'toggle',
    summary: 'Switch the second factor of this account on or off',
    access: 'user',
    admits: { application: 'account' },
    stepUp: true,
    body: z.object({ enabled: z.boolean() }),
    reply: message,
    errors: ['MFA_NOT_ENABLED', 'MFA_CANNOT_ENABLE_WITHOUT_METHOD', 'MFA_TOGGLING_NOT_ALLOWED'],
  },
  'POST /auth/mfa/reset-totp': {
    name: 'resetTotp',
    summary: 'Remove every authenticator of this account',
    access: 'user',
    admits: { application: 'account' },
    rate: 'credential',
    body: z.object({ code: z.optional(recoveryCode) }),
    reply: message,
    errors: ['MFA_NOT_ENABLED', 'MFA_RECOVERY_CODE_INVALID', 'MFA_LAST_FACTOR', 'REAUTH_REQUIRED', 'ACCOUNT_LOCKED'],
  },
  'DELETE /auth/mfa/devices/{deviceId}': {
    name: 'removeDevice',
    summary: 'Remove an authenticator of this account',
    access: 'user',
    admits: { application: 'account' },
    stepUp: true,
    reply: message,
    errors: ['MFA_NOT_ENABLED', 'MFA_DEVICE_NOT_FOUND', 'MFA_LAST_FACTOR'],
  },
});

const OTHERS_END = 'Ends the other sessions of the account.';
const METHOD = 'The method of the second factor.';
const TRUST = 'Whether the next logins on this device skip the second factor, for 30 days.';
const RECOVERY_CODE = 'A recovery code. Hyphens, spaces and case are ignored.';

/** Describes this group for openapi.json. */
export const mfaDocs = () =>
  documented(mfa, {
    description: 'Second factors of users: codes by email or SMS, authenticator apps (TOTP), recovery codes.',
    operations: {
      'GET /auth/mfa/status': {
        description: 'Open to a login whose second factor is outstanding. It sees no names of authenticators.',
      },
      'GET /auth/mfa/devices': {
        description:
          'Those that are being set up come last. No reply repeats a secret. Where the tenant has switched second factors off: MFA_NOT_ENABLED.',
      },
      'POST /auth/mfa/setup-totp': {
        description:
          'Returns the secret, once. The authenticator counts after POST /auth/mfa/verify-totp-setup. An account has ' +
          'at most 10 authenticators.',
      },
      'POST /auth/mfa/verify-totp-setup': {
        description: `The first authenticator switches the second factor on. ${OTHERS_END}`,
      },
      'POST /auth/mfa/enrol': {
        description: `Does what POST /auth/mfa/verify-totp-setup and POST /auth/mfa/verify do, with one code instead of two. ${OTHERS_END}`,
      },
      'POST /auth/mfa/challenge': {
        description: 'Sends nothing for `totp`: the code is in the authenticator app.',
      },
      'POST /auth/mfa/verify': {
        description:
          'Returns new tokens, and the previous ones stop working. On a complete session it renews the proof that ' +
          'REAUTH_REQUIRED asks for.',
      },
      'POST /auth/mfa/verify-recovery-code': {
        description: 'Uses the recovery code up. The authenticators stay.',
      },
      'POST /auth/mfa/generate-recovery-code': {
        description: 'Returns the codes, once. The previous set stops working.',
      },
      'POST /auth/mfa/toggle': { description: OTHERS_END },
      'POST /auth/mfa/reset-totp': {
        description: `Requires a recovery code, or a login at most 15 minutes old. ${OTHERS_END}`,
      },
      'DELETE /auth/mfa/devices/{deviceId}': {
        description: `Without the last authenticator the second factor is off. ${OTHERS_END}`,
        path: { deviceId: 'The id of the authenticator, prefix `dev_`.' },
      },
    },
    shapes: [
      named(
        device,
        'MfaDevice',
        'A device that a user registered as a second factor.',
        {
          id: 'The id of the device, prefix `dev_`.',
          deviceName: 'The display name.',
          method: METHOD,
          lastUsedAt: 'When it last verified a login.',
          verified: 'Whether its set-up is complete.',
          createdAt: 'When it was registered.',
        },
        { method: 'totp' },
      ),
      named(mfa['GET /auth/mfa/status'].reply, 'MfaStatus', 'The second factors of an account.', {
        isEnabled: 'Whether a login requires a second factor.',
        required: 'Whether the tenant requires one.',
        canToggle: 'Whether the user can switch it on or off now.',
        allowUserToggle: 'Whether the tenant lets users switch it.',
        allowMethodSelection: 'Whether the user may choose the method.',
        configuredMethods: 'The methods that the tenant allows.',
        verifiedMethods: 'The methods that the user can use now.',
        totpDevices: 'The authenticators.',
        hasRecoveryCode: 'Whether unused recovery codes are left.',
        hasPasskey: 'Whether a passkey can complete a login, at POST /auth/passkeys/verify. Absent: none can.',
      }),
      named(
        mfa['POST /auth/mfa/setup-totp'].body,
        'SetupTotpRequest',
        'Names for the authenticator. All fields are optional.',
        {
          label:
            'The account name in the authenticator app, at most 64 characters. Default: the address of the account.',
          deviceName: 'The name stored with the device. Default: `{appName} : {email}`.',
        },
        { deviceName: 'Phone' },
      ),
      named(
        mfa['POST /auth/mfa/setup-totp'].reply,
        'TotpDeviceSetup',
        'The secret of a new authenticator. It is shown once.',
        {
          deviceId: 'The id of the device, prefix `dev_`.',
          secret: 'The secret in Base32.',
          qrCode: 'A PNG of `otpAuthUrl` as a data URL.',
          otpAuthUrl: 'The secret as an `otpauth://` URL.',
          issuer: 'The issuer that the app shows.',
          account: 'The account name that the app shows.',
        },
      ),
      named(
        mfa['POST /auth/mfa/enrol'].body,
        'EnrolRequest',
        'The first code of an authenticator.',
        {
          otp: 'The code that the authenticator shows now.',
          deviceId: 'The set-up to complete. Default: the newest.',
        },
        { otp: '123456' },
      ),
      named(
        mfa['POST /auth/mfa/verify-totp-setup'].body,
        'VerifyTotpSetupRequest',
        'The first code of an authenticator. Without `deviceId` and `secret` it is for the newest set-up.',
        {
          otp: 'The six digits that the app shows.',
          deviceId: 'The id of the device.',
          secret: 'The secret of the set-up, instead of `deviceId`.',
        },
        { deviceId: 'dev_9aD2gJ5mP8sV1yB4eH7kN0' },
      ),
      named(mfa['POST /auth/mfa/challenge'].body, 'MfaChallengeRequest', 'The method to send a code with.', {
        method: METHOD,
      }),
      named(
        mfa['POST /auth/mfa/verify'].body,
        'VerifyMfaRequest',
        'A code of a second factor.',
        { method: METHOD, otp: 'The six digits.', trustDevice: TRUST },
        { method: 'totp' },
      ),
      named(
        mfa['POST /auth/mfa/verify-recovery-code'].body,
        'VerifyRecoveryCodeRequest',
        'A recovery code in place of a second factor.',
        { code: RECOVERY_CODE, trustDevice: TRUST },
        { code: 'K7QXP-3MRTV' },
      ),
      named(
        mfa['POST /auth/mfa/generate-recovery-code'].reply,
        'RecoveryCodes',
        'A new set of ten recovery codes. Each works once.',
        { message: 'Text for people. It may change.', codes: 'The codes.', code: 'The first of them.' },
        { message: 'Keep these codes safe.', codes: ['K7QXP-3MRTV', '9WDFH-2JNCB'], code: 'K7QXP-3MRTV' },
      ),
      named(mfa['POST /auth/mfa/toggle'].body, 'ToggleMfaRequest', 'The state of the second factor.', {
        enabled: 'Whether a login requires a second factor.',
      }),
      named(
        mfa['POST /auth/mfa/reset-totp'].body,
        'ResetTotpRequest',
        'Optional proof. Without it the login must be recent.',
        { code: RECOVERY_CODE },
        { code: 'K7QXP-3MRTV' },
      ),
    ],
  });
