// Declares SCIM connections, by which a customer's directory keeps its users up to date here. The operations are a part of the group
// admin-tenants. What the connections serve is SCIM itself (RFC 7644), which is no part of this contract.
import * as z from 'zod/mini';
import { named, TENANT } from '../../documentation.ts';
import { contract } from '../../operation.ts';
import { dateTime, message, name, nullableDateTime } from '../../shapes.ts';

const onDelete = z.enum(['deactivate', 'delete']);
const scimToken = z.object({ hint: z.string(), createdAt: dateTime, endsAt: nullableDateTime });
const scimConnection = z.object({
  id: z.string(),
  tenantId: z.string(),
  name: z.string(),
  url: z.string(),
  isPaused: z.boolean(),
  onDelete,
  tokens: z.array(scimToken),
  createdBy: z.string(),
  createdAt: dateTime,
  lastUsedAt: nullableDateTime,
});
const list = z.object({ connections: z.array(scimConnection) });
const newConnection = z.object({ name, onDelete: z.optional(onDelete) });
const made = z.object({ connection: scimConnection, token: z.string() });
const patch = z.object({
  name: z.optional(name),
  onDelete: z.optional(onDelete),
  isPaused: z.optional(z.boolean()),
});
const rotation = z.object({
  overlapHours: z.optional(z.int().check(z.minimum(0), z.maximum(168))),
});
const one = z.object({ connection: scimConnection });
const scimGroup = z.object({
  id: z.string(),
  displayName: z.string(),
  externalId: z.nullable(z.string()),
  roleId: z.nullable(z.string()),
  createdAt: dateTime,
});
const groups = z.object({ groups: z.array(scimGroup) });
const mapping = z.object({ roleId: z.nullable(z.string().check(z.maxLength(128))) });
const group = z.object({ group: scimGroup });

