// Manages roles: named sets of permissions, for one tenant or for all. Each user's record lists the roles of the user.
import { fail } from '../../contract/errors.ts';
import type { Body, Query, Reply } from '../../contract/index.ts';
import { iso, now } from '../../platform/clock.ts';
import { type PermissionId, roleId, type TenantId, tenantId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { event, type NewEvent, outboxWrite } from '../../store/outbox.ts';
import { idsOf } from '../../store/tenants/permissions.ts';
import * as store from '../../store/tenants/roles.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import type { Administrator } from '../administrator.ts';
import { type AuditActor, auditEvent } from '../audit.ts';
import { USER_GUARD } from './grants.ts';
import { compare } from './order.ts';

/** An admin who decides what a role grants. */
type Actor = { admin: Pick<Administrator['admin'], 'id' | 'tenants'> };
type Role = store.Role;
type NewRole = Body<'POST /auth/admin/api/roles'>;
type Verb = 'created' | 'updated' | 'deleted';

const viewOf = ({ role, tenant }: store.Owned): Reply<'POST /auth/admin/api/roles'>['role'] => ({
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

/** The fields of a role that the audit log shows. */
const auditViewOf = ({ name, guard, isSystem, isActive, permissionNames }: Role) => ({
  name,
  guard,
  isSystem,
  isActive,
  permissions: permissionNames,
});

/** The write of the events of a change, the audit event among them. */
function changeEventsWrite(
  actor: AuditActor,
  verb: Verb,
  before: Role | undefined,
  after: Role | undefined,
  updatedFields: string[] = [],
): Write {
  const { id, tenantId, name, guard } = (after ?? before) as Role;
  const detail = { tenantId, roleId: id, name, guard };
  const eventFor: Record<Verb, NewEvent> = {
    created: event('svc.role_created', detail),
    updated: event('svc.role_updated', { ...detail, updatedFields }),
    deleted: event('svc.role_deleted', detail),
  };
  const views = [before && auditViewOf(before), after && auditViewOf(after)];
  const audit = auditEvent(actor, `role.${verb}`, { type: 'role', id, tenantId }, ...views);
  return outboxWrite(tenantId, [eventFor[verb], audit], now());
}

/**
 * Returns the roles sorted by name: all of them, or those that apply in one tenant, which include the roles of all
 * tenants. Empty filters match all.
 */
export async function list({ tenantId: tenant, guard }: Query<'GET /auth/admin/api/roles'>) {
  const roles = tenant ? await store.listOf(tenantId(tenant)) : await store.listAll();
  const sorted = roles
    .filter(({ role }) => !guard || role.guard === guard)
    .sort(({ role: a }, { role: b }) => compare(a.name, b.name) || compare(a.guard, b.guard) || compare(a.id, b.id));
  return { data: sorted.map(viewOf) };
}

/**
 * Creates a role. Throws ROLE_NAME_REQUIRED, TENANT_NOT_FOUND, ROLE_PERMISSION_VALIDATION_FAILED and
 * ROLE_ALREADY_EXISTS. If several callers create the same name in a tenant and guard at once, one succeeds.
 */
export async function create(actor: Actor, input: NewRole) {
  const name = requireValidName(input.name);
  const { id: owner, tenant, epoch } = await requireOwner(input);
  const guard = input.guard ?? USER_GUARD;
  const role = store.newRole({
    tenantId: owner,
    name,
    guard,
    isSystem: input.isSystem ?? false,
    isActive: input.isActive ?? true,
    ...(await requirePermissions(actor, owner, guard, input.permissions ?? [], epoch)),
  });
  const result = await store.create(role, changeEventsWrite(actor, 'created', undefined, role));
  if (result === 'tenant-gone') fail('TENANT_NOT_FOUND');
  return result === 'done' ? { role: viewOf({ role, tenant }) } : fail('ROLE_ALREADY_EXISTS');
}

/** The tenant of a new role, `null` for all tenants, and the epoch of the permissions. */
type Owner = { id: TenantId | null; tenant: Tenant | null; epoch: number };

/** Returns the tenant that is to own the role. Throws TENANT_NOT_FOUND. System roles apply to all tenants. */
async function requireOwner({ tenantId: requested, isSystem }: NewRole): Promise<Owner> {
  const isGlobal = isSystem || requested === undefined || requested === null;
  const id = isGlobal ? null : (tenantId(requested) ?? fail('TENANT_NOT_FOUND'));
  const { tenant, epoch } = await store.findTenantAndEpoch(id);
  return { id, tenant: id && (tenant ?? fail('TENANT_NOT_FOUND')), epoch };
}

/**
 * Changes only the fields that were sent. The change applies to the role's users from the next request on. Throws
 * INVALID_INPUT for an empty patch, ROLE_NOT_FOUND, and what `create` throws.
 */
export async function update(actor: Actor, id: string, patch: Body<'PATCH /auth/admin/api/roles/{id}'>) {
  const fields = Object.keys(patch);
  if (!fields.length) fail('INVALID_INPUT', { message: 'body: must contain at least one field' });
  if (patch.name !== undefined) requireValidName(patch.name);
  return retryOnConflict('the role', async () => {
    const { role: before, tenant, epoch } = await requireRole(id);
    const after: Role = {
      ...before,
      name: patch.name ?? before.name,
      isActive: patch.isActive ?? before.isActive,
      ...(patch.permissions &&
        (await requirePermissions(actor, before.tenantId, before.guard, patch.permissions, epoch))),
      updatedAt: now(),
    };
    const result = await store.change(before, after, changeEventsWrite(actor, 'updated', before, after, fields));
    if (result === 'name-taken') return fail('ROLE_ALREADY_EXISTS');
    return result === 'done' ? { role: viewOf({ role: after, tenant }) } : undefined;
  });
}

/**
 * Deletes the role. No user has it from the next request on. Throws ROLE_NOT_FOUND, and FORBIDDEN for a system role.
 */
export function remove(actor: AuditActor, id: string) {
  return retryOnConflict('the role', async () => {
    const { role } = await requireRole(id);
    if (role.isSystem) fail('FORBIDDEN', { message: 'A system role cannot be deleted.' });
    const removed = await store.remove(role, changeEventsWrite(actor, 'deleted', role, undefined));
    return removed ? { message: 'Role deleted.' } : undefined;
  });
}

async function requireRole(id: string): Promise<NonNullable<Awaited<ReturnType<typeof store.find>>>> {
  const validId = roleId(id);
  return (validId && (await store.find(validId))) ?? fail('ROLE_NOT_FOUND');
}

const requireValidName = (name: string | undefined): string =>
  name !== undefined && /\S/.test(name) ? name : fail('ROLE_NAME_REQUIRED');

/**
 * Returns the permissions with these names under the guard. Throws ROLE_PERMISSION_VALIDATION_FAILED and names the
 * first that does not exist, or that this admin cannot give. `permissionsEpoch` must be read before the call: if a permission is renamed or deleted
 * meanwhile, the cached names are stale from the start, and the next read of the role refreshes them.
 */
async function requirePermissions(
  { admin }: Actor,
  tenant: TenantId | null,
  guard: string,
  names: string[],
  permissionsEpoch: number,
) {
  const permissionNames = [...new Set(names)].sort(compare);
  const ids = await idsOf(guard, permissionNames);
  const grantable = admin.tenants && tenant && (await grantableIn(tenant));
  const isUsable = (id: PermissionId | undefined) => id !== undefined && (!grantable || grantable.has(id));
  const missing = names.findIndex((name) => !isUsable(ids[permissionNames.indexOf(name)]));
  const message = `permissions.${missing}: does not exist under the guard of the role`;
  if (missing >= 0) fail('ROLE_PERMISSION_VALIDATION_FAILED', { message });
  return { permissionIds: ids.filter((id) => id !== undefined), permissionNames, permissionsEpoch };
}

/**
 * Returns the permissions that admins of the tenant can give: those that its users can have already, by a role of the
 * tenant or an active one of all tenants. Other permissions are as unknown to them as other tenants.
 */
const grantableIn = async (tenant: TenantId): Promise<ReadonlySet<PermissionId>> =>
  new Set(
    (await store.listOf(tenant))
      // Admins of the tenant activate its roles, but not those of all tenants.
      .filter(({ role }) => role.isActive || role.tenantId === tenant)
      .flatMap(({ role }) => role.permissionIds),
  );
