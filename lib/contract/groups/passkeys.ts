// Declares passkeys (WebAuthn): login with one, one as the second factor, and those of an account. The shapes are the JSON
// forms of WebAuthn, so that `PublicKeyCredential.parseRequestOptionsFromJSON` and `toJSON` fit.
import * as z from 'zod/mini';
import { documented, named, TENANT, TENANT_ID } from '../documentation.ts';
import { contract } from '../operation.ts';
import { tokens } from '../records.ts';
import {
  codeChallenge,
  codeVerifier,
  dateTime,
  message,
  nullableDateTime,
  readable,
  tenantReference,
} from '../shapes.ts';

/** Base64url of at most so many bytes. The exact bounds are in lib/crypto/webauthn/ceremonies.ts. */
const bytes = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(Math.ceil((most * 4) / 3)), z.regex(/^[A-Za-z0-9_-]*$/));
const anything = z.optional(z.unknown());
const KIND = z.literal('public-key');
const ofCredential = {
  id: bytes(1023),
  rawId: z.optional(bytes(1023)),
  type: KIND,
  authenticatorAttachment: anything,
  clientExtensionResults: anything,
};
const clientDataJSON = bytes(4096);

/** `AuthenticationResponseJSON` (WebAuthn Level 3, 5.1). */
export const assertion = z.object({
  ...ofCredential,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(4096),
    signature: bytes(1024),
    userHandle: z.optional(z.nullable(bytes(64))),
  }),
});

/** `RegistrationResponseJSON`. What browsers repeat of the attestation is not read. */
export const attestation = z.object({
  ...ofCredential,
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(8192),
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))),
    authenticatorData: anything,
    publicKey: anything,
    publicKeyAlgorithm: anything,
  }),
});

const descriptor = z.object({ type: KIND, id: z.string(), transports: z.array(z.string()) });
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['required', 'preferred']),
  allowCredentials: z.array(descriptor),
});
export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: KIND, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.enum(['required', 'preferred']),
  }),
  attestation: z.literal('none'),
});

export const passkeyName = readable(64).check(z.regex(/\S/));
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  isSynced: z.boolean(),
  isBackedUp: z.boolean(),
  aaguid: z.string(),
  lastUsedAt: nullableDateTime,
  createdAt: dateTime,
});
/** What `signalAllAcceptedCredentials` and `signalCurrentUserDetails` of browsers take (WebAuthn Level 3, 5.1.10). */
export const signals = z.object({
  rpId: z.string(),
  userId: z.string(),
  allAcceptedCredentialIds: z.array(z.string()),
  name: z.string(),
  displayName: z.string(),
});
const linkToken = z.string().check(z.minLength(1), z.maxLength(256));
/** Room for an attestation. */
export const roomForCredential = { bounds: { text: 12_000 } } as const;

