// Keeps the keys that sign and verify access tokens: a plain JSON ring of next, current and retired keys.
// A key is published before it signs and verifies until its last token has expired, so no rotation breaks a login.
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { SigningAlgorithm, SigningKey, VerificationKey } from './jwt.ts';
import type { Roots } from './purpose-keys.ts';
import { seal, unseal } from './seal.ts';

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
export async function createRing(roots: Roots, alg: SigningAlgorithm, now: number): Promise<KeyRing> {
  const [first, second] = await Promise.all([newKey(roots, alg, now), newKey(roots, alg, now)]);
  return { keys: [{ ...first, state: 'current', currentAt: now }, second] };
}

/**
 * Returns the ring after a rotation: next becomes current, current becomes retired, a new next of `alg` is made, and
 * keys retired for more than `overlapMs` (at least the longest token lifetime) are dropped. A ring whose next key was
 * revoked only gets a new one: a key that no verifier has fetched must not sign. Rotate once more to replace the
 * current key. Throws on an overlap that is not a number of milliseconds.
 */
export async function rotateRing(
  roots: Roots,
  ring: KeyRing,
  alg: SigningAlgorithm,
  now: number,
  overlapMs: number,
): Promise<KeyRing> {
  if (!Number.isFinite(overlapMs) || overlapMs < 0) throw new Error('overlapMs must be zero or more milliseconds');
  const next = await newKey(roots, alg, now);
  const kept = ring.keys.filter((key) => key.state !== 'retired' || now - (key.retiredAt ?? 0) <= overlapMs);
  if (!kept.some((key) => key.state === 'next')) return { keys: [...kept, next] };
  return { keys: [...kept.map((key) => promoteNextKey(key, now)), next] };
}

/** Returns the ring without a key: its tokens fail from now on. Throws on an unknown kid and on the current key, which
 * must be rotated first, so that a signing key remains. */
export function revokeKey(ring: KeyRing, kid: string): KeyRing {
  const key = ring.keys.find((candidate) => candidate.kid === kid);
  if (!key) throw new Error('unknown signing key');
  if (key.state === 'current') throw new Error('the current signing key cannot be revoked: rotate first');
  return { keys: ring.keys.filter((candidate) => candidate !== key) };
}

/**
 * Returns the public key set (RFC 7517 5), all three states. Members are picked by name, so no private one is included.
 */
export function jwks(ring: KeyRing): { keys: JsonObject[] } {
  return { keys: ring.keys.map(({ kid, alg, publicJwk }) => ({ ...publicPart(publicJwk), kid, alg, use: 'sig' })) };
}

/** Returns the current signing key, not extractable. Throws without a current key or without its root version. */
export async function currentSigner(roots: Roots, ring: KeyRing): Promise<SigningKey> {
  const current = ring.keys.find((key) => key.state === 'current');
  if (!current) throw new Error('no current signing key');
  const jwk: JWK = JSON.parse(unseal(roots, sealContext(current.kid), current.sealedPrivateJwk));
  return { kid: current.kid, alg: current.alg, key: await importKey(jwk, current.alg) };
}

/** Returns the verification keys by kid, all three states: another instance may already sign with `next`. */
export async function verifiers(ring: KeyRing): Promise<Map<string, VerificationKey>> {
  const entries = ring.keys.map(async ({ kid, alg, publicJwk }): Promise<[string, VerificationKey]> => {
    return [kid, { kid, alg, key: await importKey(publicPart(publicJwk), alg) }];
  });
  return new Map(await Promise.all(entries));
}

// The kid is the RFC 7638 thumbprint: it is derived from the key, so each key has exactly one.
async function newKey(roots: Roots, alg: SigningAlgorithm, now: number): Promise<RingKey> {
  const pair = await generateKeyPair(alg, { extractable: true, modulusLength: RSA_BITS });
  const publicJwk = publicPart(await exportJWK(pair.publicKey));
  const kid = await calculateJwkThumbprint(publicJwk);
  const sealedPrivateJwk = seal(roots, sealContext(kid), JSON.stringify(await exportJWK(pair.privateKey)));
  return { kid, alg, state: 'next', publicJwk, sealedPrivateJwk, createdAt: now };
}

function promoteNextKey(key: RingKey, now: number): RingKey {
  if (key.state === 'next') return { ...key, state: 'current', currentAt: now };
  if (key.state === 'current') return { ...key, state: 'retired', retiredAt: now };
  return key;
}

function publicPart(jwk: JsonObject | JWK): JsonObject {
  const source: JsonObject = { ...jwk };
  return Object.fromEntries(PUBLIC_MEMBERS.filter((name) => name in source).map((name) => [name, source[name]]));
}

async function importKey(jwk: JsonObject | JWK, alg: SigningAlgorithm): Promise<CryptoKey> {
  const key = await importJWK({ ...jwk }, alg);
  if (key instanceof Uint8Array) throw new Error('a signing key must be asymmetric');
  return key;
}

function sealContext(kid: string): string {
  return `signing-key|${kid}`;
}
