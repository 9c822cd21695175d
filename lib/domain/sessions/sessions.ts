// Sessions in use: checked on every call against the stored session, user and tenant, ended by one write.
// session-start.ts begins them, session-refresh.ts rotates their tokens.
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

/** The caller of an authenticated operation: who, where, and by which session. The only source of identity. */
export type Actor = Readonly<{ user: User; tenant: Tenant; session: Session }>;
/** Where a request comes from, as the gateway says, and the tokens by which devices are trusted that came with it. */
export type Client = Readonly<{ ip: string; userAgent: string; trustTokens: readonly string[] }>;
/** How many sessions a user of the tenant may have. */
export const slots = (tenant: Tenant): number => tenant.settings.session?.maxPerUser ?? config().sessionsPerUser;

/**
 * Whether the stored session still counts: not expired, within the slots the tenant allows, and not from before the
 * epoch of user or tenant, or before the configured moment. It may be from after it, when user or tenant were read a moment earlier.
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

/** What a token says about whose session it is of. */
export type SessionIds = { tenant: TenantId; user: UserId; session: SessionId };

/** The ids of a token's claims, or `undefined` when they are not ids of ours. */
export function idsIn(claims: AccessClaims | RefreshClaims): SessionIds | undefined {
  const [tenant, user, session] = [tenantId(claims.tid), userId(claims.sub), sessionId(claims.sid)];
  return tenant && user && session && { tenant, user, session };
}

/**
 * The actor behind a verified access token: one strongly consistent read of session, user and tenant. Throws
 * SESSION_NOT_FOUND, ACCOUNT_INACTIVE, and MFA_REQUIRED for a pending login that `mayPend` doesn't let through.
 */
export async function authenticate(claims: AccessClaims, mayPend: (actor: Actor) => boolean): Promise<Actor> {
  const ids = idsIn(claims) ?? fail('INVALID_TOKEN');
  const { session, ...owner } = await find(ids);
  if (!session) return fail('SESSION_NOT_FOUND');
  const actor = { ...owner, session };
  return session.pending && !mayPend(actor) ? fail('MFA_REQUIRED') : actor;
}

/** User, tenant and, if it lives, the session. Throws for an account that is gone or disabled. */
async function find(ids: SessionIds): Promise<{ user: User; tenant: Tenant; session: Session | undefined }> {
  const [session, user, tenant] = await getMany([
    store.sessionKey(ids.tenant, ids.user, ids.session),
    userKey(ids.tenant, ids.user),
    tenantKey(ids.tenant),
  ]).then(([first, second, third]) => [store.asSession(first), asUser(second), asTenant(third)] as const);
  if (tenant?.status !== 'active') return fail('SESSION_NOT_FOUND');
  if (!user?.isActive) return fail('ACCOUNT_INACTIVE');
  const live = session?.id === ids.session && isAlive(session, user, tenant, now());
  return { user, tenant, session: live ? session : undefined };
}

const ignoreRefusal = (error: unknown): undefined => {
  if (!(error instanceof ApiError)) throw error;
};

/** The account behind a refresh token with its session, if that lives. For the list of accounts in a browser. */
export async function accountBehind(refreshToken: string): Promise<Actor | undefined> {
  const claims = await tokens.readRefresh(refreshToken);
  const ids = typeof claims === 'string' ? undefined : idsIn(claims);
  const found = ids && (await find(ids).catch(ignoreRefusal));
  return found?.session && { ...found, session: found.session };
}

/** Ends the session a token names. Ending it twice is fine. */
export async function logout(claims: AccessClaims | RefreshClaims | undefined): Promise<{ message: string }> {
  const ids = claims && idsIn(claims);
  if (ids) await store.end(ids.tenant, ids.user, ids.session);
  return { message: 'Logged out.' };
}

/** Ends every session of the actor's account, whatever races with it. */
export async function logoutAll({ user }: Actor): Promise<{ message: string }> {
  await users.raiseEpoch(user.tenantId, user.id);
  return { message: 'Logged out everywhere.' };
}

/** That the session lives, and until when at the latest if it isn't used. */
export const verify = ({ user, session }: Actor): Reply<'GET /auth/verify-session'> => ({
  valid: true,
  userId: user.id,
  expiresAt: iso(Math.min(session.idleExpiresAt, session.expiresAt)),
});
