// Authenticates callers by their session and ends sessions. Every call reads session, user and tenant from the table,
// so one write ends a session at once. `start.ts` starts sessions, `refresh.ts` rotates their tokens.
import { ApiError, fail } from '../../contract/errors.ts';
import type { Reply } from '../../contract/index.ts';
import type { AccessClaims, RefreshClaims } from '../../crypto/jwt.ts';
import { iso, now } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { type SessionId, sessionId, type TenantId, tenantId, type UserId, userId } from '../../platform/ids.ts';
import { getMany } from '../../store/dynamo/table.ts';
import * as store from '../../store/sessions.ts';
import { asTenant, type Tenant, tenantKey } from '../../store/tenants.ts';
import * as users from '../../store/users.ts';
import { asUser, type User, userKey } from '../../store/users.ts';
import * as tokens from './tokens.ts';

type Session = store.Session;

/** The caller of an authenticated operation: user, tenant and session. The only source of identity. */
export type Actor = Readonly<{ user: User; tenant: Tenant; session: Session }>;
/**
 * The origin of a request, as the gateway reports it, and the tokens of trusted devices that came with it. `browser`:
 * in cookie mode, the secret that codes and nonces of this browser are bound to.
 */
export type Client = Readonly<{
  ip: string;
  userAgent: string;
  trustTokens: readonly string[];
  browser?: string | undefined;
}>;
/** Returns how many sessions a user of the tenant may have. */
export const slots = (tenant: Tenant): number => tenant.settings.session?.maxPerUser ?? config().sessionsPerUser;

/**
 * Whether the stored session is still valid: not expired, within the slots that the tenant allows, not created before
 * `config().sessionsSince`, and not of an earlier epoch of user or tenant. It may be of a later epoch, if user or
 * tenant were read just before the epoch was raised. `at` in ms.
 */
export function isAlive(session: Session, user: User, tenant: Tenant, at: number): boolean {
  return (
    session.idleExpiresAt > at &&
    session.expiresAt > at &&
    session.epoch >= user.epoch &&
    session.tenantEpoch >= tenant.epoch &&
    session.createdAt >= config().sessionsSince &&
    (session.pending || store.slotNumber(session) < slots(tenant))
  );
}

/** The ids that a token carries. */
export type SessionIds = { tenant: TenantId; user: UserId; session: SessionId };

/** Returns the ids in the claims; `undefined` if one is malformed. */
export function idsIn(claims: AccessClaims | RefreshClaims): SessionIds | undefined {
  const [tenant, user, session] = [tenantId(claims.tid), userId(claims.sub), sessionId(claims.sid)];
  return tenant && user && session && { tenant, user, session };
}

/**
 * Returns the actor of a verified access token, after one strongly consistent read of session, user and tenant. Throws
 * INVALID_TOKEN, SESSION_NOT_FOUND, ACCOUNT_INACTIVE, and MFA_REQUIRED for a pending login unless `mayPend` allows it.
 */
export async function authenticate(claims: AccessClaims, mayPend: (actor: Actor) => boolean): Promise<Actor> {
  const ids = idsIn(claims) ?? fail('INVALID_TOKEN');
  const { session, ...account } = await findSession(ids);
  if (!session) return fail('SESSION_NOT_FOUND');
  const actor = { ...account, session };
  return session.pending && !mayPend(actor) ? fail('MFA_REQUIRED') : actor;
}

/**
 * Returns user, tenant and the session if it is alive. Throws SESSION_NOT_FOUND for an inactive tenant,
 * ACCOUNT_INACTIVE for a deleted or disabled user.
 */
async function findSession(ids: SessionIds): Promise<{ user: User; tenant: Tenant; session: Session | undefined }> {
  const [session, user, tenant] = await getMany([
    store.sessionKey(ids.tenant, ids.user, ids.session),
    userKey(ids.tenant, ids.user),
    tenantKey(ids.tenant),
  ]).then(([first, second, third]) => [store.asSession(first), asUser(second), asTenant(third)] as const);
  if (tenant?.status !== 'active') return fail('SESSION_NOT_FOUND');
  if (!user?.isActive) return fail('ACCOUNT_INACTIVE');
  const isLive = session?.id === ids.session && isAlive(session, user, tenant, now());
  return { user, tenant, session: isLive ? session : undefined };
}

/** Returns `undefined` for an error of the catalogue. Throws any other, such as `Unavailable`. */
const ignoreRefusal = (error: unknown): undefined => {
  if (!(error instanceof ApiError)) throw error;
};

/**
 * Returns the account of a refresh token if its session is alive, otherwise `undefined`. For the list of accounts in a
 * browser.
 */
export async function accountBehind(refreshToken: string): Promise<Actor | undefined> {
  const claims = await tokens.readRefresh(refreshToken);
  const ids = typeof claims === 'string' ? undefined : idsIn(claims);
  const account = ids && (await findSession(ids).catch(ignoreRefusal));
  return account?.session && { ...account, session: account.session };
}

/** Ends the session of the token. Succeeds also if it has ended before, or without a token. */
export async function logout(claims: AccessClaims | RefreshClaims | undefined): Promise<{ message: string }> {
  const ids = claims && idsIn(claims);
  if (ids) await store.end(ids.tenant, ids.user, ids.session);
  return { message: 'Logged out.' };
}

/** Ends every session of the account with one write, including those that racing logins begin in the old epoch. */
export async function logoutAll({ user }: Actor): Promise<{ message: string }> {
  await users.raiseEpoch(user.tenantId, user.id);
  return { message: 'Logged out everywhere.' };
}

/** Confirms that the session is alive. `expiresAt`: when it ends if it is not used. */
export const verify = ({ user, session }: Actor): Reply<'GET /auth/verify-session'> => ({
  valid: true,
  userId: user.id,
  expiresAt: iso(Math.min(session.idleExpiresAt, session.expiresAt)),
});
