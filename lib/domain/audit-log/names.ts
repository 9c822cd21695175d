// Names whom the entries of a page are about. Names are read when a page is read, so the log keeps none: who was erased has
// none.
import type { Reply } from '../../contract/index.ts';
import {
  adminId,
  applicationId,
  roleId,
  type TenantId,
  tenantId,
  tenantOfRole,
  tenantOfUser,
  userId,
} from '../../platform/ids.ts';
import { adminKey } from '../../store/admins/admins.ts';
import { getMany, type Item } from '../../store/dynamo/table.ts';
import { application, type Key } from '../../store/keys.ts';
import { userKey } from '../../store/people/users.ts';
import { roleKey } from '../../store/tenants/roles.ts';
import { tenantKey } from '../../store/tenants/tenants.ts';

export type Unnamed = Reply<'GET /auth/admin/api/audit'>['data'][number];

/** Returns where the name of an id is stored. Admins are shown to admins of the deployment alone, and users to their tenants'. */
function keyOf(id: string, tenants: readonly TenantId[] | null): Key | undefined {
  const [user, role, tenant, admin, client] = [userId(id), roleId(id), tenantId(id), adminId(id), applicationId(id)];
  if (user && (tenants?.includes(tenantOfUser(user)) ?? true)) return userKey(tenantOfUser(user), user);
  if (tenant && (tenants?.includes(tenant) ?? true)) return tenantKey(tenant);
  if (role && (tenants?.some((each) => each === tenantOfRole(role)) ?? true)) return roleKey(role);
  if (tenants !== null) return undefined;
  if (admin) return adminKey(admin);
  return client && application(client);
}

const nameIn = (item: Item | undefined): string | null => {
  const { email, phone, name } = (item ?? {}) as { email?: string | null; phone?: string | null; name?: string | null };
  return email ?? phone ?? name ?? null;
};

/** Returns the entries with the names of their actors and targets: at most two reads for each, in one batch. */
export async function withNames(entries: readonly Unnamed[], tenants: readonly TenantId[] | null): Promise<Unnamed[]> {
  const ids = new Set(entries.flatMap(({ actor, via, target }) => [actor.id, via?.id, target.id]));
  const keys = [...ids].flatMap((id) => {
    const key = id && keyOf(id, tenants);
    return key ? [{ id, key }] : [];
  });
  const items = await getMany(keys.map(({ key }) => key));
  const names = new Map(keys.map(({ id }, at) => [id, nameIn(items[at])]));
  const named = <T extends { id: string | null }>(thing: T): T => ({
    ...thing,
    name: names.get(thing.id ?? '') ?? null,
  });
  return entries.map((entry) => ({
    ...entry,
    actor: named(entry.actor),
    via: entry.via && named(entry.via),
    target: named(entry.target),
  }));
}
