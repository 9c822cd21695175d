// Declares the endpoints of the OpenID provider that applications call. Their errors have the form of OAuth.
import * as z from 'zod/mini';
import { documented, named, TENANT } from '../documentation.ts';
import { contract } from '../operation.ts';
import { AUTHORIZE, authorizeParameters, oauthBrowser, oauthBrowserDocs, oauthBrowserShapes } from './oauth-browser.ts';

const text = (most: number) => z.optional(z.string().check(z.maxLength(most)));

/** How an application authenticates in a form (RFC 6749 2.3.1, RFC 7523 2.2). The header is the other way. */
const clientForm = {
  client_id: text(128),
  client_secret: text(256),
  client_assertion_type: text(128),
  client_assertion: text(8192),
};

const tokenForm = z.object({
  ...clientForm,
  grant_type: z.string().check(z.maxLength(128)),
  code: text(8192),
  redirect_uri: text(1024),
  code_verifier: text(128),
  refresh_token: text(8192),
  scope: text(2048),
  tenant: text(128),
  resource: text(1024),
});

/** `token_type_hint` changes nothing: every token says what it is. */
const shownToken = z.object({ ...clientForm, token: z.string().check(z.maxLength(8192)), token_type_hint: text(64) });

const confirmation = z.object({ jkt: z.string() });
const actingParty = z.object({ sub: z.string() });

const introspection = z.object({
  active: z.boolean(),
  iss: z.optional(z.string()),
  sub: z.optional(z.string()),
  aud: z.optional(z.string()),
  client_id: z.optional(z.string()),
  token_type: z.optional(z.enum(['Bearer', 'DPoP'])),
  scope: z.optional(z.string()),
  tid: z.optional(z.string()),
  sid: z.optional(z.string()),
  jti: z.optional(z.string()),
  iat: z.optional(z.int()),
  exp: z.optional(z.int()),
  roles: z.optional(z.array(z.string())),
  permissions: z.optional(z.array(z.string())),
  cnf: z.optional(confirmation),
  act: z.optional(actingParty),
  owner: z.optional(z.string()),
});

/** Bounded here by the body, and by the row as authorize bounds them. */
const pushedForm = z.object({ ...authorizeParameters.shape, ...clientForm });

const pushed = z.object({ request_uri: z.string(), expires_in: z.int() });

const revocation = z.object({});

const tokenReply = z.object({
  access_token: z.string(),
  token_type: z.enum(['Bearer', 'DPoP']),
  expires_in: z.int(),
  refresh_token: z.optional(z.string()),
  id_token: z.optional(z.string()),
  scope: z.optional(z.string()),
});

export const oauth = contract({
  ...oauthBrowser,
  'POST /oauth2/token': {
    name: 'token',
    summary: 'Get tokens for a grant (RFC 6749 3.2)',
    access: 'client',
    rate: 'credential',
    form: tokenForm,
    reply: tokenReply,
    errors: [
      'APPLICATION_SESSION_LIMIT_REACHED',
      'INVALID_DPOP_PROOF',
      'INVALID_GRANT',
      'INVALID_SCOPE',
      'INVALID_TARGET',
      'UNAUTHORIZED_CLIENT',
      'UNSUPPORTED_GRANT_TYPE',
    ],
    errorForm: 'endpoint',
    browser: { anyOrigin: true },
    extension: true,
  },
  'POST /oauth2/par': {
    name: 'push',
    summary: 'Send an authorization request before the browser comes (RFC 9126)',
    access: 'client',
    form: pushedForm,
    reply: pushed,
    status: 201,
    errors: ['INVALID_DPOP_PROOF', 'INVALID_SCOPE', 'INVALID_TARGET', 'UNAUTHORIZED_CLIENT'],
    errorForm: 'endpoint',
    browser: { anyOrigin: true },
    extension: true,
  },
  'POST /oauth2/introspect': {
    name: 'introspect',
    summary: 'Ask whether a token is good now (RFC 7662)',
    access: 'client',
    rate: 'read',
    form: shownToken,
    reply: introspection,
    errors: ['UNAUTHORIZED_CLIENT'],
    errorForm: 'endpoint',
    extension: true,
  },
  'POST /oauth2/revoke': {
    name: 'revoke',
    summary: 'Revoke a token (RFC 7009)',
    access: 'client',
    form: shownToken,
    reply: revocation,
    errorForm: 'endpoint',
    browser: { anyOrigin: true },
    extension: true,
  },
});

const CLIENT_FORM = {
  client_id: 'The id of the application, prefix `app_`. Absent if the header has it.',
  client_secret: 'A secret of the application. Absent if the header has it.',
  client_assertion_type: 'Always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.',
  client_assertion: 'A JWT that the application signed (RFC 7523).',
};

