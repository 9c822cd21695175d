// Lets a caller repeat a request that creates something: a request with the same Idempotency-Key and body gets the reply
// of the first one (draft-ietf-httpapi-idempotency-key-header-07). The reply is stored in the transaction that creates, so
// exactly one of several callers creates, and a refused request stores nothing.
import { fail } from '../contract/errors.ts';
import { seal, unseal } from '../crypto/seal.ts';
import { digest } from '../crypto/secrets.ts';
import { rootSecret } from '../platform/aws/secrets.ts';
import { seconds } from '../platform/clock.ts';
import { Unavailable } from '../platform/errors.ts';
import { type TenantId, tenantId } from '../platform/ids.ts';
import type { Write } from '../store/dynamo/table.ts';
import * as store from '../store/repeats.ts';

/** What a request sent: its keys and a digest of its operation and body. */
export type Repeatable = { keys: readonly string[]; operation: string; body: Buffer };
/** Whose key it is: the same text of another caller, or for another tenant, is another key. */
type Owner = { tenant: TenantId; caller: string };
/** Returns the owner of the keys of a caller for a tenant that the body names; `undefined` if that is no tenant. */
export function ownerOf(named: string | undefined, caller: string): Owner | undefined {
  const tenant = named === undefined ? undefined : tenantId(named);
  return tenant && { tenant, caller };
}

/** A version of the root secret that is missing is the fault of the deployment, not of the caller. */
function opened(roots: Parameters<typeof unseal>[0], context: string, sealed: string): string {
  try {
    return unseal(roots, context, sealed);
  } catch {
    throw new Unavailable('a stored reply cannot be opened: is a version of the root secret missing?');
  }
}

/** Returns the writes that store the reply, for the transaction that creates. None without a key: `reply` is not called. */
export type Keep<T> = (reply: () => T | Promise<T>) => Promise<Write[]>;

/** A day, as Stripe keeps its keys. */
const LIFETIME = 86_400;
/** The draft's form is a text in quotes. Clients that leave them out mean the same. */
const KEY = /^(?:"([\x21\x23-\x5b\x5d-\x7e]{1,255})"|([\x21\x23-\x5b\x5d-\x7e]{1,255}))$/;

/**
 * Returns what `work` returns, or the reply of an earlier request with the same key and body. Without a key it costs
 * nothing. Throws INVALID_INPUT for a malformed key, IDEMPOTENCY_KEY_REUSED for one that was used with another body, and
 * what `work` throws.
 */
export async function repeatable<T>(
  { keys, operation, body }: Repeatable,
  owner: Owner | undefined,
  work: (keep: Keep<T>) => Promise<T>,
): Promise<T> {
  if (!keys.length) return work(async () => []);
  const [, quoted, bare] = (keys.length === 1 && KEY.exec(keys[0] ?? '')) || [];
  const key = quoted ?? bare ?? fail('INVALID_INPUT', { message: 'Idempotency-Key: must be 1 to 255 characters.' });
  // Nothing can be created without a tenant.
  if (!owner) return work(async () => []);
  const { tenant, caller } = owner;
  const hash = digest(JSON.stringify([caller, operation, key]));
  const request = digest(body.toString('base64'));
  const context = `reply|${tenant}|${hash}`;

  const find = async (): Promise<{ reply: T } | undefined> => {
    const sealed = await store.find(tenant, hash, seconds());
    if (sealed === undefined) return undefined;
    const { request: before, reply } = JSON.parse(opened(await rootSecret('seal'), context, sealed));
    return before === request ? { reply } : fail('IDEMPOTENCY_KEY_REUSED');
  };
  const keep: Keep<T> = async (reply) => {
    const now = seconds();
    const sealed = seal(await rootSecret('seal'), context, JSON.stringify({ request, reply: await reply() }));
    return [store.storeWrite(tenant, hash, { sealed, ttl: now + LIFETIME, now })];
  };

  const before = await find();
  if (before) return before.reply;
  try {
    return await work(keep);
  } catch (error) {
    // Another request with the key may have been faster.
    const other = await find();
    if (!other) throw error;
    return other.reply;
  }
}
