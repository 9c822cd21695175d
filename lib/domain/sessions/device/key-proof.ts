// Decides whether a browser that shows an access token alone proves the key that its session is bound to.
import { fail } from '../../../contract/errors.ts';
import { now } from '../../../platform/clock.ts';
import { config } from '../../../platform/settings/config.ts';
import type { Session } from '../../../store/people/sessions.ts';
import type { Client } from '../caller.ts';
import { currentTokenId } from '../shown-token.ts';
import { isBound, KEY_BUSY_SECONDS, provedFor } from './texts.ts';

/**
 * Whether the browser proves the key, as it would to exchange the refresh token of the session, or the one before within the
 * grace period of its exchange. True for a session that is not bound.
 */
export function isKeyProved(session: Session, client: Client): boolean {
  if (!isBound(session)) return true;
  const isProved = (jti: string | null) => jti !== null && provedFor({ jti }, client) === session.boundTo;
  const isInGrace = now() - session.rotatedAt <= config().ttl.refreshGrace * 1000;
  return isProved(currentTokenId(session)) || (isInGrace && isProved(session.before));
}

/**
 * Throws REFRESH_TOKEN_PROOF_REQUIRED if the session is bound to a key that the browser does not prove, and RATE_LIMITED if it
 * says that it cannot just now. For what begins a session or a credential: it would outlive a copied access token.
 */
export function requireKey(session: Session, client: Client): void {
  if (isKeyProved(session, client)) return;
  if (client.isKeyBusy) fail('RATE_LIMITED', { retryAfter: KEY_BUSY_SECONDS });
  fail('REFRESH_TOKEN_PROOF_REQUIRED');
}
