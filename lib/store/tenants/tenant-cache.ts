// Caches whole tenants in the process, for requests that need more than a head. Each use reads a copy of the head, which has
// the version of the tenant: a change counts on the next request, and no key is hot (docs/explanation/measurements/no-hot-key.md).
import type { TenantId } from '../../platform/ids.ts';
import { describeError, log } from '../../platform/log.ts';
import * as table from '../dynamo/table.ts';
import type * as keys from '../keys.ts';
import { headVersionOf, writeHeads } from './tenant-heads.ts';
import { asTenant, headKey, type Tenant, tenantKey } from './tenants.ts';

/** A tenant has hundreds of KB at most. The tenant that was not used for the longest time makes room. */
const MOST = 64;

const cached = new Map<TenantId, Tenant>();

/** The key to read for `wholeFrom`: a copy of the head if the tenant is in the cache, else the tenant itself. */
export const wholeKey = (id: TenantId): keys.Key => (cached.has(id) ? headKey(id) : tenantKey(id));

/**
 * The whole tenant, from the item that was read at `wholeKey(id)`. If the tenant was changed since it was cached, it is read
 * anew: one more read.
 */
export async function wholeFrom(id: TenantId, item: table.Item | undefined): Promise<Tenant | undefined> {
  const read = asTenant(item);
  if (read) return keep(read);
  const before = cached.get(id);
  // There is no such tenant.
  if (!before && !item) return undefined;
  const version = headVersionOf(item);
  if (before && version === before.version) return keep(before);
  const tenant = asTenant((await table.getMany([tenantKey(id)]))[0]);
  cached.delete(id);
  if (!tenant) return undefined;
  // Which heads are stored makes no difference to this request.
  if (version === undefined)
    await writeHeads(tenant).catch((error: unknown) => log.warn('tenant_heads_not_written', describeError(error)));
  return keep(tenant);
}

/** The whole tenant: one read, and a second one if it was changed since it was cached. */
export async function findWhole(id: TenantId): Promise<Tenant | undefined> {
  const [item] = await table.getMany([wholeKey(id)]);
  return wholeFrom(id, item);
}

function keep(tenant: Tenant): Tenant {
  cached.delete(tenant.id);
  if (cached.size >= MOST) cached.delete(cached.keys().next().value as TenantId);
  cached.set(tenant.id, tenant);
  return tenant;
}
