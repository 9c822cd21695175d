// Declares login with an identity provider, and the identities of an account. At login the browser is the caller and is
// redirected from step to step. The group has its own function, so that no other function loads an OpenID Connect
// client.
import * as z from 'zod/mini';
import { documented, named, TENANT, TENANT_ID } from '../documentation.ts';
import { contract } from '../operation.ts';
import { codeChallenge, dateTime, message, redirect, tenantReference } from '../shapes.ts';

const text = (most: number) => z.optional(z.string().check(z.maxLength(most)));

/** The fields a provider sends back (RFC 6749 4.1.2, RFC 9207). Other fields are dropped and never shown. */
const callback = z.object({ state: text(128), code: text(2048), iss: text(512), error: text(128) });

const identity = z.object({
  id: z.string(),
  provider: z.string(),
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  isActive: z.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
});

export const sso = contract({
  'GET /auth/sso/{provider}': {
    name: 'start',
    summary: 'Start a login with an identity provider',
    access: 'public',
    rate: 'credential',
    query: z.object({
      tenantId: tenantReference,
      redirectUri: z.string().check(z.minLength(1), z.maxLength(1024)),
      mode: z.optional(z.enum(['header', 'cookie'])),
      /** RFC 7636: binds the code to the caller in both directions. */
      codeChallenge: z.optional(codeChallenge),
    }),
    reply: redirect,
    status: 302,
    errors: ['TENANT_ID_REQUIRED', 'PROVIDER_NOT_FOUND', 'REDIRECT_NOT_ALLOWED', 'RATE_LIMITED'],
    browser: { cookies: 'start-sso' },
    extension: true,
  },
  'GET /auth/callback/{provider}': {
    name: 'callback',
    summary: 'Return from an identity provider',
    access: 'public',
    rate: 'credential',
    query: callback,
    browser: { reload: true, cookies: 'end-sso' },
    reply: redirect,
    status: 302,
    errors: [
      'PROVIDER_NOT_FOUND',
      'SSO_STATE_INVALID',
      'SSO_TOKEN_INVALID',
      'ACCOUNT_LINK_REQUIRED',
      'EMAIL_VERIFICATION_REQUIRED',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      'REGISTRATION_DISABLED',
      'CONFLICTING_CREDENTIALS',
    ],
  },
  'POST /auth/sso/{provider}': {
    name: 'callbackForm',
    summary: 'Return from an identity provider that sends a form',
    access: 'public',
    rate: 'credential',
    form: callback,
    reply: redirect,
    status: 303,
    errors: ['PROVIDER_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/sso/{provider}/nonce': {
    name: 'nonce',
    summary: 'Get the nonce of an id token',
    access: 'public',
    rate: 'credential',
    body: z.object({ tenantId: tenantReference, codeChallenge: z.optional(codeChallenge) }),
    reply: z.object({ nonce: z.string(), expiresAt: dateTime }),
    errors: ['TENANT_ID_REQUIRED', 'PROVIDER_NOT_FOUND', 'RATE_LIMITED'],
    browser: { binds: true },
    extension: true,
  },
  'POST /auth/organization/providers/{name}/try': {
    name: 'tryProvider',
    summary: 'Try an identity provider of the own tenant, without a login',
    access: 'user',
    permissions: ['organization.sso'],
    admits: { setup: true },
    rate: 'credential',
    // It changes nothing.
    stepUp: false,
    reply: z.object({ location: z.string() }),
    errors: ['PROVIDER_NOT_FOUND', 'RATE_LIMITED', 'FORBIDDEN'],
    browser: { cookies: 'start-sso' },
    extension: true,
  },
  'GET /auth/identities': {
    name: 'identities',
    summary: 'List the identities that open this account',
    access: 'user',
    admits: { application: 'account', acting: true },
    reply: z.object({ identities: z.array(identity) }),
    extension: true,
  },
  'POST /auth/identities': {
    name: 'link',
    summary: 'Start to link an identity to this account',
    access: 'user',
    needsDeviceKey: true,
    rate: 'credential',
    stepUp: true,
    body: z.object({ provider: z.string().check(z.minLength(1), z.maxLength(64)) }),
    reply: z.object({ location: z.string() }),
    errors: ['PROVIDER_NOT_FOUND', 'RATE_LIMITED', 'FORBIDDEN'],
    browser: { cookies: 'start-sso' },
    extension: true,
  },
  'DELETE /auth/identities/{id}': {
    name: 'unlink',
    summary: 'Unlink an identity from this account',
    access: 'user',
    admits: { application: 'account' },
    stepUp: true,
    reply: message,
    errors: ['IDENTITY_NOT_FOUND', 'LAST_LOGIN_METHOD'],
    extension: true,
  },
  'POST /auth/identities/{id}/allow': {
    name: 'allow',
    summary: 'Allow an unlinked identity to be linked again',
    access: 'user',
    needsDeviceKey: true,
    admits: { application: 'account' },
    stepUp: true,
    reply: message,
    errors: ['IDENTITY_NOT_FOUND'],
    extension: true,
  },
});

const PROVIDER = { provider: 'The name of the identity provider, such as `google`.' };
const IDENTITY_ID = { id: 'The id of the identity, prefix `idn_`.' };
const CALLBACK = {
  state: 'The state of the flow.',
  code: 'The authorization code.',
  iss: 'The issuer (RFC 9207).',
  error: 'The error code of the provider.',
};

/** Describes this group for openapi.json. */
export const ssoDocs = () =>
  documented(sso, {
    description:
      'Login with an identity provider. A browser navigates to the operations that redirect; scripts do not call them.',
    operations: {
      'GET /auth/sso/{provider}': {
        description:
          'Redirects to the identity provider. The browser returns to `redirectUri` with a `code` for POST /auth/login, ' +
          'which lives 60 seconds and works once, or with the cookies of a session.',
        path: PROVIDER,
        query: {
          tenantId: TENANT_ID,
          redirectUri: "Where the browser returns to. It must equal an entry of the tenant's `settings.redirectUris`.",
          mode: 'How the session is delivered: a `code` in the query of `redirectUri` (`header`), or cookies (`cookie`).',
          codeChallenge:
            'The S256 hash of a secret that the caller keeps (RFC 7636). Only the holder of the secret can use the code, ' +
            'and the caller accepts no code of another flow. Required for a `code`, unless the tenant has ' +
            '`settings.binding.redirects` `optional`.',
        },
      },
      'GET /auth/callback/{provider}': {
        description:
          'The identity provider sends the browser here. Redirects to the `redirectUri` of the flow. A browser that ' +
          'withheld its cookies first gets a page that loads the same address again.',
        path: PROVIDER,
        query: CALLBACK,
      },
      'POST /auth/sso/{provider}': {
        description:
          'Redirects to GET /auth/callback/{provider} with the same fields, because a browser sends its cookies only ' +
          'with that request.',
        path: PROVIDER,
      },
      'POST /auth/sso/{provider}/nonce': {
        description:
          'For apps with the SDK of a provider. The app passes the nonce to the SDK as it is, and sends the id token to ' +
          'POST /auth/login with `credentials.codeVerifier`. The token then works once, for this client and tenant.',
        path: PROVIDER,
      },
      'POST /auth/organization/providers/{name}/try': {
        description:
          'Needs `organization.sso`. For a browser whose session is in cookies. It goes to `location`, the person logs in there, and it returns to the page `/setup/tried`, which shows what was read. There is no session and no account, and nothing is stored. Works for a provider that is off, once, in this browser, for 10 minutes.',
        path: { name: 'The name of the provider.' },
      },
      'GET /auth/identities': { description: 'Lists unlinked identities, too: they stay out until they are allowed.' },
      'POST /auth/identities': {
        description:
          'For a browser whose session is in cookies. It goes to `location` and returns to the account page, ' +
          '`/account/security`, where `error` says why nothing was linked: a code, or `identity_taken` for an identity ' +
          'that opens another account. The flow belongs to the session that began it.',
      },
      'DELETE /auth/identities/{id}': {
        description:
          'Shuts the identity out and ends every other session of the account. A login with the provider does not link ' +
          'it again. An identity that is already out stays out.',
        path: IDENTITY_ID,
      },
      'POST /auth/identities/{id}/allow': {
        description: 'Removes an unlinked identity from the list. A login with the provider may then link it again.',
        path: IDENTITY_ID,
      },
    },
    shapes: [
      named(
        sso['POST /auth/sso/{provider}/nonce'].body,
        'SsoNonceRequest',
        'The tenant, and the client that the nonce is issued to.',
        {
          tenantId: TENANT_ID,
          codeChallenge:
            'The S256 hash of a secret that the caller keeps (RFC 7636). Required, except in cookie mode, where a cookie replaces it.',
        },
        { tenantId: TENANT },
      ),
      named(
        sso['POST /auth/sso/{provider}/nonce'].reply,
        'SsoNonce',
        'A nonce for one id token.',
        { nonce: 'The nonce.', expiresAt: 'When it expires.' },
        { nonce: 'fLz8vB3nQ1xW6yT0kR9mP2sD5gH7jK4aC8eN1uV3oZE' },
      ),
      named(
        identity,
        'LinkedIdentity',
        'An account at an identity provider.',
        {
          id: 'The id of the identity, prefix `idn_`.',
          provider: 'The name of the identity provider.',
          email: 'The email address there, when it was linked.',
          name: 'The name there, when it was linked.',
          isActive: 'Whether it opens the account. `false`: it was unlinked.',
          createdAt: 'When it was linked.',
          updatedAt: 'When it changed.',
        },
        { id: 'idn_4cR7tX0bN3mQ6wE9yU2iO5', provider: 'google' },
      ),
      named(
        sso['POST /auth/identities'].body,
        'LinkIdentityRequest',
        'An identity to link.',
        { provider: 'The name of the identity provider.' },
        { provider: 'google' },
      ),
      named(
        sso['POST /auth/identities'].reply,
        'LinkIdentityStart',
        'Where the browser goes.',
        { location: 'The address of the identity provider.' },
        { location: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=acme' },
      ),
      named(
        sso['POST /auth/organization/providers/{name}/try'].reply,
        'ProviderTrialStart',
        'Where the browser goes.',
        { location: 'The address of the identity provider.' },
        { location: 'https://id.acme.example/authorize?client_id=gatehouse' },
      ),
      named(sso['GET /auth/identities'].reply, 'LinkedIdentityList', 'The identities of the account.', {
        identities: 'The identities, oldest first.',
      }),
      named(callback, 'SsoCallbackForm', 'The fields that an identity provider sends back.', CALLBACK, {
        state: 'Vb3kR7yQ2mX9',
        code: 'SplxlOBeZQQYbYS6WxSbIA',
      }),
    ],
  });
