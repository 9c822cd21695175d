// Declares the applications that use the OpenID provider, for admins.
import * as z from 'zod/mini';
import { applicationKind, grant, party, pkcePolicy } from '../applications.ts';
import { documented, named, namedValue, ROLE, TENANT, TIMES } from '../documentation.ts';
import { contract } from '../operation.ts';
import { isScopeName } from '../scopes.ts';
import { dateTime, message, readable } from '../shapes.ts';

const name = readable(120).check(z.regex(/\S/));
const address = z.string().check(z.minLength(1), z.maxLength(1024));
const addresses = z.array(address).check(z.maxLength(50));
const ids = z.array(z.string().check(z.maxLength(128)));
const part = z.optional(z.string().check(z.maxLength(2048)));

/** The members that only private and symmetric keys have (RFC 7518 6). */
export const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const;

/**
 * A public key. Other members, such as `x5t`, are ignored (RFC 7517 4). The row refuses a private key by name instead of
 * dropping the private part, because its owner must learn of it.
 */
const publicKey = z.looseObject({
  kty: z.string().check(z.maxLength(16)),
  kid: part,
  alg: part,
  use: z.optional(z.literal('sig')),
  n: part,
  e: part,
  crv: part,
  x: part,
  y: part,
});
const publicKeys = z.array(publicKey).check(z.maxLength(4));
const keySet = z.looseObject({ keys: publicKeys });
export type PublicKey = z.output<typeof publicKey>;

/** The bounds of `settings.session` of a tenant. */
const accessTtlSeconds = z.nullable(z.int().check(z.gte(5), z.lte(900)));
const refreshTtlSeconds = z.nullable(z.int().check(z.gte(10), z.lte(2_592_000)));

const secret = z.object({ id: z.string(), hint: z.string(), createdAt: dateTime });

/** One of this service, or of a protected resource. */
const scope = z.string().check(z.maxLength(64), z.refine(isScopeName, 'must be a scope (RFC 6749 3.3)'));
/** What it may have. */
const rights = {
  party,
  scopes: z.nullable(z.array(z.string())),
  accountByDefault: z.boolean(),
  requiresDpop: z.boolean(),
  requiresPar: z.boolean(),
  refusesSecrets: z.boolean(),
};

const application = z.object({
  id: z.string(),
  name: z.string(),
  kind: applicationKind,
  isActive: z.boolean(),
  grants: z.array(grant),
  ...rights,
  pkce: pkcePolicy,
  redirectUris: z.array(z.string()),
  postLogoutRedirectUris: z.array(z.string()),
  backchannelLogoutUri: z.nullable(z.string()),
  tenantIds: z.nullable(z.array(z.string())),
  roleIds: z.array(z.string()),
  secrets: z.array(secret),
  jwks: z.array(z.record(z.string(), z.unknown())),
  jwksUri: z.nullable(z.string()),
  accessTtlSeconds: z.nullable(z.int()),
  refreshTtlSeconds: z.nullable(z.int()),
  createdAt: dateTime,
  updatedAt: dateTime,
});

const writable = {
  isActive: z.optional(z.boolean()),
  grants: z.optional(z.array(grant).check(z.minLength(1), z.maxLength(3))),
  party: z.optional(party),
  scopes: z.optional(z.nullable(z.array(scope).check(z.maxLength(50)))),
  accountByDefault: z.optional(z.boolean()),
  requiresDpop: z.optional(z.boolean()),
  requiresPar: z.optional(z.boolean()),
  refusesSecrets: z.optional(z.boolean()),
  pkce: z.optional(pkcePolicy),
  redirectUris: z.optional(addresses),
  postLogoutRedirectUris: z.optional(addresses),
  backchannelLogoutUri: z.optional(z.nullable(address)),
  tenantIds: z.optional(z.nullable(ids.check(z.minLength(1), z.maxLength(50)))),
  roleIds: z.optional(ids.check(z.maxLength(20))),
  jwks: z.optional(z.union([publicKeys, keySet])),
  jwksUri: z.optional(z.nullable(address)),
  accessTtlSeconds: z.optional(accessTtlSeconds),
  refreshTtlSeconds: z.optional(refreshTtlSeconds),
};

