// Manages permissions: admins list, create, rename and delete them. Roles pick up each change (store/roles.ts).
import { fail } from '../../contract/errors.ts';
import { isReservedPermission } from '../../contract/groups/parts/organization-permissions.ts';
import type { Body, Query, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { type PermissionId, permissionId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/tenants/permissions.ts';
import { type AuditActor, auditEvent } from '../audit.ts';
import { USER_GUARD } from './grants.ts';
import { compare } from './order.ts';

type Permission = store.Permission;
type Verb = 'created' | 'updated' | 'deleted';

const DEFAULT_SEARCH_LIMIT = 20;

/** The fields of a permission that the audit log shows. */
const auditViewOf = ({ name, guard, description, category }: Permission) => ({ name, guard, description, category });

const viewOf = (permission: Permission): Reply<'GET /auth/admin/api/permissions/{id}'>['permission'] => ({
  id: permission.id,
  ...auditViewOf(permission),
  createdAt: iso(permission.createdAt),
  updatedAt: iso(permission.updatedAt),
});

/** The write of the events of a change, the audit event among them. */
function changeEventsWrite(
  actor: AuditActor,
  verb: Verb,
  before: Permission | undefined,
  after: Permission | undefined,
  updatedFields: string[] = [],
): Write {
  const { id, name, guard } = (after ?? before) as Permission;
  const detail = { permissionId: id, name, guard };
  const eventFor: Record<Verb, NewEvent> = {
    created: event('svc.permission_created', detail),
    updated: event('svc.permission_updated', { ...detail, updatedFields }),
    deleted: event('svc.permission_deleted', detail),
  };
  const views = [before && auditViewOf(before), after && auditViewOf(after)];
  const audit = auditEvent(actor, `permission.${verb}`, { type: 'permission', id }, ...views);
  return outboxWrite(null, [eventFor[verb], audit], now());
}

/** Returns the texts without `null` and duplicates, sorted. */
const listDistinct = (texts: readonly (string | null)[]) => ({
  data: [...new Set(texts.filter((text) => text !== null))].sort(compare),
});

/**
 * Returns the permissions that match every filter, sorted by name. Empty filters match all; `search` has no wildcards.
 */
export async function list({ search, category, guard, limit }: Query<'GET /auth/admin/api/permissions'>) {
  const term = search?.toLowerCase();
  const hasTerm = (text: string | null): boolean => text?.toLowerCase().includes(term as string) ?? false;
  const matches = (await store.list())
    .filter((permission) => !term || hasTerm(permission.name) || hasTerm(permission.description))
    .filter((permission) => !category || permission.category === category)
    .filter((permission) => !guard || permission.guard === guard)
    .sort((a, b) => compare(a.name, b.name) || compare(a.guard, b.guard));
  return { data: matches.slice(0, limit === undefined ? undefined : Number(limit)).map(viewOf) };
}

/** Returns the permissions whose name or description contains `q`, none if `q` is empty. */
export const search = async ({ q, guard, limit }: Query<'GET /auth/admin/api/permissions/search'>) =>
  q ? list({ search: q, guard, limit: limit ?? String(DEFAULT_SEARCH_LIMIT) }) : { data: [] };

/** Returns every category that a permission has. */
export const categories = async () => listDistinct((await store.list()).map(({ category }) => category));
/** Returns every guard that a permission has. */
export const guards = async () => listDistinct((await store.list()).map(({ guard }) => guard));

/** Returns a permission. Throws PERMISSION_NOT_FOUND. */
export const get = async (id: string) => ({ permission: viewOf(await requirePermission(permissionId(id))) });

async function requirePermission(id: PermissionId | undefined): Promise<Permission> {
  return (id && (await store.find(id))) ?? fail('PERMISSION_NOT_FOUND');
}

/**
 * Creates a permission. Throws PERMISSION_ALREADY_EXISTS, also for a name of this service. If several callers create the
 * same name under a guard at once, one succeeds.
 */
export async function create(actor: AuditActor, input: Body<'POST /auth/admin/api/permissions'>) {
  const guard = input.guard ?? USER_GUARD;
  requireFree(guard, input.name);
  const permission = store.newPermission({
    name: input.name,
    guard,
    description: input.description || null,
    category: input.category || null,
  });
  const created = await store.create(permission, changeEventsWrite(actor, 'created', undefined, permission));
  return created ? { permission: viewOf(permission) } : fail('PERMISSION_ALREADY_EXISTS');
}

/** Throws PERMISSION_ALREADY_EXISTS for a name that has, or may get, a meaning for this service. */
function requireFree(guard: string, name: string): void {
  if (guard === USER_GUARD && isReservedPermission(name)) fail('PERMISSION_ALREADY_EXISTS');
}

/** Returns the permission to change. Throws PERMISSION_NOT_FOUND, and FORBIDDEN for a built-in one. */
async function requireOwn(id: string): Promise<Permission> {
  const permission = await requirePermission(permissionId(id));
  if (store.builtIn(permission.id)) fail('FORBIDDEN', { message: 'A built-in permission cannot be changed.' });
  return permission;
}

/**
 * Changes only the fields that were sent. Roles show a new name from the next request on. Throws INVALID_INPUT for an
 * empty patch, PERMISSION_NOT_FOUND, PERMISSION_ALREADY_EXISTS, and FORBIDDEN for a built-in permission.
 */
export async function update(actor: AuditActor, id: string, patch: Body<'PATCH /auth/admin/api/permissions/{id}'>) {
  const fields = Object.keys(patch);
  if (!fields.length) fail('INVALID_INPUT', { message: 'body: must contain at least one field' });
  return retryOnConflict('the permission', async () => {
    const before = await requireOwn(id);
    if (patch.name !== undefined && patch.name !== before.name) requireFree(before.guard, patch.name);
    const after: Permission = {
      ...before,
      name: patch.name ?? before.name,
      description: patch.description === undefined ? before.description : patch.description || null,
      category: patch.category === undefined ? before.category : patch.category || null,
      updatedAt: now(),
    };
    const result = await store.change(before, after, changeEventsWrite(actor, 'updated', before, after, fields));
    if (result === 'name-taken') return fail('PERMISSION_ALREADY_EXISTS');
    return result === 'done' ? { permission: viewOf(after) } : undefined;
  });
}

/**
 * Deletes the permission. No role has it from the next request on. Throws PERMISSION_NOT_FOUND, and FORBIDDEN for a
 * built-in one.
 */
export function remove(actor: AuditActor, id: string) {
  return retryOnConflict('the permission', async () => {
    const permission = await requireOwn(id);
    const removed = await store.remove(permission, changeEventsWrite(actor, 'deleted', permission, undefined));
    return removed ? { message: 'Permission deleted.' } : undefined;
  });
}
