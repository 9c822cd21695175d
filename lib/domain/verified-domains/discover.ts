// Finds the organization of an address by its domain (home-realm discovery). The reply depends on the domain alone: it says
// nothing about accounts.
import type { Body, Reply } from '../../contract/index.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { asDomain, domainKey, findClaim } from '../../store/tenants/domains.ts';
import { wholeFrom, wholeKey } from '../../store/tenants/tenant-cache.ts';
import { canonicalEmail } from '../addresses.ts';
import * as limits from '../credentials/limits.ts';
import { enabledOf } from '../enabled-providers.ts';
import { takesRequests } from './joins.ts';
import { domainOf, isOwnable } from './names.ts';

type Found = Reply<'POST /auth/tenants/discover'>;
const NONE: Found = { tenant: null, provider: null, isRequestOpen: false };

/**
 * Returns the active tenant that has verified the domain of the address, and the provider with which its people sign in. One
 * read for a domain of no tenant, and none for services that give mailboxes to anyone. Throws RATE_LIMITED.
 */
export async function discover({ email }: Body<'POST /auth/tenants/discover'>, ip: string): Promise<Found> {
  const domain = domainOf(canonicalEmail(email));
  const [claim, ofAddress] = await Promise.all([
    isOwnable(domain) ? findClaim(domain) : undefined,
    limits.consume('lookup-ip', limits.network(ip)),
  ]);
  if (!claim) return NONE;
  const { tenantId } = claim;
  const [tenantItem, domainItem] = await getMany([wholeKey(tenantId), domainKey(tenantId, domain)]);
  const tenant = await wholeFrom(tenantId, tenantItem);
  if (tenant?.status !== 'active') return NONE;
  // People of an organization in one office are hits, as in the lookup by slug.
  await limits.refundIfBusy(ofAddress);
  const { id, slug, name, settings } = tenant;
  const domainOfTenant = asDomain(domainItem);
  const join = domainOfTenant?.join;
  const provider = join?.policy === 'sso' && enabledOf({ settings }).find((each) => each.name === join.provider);
  return {
    tenant: { id, slug, name },
    provider: provider ? provider.name : null,
    isRequestOpen: takesRequests(tenant, domainOfTenant),
  };
}
