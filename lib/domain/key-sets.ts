// Loads documents of others, and the public keys that they publish (RFC 7517 5), with bounds on how often that happens.
import type { JWK } from 'jose';
import * as z from 'zod/mini';
import { cached, withinDeadline } from '../platform/cache.ts';
import { Unavailable } from '../platform/errors.ts';
import { fetchJson } from '../platform/outbound/outbound-fetch.ts';

/** How long a document is good. */
export const FRESH_MS = 10 * 60_000;
/** An unknown key reloads the key set, but at most this often, so that forged tokens cannot cause calls. */
const MISS_MS = 30_000;

export const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).check(z.maxLength(100)) });

const keySets = cached(
  async (uri: string): Promise<readonly JWK[]> => (await readDocument(uri, keySetSchema)).keys,
  FRESH_MS,
);

/** Returns the document at the address. Throws `Unavailable`, also for one of another shape. */
export async function readDocument<S extends z.ZodMiniType>(url: string, shape: S): Promise<z.output<S>> {
  const response = await fetchJson(url);
  const result = shape.safeParse(response.ok ? await response.json().catch(() => undefined) : undefined);
  if (!result.success) throw new Unavailable('the document does not have the expected shape');
  return result.data;
}

/**
 * Returns the keys at the address. `isMissing`: a key was not among the cached ones, so reload. Throws `Unavailable`.
 */
export const keysAt = (uri: string, signal?: AbortSignal, isMissing = false): Promise<readonly JWK[]> =>
  withinDeadline(keySets(uri, isMissing ? MISS_MS : undefined), signal);
