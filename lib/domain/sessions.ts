// Sessions: opened by a first factor, checked on every call against the stored session, user and tenant, rotated with
// the refresh token, ended by one write.

import { ApiError, fail } from '../contract/errors.ts';
import type { EventDetail } from '../contract/events.ts';
import type { AccessClaims, RefreshClaims } from '../crypto/jwt.ts';
import { iso, now, seconds } from '../platform/clock.ts';
import { config } from '../platform/config.ts';
import {
  newSessionId,
  type SessionId,
  sessionId,
  type TenantId,
  tenantId,
  type UserId,
  userId,
} from '../platform/ids.ts';
import { log } from '../platform/log.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { outboxWrite } from '../store/outbox.ts';
import * as store from '../store/sessions.ts';
import { getMany } from '../store/table.ts';
import { asTenant, type Tenant, tenantKey } from '../store/tenants.ts';
import * as users from '../store/users.ts';
import { asUser, type User, userKey } from '../store/users.ts';
import * as tokens from './tokens.ts';

type Session = store.Session;

/** The caller of an authenticated operation: who, where, and by which session. The only source of identity. */
export type Actor = Readonly<{ user: User; tenant: Tenant; session: Session }>;
/** Where a request comes from, as the gateway says. */
export type Client = Readonly<{ ip: string; userAgent: string }>;
/** Tokens for the caller, and what cookies need to know about them (seconds). */
export type Delivery = {
  accessToken?: string;
  refreshToken?: string;
  message: string;
  isRequiresMfa: boolean;
  mfaMethods?: ('email' | 'sms' | 'totp')[];
  cookies?: { sessionId: SessionId; accessTtl: number; refreshTtl: number; persistent: boolean };
};

/** Rounds a login fights for a slot. Each round somebody wins, so this many logins of one account may race. */
const MAX_ROUNDS = 100;

const slots = (tenant: Tenant): number => tenant.settings.session?.maxPerUser ?? config().sessionsPerUser;

/**
 * Whether the stored session still counts: not expired, within the slots the tenant allows, and not from before the
 * epoch of user or tenant. It may be from after it, when user or tenant were read a moment earlier.
 */
function lives(session: Session, user: User, tenant: Tenant, at: number): boolean {
  return (
    session.idleExpiresAt > at &&
    session.expiresAt > at &&
    session.epoch >= user.epoch &&
    session.tenantEpoch >= tenant.epoch &&
    store.slotNumber(session) < slots(tenant)
  );
}

type Opening = { amr: string[]; persistent: boolean; client: Client };

/** A new session in `slot`, pending when the account or the tenant demands a second factor. */
export function newSession(user: User, tenant: Tenant, slot: number, { amr, persistent, client }: Opening): Session {
  const at = now();
  const pending = user.isMfaEnabled || tenant.settings.mfa?.policy === 'required';
  const { ttl } = config();
  const absolute =
    (pending ? ttl.pending : (tenant.settings.session?.absoluteTtlSeconds ?? ttl.sessionAbsolute)) * 1000;
  const idleMs = Math.min((tenant.settings.session?.idleTtlSeconds ?? ttl.sessionIdle) * 1000, absolute);
  const id = newSessionId(tenant.id, slot);
  return {
    ...store.slotKey(tenant.id, user.id, slot),
    type: 'session',
    id,
    gen: 1,
    rotatedAt: at,
    epoch: user.epoch,
    tenantEpoch: tenant.epoch,
    pending,
    amr,
    authAt: at,
    idleMs,
    idleExpiresAt: at + idleMs,
    expiresAt: at + absolute,
    persistent,
    ip: client.ip.slice(0, 45),
    userAgent: client.userAgent.slice(0, 100),
    createdAt: at,
    ttl: seconds(at + absolute) + 86_400,
  };
}

/**
 * Logs the user in: the session takes a free slot or the one that has been idle longest, and exactly that one ends.
 * `stored` are the user's sessions as read a moment ago; whoever loses a race reads again.
 */
export async function open(user: User, tenant: Tenant, opening: Opening, stored: Session[]): Promise<Delivery> {
  for (let round = 0, known = stored; round < MAX_ROUNDS; round++) {
    if (round) known = await store.list(tenant.id, user.id);
    const { slot, occupant } = chooseSlot(known, user, tenant, round);
    const session = newSession(user, tenant, slot, opening);
    const [taken, delivery] = await Promise.all([store.occupy(session, occupant), deliver(session, user, tenant)]);
    if (taken) return delivery;
  }
  throw new Unavailable('the sessions of the account are contended');
}

/** The slot to take and what stands in it. Racers spread out: over the free slots, later over the oldest few. */
function chooseSlot(stored: Session[], user: User, tenant: Tenant, round: number) {
  const at = now();
  const bySlot = new Map(stored.map((session) => [store.slotNumber(session), session]));
  const all = Array.from({ length: slots(tenant) }, (_, slot) => ({ slot, occupant: bySlot.get(slot) }));
  const free = all.filter(({ occupant }) => !occupant || !lives(occupant, user, tenant, at));
  const oldest = all
    .toSorted((a, b) => (a.occupant?.rotatedAt ?? 0) - (b.occupant?.rotatedAt ?? 0))
    .slice(0, round + 1);
  const candidates = free.length ? free : oldest;
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  return candidates[Number(random) % candidates.length]!;
}

/** The tokens of a session, ready for delivery. */
export async function deliver(session: Session, user: User, tenant: Tenant, message = 'Logged in.'): Promise<Delivery> {
  const pair = await tokens.issue(session, user, tenant);
  return {
    ...pair,
    message: session.pending ? 'A second factor is required.' : message,
    isRequiresMfa: session.pending,
    ...(session.pending ? { mfaMethods: [] } : {}),
    ...(user.mustChangePassword ? { mustChangePassword: true } : {}),
    cookies: {
      sessionId: session.id,
      accessTtl: tenant.settings.session?.accessTtlSeconds ?? config().ttl.access,
      refreshTtl: seconds(Math.min(session.idleExpiresAt, session.expiresAt) - now()),
      persistent: session.persistent,
    },
  };
}

