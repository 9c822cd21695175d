// Declares what admins do with their own sessions. It is a part of the group admin-console.
import * as z from 'zod/mini';
import { EMAIL_CODE, named } from '../documentation.ts';
import { contract } from '../operation.ts';
import { code, dateTime, emailCode, message, nullableDateTime, password } from '../shapes.ts';
import { passkeyFactor, passkeyFactorFields } from './parts/admin-passkeys.ts';
import { binding } from './parts/device-binding.ts';
import { roomForCredential } from './passkeys.ts';

const adminSessionInfo = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  isBoundToDevice: z.boolean(),
  deviceName: z.string(),
  ipAddress: z.nullable(z.string()),
  lastUsedAt: dateTime,
  provedAt: nullableDateTime,
  createdAt: dateTime,
  expiresAt: dateTime,
});

export const adminSessions = contract({
  'POST /auth/admin/device-sessions': {
    name: 'bindDevice',
    summary: 'Bind the session of this admin’s browser to a key of its device',
    access: 'public',
    rate: 'refresh',
    reply: binding,
    errors: ['NO_AUTH_PROVIDED', 'SESSION_INVALID', 'CONFLICTING_CREDENTIALS'],
    browser: { cookies: 'bind-device' },
    extension: true,
  },
  'POST /auth/admin/device-sessions/proof': {
    name: 'proveDevice',
    summary: 'Prove the key that the session of this admin’s browser is bound to',
    access: 'public',
    rate: 'refresh',
    reply: binding,
    errors: ['NO_AUTH_PROVIDED', 'REFRESH_TOKEN_PROOF_REQUIRED', 'SESSION_INVALID', 'CONFLICTING_CREDENTIALS'],
    browser: { cookies: 'bind-device' },
    extension: true,
  },
  'GET /auth/admin/sessions': {
    name: 'sessions',
    summary: 'List your own sessions, most recently used first',
    duty: 'self',
    input: { knownQuery: true },
    reply: z.object({ data: z.array(adminSessionInfo) }),
    extension: true,
  },
  'DELETE /auth/admin/sessions': {
    name: 'endOtherSessions',
    summary: 'End every other session of yours',
    duty: 'self',
    stepUp: false,
    reply: message,
    extension: true,
  },
  'DELETE /auth/admin/sessions/{id}': {
    name: 'endSession',
    summary: 'End a session of yours',
    duty: 'self',
    stepUp: false,
    reply: message,
    errors: ['USER_SESSION_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/reauthenticate': {
    name: 'reauthenticate',
    summary: 'Prove who you are again, in this session',
    duty: 'self',
    admits: { beforeEnrolment: true },
    // It is what a session without a recent proof calls.
    stepUp: { password: false, otp: false, emailCode: false, credential: false, codeVerifier: false },
    rate: 'credential',
    input: roomForCredential,
    body: z.object({ password, otp: z.optional(code), emailCode: z.optional(emailCode), ...passkeyFactor }),
    reply: z.object({ ...message.shape, provedAt: dateTime }),
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
    extension: true,
  },
});

export const adminSessionOperations = () => ({
  'POST /auth/admin/device-sessions': {
    description:
      'For browsers that know W3C Device Bound Session Credentials: they call it by themselves after a login over https, where ' +
      '`GATEHOUSE_ADMIN_DEVICE_BOUND` is `prefer` or `require`, once and within a minute.',
  },
  'POST /auth/admin/device-sessions/proof': {
    description:
      'Browsers call it by themselves before a request of an admin, at most every five minutes. The header ' +
      '`secure-session-challenge` of the refusal has what to sign, within a minute. It does not keep an unused session alive.',
  },
  'GET /auth/admin/sessions': { description: 'At most 100.' },
  'DELETE /auth/admin/sessions': { description: 'The session of the caller stays.' },
  'DELETE /auth/admin/sessions/{id}': {
    description:
      'Its next request is refused. Needs no recent login, so that a stolen session can be ended at any time.',
    path: { id: 'The id of the session, prefix `ads_`.' },
  },
  'POST /auth/admin/reauthenticate': {
    description:
      'The next 15 minutes of the session begin now, for the operations that respond with REAUTH_REQUIRED. The cookie ' +
      'stays, and the session ends when it would have ended. Wrong guesses count as those of a login.',
  },
});

export const adminSessionShapes = () => [
  named(
    adminSessionInfo,
    'AdminSession',
    'A live session of yours.',
    {
      id: 'The id of the session, prefix `ads_`.',
      isCurrent: 'Whether it is that of the caller.',
      isBoundToDevice: 'Whether its cookie works on the device alone on which it began.',
      deviceName: 'Browser and system, read from the User-Agent header.',
      ipAddress: 'The IP address that it began from.',
      lastUsedAt: 'When it was last used, to the minute.',
      provedAt:
        'When you last proved who you are in it. `null`: never, because the identity provider did not say when you logged in.',
      createdAt: 'When it began.',
      expiresAt: 'When it ends at the latest.',
    },
    { id: 'ads_7kM2pQ5sT8vW1yZ4bD6fH9', deviceName: 'Firefox on Linux', ipAddress: '203.0.113.7' },
  ),
  named(adminSessions['GET /auth/admin/sessions'].reply, 'AdminSessionList', 'Your sessions.', {
    data: 'The sessions, most recently used first.',
  }),
  named(
    adminSessions['POST /auth/admin/reauthenticate'].body,
    'AdminReauthenticateRequest',
    'The credentials of the admin of this session.',
    {
      password: 'Your password.',
      otp: 'The six digits of your authenticator app, if there is one.',
      emailCode: EMAIL_CODE,
      ...passkeyFactorFields(),
    },
    { otp: '492039', emailCode: '49203958172640395817' },
  ),
  named(
    adminSessions['POST /auth/admin/reauthenticate'].reply,
    'AdminReauthenticateResponse',
    'A proof that is renewed.',
    { message: 'Text for people. It may change.', provedAt: 'When it was renewed.' },
    { message: 'Proved.' },
  ),
];
