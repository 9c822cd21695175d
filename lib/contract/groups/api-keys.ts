// Declares API keys: what users do with their own, and what is done with a key itself.
import * as z from 'zod/mini';
import { documented, named, TENANT, TIMES, USER } from '../documentation.ts';
import { isNetwork } from '../networks.ts';
import { contract } from '../operation.ts';
import { dateTime, message, name, nullableDateTime } from '../shapes.ts';

const secret = z.object({ hint: z.string(), createdAt: dateTime, expiresAt: dateTime });

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  networks: z.array(z.string()),
  secrets: z.array(secret),
  expiresAt: dateTime,
  lastUsedAt: nullableDateTime,
  createdAt: dateTime,
  updatedAt: dateTime,
});

const networks = z
  .array(z.string().check(z.refine(isNetwork, 'must be an IP address or a network such as 203.0.113.0/24')))
  .check(z.maxLength(10));

/** A key with all of its scopes and networks is 4 KB, one read unit. */
export const newApiKey = {
  name,
  scopes: z.array(z.string().check(z.minLength(1), z.maxLength(120))).check(z.minLength(1), z.maxLength(20)),
  expiresInDays: z.optional(z.int().check(z.gte(1), z.lte(365))),
  networks: z.optional(networks),
};
export const newApiKeyReply = z.object({ apiKey, key: z.string() });
export const rotation = z.object({ overlapHours: z.optional(z.int().check(z.gte(0), z.lte(168))) });

const question = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(256)),
  ip: z.optional(z.union([z.ipv4(), z.ipv6()])),
  clientAssertion: z.optional(z.string().check(z.maxLength(8192))),
});
const verdict = z.object({
  active: z.boolean(),
  id: z.optional(z.string()),
  tenantId: z.optional(z.string()),
  ownerId: z.optional(z.string()),
  scopes: z.optional(z.array(z.string())),
  expiresAt: z.optional(dateTime),
});
const keyToken = z.object({
  accessToken: z.string(),
  tokenType: z.enum(['Bearer']),
  expiresIn: z.int(),
  scopes: z.array(z.string()),
});

