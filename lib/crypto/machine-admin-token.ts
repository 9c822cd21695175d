// Signs and verifies the tokens with which machines call operations of admins. Only this service can verify one: it is
// signed with HMAC under a key of its own purpose, so no token of another kind is one, and it proves nothing elsewhere.
import { createSecretKey } from 'node:crypto';
import { openJws, signJws } from './jws.ts';
import { isText, isTime } from './jwt.ts';
import { acceptedKeys, type RootsOf, signingKey } from './purpose-keys.ts';

/** Times in seconds. `cnf`: the thumbprint of the key whose holder may use the token (RFC 9449 6.1). */
export type MachineAdminClaims = {
  iss: string;
  aud: string;
  /** The application. */
  sub: string;
  jti: string;
  iat: number;
  exp: number;
  cnf?: { jkt: string };
};

const PURPOSE = 'machine-admin';
const TYPE = 'machine-admin+jwt';

/** Seconds, as for the token of an API key (decision 87). It is short, so a machine needs no list of revoked tokens. */
export const MAX_MACHINE_ADMIN_TTL = 5 * 60;
/** Seconds, between two of our own functions. */
const CLOCK_SKEW = 5;

/** Returns the token: HS256 under the key that signs at its `iat`; the version is its `kid`. */
export function signMachineAdminToken(roots: RootsOf<typeof PURPOSE>, claims: MachineAdminClaims): string {
  const { version, key } = signingKey(roots, PURPOSE, claims.iat * 1000);
  return signJws({ alg: 'HS256', kid: version, key: createSecretKey(key) }, TYPE, claims);
}

/**
 * Returns the claims of a valid token; `undefined` for an expired one and for any other token. `now` in seconds. Throws on
 * an empty issuer or audience, or a `now` that is not a number.
 */
export function verifyMachineAdminToken(
  roots: RootsOf<typeof PURPOSE>,
  token: string,
  { issuer, audience, now }: { issuer: string; audience: string; now: number },
): MachineAdminClaims | undefined {
  if (!isText(issuer) || !isText(audience) || !Number.isFinite(now))
    throw new Error('issuer, audience and now are required');
  const keys = acceptedKeys(roots, PURPOSE, now * 1000);
  const payload = openJws(token, TYPE, (kid) => {
    const key = keys.get(kid);
    return key && { alg: 'HS256', key: createSecretKey(key) };
  });
  if (!payload) return undefined;
  const { iss, aud, sub, jti, iat, exp, cnf } = payload;
  if (iss !== issuer || aud !== audience || !isText(sub) || !isText(jti)) return undefined;
  if (!isTime(iat) || !isTime(exp) || iat > now + CLOCK_SKEW || exp <= now) return undefined;
  if (exp - iat > MAX_MACHINE_ADMIN_TTL) return undefined;
  if (cnf === undefined) return { iss, aud, sub, jti, iat, exp };
  const { jkt } = (cnf ?? {}) as { jkt?: unknown };
  return isText(jkt) ? { iss, aud, sub, jti, iat, exp, cnf: { jkt } } : undefined;
}
