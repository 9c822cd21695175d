// Stores roles and the items that keep their names unique. Every role that is returned has the current names of its
// permissions.
import { now } from '../../platform/clock.ts';
import { newRoleId, type RoleId, type TenantId, tenantOfRole } from '../../platform/ids.ts';
import { describeError, log } from '../../platform/log.ts';
import { asCopied, copyKey, copyWrites, goneWrites, writeCopyAt, writeGoneAt } from '../copies.ts';
import { allEntries } from '../dynamo/index-query.ts';
import * as table from '../dynamo/table.ts';
import { jobWrite } from '../jobs.ts';
import * as keys from '../keys.ts';
import { changeWrite, type Fields } from '../record.ts';
import * as permissions from './permissions.ts';
import type { Role } from './role.ts';
import { fresh } from './role-names.ts';
import { asTenant, requireTenantWrite, type Tenant } from './tenants.ts';

export type { Role } from './role.ts';

/** What no change writes. */
export const FIXED = ['id', 'tenantId', 'guard', 'isSystem', 'createdAt'] as const satisfies readonly (keyof Role)[];

/** A role with its tenant. */
export type Owned = { role: Role; tenant: Tenant | null };

export const roleKey = keys.role;

type NameItem = table.Item & { type: 'role-name'; roleId: RoleId };

export const asRole = (item: table.Item | undefined): Role | undefined =>
  item?.type === 'role' ? (item as Role) : undefined;
const rolesIn = (items: readonly (table.Item | undefined)[]): Role[] => items.flatMap((item) => asRole(item) ?? []);

/** The item of a role, with its position in the list of roles. */
const itemOf = (role: Fields<Role>): Role => ({
  ...role,
  ...keys.role(role.id),
  ...keys.roleIndex(role.id, role.name),
  type: 'role',
});

/** Returns a new role. It is not stored yet. */
export function newRole(given: Omit<Fields<Role>, 'id' | 'version' | 'createdAt' | 'updatedAt'>): Role {
  const at = now();
  return itemOf({ id: newRoleId(given.tenantId), ...given, version: 1, createdAt: at, updatedAt: at });
}

const nameItem = ({ id, tenantId, guard, name }: Role): NameItem => ({
  ...keys.roleName(tenantId, guard, name),
  type: 'role-name',
  roleId: id,
});

/** The write that releases the name of the role. */
const releaseNameWrite = ({ tenantId, guard, name }: Role): table.Write => ({
  remove: keys.roleName(tenantId, guard, name),
});

/**
 * Those of the roles that exist, from their copies: all users of a tenant may have the same one. One read, and a second one
 * if a permission was renamed or deleted since the last read.
 */
export async function findMany(ids: readonly RoleId[], reader: string): Promise<Role[]> {
  const asked = ids.map((id) => ({ id, key: copyKey(keys.role(id)) }));
  const [epoch, ...items] = await table.getMany([permissions.epochKey(reader), ...asked.map(({ key }) => key)]);
  const copies = items.map((item) => asCopied<Role>(item, 'role'));
  const missing = asked.filter((_, index) => copies[index] === undefined);
  const found = [...copies.filter((copy) => copy !== null && copy !== undefined), ...(await withoutCopies(missing))];
  return fresh(found, permissions.epochIn(epoch));
}

/** Returns the roles themselves, and writes the copies that were missed, for the next reader: one more read, once. */
async function withoutCopies(missed: readonly { id: RoleId; key: keys.Key }[]): Promise<Role[]> {
  if (!missed.length) return [];
  const items = await table.getMany(missed.map(({ id }) => keys.role(id)));
  const writes = missed.map(({ id, key }, index) => {
    const role = asRole(items[index]);
    return role ? writeCopyAt(key, role) : writeGoneAt(key, neverStored(id));
  });
  // Which copies are stored makes no difference to this request.
  await Promise.all(writes).catch((error: unknown) => log.warn('role_copies_not_written', describeError(error)));
  return rolesIn(items);
}

/** A role whose version is unknown by now. An id never returns, so any copy of it would be from before. */
const neverStored = (id: RoleId) => ({ ...keys.role(id), type: 'role', id, version: 0 });

/** The role, unless its tenant is deleted, and the epoch in which a change of it must be written. */
export async function find(id: RoleId): Promise<(Owned & { epoch: number }) | undefined> {
  const tenantId = tenantOfRole(id);
  const [epochItem, item, tenantItem] = await table.getMany([
    permissions.epochKey(),
    keys.role(id),
    ...(tenantId ? [keys.tenant(tenantId)] : []),
  ]);
  const epoch = permissions.epochIn(epochItem);
  const [owned] = withTenant(await fresh(rolesIn([item]), epoch), [tenantItem]);
  return owned && { ...owned, epoch };
}

/** What a new role depends on: its tenant, if that exists and is not deleted, and the epoch of its permissions. */
export async function findTenantAndEpoch(id: TenantId | null): Promise<{ tenant: Tenant | undefined; epoch: number }> {
  const [epoch, item] = await table.getMany([permissions.epochKey(), ...(id ? [keys.tenant(id)] : [])]);
  const tenant = asTenant(item);
  return { tenant: tenant?.status === 'deleted' ? undefined : tenant, epoch: permissions.epochIn(epoch) };
}

