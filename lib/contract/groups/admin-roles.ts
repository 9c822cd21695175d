// Declares roles: named sets of permissions, of one tenant or of all tenants.
import * as z from 'zod/mini';
import { documented, named, ROLE, TIMES } from '../documentation.ts';
import { contract } from '../operation.ts';
import { assignedRole, tenantSummary } from '../records.ts';
import { dateTime, guard, message, readable } from '../shapes.ts';

/** Optional here, because the domain rejects a missing and a blank name alike: ROLE_NAME_REQUIRED. */
const name = z.optional(readable(120));
const isActive = z.optional(z.boolean());
/** Names that must exist under the guard of the role. Duplicates count once. */
const permissions = z.optional(z.array(z.string().check(z.maxLength(255))).check(z.maxLength(200)));

const role = z.object({
  ...assignedRole.shape,
  tenant: z.nullable(tenantSummary),
  permissions: z.array(z.string()),
  createdAt: dateTime,
  updatedAt: dateTime,
});

const roleReply = z.object({ role });

export const adminRoles = contract({
  'GET /auth/admin/api/roles': {
    name: 'list',
    summary: 'List roles by name',
    duty: { needs: 'read', tenant: 'query' },
    input: { knownQuery: true },
    query: z.object({ tenantId: z.optional(z.string()), guard: z.optional(z.string()) }),
    reply: z.object({ data: z.array(role) }),
  },
  'POST /auth/admin/api/roles': {
    name: 'create',
    summary: 'Create a role',
    duty: { needs: 'operate', tenant: 'body', fields: { isSystem: 'deployment' } },
    body: z.object({
      name,
      guard: z.optional(guard),
      tenantId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
      isSystem: z.optional(z.boolean()),
      isActive,
      permissions,
    }),
    // A new role has no users, but its name may hide what it permits from the admin who assigns it.
    stepUp: { name: false, guard: false, tenantId: false, isSystem: true, isActive: false, permissions: true },
    reply: roleReply,
    status: 201,
    errors: ['ROLE_NAME_REQUIRED', 'ROLE_PERMISSION_VALIDATION_FAILED', 'ROLE_ALREADY_EXISTS', 'TENANT_NOT_FOUND'],
  },
  'PATCH /auth/admin/api/roles/{id}': {
    name: 'update',
    summary: 'Update a role',
    duty: { needs: 'operate', tenant: 'path' },
    body: z.object({ name, isActive, permissions }),
    // Access tokens carry the names of roles: other services decide by them.
    stepUp: { name: true, isActive: true, permissions: true },
    reply: roleReply,
    errors: ['ROLE_NAME_REQUIRED', 'ROLE_PERMISSION_VALIDATION_FAILED', 'ROLE_ALREADY_EXISTS', 'ROLE_NOT_FOUND'],
  },
  'DELETE /auth/admin/api/roles/{id}': {
    name: 'remove',
    summary: 'Delete a role',
    duty: { needs: 'operate', tenant: 'path' },
    stepUp: true,
    reply: message,
    errors: ['ROLE_NOT_FOUND'],
  },
});

const ROLE_ID = { id: 'The id of the role, prefix `rol_`.' };
const FIELDS = {
  name: 'The name, at most 120 characters, unique per tenant and guard.',
  isActive: 'Whether the role grants its permissions.',
  permissions: 'The names of its permissions, at most 200. Each must exist under the guard of the role.',
};
const GUARD = 'The namespace of the role.';
const IS_SYSTEM = 'Whether the role is protected from deletion.';

/** Describes this group for openapi.json. */
export const adminRolesDocs = () =>
  documented(adminRoles, {
    description: 'Roles: named sets of permissions, of one tenant or of all tenants.',
    operations: {
      'POST /auth/admin/api/roles': {
        description:
          'Without `tenantId`, and as a system role, it applies to all tenants. Names are unique in a tenant and guard. If several calls use one name at once, one succeeds.',
      },
      'GET /auth/admin/api/roles': {
        description: 'With `tenantId`: the roles of the tenant and those of all tenants.',
        query: { tenantId: 'The id of a tenant.', guard: 'Only roles of this guard.' },
      },
      'PATCH /auth/admin/api/roles/{id}': { description: 'Takes effect at the next request of a user.', path: ROLE_ID },
      'DELETE /auth/admin/api/roles/{id}': {
        description: 'Users lose the role at once. System roles cannot be deleted: FORBIDDEN.',
        path: ROLE_ID,
      },
    },
    shapes: [
      named(
        role,
        'Role',
        'A named set of permissions.',
        {
          ...ROLE_ID,
          ...FIELDS,
          guard: GUARD,
          isSystem: IS_SYSTEM,
          tenantId: 'The tenant of the role. `null`: a role of all tenants.',
          tenant: 'The tenant of the role, if it has one.',
          permissions: 'The names of its permissions.',
          ...TIMES,
        },
        { id: ROLE, name: 'editor' },
      ),
      named(roleReply, 'RoleResponse', 'A role.', { role: 'The role.' }),
      named(adminRoles['GET /auth/admin/api/roles'].reply, 'RoleList', 'Roles by name.', { data: 'The roles.' }),
      named(
        adminRoles['POST /auth/admin/api/roles'].body,
        'CreateRoleRequest',
        'A new role.',
        {
          ...FIELDS,
          guard: `${GUARD} Default: \`web\`.`,
          tenantId: 'The tenant of the role. Absent or `null`: a role of all tenants.',
          isSystem: `${IS_SYSTEM} Default: false.`,
        },
        { name: 'editor', permissions: ['posts.edit'] },
      ),
      named(
        adminRoles['PATCH /auth/admin/api/roles/{id}'].body,
        'UpdateRoleRequest',
        'The fields to change. At least one is required.',
        FIELDS,
        { permissions: ['posts.edit', 'posts.publish'] },
      ),
    ],
  });
