// Declares permissions: names of allowed actions, in namespaces called guards. Roles refer to them by id.
import * as z from 'zod/mini';
import { documented, named, TIMES } from '../documentation.ts';
import { contract } from '../operation.ts';
import { dateTime, guard, message, readable, readableLines } from '../shapes.ts';

/** `<resource>.<action>`. The comparison is exact: no wildcards, no prefixes. */
const name = z.string().check(z.maxLength(255), z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/));
const description = z.optional(z.nullable(readableLines(1000)));
const category = z.optional(z.nullable(readable(100)));

const permission = z.object({
  id: z.string(),
  name: z.string(),
  guard: z.string(),
  description: z.nullable(z.string()),
  category: z.nullable(z.string()),
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** A string, because the specification requires one. */
const limit = z.optional(
  z.string().check(
    z.regex(/^[0-9]{1,4}$/),
    z.refine((text) => Number(text) >= 1 && Number(text) <= 1000, 'must be from 1 to 1000'),
  ),
);
const text = z.optional(z.string());
const list = z.object({ data: z.array(permission) });
const names = z.object({ data: z.array(z.string()) });
const permissionReply = z.object({ permission });

export const adminPermissions = contract({
  'GET /auth/admin/api/permissions': {
    name: 'list',
    summary: 'List permissions by name',
    duty: { needs: 'read', tenant: 'deployment' },
    input: { knownQuery: true },
    query: z.object({ search: text, category: text, guard: text, limit }),
    reply: list,
  },
  'GET /auth/admin/api/permissions/{id}': {
    name: 'get',
    summary: 'Get a permission',
    duty: { needs: 'read', tenant: 'deployment' },
    reply: permissionReply,
    errors: ['PERMISSION_NOT_FOUND'],
  },
  'GET /auth/admin/api/permissions/categories': {
    name: 'categories',
    summary: 'List the categories of permissions',
    duty: { needs: 'read', tenant: 'deployment' },
    input: { knownQuery: true },
    reply: names,
  },
  'GET /auth/admin/api/permissions/guards': {
    name: 'guards',
    summary: 'List the guards of permissions',
    duty: { needs: 'read', tenant: 'deployment' },
    input: { knownQuery: true },
    reply: names,
  },
  'GET /auth/admin/api/permissions/search': {
    name: 'search',
    summary: 'Search permissions by name or description',
    duty: { needs: 'read', tenant: 'deployment' },
    input: { knownQuery: true },
    query: z.object({ q: text, guard: text, limit }),
    reply: list,
  },
  'POST /auth/admin/api/permissions': {
    name: 'create',
    summary: 'Create a permission',
    duty: { needs: 'operate', tenant: 'deployment' },
    body: z.object({ name, guard: z.optional(guard), description, category }),
    // A new permission is in no role yet.
    stepUp: { name: false, guard: false, description: false, category: false },
    reply: permissionReply,
    status: 201,
    errors: ['PERMISSION_ALREADY_EXISTS'],
  },
  'PATCH /auth/admin/api/permissions/{id}': {
    name: 'update',
    summary: 'Update a permission',
    duty: { needs: 'operate', tenant: 'deployment' },
    body: z.object({ name: z.optional(name), description, category }),
    // A new name gives every role of the permission another right.
    stepUp: { name: true, description: false, category: false },
    reply: permissionReply,
    errors: ['PERMISSION_NOT_FOUND', 'PERMISSION_ALREADY_EXISTS'],
  },
  'DELETE /auth/admin/api/permissions/{id}': {
    name: 'remove',
    summary: 'Delete a permission',
    duty: { needs: 'operate', tenant: 'deployment' },
    stepUp: true,
    reply: message,
    errors: ['PERMISSION_NOT_FOUND'],
  },
});

const PERMISSION_ID = { id: 'The id of the permission, prefix `per_`.' };
const FIELDS = {
  name: 'The name in the form `<resource>.<action>`, at most 255 characters, unique per guard.',
  description: 'What the permission allows, at most 1 000 characters.',
  category: 'A heading to group permissions by, at most 100 characters.',
};
const ONLY_GUARD = 'Only permissions of this guard.';
const LIMIT = 'The maximum number of entries, 1 to 1 000.';

/** Describes this group for openapi.json. */
export const adminPermissionsDocs = () =>
  documented(adminPermissions, {
    description: 'Permissions: names of allowed actions, in namespaces called guards.',
    operations: {
      'POST /auth/admin/api/permissions': {
        description:
          'Grants nothing by itself: roles refer to it. Names are unique in a guard. If several calls use one name at once, one succeeds.',
      },
      'GET /auth/admin/api/permissions/categories': {
        description: 'Each category once, sorted, as the permissions have them now.',
      },
      'GET /auth/admin/api/permissions/guards': {
        description: 'Each guard once, sorted, as the permissions have them now.',
      },
      'GET /auth/admin/api/permissions': {
        description: 'Without `limit`, all that match. `search` ignores case and has no wildcards.',
        query: {
          search: 'Part of the name or the description.',
          category: 'Only permissions of this category.',
          guard: ONLY_GUARD,
          limit: LIMIT,
        },
      },
      'GET /auth/admin/api/permissions/{id}': {
        description: 'The same for all tenants: permissions belong to the deployment.',
        path: PERMISSION_ID,
      },
      'GET /auth/admin/api/permissions/search': {
        description: 'Returns 20 at most unless `limit` says otherwise, and none without `q`.',
        query: { q: 'Part of the name or the description.', guard: ONLY_GUARD, limit: LIMIT },
      },
      'PATCH /auth/admin/api/permissions/{id}': {
        description: 'A new name takes effect in every role at once.',
        path: PERMISSION_ID,
      },
      'DELETE /auth/admin/api/permissions/{id}': { description: 'Every role loses it at once.', path: PERMISSION_ID },
    },
    shapes: [
      named(
        permission,
        'Permission',
        'The name of an allowed action.',
        { ...PERMISSION_ID, ...FIELDS, guard: 'The namespace of the permission.', ...TIMES },
        { id: 'per_4uX7aD0gJ3mP6sV9yB2eH5', name: 'posts.edit', description: 'Edit any post' },
      ),
      named(permissionReply, 'PermissionResponse', 'A permission.', { permission: 'The permission.' }),
      named(list, 'PermissionList', 'Permissions by name.', { data: 'The permissions.' }),
      named(names, 'NameList', 'Names in alphabetical order.', { data: 'The names.' }, { data: ['web'] }),
      named(
        adminPermissions['POST /auth/admin/api/permissions'].body,
        'CreatePermissionRequest',
        'A new permission.',
        { ...FIELDS, guard: 'The namespace of the permission. Default: `web`.' },
        { name: 'posts.edit', description: 'Edit any post' },
      ),
      named(
        adminPermissions['PATCH /auth/admin/api/permissions/{id}'].body,
        'UpdatePermissionRequest',
        'The fields to change. At least one is required.',
        FIELDS,
        { category: 'Posts' },
      ),
    ],
  });
