// Signs and verifies our tokens: access tokens for any service (asymmetric), refresh tokens and tokens of pending logins
// for Gatehouse alone (HMAC), which no key of the JWKS verifies. The kinds cannot be confused, every claim is required,
// and no token outlives its configured lifetime.
import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Act } from './act.ts';
import { MAX_TOKEN_CHARACTERS, openJws, signJws } from './jws.ts';
import { acceptedKeys, type RootsOf, signingKey } from './purpose-keys.ts';

/** EdDSA means Ed25519 (RFC 8037). */
export type SigningAlgorithm = 'RS256' | 'ES256' | 'EdDSA';
export type VerificationKey = { kid: string; alg: SigningAlgorithm; key: KeyObject };
/** The key is private. */
export type SigningKey = VerificationKey;

/** Claims of an access token (RFC 9068 2.2); times in seconds. */
export type AccessClaims = {
  iss: string;
  aud: string;
  sub: string;
  tid: string;
  sid: string;
  jti: string;
  iat: number;
  exp: number;
  auth_time: number;
  amr: string[];
  roles: string[];
  permissions: string[];
  client_id: string;
  /** The thumbprint of the key whose holder may use the token (RFC 9449 6.1). */
  cnf?: { jkt: string };
  act?: Act;
  /** Separated by spaces (RFC 9068 2.2.3): the scopes of the application, then the permissions, which contain a dot. */
  scope?: string;
};

/**
 * Claims of the access token of a machine, which has no session and no login. That of an API key has `owner`, whom it acts for, and
 * `secret_at`, when the secret was made that was exchanged, in ms.
 */
export type MachineClaims = Omit<AccessClaims, 'sid' | 'auth_time' | 'amr'> & { owner?: string; secret_at?: number };

/**
 * Claims of an access token for a protected resource: its scope alone says what it opens there. That of a machine has no
 * `sid`, `auth_time` and `amr`. With `act` a machine acts for the user, and is the client. With `idp`, the issuer of an
 * identity provider that admitted the application, there is no session; `epoch` is that of the user.
 */
export type ResourceClaims = Omit<MachineClaims, 'roles' | 'permissions' | 'owner' | 'secret_at'> &
  Partial<Pick<AccessClaims, 'sid' | 'auth_time' | 'amr'>> & { idp?: string; epoch?: number };

/** Claims of the token of a pending login, times in seconds. */
export type PendingClaims = Pick<AccessClaims, 'iss' | 'sub' | 'tid' | 'sid' | 'jti' | 'iat' | 'exp'>;

/**
 * Claims of a refresh token, times in seconds. `gen`: its generation in the session. `eph`: a browser-session cookie.
 * `client_id`: the application that may exchange it. `jkt`: the thumbprint of the key that it must prove to have.
 * `resource`: the id of the protected resource that the access tokens are for. `bound`: the binding to a device that the
 * session has, if it began with another one.
 */
export type RefreshClaims = {
  iss: string;
  sub: string;
  tid: string;
  sid: string;
  jti: string;
  gen: number;
  iat: number;
  exp: number;
  eph?: true;
  client_id?: string;
  jkt?: string;
  resource?: string;
  bound?: string;
};

/** `now` and `maxLifetime` in seconds. `allowExpired` skips the expiry check only (logging out with an old token). */
export type AccessOptions = {
  keyFor: (kid: string) => VerificationKey | undefined;
  issuer: string;
  /** The token's audience must be one of these. */
  audiences: readonly string[];
  now: number;
  maxLifetime: number;
  allowExpired?: boolean;
};

const ACCESS_TYPE = 'at+jwt'; // RFC 9068 2.1
const REFRESH_TYPE = 'rt+jwt';
const PENDING_TYPE = 'pending+jwt';
const OWN_ALGORITHM = 'HS256';
const CLOCK_SKEW = 5; // seconds, between two of our own functions; RFC 7519 4.1.4 allows "a few minutes" at most

/** Returns a signed access token with the header `{alg, kid, typ: 'at+jwt'}`. Throws if it is longer than we accept. */
export function signAccessToken(key: SigningKey, claims: AccessClaims | MachineClaims | ResourceClaims): string {
  const token = signJws(key, ACCESS_TYPE, claims);
  if (token.length > MAX_TOKEN_CHARACTERS) throw new Error('access token too long');
  return token;
}

/**
 * Returns the claims of a valid access token, 'expired' if only its time is over, else 'invalid'. Throws on options
 * that would switch a check off: empty issuer or audiences, `now` or `maxLifetime` not a number (RFC 8725 3.8, 3.9).
 */
