// Declares the APIs that tokens can be for, with scopes of their own, for admins.
import * as z from 'zod/mini';
import { documented, named, TENANT, TIMES } from '../documentation.ts';
import { contract } from '../operation.ts';
import { isScope, isScopeName } from '../scopes.ts';
import { dateTime, message, name, readable } from '../shapes.ts';

const scope = z.object({
  name: z.string(),
  text: z.string(),
  permission: z.nullable(z.string()),
  needsRecentLogin: z.boolean(),
});
export type ProtectedScope = z.output<typeof scope>;

const scopeInput = z.object({
  name: z.string().check(
    z.maxLength(64),
    z.refine(isScopeName, 'must be a scope of RFC 6749: no spaces, quotes, commas and backslashes'),
    z.refine((text) => !isScope(text), 'is a scope of this service'),
  ),
  text: readable(160).check(z.regex(/\S/)),
  permission: z.optional(z.nullable(z.string().check(z.minLength(1), z.maxLength(120)))),
  needsRecentLogin: z.optional(z.boolean()),
});
/** A copy of the record is one read unit, 4 KB, with twenty scopes of usual length. */
const scopes = z.array(scopeInput).check(z.maxLength(20));

const protectedResource = z.object({
  id: z.string(),
  uri: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  isFirstPartyOnly: z.boolean(),
  tenantIds: z.nullable(z.array(z.string())),
  accessTtlSeconds: z.nullable(z.int()),
  actorIds: z.array(z.string()),
  isActive: z.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
});

const writable = {
  scopes: z.optional(scopes),
  isFirstPartyOnly: z.optional(z.boolean()),
  tenantIds: z.optional(z.nullable(z.array(z.string().check(z.maxLength(128))).check(z.minLength(1), z.maxLength(50)))),
  accessTtlSeconds: z.optional(z.nullable(z.int().check(z.gte(5), z.lte(3600)))),
  actorIds: z.optional(z.array(z.string().check(z.maxLength(128))).check(z.maxLength(20))),
  isActive: z.optional(z.boolean()),
};

/** Everything but a name decides who gets tokens, or what they are good for. */
const STEP_UP = {
  name: false,
  scopes: true,
  isFirstPartyOnly: true,
  tenantIds: true,
  accessTtlSeconds: true,
  actorIds: true,
  isActive: true,
} as const;

const protectedResourceReply = z.object({ protectedResource });