export const apiKeys = contract({
  'GET /auth/api-keys': {
    name: 'list',
    summary: 'List the API keys of the account',
    access: 'user',
    admits: { application: 'account', acting: true },
    reply: z.object({ apiKeys: z.array(apiKey), isEnabled: z.boolean() }),
    extension: true,
  },
  'POST /auth/api-keys': {
    name: 'create',
    summary: 'Make an API key',
    access: 'user',
    needsDeviceKey: true,
    // A session of an application has no recent login (lib/domain/sessions/mfa-policy.ts).
    stepUp: true,
    body: z.object(newApiKey),
    reply: newApiKeyReply,
    errors: ['API_KEY_LIMIT_REACHED', 'INVALID_SCOPE'],
    extension: true,
  },
  'PATCH /auth/api-keys/{id}': {
    name: 'update',
    summary: 'Rename an API key, or change where it may be used',
    access: 'user',
    stepUp: { name: false, networks: true },
    body: z.object({ name: z.optional(name), networks: z.optional(networks) }),
    reply: z.object({ apiKey }),
    errors: ['API_KEY_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/api-keys/{id}/rotate': {
    name: 'rotate',
    summary: 'Give an API key a new secret',
    access: 'user',
    needsDeviceKey: true,
    stepUp: true,
    body: rotation,
    reply: newApiKeyReply,
    errors: ['API_KEY_NOT_FOUND', 'API_KEY_ROTATED'],
    extension: true,
  },
  'DELETE /auth/api-keys/{id}': {
    name: 'revoke',
    summary: 'Revoke an API key',
    access: 'user',
    admits: { application: 'account' },
    reply: message,
    errors: ['API_KEY_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/api-keys/verify': {
    name: 'verify',
    summary: 'Ask whether an API key is good now',
    access: 'client',
    rate: 'read',
    body: question,
    reply: verdict,
    extension: true,
  },
  'POST /auth/api-keys/token': {
    name: 'token',
    summary: 'Exchange an API key for an access token of five minutes',
    access: 'key',
    reply: keyToken,
    errors: ['INVALID_SCOPE'],
    extension: true,
  },
});

const path = { id: 'The id of the key, prefix `key_`.' };
/** Describes the fields of a new key. */
export const NEW_API_KEY = {
  name: 'What people call it, at most 120 characters.',
  scopes: 'The names of permissions, 1 to 20. The owner has each of them now. They cannot be changed.',
  expiresInDays: 'How long each secret lives, 1 to 365 days. Default: 90.',
  networks: 'The addresses and networks that may use it, at most 10, such as `203.0.113.0/24`. Default: all.',
};
export const ROTATION = {
  overlapHours: 'How long the secret before it still works, 0 to 168 hours. Default: 24. At 0 all others end at once.',
};
// Functions, so that no bundle has them.
export const apiKeyWords = () => ({
  id: 'The id of the key, prefix `key_`.',
  name: 'What people call it.',
  scopes: 'The names of permissions. It may do no more than these, and no more than its owner may do now.',
  networks: 'The addresses and networks that may use it. Empty: all.',
  secrets: 'The secrets that live, newest first: at most two. Empty if the key has expired.',
  expiresAt: 'When its newest secret ends.',
  lastUsedAt: 'When it was last used, to the day. `null`: never.',
  ...TIMES,
});
export const exampleOfApiKey = () => ({
  id: 'key_Q2xvdWR5IG1vcm5pbmcgYW3fG6jK9mP2sV5yB8eH1nQ4uT2vX5zA0',
  name: 'Nightly import',
  scopes: ['projects.create'],
  networks: ['203.0.113.0/24'],
});

/** Describes this group for openapi.json. */
export const apiKeysDocs = () =>
  documented(apiKeys, {
    description: 'Credentials of programs that act for a user, or as a machine of a tenant.',
    operations: {
      'GET /auth/api-keys': { description: 'Lists them newest first. An expired one is listed for 30 days.' },
      'POST /auth/api-keys': {
        description:
          'The key is shown once. The tenant must allow it by `settings.apiKeys`. An account has at most 10.',
      },
      'PATCH /auth/api-keys/{id}': { description: 'Counts from the next use on.', path },
      'POST /auth/api-keys/{id}/rotate': {
        description:
          'The new key is shown once, and has the same id. The one before it ends by itself. While two live, only `overlapHours: 0` makes another.',
        path,
      },
      'DELETE /auth/api-keys/{id}': { description: 'Its next use is refused.', path },
      'POST /auth/api-keys/verify': {
        description:
          'For the APIs of your product. The caller is an application with a credential, by the header or `clientAssertion`. An inactive key says nothing, and one of a tenant that the caller does not serve is inactive.',
      },
      'POST /auth/api-keys/token': {
        description:
          'The key is in `Authorization: Bearer`. The token names the key as its subject and client, its owner as `owner`, and the permissions that both have now. Services verify it offline.',
      },
    },
    shapes: [
      named(
        secret,
        'ApiKeySecret',
        'A secret of an API key.',
        {
          hint: 'The last four characters, by which people tell keys apart.',
          createdAt: 'When it was made.',
          expiresAt: 'When it ends.',
        },
        { hint: 'x9Kq' },
      ),
      named(apiKey, 'ApiKey', 'An API key, without its secret.', apiKeyWords(), exampleOfApiKey()),
      named(apiKeys['GET /auth/api-keys'].reply, 'ApiKeyList', 'The API keys of an account.', {
        apiKeys: 'The keys, newest first.',
        isEnabled: 'Whether the tenant lets its users have API keys. Without, theirs are refused.',
      }),
      named(apiKeys['POST /auth/api-keys'].body, 'CreateApiKeyRequest', 'A new API key.', NEW_API_KEY, {
        name: 'Nightly import',
        scopes: ['projects.create'],
      }),
      named(
        newApiKeyReply,
        'NewApiKeyResponse',
        'An API key with its secret, which is shown only now.',
        { apiKey: 'The API key.', key: 'Its text, for `Authorization: Bearer`. It begins with `gak_`.' },
        { key: 'gak_Q2xvdWR5IG1vcm5pbmcgYW3fG6jK9mP2sV5yB8eH1nQ4uT2vX5zA0_…' },
      ),
      named(
        apiKeys['PATCH /auth/api-keys/{id}'].body,
        'UpdateApiKeyRequest',
        'The fields to change.',
        { name: NEW_API_KEY.name, networks: NEW_API_KEY.networks },
        { name: 'Nightly import' },
      ),
      named(apiKeys['PATCH /auth/api-keys/{id}'].reply, 'ApiKeyResponse', 'An API key.', { apiKey: 'The API key.' }),
      named(rotation, 'RotateApiKeyRequest', 'How the secrets follow each other.', ROTATION, { overlapHours: 24 }),
      named(
        question,
        'ApiKeyQuestion',
        'A key that a service was shown.',
        {
          key: 'The text of the key.',
          ip: 'The address that showed it. Without it, a key with networks is inactive.',
          clientAssertion: 'A JWT that the calling application signed (RFC 7523), in place of its secret.',
        },
        { key: 'gak_Q2xvdWR5IG1vcm5pbmcgYW3fG6jK9mP2sV5yB8eH1nQ4uT2vX5zA0_…', ip: '203.0.113.7' },
      ),
      named(
        verdict,
        'ApiKeyVerdict',
        'What a key is good for now. An inactive one says nothing.',
        {
          active: 'Whether it may be used now, from this address.',
          id: 'The id of the key.',
          tenantId: 'Its tenant.',
          ownerId: 'The user, prefix `usr_`, or the machine, prefix `app_`, that it acts for.',
          scopes: 'The permissions that its owner has now and that are its scopes.',
          expiresAt: 'When its secret ends.',
        },
        { active: true, tenantId: TENANT, ownerId: USER },
      ),
      named(
        keyToken,
        'ApiKeyToken',
        'An access token for services that verify offline.',
        {
          accessToken: 'The access token (RFC 9068). The account API refuses it.',
          tokenType: 'Always `Bearer`.',
          expiresIn: 'Seconds until it expires.',
          scopes: 'The permissions that it has.',
        },
        { accessToken: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9...', tokenType: 'Bearer', expiresIn: 300 },
      ),
    ],
  });
