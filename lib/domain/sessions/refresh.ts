// Rotates refresh tokens. Each works once, with a grace period for parallel tabs. A replayed token ends the session.
import { fail } from '../../contract/errors.ts';
import type { RefreshClaims } from '../../crypto/jwt.ts';
import { now } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import { note } from '../../platform/request-context.ts';
import { getMany } from '../../store/dynamo/table.ts';
import { event, outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/sessions.ts';
import { asTenant, type Tenant, tenantKey } from '../../store/tenants.ts';
import { asUser, type User, userKey } from '../../store/users.ts';
import { type Delivery, tokensOf } from './delivery.ts';
import { idsIn, isAlive, type SessionIds } from './sessions.ts';
import * as tokens from './tokens.ts';

type Session = store.Session;

/**
 * Exchanges a refresh token for new tokens. If several callers have one token, exactly one moves the session to its
 * next generation. Within the grace period the others get tokens of that generation too (parallel tabs, lost
 * responses). A token that is shown later was stolen or replayed: the session ends (RFC 9700 4.14.2). Throws
 * REFRESH_TOKEN_EXPIRED, REFRESH_TOKEN_INVALID, REFRESH_TOKEN_REUSED, SESSION_NOT_FOUND, ACCOUNT_INACTIVE.
 */
export async function refresh(refreshToken: string | undefined): Promise<Delivery> {
  const claims = await tokens.readRefresh(refreshToken ?? '');
  if (claims === 'expired') return fail('REFRESH_TOKEN_EXPIRED');
  const ids = claims === 'invalid' ? undefined : idsIn(claims);
  if (claims === 'invalid' || !ids) return fail('REFRESH_TOKEN_INVALID');
  note({ tenant: ids.tenant, actor: ids.user });
  const at = now();
  const [rotated, [userItem, tenantItem]] = await Promise.all([
    store.rotate(ids.tenant, ids.user, ids.session, claims.gen, at),
    getMany([userKey(ids.tenant, ids.user), tenantKey(ids.tenant)]),
  ]);
  const [user, tenant] = [asUser(userItem), asTenant(tenantItem)];
  if (tenant?.status !== 'active') return fail('SESSION_NOT_FOUND');
  if (!user?.isActive) return fail('ACCOUNT_INACTIVE');
  const session =
    'refused' in rotated ? await requireGrace(rotated.refused, ids, claims, { user, tenant }, at) : rotated;
  if (!isAlive(session, user, tenant, at)) return fail('SESSION_NOT_FOUND');
  return tokensOf(session, user, tenant, 'Tokens refreshed.');
}

/**
 * Returns the stored session if the rotation was refused only because another caller was faster, within the grace
 * period. Throws SESSION_NOT_FOUND if the session has ended, REFRESH_TOKEN_INVALID for a generation that was never
 * issued. For a replayed token it ends the session and throws REFRESH_TOKEN_REUSED.
 */
async function requireGrace(
  session: Session | undefined,
  ids: SessionIds,
  { gen }: RefreshClaims,
  { user, tenant }: { user: User; tenant: Tenant },
  at: number,
): Promise<Session> {
  if (session?.id !== ids.session || !isAlive(session, user, tenant, at)) return fail('SESSION_NOT_FOUND');
  if (gen > session.gen) return fail('REFRESH_TOKEN_INVALID');
  const isInGrace = gen === session.gen - 1 && at - session.rotatedAt <= config().ttl.refreshGrace * 1000;
  if (isInGrace) return session;
  await endReplayed(ids, at);
  return fail('REFRESH_TOKEN_REUSED');
}

/** Ends the session of a replayed token and writes the event, all or nothing. */
async function endReplayed(
  { tenant: tenantId, user: userId, session: sessionId }: SessionIds,
  at: number,
): Promise<void> {
  log.warn('refresh_token_reuse', { tenant: tenantId, user: userId, session: sessionId });
  count('RefreshTokenReuse');
  const detected = event('svc.refresh_token_reuse_detected', { tenantId, userId, sessionId });
  await store.endWith(tenantId, userId, sessionId, outboxWrite(tenantId, [detected], at));
}
