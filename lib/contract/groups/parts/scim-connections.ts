// Declares SCIM connections, by which a customer's directory keeps its users up to date here. The operations are a part of the group
// admin-tenants. What the connections serve is SCIM itself (RFC 7644), which is no part of this contract.
import * as z from 'zod/mini';
import { named, TENANT, USER } from '../../documentation.ts';
import { contract } from '../../operation.ts';
import { dateTime, message, name, nullableDateTime } from '../../shapes.ts';

const onDelete = z.enum(['deactivate', 'delete']);
const scimToken = z.object({ hint: z.string(), createdAt: dateTime, endsAt: nullableDateTime });
const scimConnection = z.object({
  id: z.string(),
  tenantId: z.string(),
  name: z.string(),
  url: z.string(),
  tokenUrl: z.string(),
  isPaused: z.boolean(),
  onDelete,
  takesUpManagers: z.boolean(),
  tokens: z.array(scimToken),
  createdBy: z.nullable(z.string()),
  createdAt: dateTime,
  lastUsedAt: nullableDateTime,
  silentAfterDays: z.nullable(z.int()),
  isSilent: z.boolean(),
});
/** A month without a request may be normal where no one joins or leaves. */
const silentAfterDays = z.nullable(z.int().check(z.minimum(1), z.maximum(90)));
const list = z.object({ connections: z.array(scimConnection) });
const newConnection = z.object({
  name,
  onDelete: z.optional(onDelete),
  silentAfterDays: z.optional(silentAfterDays),
});
const made = z.object({ connection: scimConnection, token: z.string() });
const patch = z.object({
  name: z.optional(name),
  onDelete: z.optional(onDelete),
  isPaused: z.optional(z.boolean()),
  silentAfterDays: z.optional(silentAfterDays),
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
const refusal = z.object({
  at: dateTime,
  method: z.string(),
  resource: z.string(),
  status: z.int(),
  reason: z.string(),
});
const groups = z.object({ groups: z.array(scimGroup), users: z.int(), refusals: z.array(refusal) });
const drifted = z.object({
  id: z.string(),
  email: z.nullable(z.string()),
  name: z.nullable(z.string()),
  finding: z.enum(['absent', 'inactive']),
});
const drift = z.object({
  users: z.array(drifted),
  nextCursor: z.nullable(z.string()),
  lastUsedAt: nullableDateTime,
});
const driftQuery = z.object({ cursor: z.optional(z.string().check(z.maxLength(2048))) });
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
    stepUp: { name: false, onDelete: true, isPaused: true, silentAfterDays: true },
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
    summary: 'List the groups that a directory brought, oldest first, with its last refused requests',
    duty: { needs: 'read', tenant: 'path' },
    reply: groups,
    errors: ['TENANT_NOT_FOUND', 'SCIM_CONNECTION_NOT_FOUND'],
    extension: true,
  },
  'GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/drift': {
    name: 'scimDrift',
    summary: 'Compare the users of a tenant with a directory, some at a time',
    duty: { needs: 'readUsers', tenant: 'path' },
    shows: 'people',
    input: { knownQuery: true },
    query: driftQuery,
    reply: drift,
    errors: ['TENANT_NOT_FOUND', 'SCIM_CONNECTION_NOT_FOUND', 'CURSOR_INVALID'],
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

const byUsers = {
  access: 'user',
  permissions: ['organization.sso'],
  admits: { setup: true },
  extension: true,
} as const;

export const scimConnectionsOfOrganization = contract({
  'GET /auth/organization/scim-connections': {
    ...byUsers,
    name: 'scimConnections',
    summary: 'List the SCIM connections of the own tenant, oldest first',
    reply: list,
  },
  'POST /auth/organization/scim-connections': {
    ...byUsers,
    name: 'createScimConnection',
    summary: 'Make a SCIM connection, by which a directory keeps its users up to date in the own tenant',
    // Its token makes users.
    needsDeviceKey: true,
    stepUp: true,
    body: newConnection,
    reply: made,
    status: 201,
    errors: ['SCIM_CONNECTION_LIMIT_REACHED'],
  },
  'PATCH /auth/organization/scim-connections/{id}': {
    ...byUsers,
    name: 'updateScimConnection',
    summary: 'Rename, pause or change a SCIM connection of the own tenant',
    stepUp: true,
    body: patch,
    reply: one,
    errors: ['SCIM_CONNECTION_NOT_FOUND'],
  },
  'POST /auth/organization/scim-connections/{id}/rotate': {
    ...byUsers,
    name: 'rotateScimToken',
    summary: 'Give a SCIM connection of the own tenant a new token',
    needsDeviceKey: true,
    stepUp: true,
    body: rotation,
    reply: made,
    errors: ['SCIM_CONNECTION_NOT_FOUND'],
  },
  'DELETE /auth/organization/scim-connections/{id}': {
    ...byUsers,
    name: 'removeScimConnection',
    summary: 'Remove a SCIM connection of the own tenant; its users stay as they are',
    stepUp: true,
    reply: message,
    errors: ['SCIM_CONNECTION_NOT_FOUND'],
  },
  'GET /auth/organization/scim-connections/{id}/groups': {
    ...byUsers,
    name: 'scimGroups',
    summary: 'List the groups that a directory brought into the own tenant, with its last refused requests',
    reply: groups,
    errors: ['SCIM_CONNECTION_NOT_FOUND'],
  },
  'PUT /auth/organization/scim-connections/{id}/groups/{groupId}': {
    ...byUsers,
    name: 'mapScimGroup',
    summary: 'Map a group of a directory to a role of the own tenant, or to none',
    needsDeviceKey: true,
    stepUp: true,
    body: mapping,
    reply: group,
    errors: ['SCIM_CONNECTION_NOT_FOUND', 'SCIM_GROUP_NOT_FOUND', 'ROLE_NOT_FOUND', 'GUARD_MISMATCH'],
  },
});

/** It shows people, so it needs the permissions of the list of members. */
export const scimDriftOfOrganization = contract({
  'GET /auth/organization/scim-connections/{id}/drift': {
    name: 'scimDrift',
    summary: 'Compare the members of the own tenant with a directory, some at a time',
    access: 'user',
    permissions: ['organization.members', 'organization.roles'],
    input: { knownQuery: true },
    query: driftQuery,
    reply: drift,
    errors: ['SCIM_CONNECTION_NOT_FOUND', 'CURSOR_INVALID'],
    extension: true,
  },
});

export type ScimDirectoryView = z.output<typeof groups>;
export type ScimDrift = z.output<typeof drift>;
export type ScimConnectionView = z.output<typeof scimConnection>;
export type ScimGroupView = z.output<typeof scimGroup>;

const TENANT_PATH = { id: 'The id of the tenant, prefix `ten_`.' };
const PATH = { ...TENANT_PATH, connectionId: 'The id of the connection, prefix `scm_`.' };

const WORDS = {
  list: 'Tokens are never shown again. `hint` is the end of one.',
  create: 'The token is shown once. A tenant has at most five connections.',
  update: 'A paused connection refuses every request of the directory with 403. Its users stay as they are.',
  rotate: 'The new token is shown once. The one before it works for `overlapHours` more; an older one ends at once.',
  remove: 'What the directory said of users is forgotten a moment later.',
  groups:
    'A group gives no role before it is mapped. Its name means nothing. A refusal that is repeated is noted once a minute.',
  map: 'Its members get the role, and lose the one that it gave before, a moment later. Roles that were given here stay. A role of all tenants cannot be mapped.',
};
const DRIFT =
  'Each page compares 100 users, newest first, so a page may be short or empty although `nextCursor` is not `null`.';
const DRIFT_QUERY = { cursor: 'The `nextCursor` of the page before.' };
const GROUP_ID = { groupId: 'The id of the group, prefix `sgr_`.' };

/** Descriptions of the operations of admins for openapi.json. */
export const scimConnectionOperations = () => ({
  'GET /auth/admin/api/tenants/{id}/scim-connections': { description: WORDS.list, path: TENANT_PATH },
  'POST /auth/admin/api/tenants/{id}/scim-connections': { description: WORDS.create, path: TENANT_PATH },
  'PATCH /auth/admin/api/tenants/{id}/scim-connections/{connectionId}': { description: WORDS.update, path: PATH },
  'POST /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/rotate': { description: WORDS.rotate, path: PATH },
  'DELETE /auth/admin/api/tenants/{id}/scim-connections/{connectionId}': { description: WORDS.remove, path: PATH },
  'GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups': { description: WORDS.groups, path: PATH },
  'GET /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/drift': {
    description: DRIFT,
    path: PATH,
    query: DRIFT_QUERY,
  },
  'PUT /auth/admin/api/tenants/{id}/scim-connections/{connectionId}/groups/{groupId}': {
    description: WORDS.map,
    path: { ...PATH, ...GROUP_ID },
  },
});

const OWN_PATH = { id: PATH.connectionId };
const NEEDS = 'Needs `organization.sso`.';

/** Descriptions of the operations of those who manage a tenant for openapi.json. */
export const ownScimConnectionOperations = () => ({
  'GET /auth/organization/scim-connections': { description: `${NEEDS} ${WORDS.list}` },
  'POST /auth/organization/scim-connections': {
    description: `${NEEDS} ${WORDS.create} It takes up no account that manages the tenant.`,
  },
  'PATCH /auth/organization/scim-connections/{id}': { description: `${NEEDS} ${WORDS.update}`, path: OWN_PATH },
  'POST /auth/organization/scim-connections/{id}/rotate': {
    description: `${NEEDS} ${WORDS.rotate} MISSING_REQUIRED_PERMISSIONS also if an admin made the connection, or if one of its groups gives a role that the caller could not give.`,
    path: OWN_PATH,
  },
  'DELETE /auth/organization/scim-connections/{id}': { description: `${NEEDS} ${WORDS.remove}`, path: OWN_PATH },
  'GET /auth/organization/scim-connections/{id}/groups': { description: `${NEEDS} ${WORDS.groups}`, path: OWN_PATH },
  'GET /auth/organization/scim-connections/{id}/drift': {
    description: `Needs \`organization.members\` or \`organization.roles\`. ${DRIFT}`,
    path: OWN_PATH,
    query: DRIFT_QUERY,
  },
  'PUT /auth/organization/scim-connections/{id}/groups/{groupId}': {
    description: `${NEEDS} ${WORDS.map} MISSING_REQUIRED_PERMISSIONS also if the caller could not give one of the two roles. A setup link gives none.`,
    path: { ...OWN_PATH, ...GROUP_ID },
  },
});

/** The shapes of this file, for openapi.json. */
export const scimConnectionShapes = () => {
  const given = {
    name: 'A name for admins.',
    onDelete: 'What becomes of the account of a user whom the directory deletes. Default: `deactivate`.',
    silentAfterDays:
      'After how many days without a request `svc.scim_connection_silent` is published, 1 to 90. `null`: never. Default: 7.',
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
        tokenUrl:
          'Where a directory that fetches its tokens gets them, by client credentials (RFC 6749 4.4). Its client id is `id`, its client secret the token of the connection.',
        tokens: 'The tokens that work, the newest first: at most two.',
        takesUpManagers:
          'Whether it may take up accounts that have a permission `organization.*`. One that an admin made may.',
        createdBy:
          'The admin, the machine, the user or the setup link that made it. `null`: an admin or a machine, for those who manage the tenant.',
        createdAt: 'When it was made.',
        lastUsedAt: 'When it was last used, to the hour. `null`: never.',
        isSilent: 'Whether it had requests, and had none for `silentAfterDays`. A paused one is not.',
      },
      {
        id: `scm_${TENANT.slice(4)}4hT7wZ0cF3iL6oR9uX2aD5`,
        tenantId: TENANT,
        name: 'Okta',
        url: `https://auth.example.com/scim/v2/scm_${TENANT.slice(4)}4hT7wZ0cF3iL6oR9uX2aD5`,
        tokenUrl: 'https://auth.example.com/oauth2/token',
        isPaused: false,
        takesUpManagers: true,
        lastUsedAt: null,
        silentAfterDays: 7,
        isSilent: false,
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
    named(groups, 'ScimGroupList', 'What a directory brought, and what it was refused.', {
      groups: 'The groups.',
      users: 'How many users the directory has here.',
      refusals: 'The last 20 refused requests, newest first.',
    }),
    named(
      refusal,
      'ScimRefusal',
      'A request of a directory that was refused. It has no value that the directory sent.',
      {
        at: 'When it was.',
        method: 'Its method.',
        resource: '`Users`, `Groups` or another endpoint. Empty: none that there is.',
        status: 'The status of the reply.',
        reason: 'The `scimType`, if there was one, and what was wrong.',
      },
      { method: 'POST', resource: 'Users', status: 409, reason: 'uniqueness: userName: another user has it' },
    ),
    named(
      drifted,
      'ScimDriftedUser',
      'A user of the tenant whom the directory sees otherwise.',
      {
        id: 'The id of the user, prefix `usr_`.',
        email: 'The email address.',
        name: 'The name of the person.',
        finding:
          '`absent`: the directory does not have the user. `inactive`: it has them, and they cannot log in here.',
      },
      { id: USER, name: 'Ada Lovelace', finding: 'absent' },
    ),
    named(
      drift,
      'ScimDriftPage',
      'The users among those compared who differ.',
      {
        users: 'Who differs.',
        nextCursor: 'The `cursor` of the next comparison. `null`: all were compared.',
        lastUsedAt: 'When the directory was last heard, to the hour. `null`: never.',
      },
      { nextCursor: null },
    ),
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
