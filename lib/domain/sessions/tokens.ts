// Issues and reads access and refresh tokens.
import {
  type AccessClaims,
  type AccessOptions,
  claimsToBePending,
  type MachineClaims,
  type PendingClaims,
  type RefreshClaims,
  type ResourceClaims,
  signAccessToken,
  signPendingToken,
  signRefreshToken,
  unverifiedKid,
  verifyAccessToken,
  verifyMachineToken,
  verifyPendingToken,
  verifyRefreshToken,
} from '../../crypto/jwt.ts';
import { verifyResourceToken } from '../../crypto/resource-token.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { seconds } from '../../platform/clock.ts';
import { type ApplicationId, newTokenId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { config } from '../../platform/settings/config.ts';
import type { Application } from '../../store/applications/applications.ts';
import type { ProtectedResource } from '../../store/applications/protected-resources.ts';
import type { Session } from '../../store/people/sessions.ts';
import type { User } from '../../store/people/users.ts';
import type { TenantHead } from '../../store/tenants/tenants.ts';
import { type Grants, grantsOf, type Holder } from '../access/grants.ts';
import { keys, MAX_ACCESS_TTL, RING_MISS_MS } from '../keys/signing-keys.ts';
import { isOffered, MAX_BOUND_ACCESS_TTL } from './device/texts.ts';
import { currentTokenId, pendingTokenId } from './shown-token.ts';

export type TokenPair = { accessToken: string; refreshToken: string };
/**
 * `accessTtl`: a lifetime in seconds that shortens the one of the tenant. `jkt`: the thumbprint of the key to which the
 * access token is bound. `party`: that of the application, without which
 * the session is none of an application. `resource`: the protected resource that it is for.
 */
type Narrower = {
  accessTtl?: number | undefined;
  jkt?: string | undefined;
  party?: Application['party'];
  resource?: ProtectedResource | undefined;
};

/**
 * Signs the pair for the session's current generation. The access token has the roles and permissions of the user. While
 * the second factor or a change of the password is outstanding, it is a token that only this service can verify. To a
 * service that verifies tokens offline it proves nothing, even if that service checks no claim.
 */
export async function issue(
  session: Session,
  user: User,
  tenant: TenantHead,
  { accessTtl, jkt, party, resource }: Narrower = {},
): Promise<TokenPair> {
  const iat = seconds();
  const about = { iss: config().baseUrl, sub: user.id, tid: tenant.id, sid: session.id, iat };
  // Never past the session's end: an offline verifier checks nothing else.
  const exp = Math.min(iat + accessTtlOf(tenant, accessTtl, session), seconds(session.expiresAt));
  const refresh: RefreshClaims = {
    ...about,
    jti: currentTokenId(session),
    gen: session.gen,
    exp: seconds(Math.min(session.idleExpiresAt, session.expiresAt)),
    // A browser that keeps several accounts must know how long to keep the cookie.
    ...(session.persistent ? {} : { eph: true as const }),
    ...(session.application && { client_id: session.application.id }),
    ...(session.jkt !== undefined && { jkt: session.jkt }),
    ...(session.resource !== undefined && { resource: session.resource }),
    ...(session.device && session.boundTo !== session.id && { bound: session.boundTo }),
  };
  const roots = await rootSecret('session');
  const [accessToken, refreshToken] = await Promise.all([
    session.pending || (user.mustChangePassword && !session.acting)
      ? signPendingToken(roots, { ...about, exp, jti: pendingTokenId(session) })
      : issueAccess(session, user, { ...about, exp }, { jkt, party, resource }),
    signRefreshToken(roots, refresh),
  ]);
  return { accessToken, refreshToken };
}

/**
 * Returns the lifetime of an access token in seconds. `most` can only shorten it, and so does the binding of the session, or
 * the offer of one: the token that comes with it is among the cookies of the bound session.
 */
export const accessTtlOf = (tenant: TenantHead, most = Number.POSITIVE_INFINITY, session?: Session): number =>
  Math.min(
    tenant.settings.session?.accessTtlSeconds ?? config().ttl.access,
    most,
    session && (session.boundTo !== undefined || isOffered(session, tenant))
      ? MAX_BOUND_ACCESS_TTL
      : Number.POSITIVE_INFINITY,
  );

async function issueAccess(
  session: Session,
  user: User,
  about: Omit<PendingClaims, 'jti'>,
  { jkt, party, resource }: Narrower,
): Promise<string> {
  if (resource) return issueForResource(session, resource, about, jkt);
  const grants = party === 'third' ? NONE : grantsOf(user);
  const [{ signer }, granted] = await Promise.all([keys(), grants]);
  return signAccessToken(signer, {
    ...about,
    aud: config().audience,
    // RFC 9068 2.2 requires a client. Clients of the API are one application, which is not registered anywhere.
    client_id: session.application?.id ?? config().audience,
    jti: newTokenId(),
    // An admin who acts as the user has proved nothing of the user's. Zero is too long ago for every comparison.
    auth_time: session.acting ? 0 : seconds(session.authAt),
    amr: session.amr,
    ...(session.acting && { act: { sub: session.acting.admin } }),
    ...(jkt !== undefined && { cnf: { jkt } }),
    ...fitting(user, granted, session.scope),
  });
}

/** Names no roles and no permissions: the scope says what the token opens, and nothing of this service. */
async function issueForResource(
  { authAt, amr, application, scope = [] }: Session,
  { uri }: ProtectedResource,
  about: Omit<PendingClaims, 'jti'>,
  jkt: string | undefined,
): Promise<string> {
  if (!application) throw new Error('only applications get tokens for protected resources');
  const { signer } = await keys();
  return signAccessToken(signer, {
    ...about,
    aud: uri,
    client_id: application.id,
    jti: newTokenId(),
    auth_time: seconds(authAt),
    amr,
    ...(jkt !== undefined && { cnf: { jkt } }),
    ...(scope.length > 0 && { scope: scope.join(' ') }),
  });
}

/** Browsers drop cookies above 4096 bytes (RFC 6265 6.1); the rest of the token takes half of that. */
const MAX_GRANT_BYTES = 2000;

type GrantClaims = Pick<AccessClaims, 'roles' | 'permissions' | 'scope'>;

const NONE: Grants = { roles: [], permissions: [] };

/**
 * Returns the claims about these grants of a user or a machine. `scope` repeats the permissions after the scopes of the
 * application, for gateways that read nothing else; there is no empty one, because that is not valid (RFC 6749 3.3). If
 * they exceed 2000 bytes, the permissions in the scope are omitted, then permissions, then roles. A partial list would be
 * misleading.
 */
export function fitting(
  { id, tenantId }: Holder,
  { roles, permissions }: Grants,
  scopes: readonly string[] = [],
): GrantClaims {
  const scoped = (...more: readonly string[]) => {
    const scope = [...scopes, ...more].join(' ');
    return scope === '' ? {} : { scope };
  };
  const none: GrantClaims = { roles: [], permissions: [], ...scoped() };
  const names = [...new Set(roles.map(({ name }) => name))];
  const fits = (claims: GrantClaims): boolean => Buffer.byteLength(JSON.stringify(claims)) <= MAX_GRANT_BYTES;
  const whole: GrantClaims = { roles: names, permissions, ...scoped(...permissions) };
  const smaller = [
    { roles: names, permissions, ...scoped() },
    { roles: names, permissions: [], ...scoped() },
  ];
  const chosen = [whole, ...smaller].find(fits) ?? none;
  if (chosen !== whole) log.warn('grants_do_not_fit', { tenant: tenantId, user: id });
  return chosen;
}

/**
 * Returns the claims of an access token, or of the token of a pending login. `allowExpired` is for logout only, which
 * needs no live token.
 */
export async function readAccess(
  token: string,
  allowExpired = false,
): Promise<AccessClaims | PendingClaims | 'expired' | 'invalid'> {
  if (!claimsToBePending(token)) return verifyAccessToken(token, { ...(await verification(token)), allowExpired });
  const expected = { issuer: config().baseUrl, now: seconds(), allowExpired };
  return verifyPendingToken(await rootSecret('session'), token, expected);
}

/** Returns what an access token is verified against. */
async function verification(token: string): Promise<AccessOptions> {
  let { verifiers } = await keys();
  const kid = unverifiedKid(token);
  if (kid !== undefined && !verifiers.has(kid)) ({ verifiers } = await keys(RING_MISS_MS));
  return {
    issuer: config().baseUrl,
    now: seconds(),
    keyFor: (id) => verifiers.get(id),
    audiences: [config().audience],
    maxLifetime: MAX_ACCESS_TTL,
  };
}

/** Returns the claims of the access token of a machine; `undefined` for any other token. */
export const readMachine = async (token: string): Promise<MachineClaims | undefined> =>
  verifyMachineToken(token, await verification(token));

/** Returns the claims of an access token for a protected resource; `undefined` for any other token. */
export const readOfResource = async (token: string): Promise<ResourceClaims | undefined> =>
  verifyResourceToken(token, await verification(token));

/** Whether the token was issued to an application, not to a browser or a client of the API. */
export const isOfApplication = (claims: AccessClaims | PendingClaims): boolean =>
  'client_id' in claims && claims.client_id !== config().audience;

/** Returns the claims of a refresh token of a browser or of the API. Tokens of applications are invalid here. */
export async function readRefresh(token: string): Promise<RefreshClaims | 'expired' | 'invalid'> {
  const claims = await readAnyRefresh(token);
  return typeof claims === 'object' && claims.client_id !== undefined ? 'invalid' : claims;
}

/** Returns the claims of a refresh token of the application. The tokens of all others are invalid here. */
export async function readRefreshOf(
  application: ApplicationId,
  token: string,
): Promise<RefreshClaims | 'expired' | 'invalid'> {
  const claims = await readAnyRefresh(token);
  return typeof claims === 'object' && claims.client_id !== application ? 'invalid' : claims;
}

const readAnyRefresh = async (token: string) =>
  verifyRefreshToken(await rootSecret('session'), token, { issuer: config().baseUrl, now: seconds() });