export async function verifyAccessToken(
  token: string,
  options: AccessOptions,
): Promise<AccessClaims | 'expired' | 'invalid'> {
  const opened = openAccess(token, options);
  if (!opened) return 'invalid';
  const { claims, payload } = opened;
  const { sid, auth_time, amr, client_id, scope } = payload;
  if (!isText(sid) || !isTime(auth_time) || !isTexts(amr) || !isText(client_id)) return 'invalid';
  if (scope !== undefined && !isText(scope)) return 'invalid';
  if (claims.exp <= options.now && options.allowExpired !== true) return 'expired';
  return { ...claims, sid, auth_time, amr, client_id, ...(scope !== undefined && { scope }) };
}

/**
 * Returns the claims of the valid access token of a machine; `undefined` for any other token. A machine is its own
 * subject, and its token names no session, so the tokens of users and machines exclude each other. Throws like
 * `verifyAccessToken`.
 */
export async function verifyMachineToken(token: string, options: AccessOptions): Promise<MachineClaims | undefined> {
  const opened = openAccess(token, options);
  if (!opened || opened.claims.exp <= options.now) return undefined;
  const { sid, client_id, scope, owner, secret_at } = opened.payload;
  if (sid !== undefined || client_id !== opened.claims.sub || !isAbsentOrText(scope)) return undefined;
  const claims = { ...opened.claims, client_id, ...(scope !== undefined && { scope }) };
  if (owner === undefined) return claims;
  return isText(owner) && isTime(secret_at) ? { ...claims, owner, secret_at } : undefined;
}

/** Returns what the access tokens of users and machines for this service have in common, and the payload. It may be expired. */
function openAccess(token: string, options: AccessOptions) {
  const { audiences } = options;
  if (!audiences.length || !audiences.every(isText)) throw new Error('audiences are required');
  const opened = openAny(token, options);
  if (!opened) return undefined;
  const { roles, permissions } = opened.payload;
  if (!audiences.includes(opened.claims.aud) || !isTexts(roles) || !isTexts(permissions)) return undefined;
  return { claims: { ...opened.claims, roles, permissions }, payload: opened.payload };
}

/** Returns what all access tokens have in common, and the payload. It may be expired. */
export function openAny(token: string, options: Omit<AccessOptions, 'audiences'>) {
  const { issuer, now, maxLifetime } = options;
  if (!isText(issuer)) throw new Error('issuer is required');
  if (!Number.isFinite(now) || !Number.isFinite(maxLifetime)) throw new Error('now and maxLifetime are required');
  const payload = openJws(token, ACCESS_TYPE, (kid) => {
    const key = options.keyFor(kid);
    return key?.kid === kid ? key : undefined;
  });
  if (!payload) return undefined;
  const { iss, aud, sub, tid, jti, iat, exp, cnf } = payload;
  // An array is a valid `aud` in a JWT, but our tokens never have one.
  if (iss !== issuer || !isText(aud)) return undefined;
  if (!isText(sub) || !isText(tid) || !isText(jti)) return undefined;
  if (!isTime(iat) || !isTime(exp) || !isPlausible(iat, exp, payload.nbf, now)) return undefined;
  if (exp - iat > maxLifetime + CLOCK_SKEW) return undefined;
  if (cnf !== undefined && !isConfirmation(cnf)) return undefined;
  const bound = cnf === undefined ? {} : { cnf: { jkt: cnf.jkt } };
  return { claims: { iss: issuer, aud, sub, tid, jti, iat, exp, ...bound }, payload };
}

/** Returns a refresh token: HS256 under the 'refresh-token' key that signs at its `iat`; the version is its `kid`. */
export const signRefreshToken = (roots: RootsOf<OwnPurpose>, claims: RefreshClaims): string =>
  signOwn(roots, 'refresh-token', REFRESH_TYPE, claims);

/** Returns the token of a pending login: HS256 under the 'pending-login' key, in the same way. */
export const signPendingToken = (roots: RootsOf<OwnPurpose>, claims: PendingClaims): string =>
  signOwn(roots, 'pending-login', PENDING_TYPE, claims);

type OwnPurpose = 'refresh-token' | 'pending-login';
/** What both kinds are verified against. `now` in seconds. */
type OwnOptions = { issuer: string; now: number };

/**
 * Returns the claims of a valid refresh token, 'expired' if only its time is over, else 'invalid'. A token under a root
 * version that is revoked, was replaced more than 30 days ago or was never current is invalid. `now` in seconds. The
 * caller checks generation and id against the session. Throws on an empty issuer or a `now` that is not a number.
 */
