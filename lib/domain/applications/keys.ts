// Checks the public keys by which applications prove themselves.
import { importJWK, type JWK } from 'jose';
import { fail } from '../../contract/errors.ts';
import { PRIVATE_MEMBERS, type PublicKey } from '../../contract/fields/application.ts';

/** NIST SP 800-131A 1.2: 112 bits of security. */
const LEAST_RSA_BITS = 2048;

/** The algorithm that a key of each kind is imported for; which one it signs with, the assertion says. */
const algorithmOf = ({ kty, crv }: PublicKey): string | undefined => {
  if (kty === 'RSA') return 'RS256';
  if (kty === 'EC') return crv === 'P-256' ? 'ES256' : undefined;
  return kty === 'OKP' && crv === 'Ed25519' ? 'EdDSA' : undefined;
};

const STORED = ['kty', 'kid', 'alg', 'use', 'n', 'e', 'crv', 'x', 'y'] as const;

/** Returns the members that a public key is made of. */
const bare = (key: PublicKey): JWK =>
  Object.fromEntries(STORED.flatMap((name) => (key[name] === undefined ? [] : [[name, key[name]]]))) as JWK;

/** Returns the keys of a list, or of a set (RFC 7517 5). */
export const listOf = (sent: readonly PublicKey[] | { keys: readonly PublicKey[] }): readonly PublicKey[] =>
  Array.isArray(sent) ? sent : (sent as { keys: readonly PublicKey[] }).keys;

/** Returns the keys as they are stored. Throws INVALID_INPUT, naming the first that cannot be used. */
export async function requireUsable(keys: readonly PublicKey[]): Promise<JWK[]> {
  const kids = keys.map(({ kid }) => kid);
  if (keys.length > 1 && (kids.includes(undefined) || new Set(kids).size < kids.length))
    fail('INVALID_INPUT', { message: 'jwks: several keys need a different kid each' });
  return Promise.all(
    keys.map(async (key, at) => {
      const isPrivate = PRIVATE_MEMBERS.find((name) => Object.hasOwn(key, name));
      if (isPrivate) fail('INVALID_INPUT', { message: `jwks.${at}.${isPrivate}: must not be there: it is private` });
      const alg = algorithmOf(key);
      if (alg === undefined || !(await isPublicKey(key, alg)))
        fail('INVALID_INPUT', { message: `jwks.${at}: must be a key of RSA from 2048 bits, P-256 or Ed25519` });
      return bare(key);
    }),
  );
}

async function isPublicKey(key: PublicKey, alg: string): Promise<boolean> {
  if (key.kty === 'RSA' && Buffer.from(key.n ?? '', 'base64url').length * 8 < LEAST_RSA_BITS) return false;
  try {
    await importJWK({ ...bare(key), alg }, alg);
    return true;
  } catch {
    return false; // jose throws its own errors and those of WebCrypto
  }
}
