// Declares how those who manage a tenant manage its own applications. It is a part of the group organization.
import * as z from 'zod/mini';
import { applicationKind } from '../../applications.ts';
import { examplesOf, named, said } from '../../documentation.ts';
import { applicationFields, newSecret, secret } from '../../fields/application.ts';
import { applicationWords } from '../../fields/application.words.ts';
import { contract } from '../../operation.ts';
import { dateTime, message } from '../../shapes.ts';

const { name, redirectUris, postLogoutRedirectUris } = applicationFields;
const addresses = {
  redirectUris: z.optional(redirectUris.body),
  postLogoutRedirectUris: z.optional(postLogoutRedirectUris.body),
};

const application = z.object({
  id: z.string(),
  name: z.string(),
  kind: applicationKind,
  isActive: z.boolean(),
  redirectUris: z.array(z.string()),
  postLogoutRedirectUris: z.array(z.string()),
  secrets: z.array(secret),
  mayChange: z.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
});
const reply = z.object({ application });
const own = { access: 'user', permissions: ['organization.applications'], extension: true } as const;

export const applicationsOfTenant = contract({
  'GET /auth/organization/applications': {
    ...own,
    name: 'applications',
    summary: 'List the applications that serve the own tenant alone, newest first',
    input: { knownQuery: true },
    query: z.object({
      limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
      cursor: z.optional(z.string().check(z.maxLength(2048))),
    }),
    reply: z.object({ applications: z.array(application), nextCursor: z.nullable(z.string()) }),
    errors: ['CURSOR_INVALID'],
  },
  'POST /auth/organization/applications': {
    ...own,
    name: 'createApplication',
    summary: 'Create an application of the own tenant',
    needsDeviceKey: true,
    stepUp: true,
    body: z.object({ name: name.body, kind: applicationKind, ...addresses }),
    reply,
    status: 201,
    errors: ['APPLICATION_LIMIT_REACHED'],
  },
  'PATCH /auth/organization/applications/{id}': {
    ...own,
    name: 'updateApplication',
    summary: 'Change an application of the own tenant, or switch it on or off',
    needsDeviceKey: true,
    stepUp: true,
    body: z.object({ name: z.optional(name.body), isActive: z.optional(z.boolean()), ...addresses }),
    reply,
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'DELETE /auth/organization/applications/{id}': {
    ...own,
    name: 'removeApplication',
    summary: 'Delete an application of the own tenant',
    stepUp: true,
    reply: message,
    errors: ['APPLICATION_NOT_FOUND'],
  },
  'POST /auth/organization/applications/{id}/secrets': {
    ...own,
    name: 'addApplicationSecret',
    summary: 'Add a secret to an application of the own tenant',
    needsDeviceKey: true,
    stepUp: true,
    reply: z.object({ secret: newSecret }),
    status: 201,
    errors: ['APPLICATION_NOT_FOUND', 'APPLICATION_SECRET_LIMIT_REACHED'],
  },
  'DELETE /auth/organization/applications/{id}/secrets/{secretId}': {
    ...own,
    name: 'revokeApplicationSecret',
    summary: 'Revoke a secret of an application of the own tenant',
    stepUp: true,
    reply: message,
    errors: ['APPLICATION_NOT_FOUND', 'APPLICATION_SECRET_NOT_FOUND'],
  },
});

const NEEDS = 'Needs `organization.applications`.';
const REFUSES = 'MISSING_REQUIRED_PERMISSIONS also for an application whose `mayChange` is false.';

export const applicationOperations = () => {
  const words = applicationWords();
  const path = { id: words.id.says };
  return {
    'GET /auth/organization/applications': {
      description: `${NEEDS} Applications that serve other tenants as well are not the tenant's own. No reply has a secret. A page may have fewer entries than \`limit\`.`,
      query: {
        limit: 'The number of applications per page, 1 to 100. Default: 20.',
        cursor: 'The `nextCursor` of the page before.',
      },
    },
    'POST /auth/organization/applications': {
      description: `${NEEDS} It serves the tenant alone and is a \`third\` party: people consent to it, and its tokens name no roles and no permissions. A \`machine\` has no roles. The kind cannot be changed later.`,
    },
    'PATCH /auth/organization/applications/{id}': {
      description: `${NEEDS} Absent fields stay. What a disabled application was given is refused at once, and stays refused when it is enabled again. ${REFUSES}`,
      path,
    },
    'DELETE /auth/organization/applications/{id}': {
      description: `${NEEDS} What it was given is refused at once. ${REFUSES}`,
      path,
    },
    'POST /auth/organization/applications/{id}/secrets': {
      description: `${NEEDS} The secret is shown once. Two may live at a time, so that one can replace the other. ${REFUSES}`,
      path,
    },
    'DELETE /auth/organization/applications/{id}/secrets/{secretId}': {
      description: `${NEEDS} It stops working at once. ${REFUSES}`,
      path: { ...path, secretId: 'The id of the secret, prefix `sec_`.' },
    },
  };
};

export const applicationShapes = () => {
  const words = applicationWords();
  const example = examplesOf(words);
  const { body: newApplication } = applicationsOfTenant['POST /auth/organization/applications'];
  const { body: patch } = applicationsOfTenant['PATCH /auth/organization/applications/{id}'];
  return [
    named(
      application,
      'OrganizationApplication',
      'An application of the tenant, as those see it who manage the tenant.',
      {
        id: words.id.says,
        name: words.name.says,
        kind: words.kind.says,
        isActive: 'Whether it can get tokens.',
        redirectUris: words.redirectUris.says,
        postLogoutRedirectUris: words.postLogoutRedirectUris.says,
        secrets: words.secrets.says,
        mayChange:
          'Whether those who manage the tenant may change it. They may not if an admin made it, disabled it, or gave it what only admins give: roles, a grant that acts for users, a place among your own applications.',
        createdAt: words.createdAt.says,
        updatedAt: words.updatedAt.says,
      },
      example,
    ),
    named(reply, 'OrganizationApplicationResponse', 'An application.', { application: 'The application.' }),
    named(
      applicationsOfTenant['GET /auth/organization/applications'].reply,
      'OrganizationApplicationList',
      'A page of applications.',
      {
        applications: 'The applications, newest first.',
        nextCursor: 'The `cursor` of the next page; `null` on the last one.',
      },
      { nextCursor: null },
    ),
    named(
      newApplication,
      'CreateOrganizationApplicationRequest',
      'A new application.',
      said(newApplication, words, 'sends'),
      { name: example.name, kind: example.kind, redirectUris: example.redirectUris },
    ),
    named(patch, 'UpdateOrganizationApplicationRequest', 'The fields to change.', said(patch, words, 'sends'), {
      name: example.name,
    }),
    named(
      applicationsOfTenant['POST /auth/organization/applications/{id}/secrets'].reply,
      'OrganizationApplicationSecretResponse',
      'A new secret.',
      { secret: 'The secret.' },
    ),
  ];
};
