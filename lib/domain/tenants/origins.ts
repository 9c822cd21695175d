// Decides which other origins may call the service from a browser: those of the configuration and those that tenants
// list.

import type { TenantId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { hasOrigin, listings, originKey } from '../../store/tenants/origins.ts';
import { headFrom, headKey } from '../../store/tenants/tenants.ts';

/** The longest origin that a tenant may list. */
const MAX_CHARACTERS = 256;

/** Whether it is the service's own origin or one of the configuration, spelt exactly as browsers send it. */
export const isConfigured = (origin: string): boolean =>
  origin === new URL(config().baseUrl).origin ||
  config().allowedOrigins.includes(origin) ||
  config().allowedOrigins.includes(onAnyPort(origin));

/** A local run may list every port of this machine. No other configuration has such an entry. */
const onAnyPort = (origin: string): string => origin.replace(/(:\d{1,5})?$/, ':*');

/**
 * Whether each of `tenants` lists the origin; without any, whether some tenant does. Only active tenants count. Reads
 * once, or not at all if the text is no origin.
 */
export async function isListed(origin: string, tenants: readonly TenantId[]): Promise<boolean> {
  const isOrigin = origin.length <= MAX_CHARACTERS && URL.canParse(origin) && new URL(origin).origin === origin;
  if (!isOrigin) return false;
  if (!tenants.length) {
    const [item] = await getMany([originKey(origin)]);
    return listings(item) > 0;
  }
  const copies = await getMany(tenants.map(headKey));
  const heads = await Promise.all(tenants.map((id, index) => headFrom(id, copies[index])));
  return heads.every((head) => head?.status === 'active' && head.origins && hasOrigin(head.origins, origin));
}
