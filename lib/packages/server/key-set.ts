// Keeps the public keys of a Gatehouse: fetched once for all callers, renewed, and used further while it is unreachable.
import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey } from 'jose';
import { refuse } from './errors.ts';

/** Milliseconds. After it the keys are fetched again, so that a replaced key is trusted no longer than this. */
const FRESH = 10 * 60_000;
/**
 * An unknown key id fetches the keys, but at most this often, so that forged tokens cause no load. A new key is published
 * an hour before it signs. RFC 9700 has no number; 30 seconds is the default of jose.
 */
const COOLDOWN = 30_000;
/** The same while there are no keys: a deployment has none before its first token, and a failed start must heal. */
const COOLDOWN_WITHOUT_KEYS = 1_000;
/** How long known keys are used while they cannot be fetched. Bounds how long a thief can profit from that. */
const STALE = 24 * 60 * 60_000;
const TIMEOUT = 5_000;

type Held = { find: JWTVerifyGetKey; kids: ReadonlySet<string>; fetchedAt: number };

/**
 * Returns a function that finds the key of a token. Parallel callers share one fetch. It throws SERVICE_UNAVAILABLE if
 * there are no keys yet or the known ones are too old, and jose's `JWKSNoMatchingKey` for an unknown key.
 */
export function keySet(url: string, send: typeof fetch, now: () => number): JWTVerifyGetKey {
  let held: Held | undefined;
  let triedAt: number | undefined;
  let loading: Promise<void> | undefined;
  let failure: unknown;
  // A clock that was set back makes nothing fresh.
  const isWithin = (since: number | undefined, limit: number): boolean =>
    since !== undefined && now() >= since && now() - since < limit;

  const load = async (): Promise<void> => {
    try {
      const keys = await fetchKeys(url, send);
      const kids = new Set(keys.flatMap(({ kid }) => kid ?? []));
      held = { find: createLocalJWKSet({ keys }), kids, fetchedAt: now() };
    } catch (error) {
      failure = error;
    }
  };
  const reload = async (): Promise<void> => {
    const cooldown = held?.kids.size ? COOLDOWN : COOLDOWN_WITHOUT_KEYS;
    if (!loading && !isWithin(triedAt, cooldown)) {
      triedAt = now();
      loading = load().finally(() => {
        loading = undefined;
      });
    }
    await loading;
  };

  return async (header, token) => {
    const { kid } = header;
    if (!kid) throw new errors.JWKSNoMatchingKey();
    if (!isWithin(held?.fetchedAt, FRESH)) await reload();
    if (!held?.kids.has(kid)) await reload();
    if (!held || !isWithin(held.fetchedAt, STALE)) {
      return refuse('SERVICE_UNAVAILABLE', { cause: failure, headers: { 'retry-after': '1' } });
    }
    return held.find(header, token);
  };
}

/** Returns the public keys that have an id. A secret key in the set would make every reader of it a signer. */
async function fetchKeys(url: string, send: typeof fetch): Promise<JWK[]> {
  const response = await send(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (response.status !== 200) throw new Error(`${url} responded with ${response.status}`);
  const { keys } = (await response.json()) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error(`${url} is not a key set`);
  return keys.filter((key: JWK | null) => typeof key?.kid === 'string' && key.kid !== '' && key.kty !== 'oct');
}
