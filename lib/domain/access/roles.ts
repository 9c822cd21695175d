// Roles: sets of permissions, of one tenant or of all, made and changed by admins. Who holds one is said by his account.
import { fail } from '../../contract/errors.ts';
import type { Body, Query, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { roleId, type TenantId, tenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import { idsOf } from '../../store/permissions.ts';
import * as store from '../../store/roles.ts';
import type { Tenant } from '../../store/tenants.ts';
import { type Acting, adminAction } from '../audit.ts';
import { USER_GUARD } from './grants.ts';
import { compare } from './order.ts';

type Role = store.Role;
type NewRole = Body<'POST /auth/admin/api/roles'>;
type Verb = 'created' | 'updated' | 'deleted';

const view = ({ role, tenant }: store.Owned): Reply<'POST /auth/admin/api/roles'>['role'] => ({
  id: role.id,
  name: role.name,
  guard: role.guard,
  isSystem: role.isSystem,
  isActive: role.isActive,
  tenantId: role.tenantId,
  tenant: tenant && { id: tenant.id, name: tenant.name, slug: tenant.slug },
  permissions: role.permissionNames,
  createdAt: iso(role.createdAt),
  updatedAt: iso(role.updatedAt),
});

const audited = ({ name, guard, isSystem, isActive, permissionNames }: Role) => ({
  name,
  guard,
  isSystem,
  isActive,
  permissions: permissionNames,
});

function events(
  acting: Acting,
  verb: Verb,
  before: Role | undefined,
  after: Role | undefined,
  updatedFields: string[] = [],
): Write {
  const { id, tenantId, name, guard } = (after ?? before) as Role;
  const detail = { tenantId, roleId: id, name, guard };
  const told: Record<Verb, NewEvent> = {
    created: event('svc.role_created', detail),
    updated: event('svc.role_updated', { ...detail, updatedFields }),
    deleted: event('svc.role_deleted', detail),
  };
  const shown = [before && audited(before), after && audited(after)];
  const audit = adminAction(acting, `role.${verb}`, { type: 'role', id, tenantId }, ...shown);
  return outboxWrite(tenantId, [told[verb], audit], now());
}

/** Roles by name: all of them, or those of a tenant and of none. An empty filter is none. */
export async function list({ tenantId: of, guard }: Query<'GET /auth/admin/api/roles'>) {
  const found = of ? await store.listOf(tenantId(of)) : await store.listAll();
  const sorted = found
    .filter(({ role }) => !guard || role.guard === guard)
    .sort(({ role: a }, { role: b }) => compare(a.name, b.name) || compare(a.guard, b.guard) || compare(a.id, b.id));
  return { data: sorted.map(view) };
}

/** Throws ROLE_NAME_REQUIRED, TENANT_NOT_FOUND, ROLE_PERMISSION_VALIDATION_FAILED, ROLE_ALREADY_EXISTS. Of any number of
 * racers for a name in a tenant and guard one gets it. */
export async function create(acting: Acting, input: NewRole) {
  const name = requireValidName(input.name);
  const { id: of, tenant, epoch } = await placeFor(input);
  const guard = input.guard ?? USER_GUARD;
  const role = store.newRole({
    tenantId: of,
    name,
    guard,
    isSystem: input.isSystem ?? false,
    isActive: input.isActive ?? true,
    ...(await requirePermissions(guard, input.permissions ?? [], epoch)),
  });
  const result = await store.create(role, events(acting, 'created', undefined, role));
  if (result === 'tenant-gone') fail('TENANT_NOT_FOUND');
  return result === 'done' ? { role: view({ role, tenant }) } : fail('ROLE_ALREADY_EXISTS');
}

type Place = { id: TenantId | null; tenant: Tenant | null; epoch: number };

/** System roles are of no tenant, whatever was asked for. */
async function placeFor({ tenantId: wanted, isSystem }: NewRole): Promise<Place> {
  const isFree = isSystem || wanted === undefined || wanted === null;
  const id = isFree ? null : (tenantId(wanted) ?? fail('TENANT_NOT_FOUND'));
  const { tenant, epoch } = await store.surroundings(id);
  return { id, tenant: id && (tenant ?? fail('TENANT_NOT_FOUND')), epoch };
}

/** Changes the fields sent and no others; holders have the role as it is now from the next request on. Throws
 * INVALID_INPUT for a patch of nothing, ROLE_NOT_FOUND and what `create` throws. */
export async function update(acting: Acting, id: string, patch: Body<'PATCH /auth/admin/api/roles/{id}'>) {
  const fields = Object.keys(patch);
  if (!fields.length) fail('INVALID_INPUT', { message: 'There is nothing to change.' });
  if (patch.name !== undefined) requireValidName(patch.name);
  return retryOnConflict('the role', async () => {
    const { role: before, tenant, epoch } = await requireRole(id);
    const after: Role = {
      ...before,
      name: patch.name ?? before.name,
      isActive: patch.isActive ?? before.isActive,
      ...(patch.permissions && (await requirePermissions(before.guard, patch.permissions, epoch))),
      updatedAt: now(),
    };
    const result = await store.change(before, after, events(acting, 'updated', before, after, fields));
    if (result === 'name-taken') return fail('ROLE_ALREADY_EXISTS');
    return result === 'done' ? { role: view({ role: after, tenant }) } : undefined;
  });
}

/** Deletes the role; its holders have lost it from the next request on. Throws ROLE_NOT_FOUND, and FORBIDDEN for a
 * system role. */
export function remove(acting: Acting, id: string) {
  return retryOnConflict('the role', async () => {
    const { role } = await requireRole(id);
    if (role.isSystem) fail('FORBIDDEN', { message: 'A system role is not deleted.' });
    const removed = await store.remove(role, events(acting, 'deleted', role, undefined));
    return removed ? { message: 'Role deleted.' } : undefined;
  });
}

async function requireRole(id: string): Promise<NonNullable<Awaited<ReturnType<typeof store.find>>>> {
  const known = roleId(id);
  return (known && (await store.find(known))) ?? fail('ROLE_NOT_FOUND');
}

const requireValidName = (name: string | undefined): string =>
  name !== undefined && /\S/.test(name) ? name : fail('ROLE_NAME_REQUIRED');

/**
 * The permissions with these names under the guard. `permissionsEpoch` was read before this is called: if one of them is
 * renamed or deleted meanwhile, the role is stale from the start and is read with the right names.
 */
async function requirePermissions(guard: string, names: string[], permissionsEpoch: number) {
  const permissionNames = [...new Set(names)].sort(compare);
  const ids = await idsOf(guard, permissionNames);
  const missing = names.findIndex((name) => ids[permissionNames.indexOf(name)] === undefined);
  const message = `permissions.${missing}: does not exist under the guard of the role`;
  if (missing >= 0) fail('ROLE_PERMISSION_VALIDATION_FAILED', { message });
  return { permissionIds: ids.filter((id) => id !== undefined), permissionNames, permissionsEpoch };
}
