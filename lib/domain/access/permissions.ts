// Permissions: listed, created, renamed and deleted by admins. Roles follow by themselves (store/roles.ts).
import { fail } from '../../contract/errors.ts';
import type { Body, Query, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { type PermissionId, permissionId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/permissions.ts';
import { type Acting, adminAction } from '../audit.ts';
import { USER_GUARD } from './grants.ts';
import { compare } from './order.ts';

type Permission = store.Permission;
type Verb = 'created' | 'updated' | 'deleted';

const FOUND_BY_DEFAULT = 20;

const audited = ({ name, guard, description, category }: Permission) => ({ name, guard, description, category });

const view = (permission: Permission): Reply<'GET /auth/admin/api/permissions/{id}'>['permission'] => ({
  id: permission.id,
  ...audited(permission),
  createdAt: iso(permission.createdAt),
  updatedAt: iso(permission.updatedAt),
});

function events(
  acting: Acting,
  verb: Verb,
  before: Permission | undefined,
  after: Permission | undefined,
  updatedFields: string[] = [],
): Write {
  const { id, name, guard } = (after ?? before) as Permission;
  const detail = { permissionId: id, name, guard };
  const told: Record<Verb, NewEvent> = {
    created: event('svc.permission_created', detail),
    updated: event('svc.permission_updated', { ...detail, updatedFields }),
    deleted: event('svc.permission_deleted', detail),
  };
  const shown = [before && audited(before), after && audited(after)];
  const audit = adminAction(acting, `permission.${verb}`, { type: 'permission', id }, ...shown);
  return outboxWrite(null, [told[verb], audit], now());
}

const distinct = (texts: readonly (string | null)[]) => ({
  data: [...new Set(texts.filter((text) => text !== null))].sort(compare),
});

/** Permissions by name, those that pass the filter. An empty filter is none; text is text, without wildcards. */
export async function list({ search, category, guard, limit }: Query<'GET /auth/admin/api/permissions'>) {
  const sought = search?.toLowerCase();
  const has = (text: string | null): boolean => text?.toLowerCase().includes(sought as string) ?? false;
  const found = (await store.list())
    .filter((each) => !sought || has(each.name) || has(each.description))
    .filter((each) => !category || each.category === category)
    .filter((each) => !guard || each.guard === guard)
    .sort((a, b) => compare(a.name, b.name) || compare(a.guard, b.guard));
  return { data: found.slice(0, limit === undefined ? undefined : Number(limit)).map(view) };
}

/** Permissions whose name or description holds `q`; none for an empty one. */
export const search = async ({ q, guard, limit }: Query<'GET /auth/admin/api/permissions/search'>) =>
  q ? list({ search: q, guard, limit: limit ?? String(FOUND_BY_DEFAULT) }) : { data: [] };

/** The categories there are. */
export const categories = async () => distinct((await store.list()).map(({ category }) => category));
/** The guards there are permissions under. */
export const guards = async () => distinct((await store.list()).map(({ guard }) => guard));

/** Throws PERMISSION_NOT_FOUND. */
export const get = async (id: string) => ({ permission: view(await requirePermission(permissionId(id))) });

async function requirePermission(id: PermissionId | undefined): Promise<Permission> {
  return (id && (await store.find(id))) ?? fail('PERMISSION_NOT_FOUND');
}

/** Throws PERMISSION_ALREADY_EXISTS. Of any number of racers for a name under a guard one gets it. */
export async function create(acting: Acting, input: Body<'POST /auth/admin/api/permissions'>) {
  const permission = store.newPermission({
    name: input.name,
    guard: input.guard ?? USER_GUARD,
    description: input.description || null,
    category: input.category || null,
  });
  const created = await store.create(permission, events(acting, 'created', undefined, permission));
  return created ? { permission: view(permission) } : fail('PERMISSION_ALREADY_EXISTS');
}

/** Changes the fields sent and no others; roles have a new name from the next request on. Throws INVALID_INPUT for a
 * patch of nothing, PERMISSION_NOT_FOUND, PERMISSION_ALREADY_EXISTS. */
export async function update(acting: Acting, id: string, patch: Body<'PATCH /auth/admin/api/permissions/{id}'>) {
  const fields = Object.keys(patch);
  if (!fields.length) fail('INVALID_INPUT', { message: 'There is nothing to change.' });
  return retryOnConflict('the permission', async () => {
    const before = await requirePermission(permissionId(id));
    const after: Permission = {
      ...before,
      name: patch.name ?? before.name,
      description: patch.description === undefined ? before.description : patch.description || null,
      category: patch.category === undefined ? before.category : patch.category || null,
      updatedAt: now(),
    };
    const result = await store.change(before, after, events(acting, 'updated', before, after, fields));
    if (result === 'name-taken') return fail('PERMISSION_ALREADY_EXISTS');
    return result === 'done' ? { permission: view(after) } : undefined;
  });
}

/** Deletes the permission; every role has lost it from the next request on. Throws PERMISSION_NOT_FOUND. */
export function remove(acting: Acting, id: string) {
  return retryOnConflict('the permission', async () => {
    const permission = await requirePermission(permissionId(id));
    const removed = await store.remove(permission, events(acting, 'deleted', permission, undefined));
    return removed ? { message: 'Permission deleted.' } : undefined;
  });
}
