// Loads and rotates the keys that sign access tokens. The first token of a deployment creates them.
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

/** Seconds. No configuration and no tenant may exceed it (RFC 9700: short-lived). */
export const MAX_ACCESS_TTL = 15 * 60;
/** How long the ring is cached, and so how long a rotation or revocation may go unnoticed. */
const RING_FRESH_MS = 60_000;
/** An unknown key id reloads the ring, but at most this often, so that forged tokens cannot cause reads. */
export const RING_MISS_MS = 30_000;

let loaded: Loaded | undefined;
let loading: Promise<Loaded> | undefined;

/** Returns the ring, at most `maxAgeMs` old. Throws `Unavailable`. */
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
    throw new Unavailable('the signing key cannot be opened: is a version of the root secret missing?');
  });

/** Creates the keys of a deployment. If several callers race, all use the keys of the first. */
async function firstRing(): Promise<KeyRing> {
  const ring = await createRing(await rootSecret(), config().signingAlg, now());
  if (await store.create(ring)) return ring;
  const stored = await store.find();
  if (!stored) throw new Unavailable('no signing keys');
  return stored.ring;
}

/**
 * How long a key is published before it signs: verifiers commonly cache a key set for minutes to an hour. It also makes
 * a schedule that fires twice rotate once.
 */
const PUBLISHED_MS = 60 * 60_000;

/**
 * Makes the next key sign, retires the current one, which verifies until its last token has expired, and publishes a
 * new next key. Returns `false` if another rotation won, or if the next key was published less than `publishedMs` ago.
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

/** Rotates on schedule; with `force`, at once, without waiting until verifiers have fetched the next key. */
export async function rotateByClock(force: boolean): Promise<{ rotated: boolean }> {
  const rotated = await rotateKeys(force ? 0 : PUBLISHED_MS);
  log.info('signing_keys', { rotated });
  return { rotated };
}

/** Returns the public keys: next, current and retired (RFC 7517). */
export const publicKeys = async (): Promise<{ keys: Record<string, unknown>[] }> => jwks((await keys()).ring);
