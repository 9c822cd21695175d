// The ring of keys that signs access tokens: loaded once a minute, made by the first token, rotated with overlap.

import type { SigningKey, VerificationKey } from '../../crypto/jwt.ts';
import { createRing, currentSigner, jwks, type KeyRing, rotateRing, verifiers } from '../../crypto/keyring.ts';
import type { Roots } from '../../crypto/purpose-keys.ts';
import { now } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { Unavailable } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { rootSecret } from '../../platform/secrets.ts';
import * as store from '../../store/signing-keys.ts';

type Loaded = { ring: KeyRing; signer: SigningKey; verifiers: Map<string, VerificationKey>; loadedAt: number };

/** Seconds. No configuration and no tenant may go beyond it (RFC 9700: short-lived). */
export const MAX_ACCESS_TTL = 15 * 60;
/** How old the ring may be: the time within which a rotated or revoked key is noticed. */
const RING_FRESH_MS = 60_000;
/** An unknown key id makes us look again, but not more often than this, whatever is sent to us. */
export const RING_MISS_MS = 30_000;

let loaded: Loaded | undefined;
let loading: Promise<Loaded> | undefined;

/** The ring, at most `maxAgeMs` old. Throws `Unavailable`. */
export async function keys(maxAgeMs = RING_FRESH_MS): Promise<Loaded> {
  if (loaded && now() - loaded.loadedAt < maxAgeMs) return loaded;
  loading ??= load().finally(() => {
    loading = undefined;
  });
  return loading;
}

async function load(): Promise<Loaded> {
  const [roots, stored] = [await rootSecret(), await store.find()];
  const ring = stored?.ring ?? (await firstRing());
  loaded = { ring, signer: await signerOf(roots, ring), verifiers: await verifiers(ring), loadedAt: now() };
  return loaded;
}

const signerOf = (roots: Roots, ring: KeyRing): Promise<SigningKey> =>
  currentSigner(roots, ring).catch(() => {
    throw new Unavailable('the signing key does not open: is a version of the root secret missing?');
  });

/** The first token of a deployment makes its keys; if several race, the first one's keys are everybody's. */
async function firstRing(): Promise<KeyRing> {
  const ring = await createRing(await rootSecret(), config().signingAlg, now());
  if (await store.create(ring)) return ring;
  const stored = await store.find();
  if (!stored) throw new Unavailable('no signing keys');
  return stored.ring;
}

/**
 * How long a key is published before it signs: verifiers elsewhere commonly keep a key set for minutes to an hour. A
 * schedule that fires twice rotates once, too.
 */
const PUBLISHED_MS = 60 * 60_000;

/**
 * The next key signs, the current one retires and keeps verifying until its last token has expired, a new next one is
 * published. `false`: another rotation was first, or the next key was published less than `publishedMs` ago.
 */
export async function rotateKeys(publishedMs = 0): Promise<boolean> {
  await keys(0);
  const stored = await store.find();
  const next = stored?.ring.keys.find(({ state }) => state === 'next');
  if (!stored || (next && now() - next.createdAt < publishedMs)) return false;
  const overlapMs = MAX_ACCESS_TTL * 1000 + RING_FRESH_MS;
  const ring = await rotateRing(await rootSecret(), stored.ring, config().signingAlg, now(), overlapMs);
  const replaced = await store.replace(stored, ring);
  await keys(0);
  return replaced;
}

/** A run of the clock, or with `force` one by hand that doesn't wait until verifiers have seen the next key. */
export async function rotateByClock(force: boolean): Promise<{ rotated: boolean }> {
  const rotated = await rotateKeys(force ? 0 : PUBLISHED_MS);
  log.info('signing_keys', { rotated });
  return { rotated };
}

/** Public keys, next, current and retired (RFC 7517). */
export const publicKeys = async (): Promise<{ keys: Record<string, unknown>[] }> => jwks((await keys()).ring);
