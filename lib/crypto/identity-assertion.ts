// Verifies identity assertions with which an identity provider admits an application for one of its people
// (draft-ietf-oauth-identity-assertion-authz-grant, ID-JAG).
import type { JWK } from 'jose';
import { CLOCK_SKEW, SUBJECT, signedClaims } from './id-token.ts';

/** Times in seconds. `resources`: the URIs that it is for, `scope`: what may be done there, separated by spaces. */
export type Assertion = {
  sub: string;
  jti: string;
  exp: number;
  resources: string[];
  scope: string;
  tenant: string | undefined;
  jkt: string | undefined;
};

/** Why an assertion is none. */
export type AssertionProblem =
  | 'unknown-key'
  | 'signature_or_type_wrong'
  | 'iss_wrong'
  | 'sub_wrong'
  | 'aud_wrong'
  | 'client_id_wrong'
  | 'jti_wrong'
  | 'time_wrong'
  | 'resource_wrong'
  | 'scope_wrong'
  | 'cnf_wrong'
  | 'not_supported';

/** `now` in seconds. */
export type AssertionOptions = {
  issuer: string;
  audience: string;
  clientId: string;
  keys: readonly JWK[];
  now: number;
};

/** "ID-JAG 4": the type is what no other token of the provider has (RFC 8725 3.11). */
const TYPE = 'oauth-id-jag+jwt';
/** Seconds ahead. Providers give them five minutes; each is used at once, and remembered until it expires. */
const LONGEST = 300;

/**
 * Returns the assertion, or why it is none. Throws on an empty issuer, audience or client id, or a `now` that is not a
 * number: each would switch a check off.
 */
export async function verifyAssertion(
  token: string,
  { issuer, audience, clientId, keys, now }: AssertionOptions,
): Promise<Assertion | AssertionProblem> {
  if (!issuer || !audience || !clientId || !Number.isFinite(now))
    throw new Error('issuer, audience, clientId and now are required');
  const claims = await signedClaims(token, keys, (typ) => typ?.toLowerCase() === TYPE);
  if (typeof claims === 'string') return claims === 'invalid' ? 'signature_or_type_wrong' : claims;
  const { iss, sub, aud, client_id, jti, exp, iat, nbf, resource, scope, aud_tenant: tenant, cnf } = claims;
  if (iss !== issuer) return 'iss_wrong';
  if (typeof sub !== 'string' || !SUBJECT.test(sub)) return 'sub_wrong';
  // One audience alone: another one could use it here.
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud];
  if (audiences.length !== 1 || audiences[0] !== audience) return 'aud_wrong';
  if (client_id !== clientId) return 'client_id_wrong';
  if (typeof jti !== 'string' || jti.length < 1 || jti.length > 256) return 'jti_wrong';
  if (!isTime(exp) || !isTime(iat) || exp <= iat || exp <= now || exp > now + LONGEST + CLOCK_SKEW) return 'time_wrong';
  if (iat > now + CLOCK_SKEW || (nbf !== undefined && !(isTime(nbf) && nbf <= now + CLOCK_SKEW))) return 'time_wrong';
  const resources: unknown[] = Array.isArray(resource) ? resource : [resource];
  if (!resources.length || !resources.every((each) => typeof each === 'string')) return 'resource_wrong';
  if (typeof scope !== 'string') return 'scope_wrong';
  if (tenant !== undefined && typeof tenant !== 'string') return 'not_supported';
  // Each says more than is kept: to leave out an actor or a limit would make the token wider than the provider meant.
  if ('act' in claims || 'authorization_details' in claims) return 'not_supported';
  const jkt = cnf === undefined ? undefined : (cnf as { jkt?: unknown } | null)?.jkt;
  if (cnf !== undefined && typeof jkt !== 'string') return 'cnf_wrong';
  return { sub, jti, exp, resources: resources as string[], scope, tenant, jkt: jkt as string | undefined };
}

/** What the token says of its issuer and tenant, which only tells whose keys to look for. */
export function unverifiedOrigin(token: string): { iss?: unknown; aud_tenant?: unknown } {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) ?? {};
  } catch {
    return {};
  }
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
