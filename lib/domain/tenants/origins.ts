// Which other origins may talk to the service from a browser: those of the configuration, and those that tenants list.
import { config } from '../../platform/config.ts';
import type { TenantId } from '../../platform/ids.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { listedBy, listings, originKey } from '../../store/origins.ts';
import { asTenant, tenantKey } from '../../store/tenants.ts';

/** As long as tenants may list. */
const MOST_CHARACTERS = 256;

/** Whether it is our own origin or one of the configuration. Exact, as browsers spell it. */
export const isConfigured = (origin: string): boolean =>
  origin === new URL(config().baseUrl).origin || config().allowedOrigins.includes(origin);

/** Whether tenants list the origin: one of them, and each of `tenants`. One read; none for what can't be an origin. */
export async function isListed(origin: string, tenants: readonly TenantId[]): Promise<boolean> {
  const isOrigin = origin.length <= MOST_CHARACTERS && URL.canParse(origin) && new URL(origin).origin === origin;
  if (!isOrigin) return false;
  const [item, ...owners] = await getMany([originKey(origin), ...tenants.map(tenantKey)]);
  return listings(item) > 0 && owners.every((owner) => listedBy(asTenant(owner)).has(origin));
}
