// Keeps the keys that sign and verify access tokens: a plain JSON ring of next, current and retired keys.
// A key is published before it signs and verifies until its last token has expired, so no rotation breaks a login.
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyPairKeyObjectResult } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint } from 'jose';
import type { SigningAlgorithm, SigningKey, VerificationKey } from './jwt.ts';
import type { RootsOf } from './purpose-keys.ts';
import { isRevoked } from './roots.ts';
import { seal, sealedUnder, unseal } from './seal.ts';

export type JsonObject = Record<string, unknown>;
export type KeyState = 'next' | 'current' | 'retired';

/** Times in milliseconds. The private half is sealed for this kid only. */
export type RingKey = {
  kid: string;
  alg: SigningAlgorithm;
  state: KeyState;
  publicJwk: JsonObject;
  sealedPrivateJwk: string;
  createdAt: number;
  currentAt?: number;
  retiredAt?: number;
};

export type KeyRing = { keys: RingKey[] };

const RSA_BITS = 2048; // 112 bits of strength, NIST SP 800-57 part 1 table 2; acceptable through 2030
const PUBLIC_MEMBERS = ['kty', 'n', 'e', 'crv', 'x', 'y'] as const; // RFC 7518 6, RFC 8037 2

/** Returns a new ring: a current key, and a next key, so that the first rotation finds one that is published. */
export async function createRing(roots: RootsOf<'seal'>, alg: SigningAlgorithm, now: number): Promise<KeyRing> {
  const [first, second] = await Promise.all([newKey(roots, alg, now), newKey(roots, alg, now)]);
  return { keys: [{ ...first, state: 'current', currentAt: now }, second] };
}

/**
 * Returns the ring after a rotation: next becomes current, current becomes retired, a new next of `alg` is made, and
 * keys retired for more than `overlapMs` (at least the longest token lifetime) are dropped. A ring without a next key
 * only gets one: a key that no verifier has fetched must not sign. Throws on an overlap that is not a number of milliseconds.
 */
export async function rotateRing(
  roots: RootsOf<'seal'>,
  ring: KeyRing,
  alg: SigningAlgorithm,
  now: number,
  overlapMs: number,
): Promise<KeyRing> {
  if (!Number.isFinite(overlapMs) || overlapMs < 0) throw new Error('overlapMs must be zero or more milliseconds');
  const next = await newKey(roots, alg, now);
  const kept = trustedKeys(ring, now, overlapMs);
  if (!kept.some((key) => key.state === 'next')) return { keys: [...kept, next] };
  return { keys: [...kept.map((key) => promoteNextKey(key, now)), next] };
}

/**
 * Returns the keys that verify tokens, of all three states: another instance may already sign with `next`. A key that
 * retired more than `overlapMs` ago is omitted: its last token has expired, so only a thief still signs with it.
 */
export const trustedKeys = ({ keys }: KeyRing, now: number, overlapMs: number): RingKey[] =>
  keys.filter((key) => key.state !== 'retired' || now - (key.retiredAt ?? 0) <= overlapMs);

/** A public key (RFC 7517), and when its last token expires if it has retired, in ms. */
export type PublicKey = { jwk: JsonObject; until?: number; state: KeyState; createdAt: number };

/** Returns what may be published of a ring. Members are picked by name, so no private one is included. */
export const publicKeys = ({ keys }: KeyRing, overlapMs: number): PublicKey[] =>
  keys.map(({ kid, alg, publicJwk, state, createdAt, retiredAt }) => ({
    jwk: { ...publicPart(publicJwk), kid, alg, use: 'sig' },
    state,
    createdAt,
    ...(retiredAt !== undefined && { until: retiredAt + overlapMs }),
  }));

/**
 * Returns the public key set (RFC 7517 5) of the keys that are good at `now`. Members are sorted: the table returns them
 * in any order, and a cache compares the text.
 */
export const jwks = (published: readonly PublicKey[], now: number): { keys: JsonObject[] } => ({
  keys: published.filter(({ until }) => until === undefined || now <= until).map(({ jwk }) => sorted(jwk)),
});

const sorted = (jwk: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(jwk).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Whether a private key of the ring was sealed under a version that was stolen. */
export const isCompromised = (roots: RootsOf<'seal'>, { keys }: KeyRing): boolean =>
  keys.some(({ sealedPrivateJwk }) => isRevoked(roots, sealedUnder(sealedPrivateJwk)));

/** Returns the current signing key. Throws without a current key or without its root version. */
export function currentSigner(roots: RootsOf<'seal'>, ring: KeyRing): SigningKey {
  const current = ring.keys.find((key) => key.state === 'current');
  if (!current) throw new Error('no current signing key');
  const { kid, alg, sealedPrivateJwk } = current;
  const jwk: JsonObject = JSON.parse(unseal(roots, sealContext(kid), sealedPrivateJwk));
  return { kid, alg, key: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

/** Returns the verification keys by kid. */
export const verifiers = (keys: readonly RingKey[]): Map<string, VerificationKey> =>
  new Map(
    keys.map(({ kid, alg, publicJwk }) => {
      const key = createPublicKey({ key: publicPart(publicJwk), format: 'jwk' });
      return [kid, { kid, alg, key }];
    }),
  );

const generate = promisify(generateKeyPair);
const GENERATORS: Record<SigningAlgorithm, () => Promise<KeyPairKeyObjectResult>> = {
  RS256: () => generate('rsa', { modulusLength: RSA_BITS }),
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generate('ed25519'),
};

// The kid is the RFC 7638 thumbprint: it is derived from the key, so each key has exactly one.
async function newKey(roots: RootsOf<'seal'>, alg: SigningAlgorithm, now: number): Promise<RingKey> {
  const { publicKey, privateKey } = await GENERATORS[alg]();
  const publicJwk = publicPart({ ...publicKey.export({ format: 'jwk' }) });
  const kid = await calculateJwkThumbprint(publicJwk);
  const sealedPrivateJwk = seal(roots, sealContext(kid), JSON.stringify(privateKey.export({ format: 'jwk' })));
  return { kid, alg, state: 'next', publicJwk, sealedPrivateJwk, createdAt: now };
}

function promoteNextKey(key: RingKey, now: number): RingKey {
  if (key.state === 'next') return { ...key, state: 'current', currentAt: now };
  if (key.state === 'current') return { ...key, state: 'retired', retiredAt: now };
  return key;
}

function publicPart(jwk: JsonObject): JsonObject {
  return Object.fromEntries(PUBLIC_MEMBERS.filter((name) => name in jwk).map((name) => [name, jwk[name]]));
}

function sealContext(kid: string): string {
  return `signing-key|${kid}`;
}