export const passkeys = contract({
  'POST /auth/passkeys/login-options': {
    name: 'loginOptions',
    summary: 'Get the options of a login with a passkey',
    access: 'public',
    rate: 'credential',
    body: z.object({ tenantId: tenantReference, codeChallenge: z.optional(codeChallenge) }),
    reply: z.object({ options: requestOptions }),
    errors: ['TENANT_ID_REQUIRED', 'PASSKEYS_NOT_ENABLED'],
    browser: { binds: true },
    extension: true,
  },
  'POST /auth/passkeys/login': {
    name: 'login',
    summary: 'Log in with a passkey',
    access: 'public',
    rate: 'credential',
    input: roomForCredential,
    body: z.object({
      tenantId: tenantReference,
      credential: assertion,
      codeVerifier: z.optional(codeVerifier),
      rememberMe: z._default(z.boolean(), true),
    }),
    reply: tokens,
    errors: ['TENANT_ID_REQUIRED', 'PASSKEY_INVALID', 'PASSKEYS_NOT_ENABLED', 'RATE_LIMITED'],
    browser: { cookies: 'start-session' },
    extension: true,
  },
  'POST /auth/passkeys/verify-options': {
    name: 'verifyOptions',
    summary: 'Get the options of a passkey as second factor or fresh proof',
    access: 'pending',
    rate: 'credential',
    reply: z.object({ options: requestOptions }),
    errors: ['PASSKEYS_NOT_ENABLED'],
    extension: true,
  },
  'POST /auth/passkeys/verify': {
    name: 'verify',
    summary: 'Complete this login with a passkey, or renew its proof',
    access: 'pending',
    rate: 'credential',
    input: roomForCredential,
    body: z.object({ credential: assertion, trustDevice: z._default(z.boolean(), false) }),
    reply: tokens,
    errors: ['PASSKEY_INVALID', 'PASSKEYS_NOT_ENABLED', 'ACCOUNT_LOCKED'],
    browser: { cookies: 'start-session' },
    extension: true,
  },
  'GET /auth/passkeys': {
    name: 'list',
    summary: 'List the passkeys of this account, oldest first',
    access: 'user',
    admits: { application: 'account', acting: true },
    reply: z.object({ passkeys: z.array(passkey), signals: z.nullable(signals) }),
    extension: true,
  },
  'POST /auth/passkeys/options': {
    name: 'options',
    summary: 'Get the options of a new passkey',
    access: 'enrolling',
    stepUp: true,
    reply: z.object({ options: creationOptions }),
    errors: ['PASSKEYS_NOT_ENABLED', 'PASSKEY_LIMIT_REACHED'],
    extension: true,
  },
  'POST /auth/passkeys': {
    name: 'add',
    summary: 'Add a passkey to this account',
    access: 'user',
    needsDeviceKey: true,
    stepUp: true,
    input: roomForCredential,
    body: z.object({ credential: attestation, name: z.optional(passkeyName) }),
    reply: passkey,
    status: 201,
    errors: ['PASSKEY_INVALID', 'PASSKEYS_NOT_ENABLED', 'PASSKEY_LIMIT_REACHED'],
    extension: true,
  },
  'POST /auth/passkeys/enrol': {
    name: 'enrol',
    summary: 'Add a passkey and complete this login with it',
    access: 'enrolling',
    needsDeviceKey: true,
    stepUp: true,
    rate: 'credential',
    input: roomForCredential,
    body: z.object({ credential: attestation, name: z.optional(passkeyName) }),
    reply: tokens,
    errors: ['PASSKEY_INVALID', 'PASSKEYS_NOT_ENABLED', 'PASSKEY_LIMIT_REACHED'],
    browser: { cookies: 'start-session' },
    extension: true,
  },
  'POST /auth/passkeys/link-options': {
    name: 'linkOptions',
    summary: 'Get the options of a new passkey for an invitation or a recovery link',
    access: 'public',
    rate: 'credential',
    body: z.object({ token: linkToken }),
    reply: z.object({ options: creationOptions }),
    errors: ['PASSWORD_RESET_TOKEN_INVALID', 'PASSKEYS_NOT_ENABLED', 'PASSKEY_LIMIT_REACHED', 'RATE_LIMITED'],
    extension: true,
  },
  'POST /auth/passkeys/link': {
    name: 'link',
    summary: 'Add a passkey with an invitation or a recovery link',
    access: 'public',
    rate: 'credential',
    input: roomForCredential,
    body: z.object({ token: linkToken, credential: attestation, name: z.optional(passkeyName) }),
    reply: message,
    errors: [
      'PASSWORD_RESET_TOKEN_INVALID',
      'PASSKEY_INVALID',
      'PASSKEYS_NOT_ENABLED',
      'PASSKEY_LIMIT_REACHED',
      'RATE_LIMITED',
    ],
    extension: true,
  },
  'PATCH /auth/passkeys/{id}': {
    name: 'rename',
    summary: 'Rename a passkey of this account',
    access: 'user',
    admits: { application: 'account' },
    body: z.object({ name: passkeyName }),
    reply: message,
    errors: ['PASSKEY_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/passkeys/{id}': {
    name: 'remove',
    summary: 'Remove a passkey of this account',
    access: 'user',
    admits: { application: 'account' },
    stepUp: true,
    reply: message,
    errors: ['PASSKEY_NOT_FOUND', 'LAST_LOGIN_METHOD', 'MFA_LAST_FACTOR'],
    extension: true,
  },
});

const ID = { id: 'The id of the passkey, prefix `pky_`.' };
const OPTIONS = { options: 'For the browser: `PublicKeyCredential.parseRequestOptionsFromJSON` reads them.' };
const CREDENTIAL = 'What the browser returned, as its `toJSON` makes it.';
const NAME = 'What the user calls it, at most 64 characters.';
const LINK_TOKEN = 'The token of the invitation, or of the link that an admin made.';
const OF_RESPONSE = {
  id: 'The id of the credential, in base64url.',
  rawId: 'The same.',
  type: '`public-key`.',
  authenticatorAttachment: 'Not read.',
  clientExtensionResults: 'Not read.',
};
const CREDENTIAL_ID = 'Vk2tJ8bX0cQ4nR6yL1mZ5w';

/** Describes this group for openapi.json. */
export const passkeysDocs = () =>
  documented(passkeys, {
    description:
      'Passkeys (WebAuthn). One that verifies its user is both factors of a login. One that only shows that its user is present is a second factor.',
    operations: {
      'POST /auth/passkeys/login-options': {
        description:
          'The options are the same for every visitor, and name no account: the authenticator offers its passkeys. The ' +
          'challenge lives five minutes, works once, and for this browser or app alone.',
      },
      'POST /auth/passkeys/login': {
        description:
          'The passkey names its account. The session is complete: no second factor is asked for. `amr` has `hwk` or ' +
          '`swk`, `user` and `mfa`.',
      },
      'POST /auth/passkeys/verify-options': {
        description: 'Lists the passkeys of the account. The challenge belongs to this session.',
      },
      'POST /auth/passkeys/verify': {
        description:
          'Returns new tokens, and the previous ones stop working. On a complete session it renews the proof that ' +
          'REAUTH_REQUIRED asks for; the passkey must then verify its user.',
      },
      'GET /auth/passkeys': { description: 'No reply has the key of one.' },
      'POST /auth/passkeys/options': {
        description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON`. An account has at most 20 passkeys.',
      },
      'POST /auth/passkeys': {
        description: 'Other sessions of the account stay, and the user is told. It switches no second factor on.',
      },
      'POST /auth/passkeys/enrol': {
        description: 'For a login whose `passkey` is `enrol`. It switches the second factor of the account on.',
      },
      'POST /auth/passkeys/link-options': {
        description: 'The challenge is of this link. `POST /auth/invitation` says whether the link takes a passkey.',
      },
      'POST /auth/passkeys/link': {
        description:
          'Uses the link up and ends every session of the account. It does not log in. An invitation adds a passkey only to ' +
          'an account without a second factor, where passkeys log in alone. An account has at most 20 passkeys.',
      },
      'PATCH /auth/passkeys/{id}': { description: 'The name in the authenticator stays as it is.', path: ID },
      'DELETE /auth/passkeys/{id}': {
        description: 'Ends every other session of the account, and the user is told. The last way in stays.',
        path: ID,
      },
    },
    shapes: [
      named(
        passkeys['POST /auth/passkeys/login-options'].body,
        'PasskeyLoginOptionsRequest',
        'The tenant, and the client that the challenge is for.',
        {
          tenantId: TENANT_ID,
          codeChallenge:
            'The S256 hash of a secret that the caller keeps (RFC 7636). Required, except in cookie mode, where a cookie replaces it.',
        },
        { tenantId: TENANT },
      ),
      named(passkeys['POST /auth/passkeys/login-options'].reply, 'PasskeyLoginOptions', 'Options of a login.', OPTIONS),
      named(
        passkeys['POST /auth/passkeys/verify-options'].reply,
        'PasskeyVerifyOptions',
        'Options of a proof.',
        OPTIONS,
      ),
      named(
        requestOptions,
        'PasskeyRequestOptions',
        'PublicKeyCredentialRequestOptionsJSON of WebAuthn.',
        {
          challenge: 'What the passkey signs.',
          rpId: 'The domain that the passkeys belong to.',
          timeout: 'Milliseconds.',
          userVerification: 'Whether the authenticator must verify its user.',
          allowCredentials: 'The passkeys that may be used. Empty: any of this domain.',
        },
        { timeout: 300_000, allowCredentials: [] },
      ),
      named(passkeys['POST /auth/passkeys/link-options'].body, 'PasskeyLinkOptionsRequest', 'The link.', {
        token: LINK_TOKEN,
      }),
      named(passkeys['POST /auth/passkeys/link-options'].reply, 'PasskeyLinkOptions', 'Options of a new passkey.', {
        options: 'For the browser: `PublicKeyCredential.parseCreationOptionsFromJSON` reads them.',
      }),
      named(
        passkeys['POST /auth/passkeys/link'].body,
        'PasskeyLinkRequest',
        'A link, and the passkey that it adds.',
        {
          token: LINK_TOKEN,
          credential: CREDENTIAL,
          name: `${NAME} Default: that of the device, such as \`Chrome on macOS\`.`,
        },
        { name: 'Laptop' },
      ),
      named(passkeys['POST /auth/passkeys/options'].reply, 'PasskeyCreationOptionsReply', 'Options of a new passkey.', {
        options: 'For the browser: `PublicKeyCredential.parseCreationOptionsFromJSON` reads them.',
      }),
      named(
        creationOptions,
        'PasskeyCreationOptions',
        'PublicKeyCredentialCreationOptionsJSON of WebAuthn.',
        {
          rp: 'The relying party.',
          user: 'The account. Its `id` says nothing about the person.',
          challenge: 'What the browser repeats.',
          pubKeyCredParams: 'The kinds of keys that are accepted, best first.',
          timeout: 'Milliseconds.',
          excludeCredentials: 'The passkeys that the account has.',
          authenticatorSelection: 'The passkey must be able to name its account.',
          attestation: 'No statement of the maker is asked for.',
        },
        { timeout: 300_000, excludeCredentials: [] },
      ),
      named(
        creationOptions.shape.rp,
        'PasskeyRelyingParty',
        'The relying party.',
        {
          id: 'Its domain.',
          name: 'The name of the service.',
        },
        { id: 'example.com', name: 'Acme' },
      ),
      named(
        creationOptions.shape.user,
        'PasskeyUser',
        'The account of a new passkey.',
        {
          id: '32 random bytes, in base64url.',
          name: 'The address of the account.',
          displayName: 'The name of the user.',
        },
        { id: 'q3JmX2tYb1pW9cM2kZ6wL0pR3vQ7mZ1cYdKtX2pLw8R', name: 'ada@example.com' },
      ),
      named(
        creationOptions.shape.pubKeyCredParams._zod.def.element,
        'PasskeyKeyType',
        'A kind of key.',
        {
          type: '`public-key`.',
          alg: 'The COSE algorithm: -7, -8 or -257.',
        },
        { alg: -7 },
      ),
      named(creationOptions.shape.authenticatorSelection, 'PasskeySelection', 'What the authenticator must do.', {
        residentKey: '`required`.',
        requireResidentKey: 'The same, for older browsers.',
        userVerification: '`preferred`, or `required` where the passkey must log in alone.',
      }),
      named(
        descriptor,
        'PasskeyDescriptor',
        'A passkey, as browsers know it.',
        {
          type: '`public-key`.',
          id: 'The id of the credential, in base64url.',
          transports: 'How browsers reach its authenticator.',
        },
        { id: CREDENTIAL_ID, transports: ['internal'] },
      ),
      named(
        passkeys['POST /auth/passkeys/login'].body,
        'PasskeyLoginRequest',
        'The use of a passkey.',
        {
          tenantId: TENANT_ID,
          credential: CREDENTIAL,
          codeVerifier: 'The secret of `codeChallenge`.',
          rememberMe: 'In cookie mode: whether the cookies survive the end of the browser session.',
        },
        { tenantId: TENANT },
      ),
      named(passkeys['POST /auth/passkeys/verify'].body, 'VerifyPasskeyRequest', 'The use of a passkey.', {
        credential: CREDENTIAL,
        trustDevice: 'Whether the next logins on this device skip the second factor, for 30 days.',
      }),
      named(
        assertion,
        'PasskeyAssertion',
        'AuthenticationResponseJSON of WebAuthn.',
        { ...OF_RESPONSE, response: 'What the authenticator signed.' },
        { id: CREDENTIAL_ID, rawId: CREDENTIAL_ID },
      ),
      named(assertion.shape.response, 'PasskeyAssertionResponse', 'What the authenticator signed.', {
        clientDataJSON: 'What the browser says.',
        authenticatorData: 'What the authenticator says.',
        signature: 'Its signature.',
        userHandle: 'The `id` of the account.',
      }),
      named(
        passkeys['POST /auth/passkeys'].body,
        'AddPasskeyRequest',
        'A new passkey.',
        {
          credential: CREDENTIAL,
          name: `${NAME} Default: that of the device, such as \`Chrome on macOS\`.`,
        },
        { name: 'Laptop' },
      ),
      named(
        passkeys['POST /auth/passkeys/enrol'].body,
        'EnrolPasskeyRequest',
        'A new passkey.',
        {
          credential: CREDENTIAL,
          name: `${NAME} Default: that of the device, such as \`Chrome on macOS\`.`,
        },
        { name: 'Laptop' },
      ),
      named(
        attestation,
        'PasskeyAttestation',
        'RegistrationResponseJSON of WebAuthn.',
        { ...OF_RESPONSE, response: 'The new key.' },
        { id: CREDENTIAL_ID, rawId: CREDENTIAL_ID },
      ),
      named(
        attestation.shape.response,
        'PasskeyAttestationResponse',
        'The new key.',
        {
          clientDataJSON: 'What the browser says.',
          attestationObject: 'What the authenticator says, with the key.',
          transports: 'How browsers reach the authenticator.',
          authenticatorData: 'Not read.',
          publicKey: 'Not read.',
          publicKeyAlgorithm: 'Not read.',
        },
        {
          transports: ['internal'],
        },
      ),
      named(
        passkeys['PATCH /auth/passkeys/{id}'].body,
        'RenamePasskeyRequest',
        'The new name.',
        { name: NAME },
        { name: 'Laptop' },
      ),
      named(passkeys['GET /auth/passkeys'].reply, 'PasskeyList', 'The passkeys of an account.', {
        passkeys: 'The passkeys, oldest first.',
        signals:
          'For the browser: `signalAllAcceptedCredentials` and `signalCurrentUserDetails` of `PublicKeyCredential` take it, so that it offers no passkey that is gone. `null`: the account never had one, or the deployment has none.',
      }),
      named(
        signals,
        'PasskeySignals',
        'What browsers are told about the passkeys of an account.',
        {
          rpId: 'The domain that the passkeys belong to.',
          userId: 'The `id` of the account for passkeys.',
          allAcceptedCredentialIds: 'The passkeys that the account has, in base64url.',
          name: 'The address of the account.',
          displayName: 'The name of the user.',
        },
        { allAcceptedCredentialIds: [CREDENTIAL_ID] },
      ),
      named(
        passkey,
        'Passkey',
        'A passkey of an account.',
        {
          ...ID,
          name: 'What the user calls it.',
          isSynced: 'Whether it may be on several devices of the user.',
          isBackedUp: 'Whether it is.',
          aaguid: 'The model of the authenticator, as it says itself. Zeros: it does not say.',
          lastUsedAt: 'When it last logged in, to the day. `null`: never.',
          createdAt: 'When it was added.',
        },
        { id: 'pky_7tQ1nB4xV9cM2kZ6wL0pR3', name: 'Laptop', aaguid: '00000000000000000000000000000000' },
      ),
    ],
  });
