// Declares the API keys of users and machines, for admins. They are a part of the group admin-applications.
import * as z from 'zod/mini';
import { named, TENANT, USER } from '../documentation.ts';
import { contract } from '../operation.ts';
import { message } from '../shapes.ts';
import { apiKey, apiKeyWords, exampleOfApiKey, NEW_API_KEY, newApiKey, ROTATION, rotation } from './api-keys.ts';

const ownedApiKey = z.object({ ...apiKey.shape, tenantId: z.string(), ownerId: z.string() });
const renaming = z.object({ name: newApiKey.name });
const newReply = z.object({ apiKey: ownedApiKey, key: z.string() });
/** Here under a name of its own, as the rotation of an admin may do more some day. */
const adminRotation = z.object(rotation.shape);

export const apiKeysForAdmins = contract({
  'GET /auth/admin/api/tenants/{id}/api-keys': {
    name: 'listKeys',
    summary: 'List the API keys of a tenant, newest first',
    duty: { needs: 'read', tenant: 'path' },
    shows: 'people',
    input: { knownQuery: true },
    query: z.object({
      limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
      cursor: z.optional(z.string().check(z.maxLength(2048))),
      applicationId: z.optional(z.string().check(z.maxLength(128))),
    }),
    reply: z.object({ data: z.array(ownedApiKey), nextCursor: z.nullable(z.string()) }),
    errors: ['CURSOR_INVALID', 'TENANT_NOT_FOUND'],
    extension: true,
  },
  'GET /auth/admin/api/users/{id}/api-keys': {
    name: 'keysOfUser',
    summary: 'List the API keys of a user',
    duty: { needs: 'readUsers', tenant: 'path' },
    shows: 'people',
    reply: z.object({ data: z.array(ownedApiKey) }),
    errors: ['USER_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/tenants/{id}/api-keys': {
    name: 'createKey',
    summary: 'Make an API key for a machine',
    duty: { needs: 'own', tenant: 'path' },
    stepUp: true,
    body: z.object({ applicationId: z.string().check(z.maxLength(128)), ...newApiKey }),
    reply: newReply,
    status: 201,
    errors: ['API_KEY_LIMIT_REACHED', 'APPLICATION_NOT_FOUND', 'INVALID_SCOPE', 'TENANT_NOT_FOUND'],
    extension: true,
  },
  'PATCH /auth/admin/api/api-keys/{id}': {
    name: 'renameKey',
    summary: 'Rename the API key of a machine',
    duty: { needs: 'own', tenant: 'path' },
    // A name opens nothing.
    stepUp: { name: false },
    body: renaming,
    reply: z.object({ apiKey: ownedApiKey }),
    errors: ['API_KEY_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/api-keys/{id}/rotate': {
    name: 'rotateKey',
    summary: 'Give the API key of a machine a new secret',
    duty: { needs: 'own', tenant: 'path' },
    stepUp: true,
    body: adminRotation,
    reply: newReply,
    status: 201,
    errors: ['API_KEY_NOT_FOUND', 'API_KEY_ROTATED'],
    extension: true,
  },
  'DELETE /auth/admin/api/api-keys/{id}': {
    name: 'revokeKey',
    summary: 'Revoke an API key',
    duty: { needs: 'help', tenant: 'path' },
    // It only takes access away.
    stepUp: false,
    reply: message,
    errors: ['API_KEY_NOT_FOUND'],
    extension: true,
  },
});

const TENANT_PATH = { id: 'The id of the tenant in which the keys act, prefix `ten_`.' };

/** Describes these operations for openapi.json. */
export const apiKeysForAdminsDocs = () => {
  const path = { id: 'The id of the key, prefix `key_`.' };
  return {
    'GET /auth/admin/api/tenants/{id}/api-keys': {
      description: 'Each page has the cursor of the next one. A new key may take a moment to appear.',
      path: TENANT_PATH,
      query: {
        tenantId: 'The tenant.',
        limit: 'The number of keys per page, 1 to 100. Default: 20.',
        cursor: 'The `nextCursor` of the page before.',
        applicationId: 'A machine. Only its keys are listed, on one page.',
      },
    },
    'GET /auth/admin/api/users/{id}/api-keys': {
      description: 'Lists them newest first.',
      path: { id: 'The id of the user, prefix `usr_`.' },
    },
    'POST /auth/admin/api/tenants/{id}/api-keys': {
      description:
        'For an application of the kind `machine` that serves the tenant. Its roles are what the key may do. The key is shown once.',
      path: TENANT_PATH,
    },
    'PATCH /auth/admin/api/api-keys/{id}': {
      description: 'Users rename their own keys: theirs are not found here.',
      path,
    },
    'POST /auth/admin/api/api-keys/{id}/rotate': {
      description: 'The new key is shown once. Users rotate their own keys: theirs are not found here.',
      path,
    },
    'DELETE /auth/admin/api/api-keys/{id}': { description: 'Its next use is refused.', path },
  };
};

/** Names their shapes. */
export const apiKeysForAdminsShapes = () => {
  const owned = {
    ...apiKeyWords(),
    tenantId: 'Its tenant.',
    ownerId: 'The user, prefix `usr_`, or the machine, prefix `app_`, that it acts for.',
  };
  return [
    named(ownedApiKey, 'OwnedApiKey', 'An API key and its owner, without its secret.', owned, {
      ...exampleOfApiKey(),
      tenantId: TENANT,
      ownerId: USER,
    }),
    named(
      apiKeysForAdmins['GET /auth/admin/api/tenants/{id}/api-keys'].reply,
      'OwnedApiKeyList',
      'A page of API keys.',
      { data: 'The keys, newest first.', nextCursor: 'The cursor of the next page; `null` on the last one.' },
      { nextCursor: null },
    ),
    named(
      apiKeysForAdmins['GET /auth/admin/api/users/{id}/api-keys'].reply,
      'UserApiKeyList',
      'The API keys of a user.',
      {
        data: 'The keys, newest first.',
      },
    ),
    named(
      apiKeysForAdmins['POST /auth/admin/api/tenants/{id}/api-keys'].body,
      'CreateMachineKeyRequest',
      'A new API key of a machine.',
      { applicationId: 'The machine, prefix `app_`.', ...NEW_API_KEY },
      { applicationId: 'app_Q2xvdWR5IG1vcm5pbmcgYW', name: 'Import', scopes: ['projects.create'] },
    ),
    named(
      newReply,
      'NewMachineKeyResponse',
      'An API key with its secret, which is shown only now.',
      { apiKey: 'The API key.', key: 'Its text, for `Authorization: Bearer`. It begins with `gak_`.' },
      { key: 'gak_Q2xvdWR5IG1vcm5pbmcgYW3fG6jK9mP2sV5yB8eH1nQ4mT2vX5zA0_…' },
    ),
    named(
      renaming,
      'RenameMachineKeyRequest',
      'Another name of an API key.',
      { name: NEW_API_KEY.name },
      { name: 'Import' },
    ),
    named(
      apiKeysForAdmins['PATCH /auth/admin/api/api-keys/{id}'].reply,
      'MachineKeyResponse',
      'An API key and its owner.',
      { apiKey: 'The API key.' },
    ),
    named(adminRotation, 'RotateMachineKeyRequest', 'How the secrets follow each other.', ROTATION, {
      overlapHours: 24,
    }),
  ];
};
