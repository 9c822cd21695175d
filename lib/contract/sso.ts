// Logging in by an identity provider: there, back, and what becomes of it. A function of its own, so that no other one
// loads an OpenID Connect client. The browser is the caller: it is sent from one to the next.
import * as z from 'zod/mini';
import { contract } from './operation.ts';
import { redirect, tenantReference } from './shapes.ts';

const text = (most: number) => z.optional(z.string().check(z.maxLength(most)));

/** What a provider sends back (RFC 6749 4.1.2, RFC 9207). What else it sends is dropped: it is never shown to anybody. */
const answer = z.object({ state: text(128), code: text(2048), iss: text(512), error: text(128) });

export const sso = contract({
  'GET /auth/sso/{provider}': {
    name: 'start',
    summary: 'Go to an identity provider; the browser comes back to redirectUri',
    access: 'public',
    rate: 'credential',
    query: z.object({
      tenantId: tenantReference,
      /** One of the tenant's `settings.redirectUris`, exactly. */
      redirectUri: z.string().check(z.minLength(1), z.maxLength(1024)),
      /** How the session is delivered: by a code in the query of redirectUri, or in cookies. */
      mode: z.optional(z.enum(['header', 'cookie'])),
      /** S256 of a secret that the caller keeps (RFC 7636): the code is of use to nobody else, and no other to the caller. */
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
    summary: 'Come back from an identity provider, and go on to redirectUri',
    access: 'public',
    rate: 'credential',
    query: answer,
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
    summary: 'The same from a provider that answers by a form: goes on to GET, with which the cookies come',
    access: 'public',
    rate: 'credential',
    form: answer,
    reply: redirect,
    status: 303,
    errors: ['PROVIDER_NOT_FOUND'],
    extension: true,
  },
});
