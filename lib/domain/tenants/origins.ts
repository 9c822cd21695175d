// Tells which other origins may call the service from a browser: those of the configuration and those that tenants
// list.
import { config } from '../../platform/config.ts';
import type { TenantId } from '../../platform/ids.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { listedBy, listings, originKey } from '../../store/origins.ts';
import { asTenant, tenantKey } from '../../store/tenants.ts';

/** The longest origin that a tenant may list. */
const MAX_CHARACTERS = 256;

/** Whether it is our own origin or one of the configuration, spelt exactly as browsers do. */
export const isConfigured = (origin: string): boolean =>
  origin === new URL(config().baseUrl).origin || config().allowedOrigins.includes(origin);

/** Whether any tenant lists the origin, and each of `tenants` does. One read; none for text that is not an origin. */
export async function isListed(origin: string, tenants: readonly TenantId[]): Promise<boolean> {
  const isOrigin = origin.length <= MAX_CHARACTERS && URL.canParse(origin) && new URL(origin).origin === origin;
  if (!isOrigin) return false;
  const [item, ...owners] = await getMany([originKey(origin), ...tenants.map(tenantKey)]);
  return listings(item) > 0 && owners.every((owner) => listedBy(asTenant(owner)).has(origin));
}
