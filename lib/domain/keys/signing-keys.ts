// Loads and rotates the keys that sign access tokens. The first token of a deployment creates them.
import type { SigningKey, VerificationKey } from '../../crypto/jwt.ts';
import {
  createRing,
  currentSigner,
  isCompromised,
  type KeyRing,
  publicKeys,
  rotateRing,
  trustedKeys,
  verifiers,
} from '../../crypto/keyring.ts';
import type { RootsOf } from '../../crypto/purpose-keys.ts';
import { forgetSecrets, rootSecret } from '../../platform/aws/secrets.ts';
import { now } from '../../platform/clock.ts';
import { Unavailable } from '../../platform/errors.ts';
import { log } from '../../platform/log.ts';
import { config } from '../../platform/settings/config.ts';
import * as store from '../../store/signing-keys.ts';

type Loaded = { ring: KeyRing; signer: SigningKey; verifiers: Map<string, VerificationKey>; loadedAt: number };

/**
 * Seconds. No configuration and no tenant may exceed it. So long may a service that verifies offline not notice the end of a
 * session, where deployment or tenant accept it; the standard is fifteen minutes.
 */
export const MAX_ACCESS_TTL = 60 * 60;
/** Seconds, of tokens without a session: those of machines, and of agents that an identity provider admitted. */
export const MAX_TTL_WITHOUT_SESSION = 15 * 60;
/** How long the ring is cached, and so how long a rotation or revocation may go unnoticed. */
const RING_FRESH_MS = 60_000;
/** How long a retired key verifies: until the last token of an instance that had not reloaded the ring has expired. */
const OVERLAP_MS = MAX_ACCESS_TTL * 1000 + RING_FRESH_MS;
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
  const [roots, stored] = await Promise.all([rootSecret('seal'), store.find()]);
  return opened(roots, stored ?? (await created(roots)));
}

/** Loads the ring before a request needs it. Returns `undefined` where the first token has not created it. */
export async function preloadKeys(): Promise<Loaded | undefined> {
  const [roots, stored] = await Promise.all([rootSecret('seal'), store.find()]);
  return stored && opened(roots, stored);
}

function opened(roots: RootsOf<'seal'>, { ring }: store.StoredRing): Loaded {
  const trusted = verifiers(trustedKeys(ring, now(), OVERLAP_MS));
  loaded = { ring, signer: signerOf(roots, ring), verifiers: trusted, loadedAt: now() };
  return loaded;
}

function signerOf(roots: RootsOf<'seal'>, ring: KeyRing): SigningKey {
  try {
    return currentSigner(roots, ring);
  } catch {
    throw new Unavailable('the signing key cannot be opened: is a version of the seal secret missing?');
  }
}

/** Creates the keys of a deployment. If several callers race, all use the keys of the first. */
async function created(roots: RootsOf<'seal'>): Promise<store.StoredRing> {
  const ring = await createRing(roots, config().signingAlg, now());
  await store.put(undefined, ring, publicKeys(ring, OVERLAP_MS));
  const found = await store.find();
  if (!found) throw new Unavailable('no signing keys');
  return found;
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
  const ring = await rotateRing(await rootSecret('seal'), stored.ring, config().signingAlg, now(), OVERLAP_MS);
  const replaced = await store.put(stored, ring, publicKeys(ring, OVERLAP_MS));
  await keys(0);
  return replaced;
}

/**
 * Replaces all keys at once, because a thief may have them: every access token fails within a minute, and clients
 * refresh. The new keys are sealed with what the secret says now. Returns `false` if another change won.
 */
export async function replaceKeys(): Promise<boolean> {
  forgetSecrets();
  const [roots, stored] = await Promise.all([rootSecret('seal'), store.find()]);
  const ring = await createRing(roots, config().signingAlg, now());
  const replaced = await store.put(stored, ring, publicKeys(ring, OVERLAP_MS));
  await keys(0);
  return replaced;
}

/**
 * Rotates on schedule. With `force`, at once, without waiting until verifiers have fetched the next key. With `stolen`,
 * or if the keys were sealed under a stolen version of the seal secret, it replaces all of them.
 */
export async function rotateByClock({ force, stolen }: { force: boolean; stolen: boolean }) {
  const stored = await store.find();
  const isReplaced = stolen || (stored !== undefined && isCompromised(await rootSecret('seal'), stored.ring));
  const rotated = await (isReplaced ? replaceKeys() : rotateKeys(force ? 0 : PUBLISHED_MS));
  log.info('signing_keys', { rotated, replaced: isReplaced && rotated });
  return { rotated };
}
