// Verifies id tokens of identity providers (OpenID Connect Core 3.1.3.7, RFC 8725). A token for another client, issuer,
// purpose or time never opens an account, nor does a token of another type (OWASP ASVS 9.2.2).
import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose';

export type IdTokenClaims = Record<string, unknown> & { sub: string; iat: number; exp: number; nonce: string };

/**
 * `now` in seconds. `nonce` is the value the token must carry; `undefined` if the caller compares it, but it must carry
 * one. `isParty`: whether a client other than `clientId` may have requested the token.
 */
export type IdTokenOptions = {
  issuer: string;
  clientId: string;
  keys: readonly JWK[];
  now: number;
  nonce?: string | undefined;
  isParty?: ((azp: string) => boolean) | undefined;
};

/** Signature algorithms by key type. `none` and HMAC are missing on purpose: only the provider may be able to sign. */
const KEY_TYPES: ReadonlyMap<unknown, string> = new Map([
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'].map((alg) => [alg, 'RSA'] as const),
  ...['ES256', 'ES384', 'ES512'].map((alg) => [alg, 'EC'] as const),
  ...['EdDSA', 'Ed25519'].map((alg) => [alg, 'OKP'] as const),
]);
/** Whether id tokens may be signed with the algorithm. */
export const isSupportedAlgorithm = (alg: string): boolean => KEY_TYPES.has(alg);
/** Whether the key may verify id tokens, going by its type, use and algorithm. */
export const isSupportedKey = ({ kty, use, alg }: JWK): boolean =>
  (use === undefined || use === 'sig') &&
  [...KEY_TYPES].some(([supported, type]) => type === kty && (alg === undefined || alg === supported));
/** Allowed clock difference to the provider, seconds (RFC 7519 4.1.4: "no more than a few minutes"). */
export const CLOCK_SKEW = 60;
/**
 * Seconds. The longest-lived id tokens of known providers last 12 hours; this bounds how long used tokens are stored.
 */
const MAX_LIFETIME = 86_400;
/** OpenID Connect Core 2: at most 255 ASCII characters. */
export const SUBJECT = /^[\x21-\x7e]{1,255}$/;
/** A provider without key ids rotates between two or three keys. */
const MAX_CANDIDATES = 5;

/**
 * Returns the claims of a valid id token, `unknown-key` if none of `keys` is the one it names, else `invalid`. Throws
 * on an empty issuer or client id, or a `now` that is not a number: each would switch a check off.
 */
export async function verifyIdToken(
  token: string,
  { issuer, clientId, keys, now, nonce, isParty }: IdTokenOptions,
): Promise<IdTokenClaims | 'invalid' | 'unknown-key'> {
  if (!issuer || !clientId || !Number.isFinite(now)) throw new Error('issuer, clientId and now are required');
  const claims = await signedClaims(token, keys, isIdTokenType);
  if (typeof claims === 'string') return claims;
  return hasValidClaims(claims, { issuer, clientId, now, nonce, isParty }) ? claims : 'invalid';
}

/**
 * Returns the claims of a token of the type that one of the provider's keys signed, `unknown-key` if none of `keys` is the one
 * it names, else `invalid`. The caller checks the claims.
 */
export async function signedClaims(
  token: string,
  keys: readonly JWK[],
  isType: (typ: string | undefined) => boolean,
): Promise<Record<string, unknown> | 'invalid' | 'unknown-key'> {
  const header = headerOf(token, isType);
  if (!header) return 'invalid';
  const candidates = keys.filter((key) => isKeyUsable(key, header)).slice(0, MAX_CANDIDATES);
  if (!candidates.length) return 'unknown-key';
  for (const key of candidates) {
    const claims = await verifiedClaims(token, key, header.alg);
    if (claims) return claims;
  }
  return 'invalid';
}

/** Access and logout tokens of the same issuer have a `typ` of their own (RFC 8725 3.11); an id token has JWT or none. */
const isIdTokenType = (typ: string | undefined): boolean => typ === undefined || typ.toLowerCase() === 'jwt';

type Header = { alg: string; kid: string | undefined };

function headerOf(token: string, isType: (typ: string | undefined) => boolean): Header | undefined {
  try {
    const { alg, kid, typ, ...rest } = decodeProtectedHeader(token);
    if (!isType(typ)) return undefined;
    // No JWS extension is supported (RFC 7515 4.1.11, RFC 7797).
    if ('crit' in rest || 'b64' in rest) return undefined;
    return alg !== undefined && KEY_TYPES.has(alg) ? { alg, kid } : undefined;
  } catch {
    return undefined;
  }
}

const isKeyUsable = (key: JWK, { alg, kid }: Header): boolean =>
  key.kty === KEY_TYPES.get(alg) &&
  (kid === undefined || key.kid === kid) &&
  (key.alg === undefined || key.alg === alg) &&
  (key.use === undefined || key.use === 'sig');

async function verifiedClaims(token: string, key: JWK, alg: string): Promise<Record<string, unknown> | undefined> {
  try {
    const { payload } = await compactVerify(token, await importJWK(key, alg), { algorithms: [alg] });
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined; // jose throws its own errors and plain TypeErrors alike
  }
}

function hasValidClaims(
  claims: Record<string, unknown>,
  { issuer, clientId, now, nonce, isParty = () => false }: Omit<IdTokenOptions, 'keys'>,
): claims is IdTokenClaims {
  const { iss, sub, aud, azp, iat, exp, nbf, nonce: found } = claims;
  if (!isIdToken(claims)) return false;
  if (iss !== issuer || typeof sub !== 'string' || !SUBJECT.test(sub)) return false;
  // A single audience must be ours; among several, `azp` must name us.
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.includes(clientId) || (audiences.length > 1 && azp !== clientId)) return false;
  if (azp !== undefined && azp !== clientId && !(typeof azp === 'string' && isParty(azp))) return false;
  if (!isTime(iat) || !isTime(exp) || exp <= iat || exp - iat > MAX_LIFETIME) return false;
  if (exp + CLOCK_SKEW <= now || iat > now + CLOCK_SKEW) return false;
  if (nbf !== undefined && (!isTime(nbf) || nbf > now + CLOCK_SKEW)) return false;
  return typeof found === 'string' && found !== '' && (nonce === undefined || found === nonce);
}

/**
 * Claims of access tokens: RFC 9068 2.2 (`client_id`, `scope`), Microsoft Entra (`scp`, `appid`), Okta (`scp`, `cid`).
 * Some providers sign such tokens with `typ` JWT, for our client id, and even repeat the nonce in them.
 */
const ACCESS_TOKEN_CLAIMS = ['client_id', 'scope', 'scp', 'appid', 'cid'];

/** Whether the payload is that of an id token. Some providers name its type there: Keycloak `typ`, Cognito `token_use`. */
function isIdToken(claims: Record<string, unknown>): boolean {
  const { typ, token_use: use } = claims;
  if (typ !== undefined && typ !== 'ID' && typ !== 'JWT') return false;
  if (use !== undefined && use !== 'id') return false;
  // `events` marks logout and security event tokens (OpenID Connect Back-Channel Logout 2.4, RFC 8417).
  return !ACCESS_TOKEN_CLAIMS.some((name) => name in claims) && !('events' in claims);
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
