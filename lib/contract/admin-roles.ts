// Roles: named sets of permissions, of one tenant or of all.
import * as z from 'zod/mini';
import { contract } from './operation.ts';
import { dateTime, guard, message, readable } from './shapes.ts';

/** Whether it is missing or blank is judged by the domain, which answers ROLE_NAME_REQUIRED. */
const name = z.optional(readable(120));
const isActive = z.optional(z.boolean());
/** Names, which must exist under the guard of the role; the same one twice counts once. */
const permissions = z.optional(z.array(z.string().check(z.maxLength(255))).check(z.maxLength(200)));

const role = z.object({
  id: z.string(),
  name: z.string(),
  guard: z.string(),
  isSystem: z.boolean(),
  isActive: z.boolean(),
  tenantId: z.nullable(z.string()),
  tenant: z.nullable(z.object({ id: z.string(), name: z.string(), slug: z.string() })),
  permissions: z.array(z.string()),
  createdAt: dateTime,
  updatedAt: dateTime,
});

export const adminRoles = contract({
  'GET /auth/admin/api/roles': {
    name: 'list',
    summary: 'List roles by name; with a tenant, its roles and those of no tenant',
    access: 'admin',
    rate: 'read',
    query: z.object({ tenantId: z.optional(z.string()), guard: z.optional(z.string()) }),
    reply: z.object({ data: z.array(role) }),
    status: 200,
    errors: [],
  },
  'POST /auth/admin/api/roles': {
    name: 'create',
    summary: 'Create a role, of a tenant or of none',
    access: 'admin',
    rate: 'write',
    body: z.object({
      name,
      guard: z.optional(guard),
      tenantId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
      isSystem: z.optional(z.boolean()),
      isActive,
      permissions,
    }),
    reply: z.object({ role }),
    status: 201,
    errors: ['ROLE_NAME_REQUIRED', 'ROLE_PERMISSION_VALIDATION_FAILED', 'ROLE_ALREADY_EXISTS', 'TENANT_NOT_FOUND'],
  },
  'PATCH /auth/admin/api/roles/{id}': {
    name: 'update',
    summary: 'Update a role; its holders have it as it is now at once',
    access: 'admin',
    rate: 'write',
    body: z.object({ name, isActive, permissions }),
    reply: z.object({ role }),
    status: 200,
    errors: ['ROLE_NAME_REQUIRED', 'ROLE_PERMISSION_VALIDATION_FAILED', 'ROLE_ALREADY_EXISTS', 'ROLE_NOT_FOUND'],
  },
  'DELETE /auth/admin/api/roles/{id}': {
    name: 'remove',
    summary: 'Delete a role; its holders lose it at once',
    access: 'admin',
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['ROLE_NOT_FOUND', 'FORBIDDEN'],
  },
});
