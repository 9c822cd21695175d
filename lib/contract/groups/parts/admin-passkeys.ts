// Declares the passkeys of admins. It is a part of the group admin-console. The shapes of WebAuthn are those of users.
import * as z from 'zod/mini';
import { named } from '../../documentation.ts';
import { contract } from '../../operation.ts';
import { codeChallenge, codeVerifier, dateTime, message } from '../../shapes.ts';
import {
  assertion,
  attestation,
  creationOptions,
  passkey,
  passkeyName,
  requestOptions,
  roomForCredential,
  signals,
} from '../passkeys.ts';

/** A passkey as second factor, beside what proves the first one. */
export const passkeyFactor = { credential: z.optional(assertion), codeVerifier: z.optional(codeVerifier) };

export const adminPasskeyLogin = z.object({ credential: assertion, codeVerifier: z.optional(codeVerifier) });

export const adminPasskeys = contract({
  'POST /auth/admin/passkeys/login-options': {
    name: 'passkeyLoginOptions',
    summary: 'Get the options of a login of an admin with a passkey',
    access: 'public',
    rate: 'credential',
    body: z.object({ codeChallenge: z.optional(codeChallenge), isSecond: z._default(z.boolean(), false) }),
    reply: z.object({ options: requestOptions }),
    status: 201,
    errors: ['PASSKEYS_NOT_ENABLED'],
    browser: { binds: true },
    extension: true,
  },
  'POST /auth/admin/passkeys/verify-options': {
    name: 'passkeyVerifyOptions',
    summary: 'Get the options of a passkey that renews the proof of this session',
    duty: 'self',
    admits: { beforeEnrolment: true },
    stepUp: false,
    rate: 'credential',
    reply: z.object({ options: requestOptions }),
    status: 201,
    errors: ['PASSKEYS_NOT_ENABLED'],
    extension: true,
  },
  'POST /auth/admin/passkeys/verify': {
    name: 'verifyPasskey',
    summary: 'Prove who you are again with a passkey, in this session',
    duty: 'self',
    admits: { beforeEnrolment: true },
    // It is what a session without a recent proof calls.
    stepUp: { credential: false },
    rate: 'credential',
    input: roomForCredential,
    body: z.object({ credential: assertion }),
    reply: z.object({ ...message.shape, provedAt: dateTime }),
    status: 201,
    errors: ['PASSKEY_INVALID', 'PASSKEYS_NOT_ENABLED', 'RATE_LIMITED'],
    extension: true,
  },
  'GET /auth/admin/passkeys': {
    name: 'passkeys',
    summary: 'List your passkeys, oldest first',
    duty: 'self',
    admits: { beforeEnrolment: true },
    reply: z.object({ passkeys: z.array(passkey), signals: z.nullable(signals) }),
    extension: true,
  },
  'POST /auth/admin/passkeys/options': {
    name: 'passkeyOptions',
    summary: 'Get the options of a new passkey of yours',
    duty: 'self',
    admits: { beforeEnrolment: true },
    stepUp: true,
    reply: z.object({ options: creationOptions }),
    status: 201,
    errors: ['PASSKEYS_NOT_ENABLED', 'PASSKEY_LIMIT_REACHED'],
    extension: true,
  },
  'POST /auth/admin/passkeys': {
    name: 'addPasskey',
    summary: 'Add a passkey of yours',
    duty: 'self',
    admits: { beforeEnrolment: true },
    stepUp: true,
    input: roomForCredential,
    body: z.object({ credential: attestation, name: z.optional(passkeyName) }),
    reply: passkey,
    status: 201,
    errors: ['PASSKEY_INVALID', 'PASSKEYS_NOT_ENABLED', 'PASSKEY_LIMIT_REACHED'],
    extension: true,
  },
  'PATCH /auth/admin/passkeys/{id}': {
    name: 'renamePasskey',
    summary: 'Rename a passkey of yours',
    duty: 'self',
    stepUp: { name: false },
    body: z.object({ name: passkeyName }),
    reply: message,
    errors: ['PASSKEY_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/passkeys/{id}': {
    name: 'removePasskey',
    summary: 'Remove a passkey of yours',
    duty: 'self',
    stepUp: true,
    reply: message,
    errors: ['PASSKEY_NOT_FOUND', 'MFA_LAST_FACTOR'],
    extension: true,
  },
  'DELETE /auth/admin/admins/{id}/passkeys': {
    name: 'removeAdminPasskeys',
    summary: 'Remove every passkey of another admin',
    duty: { needs: 'own', tenant: 'deployment' },
    stepUp: true,
    reply: message,
    errors: ['ADMIN_USER_NOT_FOUND', 'MFA_NOT_ENABLED'],
    extension: true,
  },
});

const ID = { id: 'The id of the passkey, prefix `pky_`.' };
const CREDENTIAL = 'What the browser returned, as its `toJSON` makes it.';
const OPTIONS = { options: 'For the browser: `PublicKeyCredential.parseRequestOptionsFromJSON` reads them.' };
const VERIFIER = 'The secret of `codeChallenge`. In cookie mode, a cookie replaces it.';

/** A function, so that it is in no bundle. */
export const passkeyFactorFields = () => ({
  credential: 'A passkey in place of the code: what the browser returned for POST /auth/admin/passkeys/login-options.',
  codeVerifier: VERIFIER,
});

export const adminPasskeyOperations = () => ({
  'POST /auth/admin/passkeys/login-options': {
    description:
      'The options name no admin. The challenge lives five minutes, works once, and for this browser or app alone.',
  },
  'POST /auth/admin/passkeys/login': {
    description: 'The passkey names its admin. It must verify its user, and is both factors then.',
  },
  'POST /auth/admin/passkeys/verify-options': {
    description: 'Lists your passkeys. The challenge belongs to this session.',
  },
  'POST /auth/admin/passkeys/verify': {
    description: 'Does what POST /auth/admin/reauthenticate does, with one touch. The passkey must verify its user.',
  },
  'GET /auth/admin/passkeys': { description: 'No reply has the key of one.' },
  'POST /auth/admin/passkeys/options': {
    description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON`. An admin has at most 20 passkeys.',
  },
  'POST /auth/admin/passkeys': {
    description: 'Every later login needs a passkey or, if there is one, a code. Ends your other sessions.',
  },
  'PATCH /auth/admin/passkeys/{id}': { description: 'The name in the authenticator stays as it is.', path: ID },
  'DELETE /auth/admin/passkeys/{id}': {
    description: 'Ends your other sessions. The last one stays where the deployment requires one.',
    path: ID,
  },
  'DELETE /auth/admin/admins/{id}/passkeys': {
    description: 'For another admin, who lost them. Ends every session of that admin.',
    path: { id: 'The id of the admin, prefix `adm_`.' },
  },
});

export const adminPasskeyShapes = () => [
  named(
    adminPasskeys['POST /auth/admin/passkeys/login-options'].body,
    'AdminPasskeyLoginOptionsRequest',
    'The client that the challenge is for.',
    {
      codeChallenge:
        'The S256 hash of a secret that the caller keeps (RFC 7636). Required, except in cookie mode, where a cookie replaces it.',
      isSecond: 'Whether the passkey comes beside a password. Then it need not verify its user.',
    },
  ),
  named(
    adminPasskeys['POST /auth/admin/passkeys/login-options'].reply,
    'AdminPasskeyLoginOptions',
    'Options of a login.',
    OPTIONS,
  ),
  named(
    adminPasskeys['POST /auth/admin/passkeys/verify-options'].reply,
    'AdminPasskeyVerifyOptions',
    'Options of a proof.',
    OPTIONS,
  ),
  named(adminPasskeyLogin, 'AdminPasskeyLoginRequest', 'The use of a passkey.', {
    credential: CREDENTIAL,
    codeVerifier: VERIFIER,
  }),
  named(adminPasskeys['POST /auth/admin/passkeys/verify'].body, 'VerifyAdminPasskeyRequest', 'The use of a passkey.', {
    credential: CREDENTIAL,
  }),
  named(
    adminPasskeys['POST /auth/admin/passkeys/verify'].reply,
    'VerifyAdminPasskeyResponse',
    'A proof that is renewed.',
    { message: 'Text for people. It may change.', provedAt: 'When it was renewed.' },
    { message: 'Proved.' },
  ),
  named(adminPasskeys['GET /auth/admin/passkeys'].reply, 'AdminPasskeyList', 'Your passkeys.', {
    passkeys: 'The passkeys, oldest first.',
    signals: 'For `signalAllAcceptedCredentials` of the browser. `null`: there is nothing to tell.',
  }),
  named(
    adminPasskeys['POST /auth/admin/passkeys/options'].reply,
    'AdminPasskeyCreationOptions',
    'Options of a new passkey.',
    { options: 'For the browser: `PublicKeyCredential.parseCreationOptionsFromJSON` reads them.' },
  ),
  named(
    adminPasskeys['POST /auth/admin/passkeys'].body,
    'AddAdminPasskeyRequest',
    'A new passkey.',
    {
      credential: CREDENTIAL,
      name: 'What you call it, at most 64 characters. Default: that of the device, such as `Chrome on macOS`.',
    },
    { name: 'Laptop' },
  ),
  named(
    adminPasskeys['PATCH /auth/admin/passkeys/{id}'].body,
    'RenameAdminPasskeyRequest',
    'The new name.',
    { name: 'What you call it, at most 64 characters.' },
    { name: 'Laptop' },
  ),
];
