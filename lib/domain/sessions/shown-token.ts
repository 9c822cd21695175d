// Decides what a refresh token that was shown is worth: at refresh, to switch tenant, and in a browser's list of accounts. A replayed or
// forged one ends its session.
import type { RefreshClaims } from '../../crypto/jwt.ts';
import { digest, hmac, sameSecret } from '../../crypto/secrets.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import { config } from '../../platform/settings/config.ts';
import { event, outboxWrite } from '../../store/outbox.ts';
import * as store from '../../store/people/sessions.ts';
import { network } from '../credentials/limits.ts';
import type { Client } from './caller.ts';
import { provedFor } from './device/texts.ts';

/**
 * Returns the id of a session's refresh token of a generation. It is made with a secret that only the stored session
 * has: who has the signing key, but not the table, forges none. Tokens of a replaced session are recognised by it, too.
 */
export const refreshTokenId = ({ secret }: store.Session, session: string, gen: number): string =>
  hmac(Buffer.from(secret), 'refresh-token', session, String(gen)).slice(0, 22);

/** Returns the id of the session's one live refresh token. */
export const currentTokenId = (session: store.Session): string => refreshTokenId(session, session.id, session.gen);

/** Returns the id of a pending login's token, made in the same way. */
export const pendingTokenId = ({ secret, id }: store.Session): string =>
  hmac(Buffer.from(secret), 'pending-login', id).slice(0, 22);

/**
 * Returns what tells clients apart that show one token: the program, and the network (a /24, for IPv6 a /48, because
 * parallel requests of one client may leave by several addresses of its provider).
 */
export const clientDigest = ({ ip, userAgent }: Pick<Client, 'ip' | 'userAgent'>): string =>
  digest(`${network(ip).split(/[.:]/).slice(0, 3).join()} ${userAgent}`).slice(0, 22);

/**
 * - `current`: the one live token of its session.
 * - `grace`: just exchanged by the same client, in another tab or because the response was lost.
 * - `elsewhere`: just exchanged, but by another client: one of them has a copy, or a phone has changed its network.
 * - `replayed`: exchanged long ago, or by another client that switched tenant with it.
 * - `forged`: signed with our key, but never issued.
 * - `unproved`: current or in its grace period, but the browser does not prove the key that the session is bound to.
 * - `gone`: its session has ended, or was just replaced by the proof of a second factor.
 */
export type Standing = 'current' | 'grace' | 'unproved' | 'elsewhere' | 'replayed' | 'forged' | 'gone';

/** Returns what the token is worth. `stored` is what is in the slot of its session, `at` in ms. */
export function standingOf(
  claims: RefreshClaims,
  stored: store.Session | undefined,
  client: Client,
  at: number,
): Standing {
  const standing = standingWithoutKey(claims, stored, client, at);
  if ((standing !== 'current' && standing !== 'grace') || stored?.boundTo === undefined) return standing;
  return provedFor(claims, client) === stored.boundTo ? standing : 'unproved';
}

function standingWithoutKey(
  { sid, gen, jti }: RefreshClaims,
  stored: store.Session | undefined,
  client: Client,
  at: number,
): Exclude<Standing, 'unproved'> {
  if (!stored || !store.isSameLineage(stored.id, sid as store.SessionIds['session'])) return 'gone';
  if (!sameSecret(jti, refreshTokenId(stored, sid, gen))) return 'forged';
  if (sid === stored.id && gen > stored.gen) return 'forged';
  if (sid === stored.id && gen === stored.gen) return 'current';
  const isInGrace = jti === stored.before && at - stored.rotatedAt <= config().ttl.refreshGrace * 1000;
  if (!isInGrace) return 'replayed';
  if (stored.client === null) return 'gone';
  if (stored.client === clientDigest(client)) return 'grace';
  // A token that another client has used to switch tenant: its owner's session is gone, and would not come back.
  return sid === stored.id ? 'elsewhere' : 'replayed';
}

/**
 * Ends the session of a replayed or forged token, with what descends from it, and writes the event: all or nothing. Two
 * parties have the token, and the service cannot tell which is the owner (RFC 9700 4.14.2).
 */
export async function endStolen(ids: store.SessionIds, standing: 'replayed' | 'forged', at: number): Promise<void> {
  const { tenant: tenantId, user: userId, session: sessionId } = ids;
  const isForged = standing === 'forged';
  const who = { tenant: tenantId, user: userId, session: sessionId };
  log.warn(isForged ? 'refresh_token_forged' : 'refresh_token_reuse', who);
  count(isForged ? 'RefreshTokenForged' : 'RefreshTokenReuse');
  // The alarm of every profile; the metric of its own has one in the hardened profile.
  if (isForged) count('GuessingSuspected');
  const name = isForged ? 'svc.refresh_token_forgery_detected' : 'svc.refresh_token_reuse_detected';
  await store.end(ids, outboxWrite(tenantId, [event(name, { tenantId, userId, sessionId })], at));
}

/** Records that an exchanged token was shown again within the grace period: by its client, or by another one. */
export function noteGrace({ tenant, user, session }: store.SessionIds, standing: 'grace' | 'elsewhere'): void {
  if (standing === 'grace') {
    log.info('refresh_token_grace', { tenant, user, session });
    return;
  }
  log.warn('refresh_token_elsewhere', { tenant, user, session });
  count('RefreshTokenReuse');
}
