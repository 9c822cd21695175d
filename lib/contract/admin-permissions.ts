// Permissions: names of what may be done, in namespaces called guards. Roles refer to them by id.
import * as z from 'zod/mini';
import { contract } from './operation.ts';
import { dateTime, guard, message, readable } from './shapes.ts';

/** `<resource>.<action>`, compared exactly: no wildcards, no prefixes. */
const name = z.string().check(z.maxLength(255), z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/));
const description = z.optional(z.nullable(readable(1000)));
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

/** A string, as the specification has it. */
const limit = z.optional(
  z.string().check(
    z.regex(/^[0-9]{1,4}$/),
    z.refine((text) => Number(text) >= 1 && Number(text) <= 1000, 'must be from 1 to 1000'),
  ),
);
const text = z.optional(z.string());
const list = z.object({ data: z.array(permission) });
const names = z.object({ data: z.array(z.string()) });

export const adminPermissions = contract({
  'GET /auth/admin/api/permissions': {
    name: 'list',
    summary: 'List permissions by name',
    access: 'admin',
    rate: 'read',
    query: z.object({ search: text, category: text, guard: text, limit }),
    reply: list,
    status: 200,
    errors: [],
  },
  'GET /auth/admin/api/permissions/{id}': {
    name: 'get',
    summary: 'A permission',
    access: 'admin',
    rate: 'read',
    reply: z.object({ permission }),
    status: 200,
    errors: ['PERMISSION_NOT_FOUND'],
  },
  'GET /auth/admin/api/permissions/categories': {
    name: 'categories',
    summary: 'The categories that permissions are in',
    access: 'admin',
    rate: 'read',
    reply: names,
    status: 200,
    errors: [],
  },
  'GET /auth/admin/api/permissions/guards': {
    name: 'guards',
    summary: 'The guards that permissions are under',
    access: 'admin',
    rate: 'read',
    reply: names,
    status: 200,
    errors: [],
  },
  'GET /auth/admin/api/permissions/search': {
    name: 'search',
    summary: 'Find permissions by a part of their name or description',
    access: 'admin',
    rate: 'read',
    query: z.object({ q: text, guard: text, limit }),
    reply: list,
    status: 200,
    errors: [],
  },
  'POST /auth/admin/api/permissions': {
    name: 'create',
    summary: 'Create a permission',
    access: 'admin',
    rate: 'write',
    body: z.object({ name, guard: z.optional(guard), description, category }),
    reply: z.object({ permission }),
    status: 201,
    errors: ['PERMISSION_ALREADY_EXISTS'],
  },
  'PATCH /auth/admin/api/permissions/{id}': {
    name: 'update',
    summary: 'Update a permission; roles have a new name at once',
    access: 'admin',
    rate: 'write',
    body: z.object({ name: z.optional(name), description, category }),
    reply: z.object({ permission }),
    status: 200,
    errors: ['PERMISSION_NOT_FOUND', 'PERMISSION_ALREADY_EXISTS'],
  },
  'DELETE /auth/admin/api/permissions/{id}': {
    name: 'remove',
    summary: 'Delete a permission; roles lose it at once',
    access: 'admin',
    rate: 'write',
    reply: message,
    status: 200,
    errors: ['PERMISSION_NOT_FOUND'],
  },
});
