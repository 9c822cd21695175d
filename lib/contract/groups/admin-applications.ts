// Declares the applications that use the OpenID provider, for admins.
import * as z from 'zod/mini';
import { applicationKind, grant, party, pkcePolicy } from '../applications.ts';
import { documented, examplesOf, named, namedValue, ROLE, said } from '../documentation.ts';
import {
  administration,
  applicationFields,
  keySet,
  newAdministration,
  newSecret,
  publicKey,
  secret,
} from '../fields/application.ts';
import { applicationWords, SECRET_EXAMPLE } from '../fields/application.words.ts';
import { bodyOf, needsOf, replyOf, stepUpOf } from '../fields/field.ts';
import { contract } from '../operation.ts';
import { message } from '../shapes.ts';
import { apiKeysForAdmins, apiKeysForAdminsDocs, apiKeysForAdminsShapes } from './admin-api-keys.ts';

const application = z.object(replyOf(applicationFields));
const applicationReply = z.object({ application });

export const adminApplications = contract({
  ...apiKeysForAdmins,
  'GET /auth/admin/api/applications': {
    name: 'list',
    summary: 'List applications, newest first',
    duty: { needs: 'read', tenant: 'deployment' },
    input: { knownQuery: true },
    query: z.object({
      limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
      cursor: z.optional(z.string().check(z.maxLength(2048))),
    }),
    reply: z.object({ data: z.array(application), nextCursor: z.nullable(z.string()) }),
    errors: ['CURSOR_INVALID'],
    extension: true,
  },
  'POST /auth/admin/api/applications': {
    name: 'create',
    summary: 'Create an application',
    duty: { needs: 'operate', tenant: 'deployment', fields: needsOf(applicationFields) },
    body: z.object(bodyOf(applicationFields, 'create')),
    stepUp: stepUpOf(applicationFields, 'create'),
    reply: applicationReply,
    status: 201,
    errors: ['TENANT_NOT_FOUND', 'ROLE_NOT_FOUND'],
    extension: true,
  },
  'GET /auth/admin/api/applications/{id}': {
    name: 'get',
    summary: 'Get an application',
    duty: { needs: 'read', tenant: 'deployment' },
    reply: applicationReply,
    errors: ['APPLICATION_NOT_FOUND'],
    extension: true,
  },
  'PATCH /auth/admin/api/applications/{id}': {
    name: 'update',
    summary: 'Update an application',
    duty: { needs: 'operate', tenant: 'deployment', fields: needsOf(applicationFields) },
    body: z.object(bodyOf(applicationFields, 'update')),
    stepUp: stepUpOf(applicationFields, 'update'),
    reply: applicationReply,
    errors: ['APPLICATION_NOT_FOUND', 'TENANT_NOT_FOUND', 'ROLE_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/api/applications/{id}': {
    name: 'remove',
    summary: 'Delete an application',
    duty: { needs: 'operate', tenant: 'deployment' },
    stepUp: true,
    reply: message,
    errors: ['APPLICATION_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/api/applications/{id}/sessions': {
    name: 'endSessions',
    summary: 'End every session of an application',
    duty: { needs: 'operate', tenant: 'deployment' },
    stepUp: true,
    reply: message,
    errors: ['APPLICATION_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/applications/{id}/secrets': {
    name: 'addSecret',
    summary: 'Add a secret to an application',
    duty: { needs: 'own', tenant: 'deployment' },
    stepUp: true,
    reply: z.object({ secret: newSecret }),
    status: 201,
    errors: ['APPLICATION_NOT_FOUND', 'APPLICATION_SECRET_LIMIT_REACHED'],
    extension: true,
  },
  'DELETE /auth/admin/api/applications/{id}/secrets/{secretId}': {
    name: 'revokeSecret',
    summary: 'Revoke a secret of an application',
    duty: { needs: 'own', tenant: 'deployment' },
    stepUp: true,
    reply: message,
    errors: ['APPLICATION_NOT_FOUND', 'APPLICATION_SECRET_NOT_FOUND'],
    extension: true,
  },
});

const SECRET = {
  id: 'The id of the secret, prefix `sec_`.',
  hint: 'Its last characters.',
  createdAt: 'When it was created.',
};

/** Describes this group for openapi.json. */
export const adminApplicationsDocs = () => {
  const words = applicationWords();
  const example = examplesOf(words);
  const path = { id: words.id.says };
  return documented(adminApplications, {
    description: 'Applications that log their users in here, machines, and API keys.',
    operations: {
      ...apiKeysForAdminsDocs(),
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
        path,
      },
      'PATCH /auth/admin/api/applications/{id}': {
        description:
          'Counts from the next request on. What a disabled application was given is refused at once, and stays refused when it is enabled again.',
        path,
      },
      'DELETE /auth/admin/api/applications/{id}': {
        description:
          'What it was given is refused at once. Services that verify access tokens offline accept one until it expires.',
        path,
      },
      'DELETE /auth/admin/api/applications/{id}/sessions': {
        description:
          'For an emergency: what the application was given, sessions and tokens, is refused from the next request on. Its secrets, ' +
          'API keys and the grants of users stay.',
        path,
      },
      'POST /auth/admin/api/applications/{id}/secrets': {
        description: 'The secret is shown once. Two may live at a time, so that one can replace the other.',
        path,
      },
      'DELETE /auth/admin/api/applications/{id}/secrets/{secretId}': {
        description: 'It stops working at once.',
        path: { ...path, secretId: SECRET.id },
      },
    },
    shapes: [
      ...apiKeysForAdminsShapes(),
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
        administration,
        'ApplicationAdministration',
        'The role of a machine among admins.',
        { role: 'Its role.', tenants: 'The ids of its tenants. `null`: the whole deployment.' },
        { role: 'operator', tenants: null },
      ),
      named(
        newAdministration,
        'NewApplicationAdministration',
        'The role of a machine among admins.',
        { role: 'Its role.', tenants: 'The ids of 1 to 50 tenants. `null`: the whole deployment.' },
        { role: 'operator', tenants: null },
      ),
      named(application, 'Application', 'A client of the OpenID provider.', said(application, words), example),
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
        said(adminApplications['POST /auth/admin/api/applications'].body, words, 'sends'),
        { name: example.name, kind: example.kind, redirectUris: example.redirectUris },
      ),
      named(
        adminApplications['PATCH /auth/admin/api/applications/{id}'].body,
        'UpdateApplicationRequest',
        'The fields to change.',
        said(adminApplications['PATCH /auth/admin/api/applications/{id}'].body, words, 'sends'),
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
};
