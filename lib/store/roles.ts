// Roles and the items that keep their names unique. Whatever leaves this file has the names its permissions have now.
import { type PermissionId, type RoleId, type TenantId, tenantOfRole } from '../platform/ids.ts';
import { allEntries } from './dynamo/index-query.ts';
import * as table from './dynamo/table.ts';
import { jobWrite } from './jobs.ts';
import * as keys from './keys.ts';
import * as permissions from './permissions.ts';
import { fresh } from './role-names.ts';
import { asTenant, requireTenantWrite, type Tenant } from './tenants.ts';

export type Role = table.Item & {
  type: 'role';
  id: RoleId;
  tenantId: TenantId | null;
  name: string;
  guard: string;
  isSystem: boolean;
  isActive: boolean;
  permissionIds: PermissionId[];
  /** Sorted. As of `permissionsEpoch`, which was read before them, so that they are never newer than they claim. */
  permissionNames: string[];
  permissionsEpoch: number;
  /** Raised by every change: the condition of the next one. */
  version: number;
  createdAt: number;
  updatedAt: number;
};

/** A role with the tenant it is of. */
export type Owned = { role: Role; tenant: Tenant | null };

export const roleKey = keys.role;

type NameItem = table.Item & { type: 'role-name'; roleId: RoleId };

export const asRole = (item: table.Item | undefined): Role | undefined =>
  item?.type === 'role' ? (item as Role) : undefined;
const rolesIn = (items: readonly (table.Item | undefined)[]): Role[] => items.flatMap((item) => asRole(item) ?? []);

const nameItem = ({ id, tenantId, guard, name }: Pick<Role, 'id' | 'tenantId' | 'guard' | 'name'>): NameItem => ({
  ...keys.roleName(tenantId, guard, name),
  type: 'role-name',
  roleId: id,
});

/** Those of the roles that exist. One read, and a second one if a permission was renamed or deleted since the last. */
export async function findMany(ids: readonly RoleId[], reader: string): Promise<Role[]> {
  const [epoch, ...items] = await table.getMany([permissions.epochKey(reader), ...ids.map(keys.role)]);
  return fresh(rolesIn(items), permissions.epochIn(epoch));
}

/** The role of a tenant that isn't deleted, or of none, and the epoch in which a change of it must be written. */
export async function find(id: RoleId): Promise<(Owned & { epoch: number }) | undefined> {
  const of = tenantOfRole(id);
  const [epochItem, item, tenantItem] = await table.getMany([
    permissions.epochKey(),
    keys.role(id),
    ...(of ? [keys.tenant(of)] : []),
  ]);
  const epoch = permissions.epochIn(epochItem);
  const [owned] = withTenant(await fresh(rolesIn([item]), epoch), [tenantItem]);
  return owned && { ...owned, epoch };
}

/** What a new role has to know: its tenant, if it is there and not deleted, and the epoch of its permissions. */
export async function surroundings(of: TenantId | null): Promise<{ tenant: Tenant | undefined; epoch: number }> {
  const [epoch, item] = await table.getMany([permissions.epochKey(), ...(of ? [keys.tenant(of)] : [])]);
  const tenant = asTenant(item);
  return { tenant: tenant?.status === 'deleted' ? undefined : tenant, epoch: permissions.epochIn(epoch) };
}

/** Every role of tenants that aren't deleted and of none. Found by an index: a new one may take a moment. */
export async function listAll(): Promise<Owned[]> {
  const entries = await allEntries(keys.ROLES_INDEX);
  const [epoch, ...items] = await table.getMany([permissions.epochKey(), ...entries.map(({ key }) => key)]);
  return withTenants(await fresh(rolesIn(items), permissions.epochIn(epoch)));
}

/** The roles of a tenant, if it isn't deleted, and those of none. */
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

/** The roles with their tenants; those of a deleted tenant are gone with it. */
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

/** Creates the role with its name and events, unless its tenant was deleted meanwhile: nobody would take it away again. */
export async function create(
  role: Omit<Role, 'pk' | 'sk' | 'type'>,
  events: table.Write,
): Promise<'done' | 'name-taken' | 'tenant-gone'> {
  const item: Role = { ...role, ...keys.role(role.id), ...keys.roleIndex(role.id, role.name), type: 'role' };
  const ofTenant = role.tenantId === null ? [] : [requireTenantWrite(role.tenantId)];
  const result = await table.transact([
    { create: item },
    { create: nameItem(item) },
    events,
    countWrite(1),
    ...ofTenant,
  ]);
  if (result === true) return 'done';
  return result.includes(4) ? 'tenant-gone' : 'name-taken';
}

/** Replaces `before` by `after` with its name and events, if nobody changed it meanwhile. */
export async function change(
  before: Role,
  after: Role,
  events: table.Write,
): Promise<'done' | 'changed' | 'name-taken'> {
  const { name, isActive, permissionIds, permissionNames, permissionsEpoch, updatedAt } = after;
  const { sk1 } = keys.roleIndex(after.id, name);
  const version = before.version + 1;
  const values = { name, sk1, isActive, permissionIds, permissionNames, permissionsEpoch, version, updatedAt };
  const assignments = Object.keys(values).map((field) => `#${field} = :${field}`);
  const set = `SET ${assignments.join(', ')}`;
  const update = {
    ...keys.role(before.id),
    set,
    if: '#version = :before',
    values: { ...values, before: before.version },
  };
  const writes: table.Write[] = [{ update }, events];
  if (name !== before.name) {
    const { pk, sk } = nameItem(before);
    writes.push({ remove: { pk, sk } }, { create: nameItem(after) }, relistMembersWrite(before));
  }
  const result = await table.transact(writes);
  if (result === true) return 'done';
  return result.includes(0) ? 'changed' : 'name-taken';
}

/** Deletes the role with its name. `false`: somebody changed it meanwhile. */
export async function remove(role: Role, events: table.Write): Promise<boolean> {
  const { pk, sk } = nameItem(role);
  const item = { ...keys.role(role.id), if: '#version = :before', values: { before: role.version } };
  const writes: table.Write[] = [
    { remove: item },
    { remove: { pk, sk } },
    events,
    countWrite(-1),
    relistMembersWrite(role),
  ];
  return (await table.transact(writes)) === true;
}

/** Its members are listed under its name: a job looks at them again. What they may do needs no job. */
const relistMembersWrite = ({ name, tenantId }: Role): table.Write =>
  jobWrite({ kind: 'members', roleName: name, tenantId });

/** Deletes all roles of a tenant with their names, without a word to anybody: for one that is deleted itself. */
export async function removeRolesOf(tenant: TenantId): Promise<void> {
  const left = () => table.query<Role>(keys.rolesOf(tenant), 'role');
  for (let roles = await left(); roles.length; roles = await left()) {
    for (const role of roles) {
      const { pk, sk } = nameItem(role);
      await table.transact([{ remove: keys.role(role.id) }, { remove: { pk, sk } }, countWrite(-1)]);
    }
  }
}
