// Tenants and their slugs. A slug is its own item, unique by its key, and holds all that the public lookup answers.
import type { TenantSettings } from '../contract/admin-tenants.ts';
import type { TenantId } from '../platform/ids.ts';
import { allEntries } from './dynamo/index-query.ts';
import * as table from './dynamo/table.ts';
import { jobWrite } from './jobs.ts';
import * as keys from './keys.ts';
import { originWrites } from './origins.ts';

export type Tenant = table.Item & {
  type: 'tenant';
  id: TenantId;
  name: string;
  slug: string;
  description: string | null;
  metadata: Record<string, unknown>;
  status: 'active' | 'inactive' | 'deleted';
  /** Sessions carry the epoch they began in; raising it ends them all. */
  epoch: number;
  /** Raised by every change: the condition of the next one. */
  version: number;
  settings: TenantSettings;
  createdAt: number;
  updatedAt: number;
};

export type SlugItem = table.Item & { type: 'slug'; slug: string; tenantId: TenantId; name: string; isActive: boolean };

const slugItem = (tenant: Tenant): SlugItem => ({
  ...keys.slug(tenant.slug),
  type: 'slug',
  slug: tenant.slug,
  tenantId: tenant.id,
  name: tenant.name,
  isActive: tenant.status === 'active',
});

export const tenantKey = keys.tenant;
export const asTenant = (item: table.Item | undefined): Tenant | undefined =>
  item?.type === 'tenant' ? (item as Tenant) : undefined;

export const find = (id: TenantId): Promise<Tenant | undefined> => table.get<Tenant>(keys.tenant(id), 'tenant');
export const findSlug = (slug: string): Promise<SlugItem | undefined> => table.get<SlugItem>(keys.slug(slug), 'slug');

/** All tenants that are not deleted, newest first. */
export async function list(): Promise<Tenant[]> {
  const entries = await allEntries({ ...keys.TENANTS_INDEX, newestFirst: true });
  const items = await table.getMany(entries.map(({ key }) => key));
  return items.flatMap((item) => asTenant(item) ?? []).filter(({ status }) => status !== 'deleted');
}

/** To be part of a change that must not outlive the tenant. */
export const requireTenantWrite = (id: TenantId): table.Write => ({
  check: { ...keys.tenant(id), if: '#status <> :deleted', values: { deleted: 'deleted' } },
});

const countWrite = (by: number): table.Write => ({
  add: { ...keys.count('TENANTS'), type: 'count', numbers: { count: by } },
});

/** Creates the tenant with its slug, what it lists and events. `false`: the slug is taken. */
export async function create(tenant: Omit<Tenant, 'pk' | 'sk' | 'type'>, events: table.Write): Promise<boolean> {
  const item: Tenant = {
    ...tenant,
    ...keys.tenant(tenant.id),
    ...keys.tenantIndex(tenant.id, tenant.createdAt),
    type: 'tenant',
  };
  const writes = [
    { create: item },
    { create: slugItem(item) },
    countWrite(1),
    events,
    ...originWrites(undefined, item),
  ];
  return (await table.transact(writes)) === true;
}

/** Replaces `before` by `after` with its slug, what it lists and events, if nobody changed it meanwhile. */
export async function change(
  before: Tenant,
  after: Tenant,
  events: table.Write,
): Promise<'done' | 'changed' | 'slug-taken'> {
  const { pk, sk, type, id, createdAt, version, ...values } = { ...after, version: before.version + 1 };
  const fields = ['name', 'slug', 'description', 'metadata', 'status', 'epoch', 'version', 'settings', 'updatedAt'];
  const unlisted = after.status === 'deleted' ? ' REMOVE #pk1, #sk1' : '';
  const writes: table.Write[] = [
    {
      update: {
        ...keys.tenant(before.id),
        set: `SET ${fields.map((field) => `#${field} = :${field}`).join(', ')}${unlisted}`,
        if: '#version = :before AND #status <> :deleted',
        values: { ...values, version, before: before.version, deleted: 'deleted' },
      },
    },
    events,
    ...originWrites(before, after),
  ];
  if (after.status === 'deleted') {
    // What the tenant leaves behind is taken away by a job of the change feed.
    writes.push({ remove: keys.slug(before.slug) }, jobWrite({ kind: 'tenant', tenantId: before.id }), countWrite(-1));
  } else if (after.slug === before.slug) writes.push({ put: slugItem(after) });
  else writes.push({ remove: keys.slug(before.slug) }, { create: slugItem(after) });
  const result = await table.transact(writes);
  if (result === true) return 'done';
  return result.includes(0) ? 'changed' : 'slug-taken';
}
