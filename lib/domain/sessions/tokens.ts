// Issues and reads access and refresh tokens.
import {
  type AccessClaims,
  type RefreshClaims,
  signAccessToken,
  signRefreshToken,
  verifyAccessToken,
  verifyRefreshToken,
} from '../../crypto/jwt.ts';
import { seconds } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { newTokenId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { rootSecret } from '../../platform/secrets.ts';
import type { Session } from '../../store/sessions.ts';
import type { Tenant } from '../../store/tenants.ts';
import type { User } from '../../store/users.ts';
import { grantsOf } from '../access/grants.ts';
import { keys, MAX_ACCESS_TTL, RING_MISS_MS } from '../keys/signing-keys.ts';

/**
 * The audience of a token while the second factor is outstanding: only the operations of this service that complete the
 * login. A service that verifies tokens offline requires its own audience and rejects it.
 */
const pendingAudience = (): string => `${config().baseUrl}/auth/mfa`;

export type TokenPair = { accessToken: string; refreshToken: string };

/** Signs the pair for the session's current generation, with the roles and permissions of the user. */
export async function issue(session: Session, user: User, tenant: Tenant): Promise<TokenPair> {
  const [{ signer }, granted] = await Promise.all([keys(), grantClaims(session, user)]);
  const iat = seconds();
  const about = { iss: config().baseUrl, sub: user.id, tid: tenant.id, sid: session.id, iat };
  const access: AccessClaims = {
    ...about,
    aud: session.pending ? pendingAudience() : config().audience,
    jti: newTokenId(),
    // Never past the session's end: an offline verifier checks nothing else.
    exp: Math.min(iat + (tenant.settings.session?.accessTtlSeconds ?? config().ttl.access), seconds(session.expiresAt)),
    auth_time: seconds(session.authAt),
    amr: session.amr,
    ...granted,
  };
  const refresh: RefreshClaims = {
    ...about,
    jti: newTokenId(),
    gen: session.gen,
    exp: seconds(Math.min(session.idleExpiresAt, session.expiresAt)),
    // A browser that keeps several accounts must know how long to keep the cookie.
    ...(session.persistent ? {} : { eph: true as const }),
  };
  const [accessToken, refreshToken] = await Promise.all([
    signAccessToken(signer, access),
    signRefreshToken(await rootSecret('session'), refresh),
  ]);
  return { accessToken, refreshToken };
}

/** Browsers drop cookies above 4096 bytes (RFC 6265 6.1); the rest of the token takes half of that. */
const MAX_GRANT_BYTES = 2000;

type GrantClaims = Pick<AccessClaims, 'roles' | 'permissions'>;

/**
 * Returns the claims about roles and permissions; none while a second factor is outstanding. If they exceed 2000 bytes,
 * permissions are omitted, then roles. A partial list would be misleading.
 */
async function grantClaims(session: Session, user: User): Promise<GrantClaims> {
  const none: GrantClaims = { roles: [], permissions: [] };
  if (session.pending) return none;
  const { roles, permissions } = await grantsOf(user);
  const names = [...new Set(roles.map(({ name }) => name))];
  const fits = (claims: GrantClaims): boolean => Buffer.byteLength(JSON.stringify(claims)) <= MAX_GRANT_BYTES;
  const fitting =
    [
      { roles: names, permissions },
      { roles: names, permissions: [] },
    ].find(fits) ?? none;
  if (fitting.permissions !== permissions) log.warn('grants_do_not_fit', { tenant: user.tenantId, user: user.id });
  return fitting;
}

/** Returns the claims of an access token. `allowExpired` is for logout only, which needs no live token. */
export async function readAccess(token: string, allowExpired = false): Promise<AccessClaims | 'expired' | 'invalid'> {
  let { verifiers } = await keys();
  const kid = unverifiedKid(token);
  if (kid !== undefined && !verifiers.has(kid)) ({ verifiers } = await keys(RING_MISS_MS));
  return verifyAccessToken(token, {
    keyFor: (id) => verifiers.get(id),
    issuer: config().baseUrl,
    audiences: [config().audience, pendingAudience()],
    now: seconds(),
    maxLifetime: MAX_ACCESS_TTL,
    allowExpired,
  });
}

/** Returns the claims of a refresh token. */
export const readRefresh = async (token: string): Promise<RefreshClaims | 'expired' | 'invalid'> =>
  verifyRefreshToken(await rootSecret('session'), token, { issuer: config().baseUrl, now: seconds() });

/** Returns the unverified key id of a token: only a hint to reload the ring. */
function unverifiedKid(token: string): string | undefined {
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString());
    const kid = (header as { kid?: unknown } | null)?.kid;
    return typeof kid === 'string' ? kid : undefined;
  } catch {
    return undefined;
  }
}