/** Describes this group for openapi.json. */
export const oauthDocs = () =>
  documented(oauth, {
    description:
      'The endpoints of OAuth 2 and OpenID Connect. Applications call them with the library of their language. Errors have the form of `OAuthError`.',
    operations: {
      'POST /oauth2/par': {
        description:
          'The request is checked here, and cannot be altered on its way. The returned address lives 90 seconds and gives one code.',
      },
      ...oauthBrowserDocs,
      'POST /oauth2/token': {
        description:
          'A field may be sent once. An empty field counts as absent. With the header `DPoP` the tokens are bound to a key (RFC 9449).',
      },
      'POST /oauth2/introspect': {
        description:
          'For applications that have a credential. A token of a tenant that the application does not serve is inactive.',
      },
      'POST /oauth2/revoke': {
        description:
          'Ends the session behind a token of the application. Any other token changes nothing, and the reply is the same.',
      },
    },
    shapes: [
      ...oauthBrowserShapes(),
      named(
        tokenForm,
        'TokenRequest',
        'The grant that is exchanged for tokens.',
        {
          ...CLIENT_FORM,
          grant_type: '`authorization_code`, `refresh_token` or `client_credentials`.',
          code: 'The code that the browser brought.',
          redirect_uri: 'The redirect URI of the request that the code belongs to.',
          code_verifier: 'The secret behind the `code_challenge` of that request (RFC 7636).',
          refresh_token: 'The refresh token that is exchanged.',
          scope: 'The scopes, separated by spaces. Default: all that the grant allows.',
          tenant:
            'For `client_credentials`: the tenant that the token is for. Default: the only one that the application serves.',
          resource:
            'The URI of the protected resource that the token is for (RFC 8707). For a code or a refresh token: that of its request.',
        },
        { grant_type: 'client_credentials', tenant: TENANT },
      ),
      named(
        pushedForm,
        'PushedRequest',
        'An authorization request, and how the application authenticates.',
        { ...AUTHORIZE, ...CLIENT_FORM },
        { response_type: 'code', code_challenge_method: 'S256' },
      ),
      named(
        pushed,
        'PushedRequestResponse',
        'Where the request is.',
        {
          request_uri: 'What the browser brings to authorize, with `client_id` and nothing else.',
          expires_in: 'Seconds until it is over.',
        },
        { request_uri: 'urn:ietf:params:oauth:request_uri:v1.Qk3...', expires_in: 90 },
      ),
      named(
        shownToken,
        'TokenQuestion',
        'A token that is asked about or revoked.',
        { ...CLIENT_FORM, token: 'The token.', token_type_hint: 'Ignored: every token says what it is.' },
        { token: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9...' },
      ),
      named(
        introspection,
        'Introspection',
        'What a token says (RFC 7662 2.2). An inactive one says nothing.',
        {
          active: 'Whether it is good now.',
          iss: 'The issuer.',
          sub: 'The user, or the machine.',
          aud: 'The audience: this service, or the URI of a protected resource.',
          client_id: 'The application that it was issued to.',
          token_type: '`Bearer`, or `DPoP` for a token that is bound to a key.',
          scope: 'The scopes, separated by spaces.',
          tid: 'The tenant.',
          sid: 'The session. Absent for a machine.',
          jti: 'The id of the token.',
          iat: 'When it was issued, in seconds.',
          exp: 'When it expires, in seconds.',
          roles: 'The names of the roles. Absent in a token for a protected resource, as permissions are.',
          permissions: 'The names of the permissions.',
          cnf: 'The key that the token is bound to.',
          act: 'The admin who acts as the user.',
          owner: 'Whom the API key acts for that is the subject.',
        },
        { active: true, tid: TENANT },
      ),
      named(
        actingParty,
        'ActingParty',
        'Who acts as the subject of a token (RFC 8693 4.1).',
        { sub: 'The id of the admin, prefix `adm_`.' },
        { sub: 'adm_2vN5xQ8sL1kM4pR7tW0yZa' },
      ),
      named(
        confirmation,
        'Confirmation',
        'The key that a token is bound to (RFC 9449 6).',
        { jkt: 'The thumbprint of the key (RFC 7638).' },
        { jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I' },
      ),
      named(revocation, 'Revocation', 'Says nothing about the token (RFC 7009 2.2).', {}),
      named(
        tokenReply,
        'TokenResponse',
        'Tokens (RFC 6749 5.1).',
        {
          access_token: 'The access token (RFC 9068).',
          token_type: '`Bearer`, or `DPoP` for a token that is bound to a key.',
          expires_in: 'The lifetime of the access token in seconds.',
          refresh_token: 'The refresh token. It works once.',
          id_token: 'The id token, for the scope `openid`.',
          scope: 'The scopes that the token has.',
        },
        { access_token: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9...', token_type: 'Bearer', expires_in: 900 },
      ),
    ],
  });