export const scimConnectionsOfTenants = contract({
  'GET /auth/admin/api/tenants/{id}/scim-connections': {
    name: 'scimConnections',
    summary: 'List the SCIM connections of a tenant, oldest first',
    duty: { needs: 'read', tenant: 'path' },
    reply: list,
    errors: ['TENANT_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/tenants/{id}/scim-connections': {
    name: 'createScimConnection',
    summary: 'Make a SCIM connection, by which a directory keeps its users up to date in a tenant',
    duty: { needs: 'operate', tenant: 'path' },
    // Its token makes and removes users: a machine makes none.
    stepUp: true,
    body: newConnection,
    reply: made,
    status: 201,
    errors: ['TENANT_NOT_FOUND', 'SCIM_CONNECTION_LIMIT_REACHED'],
    extension: true,
  },
  'PATCH /auth/admin/api/tenants/{id}/scim-connections/{connectionId}': {
    name: 'updateScimConnection',
    summary: 'Rename, pause or change a SCIM connection',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: { name: false, onDelete: true, isPaused: true },
    body: patch,
    reply: one,
    errors: ['TENANT_NOT_FOUND', 'SCIM_CONNECTION_NOT_FOUND'],
    extension: true,
  },
  'POST /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/rotate': {
    name: 'rotateScimToken',
    summary: 'Give a SCIM connection a new token',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: true,
    body: rotation,
    reply: made,
    status: 201,
    errors: ['TENANT_NOT_FOUND', 'SCIM_CONNECTION_NOT_FOUND'],
    extension: true,
  },
  'DELETE /auth/admin/api/tenants/{id}/scim-connections/{connectionId}': {
    name: 'removeScimConnection',
    summary: 'Remove a SCIM connection; its users stay as they are',
    duty: { needs: 'operate', tenant: 'path' },
    // Who has left the organization would keep their access.
    stepUp: true,
    reply: message,
    errors: ['TENANT_NOT_FOUND', 'SCIM_CONNECTION_NOT_FOUND'],
    extension: true,
  },
  'GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups': {
    name: 'scimGroups',
    summary: 'List the groups that a directory brought, oldest first',
    duty: { needs: 'read', tenant: 'path' },
    reply: groups,
    errors: ['TENANT_NOT_FOUND', 'SCIM_CONNECTION_NOT_FOUND'],
    extension: true,
  },
  'PUT /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups/{groupId}': {
    name: 'mapScimGroup',
    summary: 'Map a group of a directory to a role of the tenant, or to none',
    duty: { needs: 'operate', tenant: 'path' },
    // The directory then decides who has the role.
    stepUp: { roleId: true },
    body: mapping,
    reply: group,
    errors: [
      'TENANT_NOT_FOUND',
      'SCIM_CONNECTION_NOT_FOUND',
      'SCIM_GROUP_NOT_FOUND',
      'ROLE_NOT_FOUND',
      'GUARD_MISMATCH',
    ],
    extension: true,
  },
});

export type ScimConnectionView = z.output<typeof scimConnection>;
export type ScimGroupView = z.output<typeof scimGroup>;

const TENANT_PATH = { id: 'The id of the tenant, prefix `ten_`.' };
const PATH = { ...TENANT_PATH, connectionId: 'The id of the connection, prefix `scm_`.' };

export const scimConnectionOperations = () => ({
  'GET /auth/admin/api/tenants/{id}/scim-connections': {
    description: 'Tokens are never shown again. `hint` is the end of one.',
    path: TENANT_PATH,
  },
  'POST /auth/admin/api/tenants/{id}/scim-connections': {
    description: 'The token is shown once. A tenant has at most five connections.',
    path: TENANT_PATH,
  },
  'PATCH /auth/admin/api/tenants/{id}/scim-connections/{connectionId}': {
    description: 'A paused connection refuses every request of the directory with 403. Its users stay as they are.',
    path: PATH,
  },
  'POST /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/rotate': {
    description:
      'The new token is shown once. The one before it works for `overlapHours` more; an older one ends at once.',
    path: PATH,
  },
  'DELETE /auth/admin/api/tenants/{id}/scim-connections/{connectionId}': {
    description: 'What the directory said of users is forgotten a moment later.',
    path: PATH,
  },
  'GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups': {
    description: 'A group gives no role before it is mapped. Its name means nothing.',
    path: PATH,
  },
  'PUT /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups/{groupId}': {
    description:
      'Its members get the role, and lose the one that it gave before, a moment later. Roles that an admin gave stay. A role of all tenants cannot be mapped.',
    path: { ...PATH, groupId: 'The id of the group, prefix `sgr_`.' },
  },
});

export const scimConnectionShapes = () => {
  const given = {
    name: 'A name for admins.',
    onDelete: 'What becomes of the account of a user whom the directory deletes. Default: `deactivate`.',
  };
  const words = { ...given, isPaused: 'Whether it refuses every request.' };
  return [
    named(
      scimConnection,
      'ScimConnection',
      'A connection of a directory by SCIM 2.0.',
      {
        id: PATH.connectionId,
        tenantId: 'Its tenant.',
        ...words,
        url: 'The base address for the directory.',
        tokens: 'The tokens that work, the newest first: at most two.',
        createdBy: 'The id of the admin who made it.',
        createdAt: 'When it was made.',
        lastUsedAt: 'When it was last used, to the hour. `null`: never.',
      },
      {
        id: `scm_${TENANT.slice(4)}4hT7wZ0cF3iL6oR9uX2aD5`,
        tenantId: TENANT,
        name: 'Okta',
        url: `https://auth.example.com/scim/v2/scm_${TENANT.slice(4)}4hT7wZ0cF3iL6oR9uX2aD5`,
        isPaused: false,
        lastUsedAt: null,
      },
    ),
    named(
      scimToken,
      'ScimToken',
      'A token of a SCIM connection, without its secret.',
      {
        hint: 'Its last characters.',
        createdAt: 'When it was made.',
        endsAt: 'When it ends. `null`: when it is replaced.',
      },
      { hint: 'x7Qz', endsAt: null },
    ),
    named(list, 'ScimConnectionList', 'SCIM connections.', { connections: 'The connections.' }),
    named(newConnection, 'CreateScimConnectionRequest', 'A new SCIM connection.', given, { name: 'Okta' }),
    named(
      made,
      'NewScimConnectionResponse',
      'A SCIM connection with its token, which is shown only now.',
      { connection: 'The connection.', token: 'The token, for `Authorization: Bearer`. It begins with `gh_scim_`.' },
      { token: 'gh_scim_…' },
    ),
    named(patch, 'UpdateScimConnectionRequest', 'What is to change.', words, { isPaused: true }),
    named(one, 'ScimConnectionResponse', 'A SCIM connection.', { connection: 'The connection.' }),
    named(
      scimGroup,
      'ScimGroup',
      'A group of a directory.',
      {
        id: 'The id of the group, prefix `sgr_`.',
        displayName: 'Its name in the directory.',
        externalId: 'Its id in the directory. `null`: it named none.',
        roleId: 'The role that its members get. `null`: none.',
        createdAt: 'When the directory brought it.',
      },
      {
        id: `sgr_${TENANT.slice(4)}4hT7wZ0cF3iL6oR9uX2aD5`,
        displayName: 'Engineering',
        externalId: null,
        roleId: null,
      },
    ),
    named(groups, 'ScimGroupList', 'Groups of a directory.', { groups: 'The groups.' }),
    named(
      mapping,
      'MapScimGroupRequest',
      'The role of a group.',
      { roleId: 'A role of the tenant, prefix `rol_`. `null`: none.' },
      { roleId: null },
    ),
    named(group, 'ScimGroupResponse', 'A group of a directory.', { group: 'The group.' }),
    named(
      rotation,
      'RotateScimTokenRequest',
      'How the tokens follow each other.',
      { overlapHours: 'For how long the token of before still works, 0 to 168. Default: 24.' },
      { overlapHours: 24 },
    ),
  ];
};
