// Stores tenants, their heads and their slugs. A slug is an item of its own, unique by its key, with all that the public
// lookup returns.
import type { TenantSettings } from '../../contract/fields/settings.ts';
import { now } from '../../platform/clock.ts';
import type { TenantId } from '../../platform/ids.ts';
import { describeError, log } from '../../platform/log.ts';
import { allEntries } from '../dynamo/index-query.ts';
import * as table from '../dynamo/table.ts';
import { jobWrite } from '../jobs.ts';
import * as keys from '../keys.ts';
import { changeWrite, type Fields, type Versioned } from '../record.ts';
import { originWrites } from './origins.ts';
import { asHead, headOf, headWrites, type StoredHead, type TenantHead, writeHeads } from './tenant-heads.ts';

export { asHead, headKey, headOf, mayMove, type TenantHead } from './tenant-heads.ts';

/** What identifies a logo and how large it is. The image is an item of its own. */
export type Logo = { digest: string; width: number; height: number };
/** What a sign-in page shows of a tenant beside its name. */
export type TenantFace = { branding?: TenantSettings['branding'] | undefined; logo?: Logo | undefined };

export type Tenant = Versioned & {
  type: 'tenant';
  id: TenantId;
  name: string;
  slug: string;
  description: string | null;
  metadata: Record<string, unknown>;
  status: TenantHead['status'];
  epoch: TenantHead['epoch'];
  activeSince?: number;
  /** When an admin last ended all its sessions, ms. */
  sessionsEndedAt?: number;
  actingSince?: number;
  deviceGrantSince?: number;
  clientHosts?: Uint8Array | undefined;
  settings: TenantSettings;
  logo?: Logo | undefined;
  createdAt: number;
  updatedAt: number;
};

/** What no change writes. */
export const FIXED = ['id', 'createdAt'] as const satisfies readonly (keyof Tenant)[];

export type SlugItem = table.Item &
  TenantFace & { type: 'slug'; slug: string; tenantId: TenantId; name: string; isActive: boolean };

/** The image of a logo. */
export type LogoItem = table.Item & Logo & { type: 'logo'; mediaType: string; bytes: Uint8Array };
export type LogoImage = { type: string; bytes: Uint8Array };

export const tenantKey = keys.tenant;
export const asTenant = (item: table.Item | undefined): Tenant | undefined =>
  item?.type === 'tenant' ? (item as Tenant) : undefined;

/** The item of a tenant, with its position in the list of tenants. Deleted tenants are not listed. */
const itemOf = (tenant: Fields<Tenant>): Tenant => ({
  ...tenant,
  ...keys.tenant(tenant.id),
  ...(tenant.status === 'deleted' ? { pk1: undefined, sk1: undefined } : keys.tenantIndex(tenant.id, tenant.createdAt)),
  type: 'tenant',
});

type Given = Omit<Fields<Tenant>, 'id' | 'epoch' | 'version' | 'createdAt' | 'updatedAt'>;

/** Returns a new tenant. It is not stored yet. */
export function newTenant(id: TenantId, given: Pick<Given, 'name' | 'slug'> & Partial<Given>): Tenant {
  const [initial, at] = [{ description: null, metadata: {}, status: 'active', settings: {} } as const, now()];
  return itemOf({ ...initial, id, ...given, epoch: 1, version: 1, createdAt: at, updatedAt: at });
}

const slugItem = (tenant: Tenant): SlugItem => ({
  ...keys.slug(tenant.slug),
  type: 'slug',
  slug: tenant.slug,
  tenantId: tenant.id,
  name: tenant.name,
  isActive: tenant.status === 'active',
  ...faceOf(tenant),
});

/** Returns the face, without attributes that the tenant does not choose. */
export const faceOf = ({ settings: { branding }, logo }: Pick<Tenant, 'settings' | 'logo'>): TenantFace => ({
  ...(branding && { branding }),
  ...(logo && { logo }),
});

/** The whole tenant. Its item may have hundreds of KB and one key is in one partition: no request reads it each time. */
export const find = (id: TenantId): Promise<Tenant | undefined> => table.get<Tenant>(keys.tenant(id), 'tenant');
export const findLogo = (id: TenantId): Promise<LogoItem | undefined> =>
  table.get<LogoItem>(keys.tenantLogo(id), 'logo');
export const findSlug = (slug: string): Promise<SlugItem | undefined> => table.get<SlugItem>(keys.slug(slug), 'slug');

/**
 * The head, from the copy that was read at `headKey(id)`. Without a usable copy it comes from the tenant's item: one more
 * read, and the copies are written for the next one.
 */
export async function headFrom(id: TenantId, copy: table.Item | undefined): Promise<StoredHead | undefined> {
  return asHead(copy) ?? headOfItem((await table.getMany([keys.tenant(id)]))[0]);
}

/** The head, from the tenant's item. It costs what the query of an account costs, for a caller that has none to read. */
export const queryHead = async (id: TenantId): Promise<StoredHead | undefined> =>
  headOfItem((await table.partition(keys.tenant(id)))[0]);

