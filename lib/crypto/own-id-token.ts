// Signs and opens the id tokens that this service issues. Their `typ` is not that of an access token, so neither is taken
// for the other (RFC 8725 3.11).
import { createHash } from 'node:crypto';
import { openJws, signJws } from './jws.ts';
import type { SigningAlgorithm, SigningKey, VerificationKey } from './jwt.ts';

const TYPE = 'JWT';
const LOGOUT_TYPE = 'logout+jwt';

type Claims = Readonly<Record<string, unknown>>;

/** Returns a signed id token. Claims that are `undefined` are left out. */
export const signIdToken = (key: SigningKey, claims: Claims): string => signJws(key, TYPE, claims);

/** Returns a signed logout token (OpenID Connect Back-Channel Logout 1.0 2.4). Its type tells it from an id token. */
export const signLogoutToken = (key: SigningKey, claims: Claims): string => signJws(key, LOGOUT_TYPE, claims);

/** Returns the claims of a token with our signature, expired ones as well; `undefined` for any other. */
export const openIdToken = (token: string, keyFor: (kid: string) => VerificationKey | undefined) =>
  openJws(token, TYPE, keyFor);

/**
 * Returns the left half of the hash that belongs to the signature (OpenID Connect Core 3.1.3.6). Ed25519 uses SHA-512
 * (RFC 8032).
 */
export function accessTokenHash(alg: SigningAlgorithm, accessToken: string): string {
  const hash = createHash(alg === 'EdDSA' ? 'sha512' : 'sha256')
    .update(accessToken, 'ascii')
    .digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
}