/** Returns the ids of the roles of the tenant with these names, by name. Roles of all tenants are not among them. */
export async function idsNamed(
  tenant: TenantId,
  guard: string,
  names: readonly string[],
): Promise<Map<string, RoleId>> {
  const items = await table.getMany(names.map((name) => keys.roleName(tenant, guard, name)));
  return new Map(
    names.flatMap((name, at): [string, RoleId][] => {
      const item = items[at];
      return item?.type === 'role-name' ? [[name, (item as NameItem).roleId]] : [];
    }),
  );
}

/** Every role, unless its tenant is deleted. Found by an index, so a new role may take a moment to appear. */
export async function listAll(): Promise<Owned[]> {
  const entries = await allEntries(keys.ROLES_INDEX);
  const [epoch, ...items] = await table.getMany([permissions.epochKey(), ...entries.map(({ key }) => key)]);
  return withTenants(await fresh(rolesIn(items), permissions.epochIn(epoch)));
}

/** The roles of a tenant, unless it is deleted, and those of all tenants. */
export async function listOf(tenant: TenantId | undefined): Promise<Owned[]> {
  const [[epoch], ...roles] = await Promise.all([
    table.getMany([permissions.epochKey()]),
    table.query<Role>(keys.rolesOf(null), 'role'),
    ...(tenant ? [table.query<Role>(keys.rolesOf(tenant), 'role')] : []),
  ]);
  return withTenants(await fresh(roles.flat(), permissions.epochIn(epoch)));
}

async function withTenants(roles: Role[]): Promise<Owned[]> {
  const ids = new Set(roles.flatMap(({ tenantId }) => tenantId ?? []));
  return withTenant(roles, await table.getMany([...ids].map(keys.tenant)));
}

/** The roles with their tenants, without those of deleted tenants. */
function withTenant(roles: Role[], items: readonly (table.Item | undefined)[]): Owned[] {
  const tenants = new Map(items.flatMap((item) => asTenant(item) ?? []).map((tenant) => [tenant.id, tenant]));
  return roles.flatMap((role) => {
    if (role.tenantId === null) return { role, tenant: null };
    const tenant = tenants.get(role.tenantId);
    return tenant && tenant.status !== 'deleted' ? { role, tenant } : [];
  });
}

const countWrite = (by: number): table.Write => ({
  add: { ...keys.count('ROLES'), type: 'count', numbers: { count: by } },
});

/**
 * Creates the role with its name and the events, unless its tenant was deleted meanwhile: the role would stay for ever.
 */
export async function create(role: Role, events: table.Write): Promise<'done' | 'name-taken' | 'tenant-gone'> {
  const result = await table.transact({
    role: { create: role },
    copies: copyWrites(role, role.version),
    name: { create: nameItem(role) },
    tenant: role.tenantId === null ? undefined : requireTenantWrite(role.tenantId),
    count: countWrite(1),
    events,
  });
  if (result === 'done') return 'done';
  return result.has('tenant') ? 'tenant-gone' : 'name-taken';
}

/**
 * Replaces `before` by `after` with its copies, its name and the events, unless it was changed meanwhile. After this, no copy
 * grants what `after` does not.
 */
export async function change(
  before: Role,
  after: Role,
  events: table.Write,
): Promise<'done' | 'changed' | 'name-taken'> {
  const isRenamed = after.name !== before.name;
  const item = itemOf(after);
  const result = await table.transact({
    role: changeWrite(before, item, FIXED),
    copies: copyWrites(item, before.version + 1),
    name: isRenamed ? [releaseNameWrite(before), { create: nameItem(after) }] : undefined,
    members: isRenamed ? relistMembersWrite(before) : undefined,
    events,
  });
  if (result === 'done') return 'done';
  return result.has('role') ? 'changed' : 'name-taken';
}

/** Deletes the role with its name. No copy grants anything after this. `false`: it was changed meanwhile. */
export async function remove(role: Role, events: table.Write): Promise<boolean> {
  const result = await table.transact({
    role: { remove: { ...keys.role(role.id), ...table.unchanged(role, 'version') } },
    copies: goneWrites(role),
    name: releaseNameWrite(role),
    count: countWrite(-1),
    members: relistMembersWrite(role),
    events,
  });
  return result === 'done';
}

/** Members are listed under the name of their role, so a job lists them anew. Their permissions need no job. */
const relistMembersWrite = ({ name, tenantId }: Role): table.Write =>
  jobWrite({ kind: 'members', roleName: name, tenantId });

/** Deletes all roles of a deleted tenant with their names and copies, without events. */
export async function removeRolesOf(tenant: TenantId): Promise<void> {
  const left = () => table.query<Role>(keys.rolesOf(tenant), 'role');
  for (let roles = await left(); roles.length; roles = await left()) {
    for (const role of roles) {
      await table.transact({
        role: { remove: keys.role(role.id) },
        copies: goneWrites(role),
        name: releaseNameWrite(role),
        count: countWrite(-1),
      });
    }
  }
}
