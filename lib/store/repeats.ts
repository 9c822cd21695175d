// Stores the replies of requests that may be repeated, until they expire. Each is written with what its request created.
import type { TenantId } from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

/** `sealed`: the digest of the request's body, and its reply. `ttl` in seconds. */
type StoredReply = table.Item & { type: 'stored-reply'; sealed: string; ttl: number };

/** Returns the sealed reply of an earlier request; `undefined` if there was none, or it has expired. `now` in seconds. */
export async function find(tenant: TenantId, hash: string, now: number): Promise<string | undefined> {
  const item = await table.get<StoredReply>(keys.storedReply(tenant, hash), 'stored-reply');
  return item && item.ttl > now ? item.sealed : undefined;
}

/** The write that stores a reply. Refused while another one is stored. DynamoDB removes items days after their `ttl`. */
export function storeWrite(
  tenant: TenantId,
  hash: string,
  { sealed, ttl, now }: { sealed: string; ttl: number; now: number },
): table.Write {
  const item: StoredReply = { ...keys.storedReply(tenant, hash), type: 'stored-reply', sealed, ttl };
  return { replace: { item, if: 'attribute_not_exists(#ttl) OR #ttl <= :now', values: { now } } };
}
