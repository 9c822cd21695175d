// Declares the endpoints of the OpenID provider that applications call. Their errors have the form of OAuth.
import * as z from 'zod/mini';
import { documented, named, TENANT } from '../documentation.ts';
import { contract } from '../operation.ts';
import { AUTHORIZE, authorizeParameters, oauthBrowser, oauthBrowserDocs, oauthBrowserShapes } from './oauth-browser.ts';
import { oauthDevice, oauthDeviceDocs, oauthDeviceShapes } from './oauth-device.ts';

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
  device_code: text(128),
  audience: text(1024),
  requested_token_type: text(128),
  subject_token: text(8192),
  subject_token_type: text(128),
  actor_token: text(8192),
  actor_token_type: text(128),
  assertion: text(8192),
});

/** `token_type_hint` changes nothing: every token says what it is. */
const shownToken = z.object({ ...clientForm, token: z.string().check(z.maxLength(8192)), token_type_hint: text(64) });

const confirmation = z.object({ jkt: z.string() });
const actingParty = z.object({
  sub: z.string(),
  get act() {
    return z.optional(actingParty);
  },
});

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

const deviceForm = z.object({ ...clientForm, scope: text(1024), resource: text(1024) });

const deviceAuthorization = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: z.int(),
  interval: z.int(),
});

const revocation = z.object({});

const tokenReply = z.object({
  access_token: z.string(),
  issued_token_type: z.optional(z.string()),
  token_type: z.enum(['Bearer', 'DPoP']),
  expires_in: z.int(),
  refresh_token: z.optional(z.string()),
  id_token: z.optional(z.string()),
  scope: z.optional(z.string()),
});

export const oauth = contract({
  ...oauthBrowser,
  ...oauthDevice,
  'POST /oauth2/token': {
    name: 'token',
    summary: 'Get tokens for a grant (RFC 6749 3.2)',
    access: 'client',
    rate: 'credential',
    form: tokenForm,
    reply: tokenReply,
    errors: [
      'APPLICATION_SESSION_LIMIT_REACHED',
      'AUTHORIZATION_DENIED',
      'AUTHORIZATION_PENDING',
      'DEVICE_CODE_EXPIRED',
      'INVALID_DPOP_PROOF',
      'INVALID_GRANT',
      'INVALID_SCOPE',
      'INVALID_SUBJECT_TOKEN',
      'INVALID_TARGET',
      'SLOW_DOWN',
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
  'POST /oauth2/device_authorization': {
    name: 'deviceAuthorization',
    summary: 'Begin the sign-in of a device without a browser (RFC 8628 3.1)',
    access: 'client',
    form: deviceForm,
    reply: deviceAuthorization,
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
  client_id:
    'The id of the application, prefix `app_`, or the https address of its document. Absent if the header has it.',
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
      'POST /oauth2/device_authorization': {
        description:
          'For applications with this grant. The user types `user_code` at `verification_uri`, in a tenant with the setting `deviceGrant`. Meanwhile the device asks the token endpoint every `interval` seconds.',
      },
      ...oauthBrowserDocs,
      ...oauthDeviceDocs,
      'POST /oauth2/token': {
        description:
          'A field may be sent once. An empty field counts as absent. With the header `DPoP` the tokens are bound to a key (RFC 9449). A directory gets a token for its SCIM connection with `client_credentials`: its client id is that of the connection, its client secret the token of the connection.',
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
      ...oauthDeviceShapes(),
      named(
        tokenForm,
        'TokenRequest',
        'The grant that is exchanged for tokens.',
        {
          ...CLIENT_FORM,
          grant_type:
            '`authorization_code`, `refresh_token`, `client_credentials`, or after `urn:ietf:params:oauth:grant-type:` one of `device_code`, `token-exchange` and `jwt-bearer`.',
          code: 'The code that the browser brought.',
          redirect_uri: 'The redirect URI of the request that the code belongs to.',
          code_verifier: 'The secret behind the `code_challenge` of that request (RFC 7636).',
          refresh_token: 'The refresh token that is exchanged.',
          scope: 'The scopes, separated by spaces. Default: all that the grant allows.',
          tenant:
            'For `client_credentials` and `jwt-bearer`: the tenant that the token is for. Default: `aud_tenant` of the assertion, or the only one that the application serves.',
          resource:
            'The URI of the protected resource that the token is for (RFC 8707). For a code or a refresh token: that of its request.',
          device_code: 'The code of the device (RFC 8628 3.4).',
          audience: 'For token exchange: the same URI, if `resource` is absent.',
          requested_token_type:
            'For token exchange: `urn:ietf:params:oauth:token-type:access_token`, which is the default.',
          subject_token:
            'For token exchange: the access token of the user, for a protected resource. The machine that authenticates then acts for the user.',
          subject_token_type: 'For token exchange: `urn:ietf:params:oauth:token-type:access_token`.',
          actor_token: 'Refused: the machine that authenticates is the actor.',
          actor_token_type: 'Refused, too.',
          assertion:
            'For `jwt-bearer`: an identity assertion of an identity provider of the tenant (ID-JAG), of the type `oauth-id-jag+jwt`. It works once.',
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
        deviceForm,
        'DeviceAuthorizationRequest',
        'What a device asks for.',
        {
          ...CLIENT_FORM,
          scope: AUTHORIZE.scope,
          resource: AUTHORIZE.resource,
        },
        { scope: 'openid offline_access' },
      ),
      named(
        deviceAuthorization,
        'DeviceAuthorization',
        'The codes of a device (RFC 8628 3.2).',
        {
          device_code: 'What the device shows at the token endpoint. It is a secret.',
          user_code: 'What the device shows to the user, who types it. Case and hyphen do not count.',
          verification_uri: 'Where the user types it.',
          verification_uri_complete: 'The same address with the code. The user compares it there.',
          expires_in: 'Seconds until both codes expire.',
          interval: 'Seconds that the device waits between two questions.',
        },
        {
          device_code: 'bXkgZGV2aWNl...',
          user_code: 'WDJB-MJHT',
          verification_uri: 'https://auth.example.com/device',
          verification_uri_complete: 'https://auth.example.com/device?user_code=WDJB-MJHT',
          expires_in: 600,
          interval: 5,
        },
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
          act: 'Who acts for the user.',
          owner: 'Whom the API key acts for that is the subject.',
        },
        { active: true, tid: TENANT },
      ),
      named(
        actingParty,
        'ActingParty',
        'Who acts as the subject of a token (RFC 8693 4.1).',
        {
          sub: 'The id of the machine, prefix `app_`, or of the admin, prefix `adm_`.',
          act: 'The machine that acted before it, and handed the token on.',
        },
        { sub: 'app_2vN5xQ8sL1kM4pR7tW0yZa' },
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
          issued_token_type: 'The type of the token, for token exchange (RFC 8693 2.2.1).',
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
