// Declares login with an identity provider. The browser is the caller and is redirected from step to step. The group
// has its own function, so that no other function loads an OpenID Connect client.
import * as z from 'zod/mini';
import { documented, named, TENANT_ID } from './documentation.ts';
import { contract } from './operation.ts';
import { redirect, tenantReference } from './shapes.ts';

const text = (most: number) => z.optional(z.string().check(z.maxLength(most)));

/** The fields a provider sends back (RFC 6749 4.1.2, RFC 9207). Other fields are dropped and never shown. */
const callback = z.object({ state: text(128), code: text(2048), iss: text(512), error: text(128) });

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
      codeChallenge: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
    }),
    reply: redirect,
    status: 302,
    errors: ['TENANT_ID_REQUIRED', 'PROVIDER_NOT_FOUND', 'REDIRECT_NOT_ALLOWED', 'RATE_LIMITED'],
    cookies: 'start-sso',
    extension: true,
  },
  'GET /auth/callback/{provider}': {
    name: 'callback',
    summary: 'Return from an identity provider',
    access: 'public',
    rate: 'credential',
    query: callback,
    reload: true,
    reply: redirect,
    status: 302,
    errors: [
      'PROVIDER_NOT_FOUND',
      'SSO_STATE_INVALID',
      'SSO_TOKEN_INVALID',
      'ACCOUNT_LINK_REQUIRED',
      'EMAIL_DOMAIN_NOT_ALLOWED',
      'REGISTRATION_DISABLED',
      'CONFLICTING_CREDENTIALS',
    ],
    cookies: 'end-sso',
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
});

const PROVIDER = { provider: 'The name of the identity provider, such as `google`.' };
const CALLBACK = {
  state: 'The state of the flow.',
  code: 'The authorization code.',
  iss: 'The issuer (RFC 9207).',
  error: 'The error code of the provider.',
};

/** What openapi.json says about this group. */
export const ssoDocs = () =>
  documented(sso, {
    description: 'Login with an identity provider. A browser navigates to these operations; scripts do not call them.',
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
            'and the caller accepts no code of another flow.',
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
    },
    shapes: [
      named(callback, 'SsoCallbackForm', 'The fields that an identity provider sends back.', CALLBACK, {
        state: 'Vb3kR7yQ2mX9',
        code: 'SplxlOBeZQQYbYS6WxSbIA',
      }),
    ],
  });
