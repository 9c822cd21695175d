// Is this an id token that the provider made for us, and not for anybody or anything else? (OpenID Connect Core 3.1.3.7,
// RFC 8725.) Protects: a token of another client, issuer, kind or time never opens an account.
import { createLocalJWKSet, decodeProtectedHeader, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';

export type IdTokenClaims = JWTPayload & { sub: string; iat: number; exp: number };

/** `now` in seconds. `nonce`: what the token must hold; `undefined` where none was asked for. */
export type IdTokenOptions = {
  issuer: string;
  clientId: string;
  keys: JSONWebKeySet;
  now: number;
  nonce?: string | undefined;
};

/** Signatures that only the provider can make. None and HMAC are missing on purpose. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Seconds that the provider's clock may differ (RFC 7519 4.1.4: "no more than a few minutes"). */
const CLOCK_SKEW = 60;
/** Seconds. Of all that providers hand out the longest live half a day; what we remember of one is bounded by this. */
const MAX_LIFETIME = 86_400;
/** OpenID Connect Core 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x21-\x7e]{1,255}$/;

/**
 * The claims of a valid id token; `unknown-key` when it names a key that isn't among `keys`, else `invalid`. Throws on an
 * empty issuer or client id, which would switch a check off.
 */
export async function verifyIdToken(
  token: string,
  { issuer, clientId, keys, now, nonce }: IdTokenOptions,
): Promise<IdTokenClaims | 'invalid' | 'unknown-key'> {
  if (!issuer || !clientId || !Number.isFinite(now)) throw new Error('issuer, clientId and now are required');
  try {
    const { typ } = decodeProtectedHeader(token);
    // Access and logout tokens of the same issuer name their kind (RFC 8725 3.11); an id token says JWT, or nothing.
    if (typ !== undefined && typ.toLowerCase() !== 'jwt') return 'invalid';
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ALGORITHMS,
      issuer,
      audience: clientId,
      clockTolerance: CLOCK_SKEW,
      currentDate: new Date(now * 1000),
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
    });
    return isSound(payload, clientId, now, nonce) ? payload : 'invalid';
  } catch (error) {
    return error instanceof errors.JWKSNoMatchingKey ? 'unknown-key' : 'invalid';
  }
}

function isSound(
  payload: JWTPayload,
  clientId: string,
  now: number,
  nonce: string | undefined,
): payload is IdTokenClaims {
  const { sub, aud, azp, iat, exp, nonce: found } = payload;
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) return false;
  // One audience, ours; among several we must be the one it was made for.
  const audiences = Array.isArray(aud) ? aud : [aud];
  if (audiences.length !== 1 && azp !== clientId) return false;
  if (typeof iat !== 'number' || typeof exp !== 'number' || iat > now + CLOCK_SKEW) return false;
  if (exp <= iat || exp - iat > MAX_LIFETIME) return false;
  return nonce === undefined || found === nonce;
}

/** What names the token for good: all that is signed. A signature may have several spellings, this has one. */
export const signedPart = (token: string): string => token.slice(0, token.lastIndexOf('.'));