export const adminProtectedResources = contract({
  'GET /auth/admin/api/protected-resources': {
    name: 'list',
    summary: 'List protected resources, newest first',
    access: 'admin',
    duty: { needs: 'read', tenant: 'deployment' },
    rate: 'read',
    input: { knownQuery: true },
    query: z.object({
      limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
      cursor: z.optional(z.string().check(z.maxLength(2048))),
    }),
    reply: z.object({ data: z.array(protectedResource), nextCursor: z.nullable(z.string()) }),
    status: 200,
    errors: ['CURSOR_INVALID'],
    extension: true,
  },
  'POST /auth/admin/api/protected-resources': {
    name: 'create',
    summary: 'Create a protected resource',
    access: 'admin',
    duty: { needs: 'operate', tenant: 'deployment' },
    rate: 'write',
    body: z.object({ uri: z.string().check(z.minLength(1), z.maxLength(512)), name, ...writable }),
    stepUp: { ...STEP_UP, uri: false },
    reply: protectedResourceReply,
    status: 201,
    errors: ['PROTECTED_RESOURCE_EXISTS', 'TENANT_NOT_FOUND'],
    extension: true,
  },
  'GET /auth/admin/api/protected-resources/{id}': {
    name: 'get',
    summary: 'Get a protected resource',
    access: 'admin',
    duty: { needs: 'read', tenant: 'deployment' },
    rate: 'read',
    reply: protectedResourceReply,
    status: 200,
    errors: ['PROTECTED_RESOURCE_NOT_FOUND'],
    extension: true,
  },
  'PATCH /auth/admin/api/protected-resources/{id}': {
    name: 'update',
    summary: 'Update a protected resource',
    access: 'admin',
    duty: { needs: 'operate', tenant: 'deployment' },
    rate: 'write',
    body: z.object({ name: z.optional(name), ...writable }),
    stepUp: STEP_UP,
    reply: protectedResourceReply,
    status: 200,
    errors: ['PROTECTED_RESOURCE_NOT_FOUND', 'TENANT_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/api/protected-resources/{id}': {
    name: 'remove',
    summary: 'Delete a protected resource',
    access: 'admin',
    duty: { needs: 'operate', tenant: 'deployment' },
    rate: 'write',
    stepUp: true,
    reply: message,
    status: 200,
    errors: ['PROTECTED_RESOURCE_NOT_FOUND'],
    extension: true,
  },
});

const ID = { id: 'The id of the protected resource, prefix `prs_`. It follows from the URI.' };
const URI = {
  uri: 'The address of the API in its canonical spelling, https, or http for loopback: the `aud` of its tokens (RFC 8707). At most 512 characters. It cannot be changed.',
};
const FIELDS = {
  name: 'The name that people see, at most 120 characters.',
  scopes: 'Its scopes, at most 20. Default: none.',
  isFirstPartyOnly: 'Whether only applications of the party `first` get tokens for it. Default: true.',
  tenantIds: 'The tenants whose users get tokens for it, at most 50. `null`, the default: all.',
  accessTtlSeconds: 'The longest lifetime of its access tokens in seconds, 5 to 3600. `null`: as without it.',
  actorIds:
    'The machines that may act for users there, at most 20: they exchange a token of the user for one for it (RFC 8693). Default: none.',
  isActive: 'Whether there are tokens for it. Default: true.',
};
const SCOPE = {
  name: 'The scope, at most 64 characters. It is none of this service, such as `openid`.',
  text: 'What it allows, in words for people, at most 160 characters.',
  permission: 'The name of the permission that the user needs, whenever a token is issued. `null`, the default: none.',
  needsRecentLogin: 'Whether the login must be at most 15 minutes old. Default: false.',
};
// Functions, so that no bundle has them.
const exampleScope = () => ({
  name: 'invoices:read',
  text: 'Read your invoices',
  permission: 'billing.read',
  needsRecentLogin: false,
});
const example = () => ({
  id: 'prs_3tB6yF9jN2qS5vX8zD1gK4',
  uri: 'https://api.acme.example/billing',
  name: 'Billing',
  isFirstPartyOnly: true,
  tenantIds: [TENANT],
  accessTtlSeconds: null,
  actorIds: ['app_2vN5xQ8sL1kM4pR7tW0yZa'],
});

/** Describes this group for openapi.json. */
export const adminProtectedResourcesDocs = () =>
  documented(adminProtectedResources, {
    description: 'APIs that tokens can be for, with scopes of their own (RFC 8707).',
    operations: {
      'GET /auth/admin/api/protected-resources': {
        description: 'Each page has the cursor of the next one.',
        query: {
          limit: 'The number of protected resources per page, 1 to 100. Default: 20.',
          cursor: 'The `nextCursor` of the page before.',
        },
      },
      'POST /auth/admin/api/protected-resources': {
        description: 'Applications then name its URI as `resource`, and get tokens that are good for it alone.',
      },
      'GET /auth/admin/api/protected-resources/{id}': { description: 'Returns its scopes, too.', path: ID },
      'PATCH /auth/admin/api/protected-resources/{id}': {
        description:
          'Counts from the next token on. `scopes` replaces all of them. Switched off, it gets no more tokens, those that live are inactive, and they stay so when it is switched on again.',
        path: ID,
      },
      'DELETE /auth/admin/api/protected-resources/{id}': {
        description: 'Its tokens are inactive at once. An API that verifies them offline accepts one until it expires.',
        path: ID,
      },
    },
    shapes: [
      named(scope, 'ProtectedScope', 'A scope of a protected resource.', SCOPE, exampleScope()),
      named(scopeInput, 'ProtectedScopeInput', 'A scope of a protected resource.', SCOPE, exampleScope()),
      named(
        protectedResource,
        'ProtectedResource',
        'An API that tokens can be for.',
        { ...ID, ...URI, ...FIELDS, ...TIMES },
        { ...example(), scopes: [exampleScope()] },
      ),
      named(protectedResourceReply, 'ProtectedResourceResponse', 'A protected resource.', {
        protectedResource: 'The protected resource.',
      }),
      named(
        adminProtectedResources['GET /auth/admin/api/protected-resources'].reply,
        'ProtectedResourceList',
        'A page of protected resources.',
        {
          data: 'The protected resources, newest first.',
          nextCursor: 'The cursor of the next page; `null` on the last one.',
        },
        { nextCursor: null },
      ),
      named(
        adminProtectedResources['POST /auth/admin/api/protected-resources'].body,
        'CreateProtectedResourceRequest',
        'A new protected resource.',
        { ...URI, ...FIELDS },
        { uri: 'https://api.acme.example/billing', name: 'Billing', scopes: [exampleScope()] },
      ),
      named(
        adminProtectedResources['PATCH /auth/admin/api/protected-resources/{id}'].body,
        'UpdateProtectedResourceRequest',
        'The fields to change.',
        FIELDS,
        { isFirstPartyOnly: false },
      ),
    ],
  });