export async function verifyRefreshToken(
  roots: RootsOf<OwnPurpose>,
  token: string,
  options: OwnOptions,
): Promise<RefreshClaims | 'expired' | 'invalid'> {
  const opened = openOwn(roots, 'refresh-token', REFRESH_TYPE, token, options);
  if (!opened) return 'invalid';
  const { claims, payload } = opened;
  const { gen, eph, client_id, jkt, resource, bound } = payload;
  if (!isTime(gen) || (eph !== undefined && eph !== true)) return 'invalid';
  if (!isAbsentOrText(client_id) || !isAbsentOrText(jkt) || !isAbsentOrText(resource)) return 'invalid';
  if (!isAbsentOrText(bound)) return 'invalid';
  if (claims.exp <= options.now) return 'expired';
  const of = {
    ...(client_id !== undefined && { client_id }),
    ...(jkt !== undefined && { jkt }),
    ...(resource !== undefined && { resource }),
    ...(bound !== undefined && { bound }),
  };
  return { ...claims, gen, ...(eph && { eph }), ...of };
}

/**
 * Returns the claims of a valid token of a pending login, in the same way. The caller checks its id against the login.
 * `allowExpired` skips the expiry check only.
 */
export async function verifyPendingToken(
  roots: RootsOf<OwnPurpose>,
  token: string,
  options: OwnOptions & { allowExpired?: boolean },
): Promise<PendingClaims | 'expired' | 'invalid'> {
  const opened = openOwn(roots, 'pending-login', PENDING_TYPE, token, options);
  if (!opened) return 'invalid';
  return opened.claims.exp <= options.now && options.allowExpired !== true ? 'expired' : opened.claims;
}

/** Whether the token says that it is one of a pending login. Only a hint: `verifyPendingToken` decides. */
export const claimsToBePending = (token: string): boolean => unverifiedHeader(token)?.typ === PENDING_TYPE;

/** Returns the unverified key id of a token: only a hint to reload the ring. */
export function unverifiedKid(token: string): string | undefined {
  const kid = unverifiedHeader(token)?.kid;
  return typeof kid === 'string' ? kid : undefined;
}

function unverifiedHeader(token: string): { typ?: unknown; kid?: unknown } | undefined {
  try {
    return JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString()) ?? undefined;
  } catch {
    return undefined;
  }
}

function signOwn(roots: RootsOf<OwnPurpose>, purpose: OwnPurpose, typ: string, claims: PendingClaims): string {
  const { version, key } = signingKey(roots, purpose, claims.iat * 1000);
  return signJws({ alg: OWN_ALGORITHM, kid: version, key: createSecretKey(key) }, typ, claims);
}

/** Returns the claims that both kinds have, and the payload; `undefined` if the token is invalid. It may be expired. */
function openOwn(
  roots: RootsOf<OwnPurpose>,
  purpose: OwnPurpose,
  typ: string,
  token: string,
  { issuer, now }: OwnOptions,
) {
  if (!isText(issuer) || !Number.isFinite(now)) throw new Error('issuer and now are required');
  const keys = acceptedKeys(roots, purpose, now * 1000);
  const payload = openJws(token, typ, (kid) => {
    const key = keys.get(kid);
    return key && { alg: OWN_ALGORITHM, key: createSecretKey(key) };
  });
  if (!payload) return undefined;
  const { iss, sub, tid, sid, jti, iat, exp } = payload;
  if (iss !== issuer || !isText(sub) || !isText(tid) || !isText(sid) || !isText(jti)) return undefined;
  if (!isTime(iat) || !isTime(exp) || !isPlausible(iat, exp, payload.nbf, now)) return undefined;
  return { claims: { iss: issuer, sub, tid, sid, jti, iat, exp }, payload };
}

function isPlausible(iat: number, exp: number, nbf: unknown, now: number): boolean {
  if (nbf !== undefined && (!isTime(nbf) || nbf > now + CLOCK_SKEW)) return false;
  return iat <= now + CLOCK_SKEW && exp > iat;
}

const isAbsentOrText = (value: unknown): value is string | undefined => value === undefined || isText(value);
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** No other way of binding a token is in use, so nothing else would be checked (RFC 7800 3.1). */
function isConfirmation(value: unknown): value is { jkt: string } {
  return typeof value === 'object' && value !== null && 'jkt' in value && isText(value.jkt);
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

// Safe integers only: a token with 1e308, which is finite, would never expire.
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