/** Everything but a name decides who gets tokens, or what they are good for. */
const STEP_UP = {
  name: false,
  isActive: true,
  grants: true,
  party: true,
  scopes: true,
  accountByDefault: true,
  requiresDpop: true,
  requiresPar: true,
  refusesSecrets: true,
  pkce: true,
  redirectUris: true,
  postLogoutRedirectUris: true,
  backchannelLogoutUri: true,
  tenantIds: true,
  roleIds: true,
  jwks: true,
  jwksUri: true,
  accessTtlSeconds: true,
  refreshTtlSeconds: true,
} as const;

const applicationReply = z.object({ application });
const newSecret = z.object({ ...secret.shape, secret: z.string() });

export const adminApplications = contract({
  'GET /auth/admin/api/applications': {
    name: 'list',
    summary: 'List applications, newest first',
    access: 'admin',
    duty: { needs: 'read', tenant: 'deployment' },
    rate: 'read',
    input: { knownQuery: true },
    query: z.object({
      limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
      cursor: z.optional(z.string().check(z.maxLength(2048))),
    }),
    reply: z.object({ data: z.array(application), nextCursor: z.nullable(z.string()) }),
    status: 200,
    errors: ['CURSOR_INVALID'],
    extension: true,
  },
  'POST /auth/admin/api/applications': {
    name: 'create',
    summary: 'Create an application',
    access: 'admin',
    duty: { needs: 'operate', tenant: 'deployment', fields: { jwks: 'own', jwksUri: 'own' } },
    rate: 'write',
    body: z.object({ name, kind: applicationKind, ...writable }),
    stepUp: { ...STEP_UP, kind: false },
    reply: applicationReply,
    status: 201,
    errors: ['TENANT_NOT_FOUND', 'ROLE_NOT_FOUND'],
    extension: true,
  },
  'GET /auth/admin/api/applications/{id}': {
    name: 'get',
    summary: 'Get an application',
    access: 'admin',
    duty: { needs: 'read', tenant: 'deployment' },
    rate: 'read',
    reply: applicationReply,
    status: 200,
    errors: ['APPLICATION_NOT_FOUND'],
    extension: true,
  },
  'PATCH /auth/admin/api/applications/{id}': {
    name: 'update',
    summary: 'Update an application',
    access: 'admin',
    duty: { needs: 'operate', tenant: 'deployment', fields: { jwks: 'own', jwksUri: 'own' } },
    rate: 'write',
    body: z.object({ name: z.optional(name), ...writable }),
    stepUp: STEP_UP,
    reply: applicationReply,
    status: 200,
    errors: ['APPLICATION_NOT_FOUND', 'TENANT_NOT_FOUND', 'ROLE_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/api/applications/{id}': {
    name: 'remove',
    summary: 'Delete an application',
    access: 'admin',
    duty: { needs: 'operate', tenant: 'deployment' },
    rate: 'write',
    stepUp: true,
    reply: message,
    status: 200,
    errors: ['APPLICATION_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/applications/{id}/secrets': {
    name: 'addSecret',
    summary: 'Add a secret to an application',
    access: 'admin',
    duty: { needs: 'own', tenant: 'deployment' },
    rate: 'write',
    stepUp: true,
    reply: z.object({ secret: newSecret }),
    status: 201,
    errors: ['APPLICATION_NOT_FOUND', 'APPLICATION_SECRET_LIMIT_REACHED'],
    extension: true,
  },
  'DELETE /auth/admin/api/applications/{id}/secrets/{secretId}': {
    name: 'revokeSecret',
    summary: 'Revoke a secret of an application',
    access: 'admin',
    duty: { needs: 'own', tenant: 'deployment' },
    rate: 'write',
    stepUp: true,
    reply: message,
    status: 200,
    errors: ['APPLICATION_NOT_FOUND', 'APPLICATION_SECRET_NOT_FOUND'],
    extension: true,
  },
});

const ID = { id: 'The id of the application, prefix `app_`: its `client_id`.' };
const FIELDS = {
  isActive: 'Whether it can get tokens. Default: true.',
  grants: 'The grants that it may use. Default: all that its kind can have.',
  party:
    '`first`: part of your own product. `third`: made by others. Its tokens name no roles and permissions, and cannot have the scope `account`. Default: `first`.',
  scopes:
    'The scopes that it may have, those of protected resources, too, at most 50. `null`, the default: all that its party can have.',
  accountByDefault:
    'Whether its tokens have the scope `account` without asking: they may then do what the user may do in the own account. For a `first` party. Default: false.',
  requiresDpop: 'Whether its tokens must be bound to a key (RFC 9449). Default: false.',
  requiresPar: 'Whether it must push its authorization requests (RFC 9126). Default: false.',
  refusesSecrets: 'Whether it authenticates by keys alone, and by no secret. Default: false.',
  pkce: 'Whether its requests need a `code_challenge`. `optional` is for a `server` whose library cannot send one. Default: `required`.',
  redirectUris:
    'The exact addresses that the browser may return to: https, http for loopback, or for `native` a scheme with a dot. At most 50.',
  postLogoutRedirectUris: 'The exact addresses that the browser may return to after a logout. At most 50.',
  backchannelLogoutUri: 'The https address that is told when a session ends (OpenID Connect Back-Channel Logout).',
  tenantIds: 'The tenants that it serves, at most 50. `null`, the default: all.',
  roleIds: 'What a `machine` may do, at most 20 roles. A role of a tenant counts in tokens for that tenant.',
  jwks: 'The public keys of its assertions (RFC 7523), at most 4: RSA from 2048 bits, P-256 or Ed25519. A list, or an object with `keys` (RFC 7517 5).',
  jwksUri:
    'The https address where it publishes these keys instead. They are loaded again after ten minutes, and for an unknown `kid`.',
  accessTtlSeconds: 'The lifetime of its access tokens in seconds, 5 to 900. `null`: that of the tenant.',
  refreshTtlSeconds:
    'How long its sessions live without a refresh, in seconds, at most 30 days. `null`: as the tenant.',
};
const NAME = { name: 'The name that people see, at most 120 characters.' };
const KIND = {
  kind: '`browser` and `native` have no secret. `server` acts for users, `machine` for itself. It cannot be changed.',
};
const SECRET = {
  id: 'The id of the secret, prefix `sec_`.',
  hint: 'Its last characters.',
  createdAt: 'When it was created.',
};
const SECRET_EXAMPLE = { id: 'sec_8dK2mQ5tW7zC1fI4lO6rU9', hint: 'x7Qa' };
// A function, so that no bundle has it.
const example = () => ({
  id: 'app_5gJ8kM1nP4rT7vX0zB3dF6',
  name: 'Acme Shop',
  kind: 'server' as const,
  grants: ['authorization_code' as const, 'refresh_token' as const],
  party: 'first' as const,
  scopes: null,
  accountByDefault: false,
  requiresDpop: false,
  requiresPar: false,
  refusesSecrets: false,
  pkce: 'required' as const,
  redirectUris: ['https://shop.acme.example/callback'],
  postLogoutRedirectUris: ['https://shop.acme.example/'],
  backchannelLogoutUri: null,
  tenantIds: [TENANT],
  roleIds: [],
  secrets: [{ ...SECRET_EXAMPLE, createdAt: '2026-01-15T09:30:00.000Z' }],
  jwks: [],
  jwksUri: null,
  accessTtlSeconds: null,
  refreshTtlSeconds: 86_400,
});

/** Describes this group for openapi.json. */
export const adminApplicationsDocs = () =>
  documented(adminApplications, {
    description: 'Applications that log their users in here, and machines.',
    operations: {
      'POST /auth/admin/api/applications': {
        description:
          'It has no secret yet: POST /auth/admin/api/applications/{id}/secrets makes one. The kind cannot be changed later.',
      },
      'GET /auth/admin/api/applications': {
        description: 'No reply contains a secret, only its last characters. Each page has the cursor of the next one.',
        query: {
          limit: 'The number of applications per page, 1 to 100. Default: 20.',
          cursor: 'The `nextCursor` of the page before.',
        },
      },
      'GET /auth/admin/api/applications/{id}': {
        description: 'A secret is never shown again, only its last characters and its date.',
        path: ID,
      },
      'PATCH /auth/admin/api/applications/{id}': {
        description:
          'Counts from the next request on. What a disabled application was given is refused at once, and stays refused when it is enabled again.',
        path: ID,
      },
      'DELETE /auth/admin/api/applications/{id}': {
        description:
          'What it was given is refused at once. Services that verify access tokens offline accept one until it expires.',
        path: ID,
      },
      'POST /auth/admin/api/applications/{id}/secrets': {
        description: 'The secret is shown once. Two may live at a time, so that one can replace the other.',
        path: ID,
      },
      'DELETE /auth/admin/api/applications/{id}/secrets/{secretId}': {
        description: 'It stops working at once.',
        path: { ...ID, secretId: SECRET.id },
      },
    },
    shapes: [
      namedValue(applicationKind, 'ApplicationKind', 'What an application can keep secret, and for whom it acts.'),
      namedValue(grant, 'ApplicationGrant', 'A grant of OAuth.'),
      namedValue(party, 'ApplicationParty', 'Whether an application is part of the product, or made by others.'),
      namedValue(pkcePolicy, 'ApplicationPkce', 'Whether an authorization request needs a challenge (RFC 7636).'),
      named(
        publicKey,
        'ApplicationKey',
        'A public key (RFC 7517).',
        {
          kty: 'The kind of the key.',
          kid: 'Its id. Required if there are several keys.',
          alg: 'The algorithm that it is for.',
          use: 'Always `sig`.',
          n: 'The modulus of an RSA key.',
          e: 'The exponent of an RSA key.',
          crv: 'The curve.',
          x: 'The first coordinate, or the key itself.',
          y: 'The second coordinate.',
        },
        { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
      ),
      named(keySet, 'ApplicationKeySet', 'A set of public keys (RFC 7517 5).', { keys: 'The keys.' }),
      named(secret, 'ApplicationSecret', 'A live secret, without its value.', SECRET, SECRET_EXAMPLE),
      named(
        newSecret,
        'NewApplicationSecret',
        'A new secret with its value.',
        { ...SECRET, secret: 'The secret. It is shown only here.' },
        { ...SECRET_EXAMPLE, secret: 'gcs_Jq0fW...x7Qa' },
      ),
      named(
        application,
        'Application',
        'A client of the OpenID provider.',
        { ...ID, ...NAME, ...KIND, ...FIELDS, secrets: 'The live secrets, at most two.', ...TIMES },
        example(),
      ),
      named(applicationReply, 'ApplicationResponse', 'An application.', { application: 'The application.' }),
      named(
        adminApplications['GET /auth/admin/api/applications'].reply,
        'ApplicationList',
        'A page of applications.',
        {
          data: 'The applications, newest first.',
          nextCursor: 'The cursor of the next page; `null` on the last one.',
        },
        { nextCursor: null },
      ),
      named(
        adminApplications['POST /auth/admin/api/applications'].body,
        'CreateApplicationRequest',
        'A new application.',
        { ...NAME, ...KIND, ...FIELDS },
        { name: 'Acme Shop', kind: 'server', redirectUris: example().redirectUris },
      ),
      named(
        adminApplications['PATCH /auth/admin/api/applications/{id}'].body,
        'UpdateApplicationRequest',
        'The fields to change.',
        { ...NAME, ...FIELDS },
        { roleIds: [ROLE] },
      ),
      named(
        adminApplications['POST /auth/admin/api/applications/{id}/secrets'].reply,
        'NewApplicationSecretResponse',
        'A new secret.',
        { secret: 'The secret.' },
      ),
    ],
  });