async function headOfItem(item: table.Item | undefined): Promise<StoredHead | undefined> {
  const tenant = asTenant(item);
  if (!tenant) return undefined;
  // Which heads are stored makes no difference to this request.
  await writeHeads(tenant).catch((error: unknown) => log.warn('tenant_heads_not_written', describeError(error)));
  return headOf(tenant);
}

/** All tenants that are not deleted, or those of them with these ids, newest first. */
export async function list(ids?: readonly TenantId[]): Promise<Tenant[]> {
  const items = await table.getMany(ids ? ids.map(keys.tenant) : await allKeys());
  const tenants = items.flatMap((item) => asTenant(item) ?? []).filter(({ status }) => status !== 'deleted');
  return ids ? tenants.sort((a, b) => b.createdAt - a.createdAt) : tenants;
}

const allKeys = async (): Promise<keys.Key[]> =>
  (await allEntries({ ...keys.TENANTS_INDEX, newestFirst: true })).map(({ key }) => key);

const IS_NOT_DELETED = { if: '#status <> :deleted', values: { deleted: 'deleted' } } as const;

/** The check that the tenant exists and is not deleted, for a change that must not outlive it. */
export const requireTenantWrite = (id: TenantId): table.Write => ({ check: { ...keys.tenant(id), ...IS_NOT_DELETED } });

const countWrite = (by: number): table.Write => ({
  add: { ...keys.count('TENANTS'), type: 'count', numbers: { count: by } },
});

/** The writes of a new tenant: its heads, its slug, its origins and the events. */
export const creation = (tenant: Tenant, events?: table.Write) => ({
  tenant: { create: tenant },
  heads: headWrites(tenant),
  slug: { create: slugItem(tenant) },
  count: countWrite(1),
  origins: originWrites(undefined, tenant),
  events,
});

/** Creates the tenant with its heads, its slug, its origins and the events. `false`: the slug is taken. */
export const create = async (tenant: Tenant, events: table.Write): Promise<boolean> =>
  (await table.transact(creation(tenant, events))) === 'done';

/** The write of the image that `tenant` has since this change. It goes with the tenant. */
function logoWrites(before: Tenant, { id, status, logo }: Tenant, image: LogoImage | undefined): table.Write[] {
  const key = keys.tenantLogo(id);
  if (logo && image) {
    return [{ put: { ...key, type: 'logo', ...logo, mediaType: image.type, bytes: image.bytes } as LogoItem }];
  }
  return before.logo && (!logo || status === 'deleted') ? [{ erase: key }] : [];
}

/**
 * Replaces `before` by `after` with its heads, its slug, its origins and the events, unless it was changed meanwhile.
 * After this, no copy of the head has an earlier status, epoch, setting or version.
 */
export async function change(
  before: Tenant,
  after: Tenant,
  events: table.Write,
  image?: LogoImage,
): Promise<'done' | 'changed' | 'slug-taken'> {
  const isDeleted = after.status === 'deleted';
  const result = await table.transact({
    tenant: changeWrite(before, itemOf(after), FIXED, table.both(table.unchanged(before, 'version'), IS_NOT_DELETED)),
    heads: headWrites({ ...after, version: before.version + 1 }),
    slug: isDeleted ? { remove: keys.slug(before.slug) } : slugWrites(before, after),
    origins: originWrites(before, after),
    logo: logoWrites(before, after, image),
    // A job of the change feed removes the data of a deleted tenant.
    deletion: isDeleted ? [jobWrite({ kind: 'tenant', tenantId: before.id }), countWrite(-1)] : undefined,
    events,
  });
  if (result === 'done') return 'done';
  return result.has('tenant') ? 'changed' : 'slug-taken';
}

/** Replaces `before` by `after`, where no other field than those of the head changes. `false`: it was changed meanwhile. */
export const changeHead = async (before: Tenant, after: Tenant): Promise<boolean> =>
  (await table.transact({
    tenant: changeWrite(before, after, FIXED),
    heads: headWrites({ ...after, version: before.version + 1 }),
  })) === 'done';

/**
 * Replaces `before` by `after`, where nothing changes that another item than the heads holds, with the events and further
 * conditions. Returns `done`, `changed` if the tenant was changed meanwhile, or `refused` if one of the conditions failed.
 */
export async function changeOwn(
  before: Tenant,
  after: Tenant,
  events: table.Write,
  conditions: readonly table.Write[],
): Promise<'done' | 'changed' | 'refused'> {
  const isActive = { if: '#status = :active', values: { active: 'active' } };
  const result = await table.transact({
    tenant: changeWrite(before, after, FIXED, table.both(table.unchanged(before, 'version'), isActive)),
    heads: headWrites({ ...after, version: before.version + 1 }),
    conditions,
    events,
  });
  if (result === 'done') return 'done';
  return result.has('conditions') ? 'refused' : 'changed';
}

const slugWrites = (before: Tenant, after: Tenant): table.Write[] =>
  after.slug === before.slug
    ? [{ put: slugItem(after) }]
    : [{ remove: keys.slug(before.slug) }, { create: slugItem(after) }];