type Named = { tenant: TenantId; user: UserId; session: SessionId };

/** The ids of a token's claims, or `undefined` when they are not ids of ours. */
export function idsIn(claims: AccessClaims | RefreshClaims): Named | undefined {
  const [tenant, user, session] = [tenantId(claims.tid), userId(claims.sub), sessionId(claims.sid)];
  return tenant && user && session && { tenant, user, session };
}

/**
 * The actor behind a verified access token: one strongly consistent read of session, user and tenant. Throws
 * SESSION_NOT_FOUND, ACCOUNT_INACTIVE, and MFA_REQUIRED unless `pendingAllowed`.
 */
export async function authenticate(claims: AccessClaims, pendingAllowed: boolean): Promise<Actor> {
  const ids = idsIn(claims) ?? fail('INVALID_TOKEN');
  const actor = await find(ids);
  if (!actor.session) fail('SESSION_NOT_FOUND');
  if (actor.session.pending && !pendingAllowed) fail('MFA_REQUIRED');
  return actor as Actor;
}

/** User, tenant and, if it lives, the session. Throws for an account that is gone or disabled. */
async function find(ids: Named): Promise<{ user: User; tenant: Tenant; session: Session | undefined }> {
  const [session, user, tenant] = await getMany([
    store.sessionKey(ids.tenant, ids.user, ids.session),
    userKey(ids.tenant, ids.user),
    tenantKey(ids.tenant),
  ]).then(([first, second, third]) => [store.asSession(first), asUser(second), asTenant(third)] as const);
  if (tenant?.status !== 'active') return fail('SESSION_NOT_FOUND');
  if (!user?.isActive) return fail('ACCOUNT_INACTIVE');
  const live = session?.id === ids.session && lives(session, user, tenant, now());
  return { user, tenant, session: live ? session : undefined };
}

const ignoreRefusal = (error: unknown): undefined => {
  if (!(error instanceof ApiError)) throw error;
};

/** The accounts behind refresh tokens, as far as their sessions live. For the list of accounts in a browser. */
export async function accountsBehind(refreshTokens: string[]): Promise<Actor[]> {
  const found = await Promise.all(
    refreshTokens.map(async (token) => {
      const claims = await tokens.readRefresh(token);
      const ids = typeof claims === 'string' ? undefined : idsIn(claims);
      return ids && find(ids).catch(ignoreRefusal);
    }),
  );
  return found.filter((actor): actor is Actor => actor?.session?.pending === false);
}

/**
 * Exchanges a refresh token. Exactly one of any number of callers moves the session to its next generation; within the
 * grace period the others get tokens of that generation too (parallel tabs, lost answers). A generation that comes back
 * later was stolen or replayed: the session dies (RFC 9700 4.14.2).
 */
export async function refresh(refreshToken: string | undefined): Promise<Delivery> {
  const claims = await tokens.readRefresh(refreshToken ?? '');
  if (claims === 'expired') return fail('REFRESH_TOKEN_EXPIRED');
  const ids = claims === 'invalid' ? undefined : idsIn(claims);
  if (claims === 'invalid' || !ids) return fail('REFRESH_TOKEN_INVALID');
  const at = now();
  const [rotated, [userItem, tenantItem]] = await Promise.all([
    store.rotate(ids.tenant, ids.user, ids.session, claims.gen, at),
    getMany([userKey(ids.tenant, ids.user), tenantKey(ids.tenant)]),
  ]);
  const [user, tenant] = [asUser(userItem), asTenant(tenantItem)];
  if (tenant?.status !== 'active') return fail('SESSION_NOT_FOUND');
  if (!user?.isActive) return fail('ACCOUNT_INACTIVE');
  const session =
    'refused' in rotated ? await currentGeneration(rotated.refused, ids, claims, { user, tenant }, at) : rotated;
  if (!lives(session, user, tenant, at)) return fail('SESSION_NOT_FOUND');
  return deliver(session, user, tenant, 'Tokens refreshed.');
}

/** What a refused rotation means: the session is over, the caller is a moment late, or the token is a replay. */
async function currentGeneration(
  session: Session | undefined,
  ids: Named,
  { gen }: RefreshClaims,
  { user, tenant }: { user: User; tenant: Tenant },
  at: number,
): Promise<Session> {
  if (session?.id !== ids.session || !lives(session, user, tenant, at)) return fail('SESSION_NOT_FOUND');
  if (gen > session.gen) return fail('REFRESH_TOKEN_INVALID');
  const inGrace = gen === session.gen - 1 && at - session.rotatedAt <= config().ttl.refreshGrace * 1000;
  if (inGrace) return session;
  await endReused(ids, at);
  return fail('REFRESH_TOKEN_REUSED');
}

async function endReused({ tenant: tenantId, user: userId, session: sessionId }: Named, at: number): Promise<void> {
  const detail: EventDetail<'svc.refresh_token_reuse_detected'> = { tenantId, userId, sessionId };
  log.warn('refresh_token_reuse', detail);
  const event = outboxWrite(tenantId, [{ name: 'svc.refresh_token_reuse_detected', detail }], at);
  await store.endWith(tenantId, userId, sessionId, event);
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
export const verify = ({ user, session }: Actor) => ({
  valid: true as const,
  userId: user.id,
  expiresAt: iso(Math.min(session.idleExpiresAt, session.expiresAt)) as string,
});
