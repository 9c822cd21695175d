// Holds what every OpenAPI document of the service has: server, credentials and headers.
import type { Access } from '../operation.ts';
import type { Json } from './schemas.ts';

export const SERVER: Json = {
  url: '{baseUrl}',
  description: 'A deployment or a local run.',
  variables: { baseUrl: { default: 'http://localhost:3000', description: 'The output `ApiUrl` of the stack.' } },
};

/** Any one entry suffices. An empty entry means that the credential is optional, or is in the body. */
export const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  public: [],
  secret: [],
  client: [{}, { clientSecret: [] }],
  user: [{ bearer: [] }, { accessCookie: [] }],
  pending: [{ bearer: [] }, { accessCookie: [] }],
  enrolling: [{ bearer: [] }, { accessCookie: [] }],
  optional: [{}, { bearer: [] }, { accessCookie: [] }],
  visitor: [{}, { bearer: [] }, { accessCookie: [] }],
  refresh: [{}, { refreshCookie: [] }],
  key: [{ apiKey: [] }],
  admin: [{ adminCookie: [] }],
};

const cookieScheme = (name: string, description: string): Json => ({ type: 'apiKey', in: 'cookie', name, description });

export const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a user, in header mode. POST /auth/login returns it.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key. POST /auth/api-keys returns it once.',
  },
  accessCookie: cookieScheme(
    '__Host-svc_access',
    'The access token of a user, in cookie mode. POST /auth/login with `x-access-token-type: cookie` sets it.',
  ),
  refreshCookie: cookieScheme(
    '__Host-svc_refresh',
    'The refresh token of a user, in cookie mode. In header mode it is in the body.',
  ),
  adminCookie: cookieScheme('__Host-svc_admin', 'The session of an admin. POST /auth/admin/login sets it.'),
  machine: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of an application that administers (`administers`). POST /oauth2/token returns it for `client_credentials` with the address of `/auth/admin` as `resource`.',
  },
  clientSecret: {
    type: 'http',
    scheme: 'basic',
    description:
      'The id and a secret of an application (RFC 6749 2.3.1). They may be in the form instead, as may an assertion (RFC 7523). Applications without a secret send `client_id` alone.',
  },
};

export const PARAMETERS = {
  CsrfTokenHeader: {
    name: 'x-csrf-token',
    in: 'header',
    required: false,
    description: 'The token of GET /auth/csrf. Only for requests that a cookie authenticates.',
    schema: { type: 'string' },
  },
  AccessTokenTypeHeader: {
    name: 'x-access-token-type',
    in: 'header',
    required: false,
    description: 'Selects cookie mode for this request.',
    schema: { type: 'string', enum: ['cookie'] },
  },
  DeviceTrustHeader: {
    name: 'x-svc-device-trust',
    in: 'header',
    required: false,
    description: 'The `trustToken` of an earlier login, in header mode. A trusted device skips the second factor.',
    schema: { type: 'string' },
  },
};

/** Returns the entries in the order of their names. */
export const sorted = (schemas: Json): Json =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));

/** How a client repeats a request that creates something (lib/domain/repeats.ts). */
export const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A text that no other request has. For a day, the same key and body get the first reply.',
  schema: { type: 'string', maxLength: 255 },
};
