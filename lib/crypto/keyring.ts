// Which keys sign and verify access tokens, now and during rotation? A plain JSON ring of next, current and retired keys.
// Protects: a key is published before it signs and verifies until its last token is over, so no rotation breaks a login.
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
const PUBLIC_MEMBERS = ['kty', 'n', 'e', 'crv', 'x', 'y'] as const; // RFC 7518 §6, RFC 8037 §2

/** A new ring: one current key, and one next key so that the first rotation already finds a published one. */
export async function createRing(roots: Roots, alg: SigningAlgorithm, now: number): Promise<KeyRing> {
  const [first, second] = await Promise.all([newKey(roots, alg, now), newKey(roots, alg, now)]);
  return { keys: [{ ...first, state: 'current', currentAt: now }, second] };
}

/**
 * The ring after a rotation: next becomes current, current becomes retired, a new next of `alg` is made, and keys retired
 * for more than `overlapMs` (at least the longest token lifetime) are dropped. A ring whose next key was revoked only gets
 * a new one, since a key nobody has fetched yet must not sign; rotate once more to leave the current key.
 * Throws on an overlap that is not a number of milliseconds.
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

/** The ring without a key, at once: its tokens fail from now on. Throws on an unknown kid and on the current key, which
 * has to be rotated away first so that a key to sign with remains. */
export function revokeKey(ring: KeyRing, kid: string): KeyRing {
  const key = ring.keys.find((candidate) => candidate.kid === kid);
  if (!key) throw new Error('unknown signing key');
  if (key.state === 'current') throw new Error('the current signing key cannot be revoked: rotate first');
  return { keys: ring.keys.filter((candidate) => candidate !== key) };
}

/** The public key set (RFC 7517 §5), all three states. Members are picked by name, so no private one can slip out. */
export function jwks(ring: KeyRing): { keys: JsonObject[] } {
  return { keys: ring.keys.map(({ kid, alg, publicJwk }) => ({ ...publicPart(publicJwk), kid, alg, use: 'sig' })) };
}

/** The key that signs now, private half opened and not extractable. Throws without a current key or the right root. */
export async function currentSigner(roots: Roots, ring: KeyRing): Promise<SigningKey> {
  const current = ring.keys.find((key) => key.state === 'current');
  if (!current) throw new Error('no current signing key');
  const jwk: JWK = JSON.parse(unseal(roots, sealContext(current.kid), current.sealedPrivateJwk));
  return { kid: current.kid, alg: current.alg, key: await importKey(jwk, current.alg) };
}

/** Verification keys by kid, all three states: another instance may have rotated already, so `next` is accepted too. */
export async function verifiers(ring: KeyRing): Promise<Map<string, VerificationKey>> {
  const entries = ring.keys.map(async ({ kid, alg, publicJwk }): Promise<[string, VerificationKey]> => {
    return [kid, { kid, alg, key: await importKey(publicPart(publicJwk), alg) }];
  });
  return new Map(await Promise.all(entries));
}

// The kid is the RFC 7638 thumbprint: it follows from the key, so no two keys share one and one key never has two.
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
