// Builds the reply of the token endpoint for the session of an application.
import type { OpenedClaim } from '../../contract/groups/oauth-browser.ts';
import type { Reply } from '../../contract/index.ts';
import { seconds } from '../../platform/clock.ts';
import type { Application } from '../../store/applications/applications.ts';
import { granted, mayHave } from '../application-rights.ts';
import type { Actor } from '../sessions/caller.ts';
import * as tokens from '../sessions/tokens.ts';
import { claimsFor } from './claims.ts';
import { newIdToken } from './id-token.ts';
import { besideTarget, type Target } from './target.ts';

export type TokenReply = Reply<'POST /oauth2/token'>;

/**
 * `jkt`: the thumbprint of the key that the access token is bound to. `target`: what it is for, if not this service. Then
 * `scope` beside it is for the id token and the refresh token.
 */
type About = {
  scope: readonly string[];
  claims?: readonly OpenedClaim[] | undefined;
  nonce?: string | undefined;
  acr?: string | undefined;
  jkt?: string | undefined;
  target?: Target | undefined;
};

/** Bound tokens have a type of their own, so that no client shows one without a proof (RFC 9449 5). */
export const tokenType = (jkt: string | undefined): 'Bearer' | 'DPoP' => (jkt === undefined ? 'Bearer' : 'DPoP');

/**
 * Returns the tokens of the session in its current generation, for these scopes. With `offline_access` there is a refresh
 * token, with `openid` an id token.
 */
export async function tokenReply(
  application: Application,
  actor: Actor,
  { scope: wanted, claims, jkt, target, ...about }: About,
): Promise<TokenReply> {
  const { session, user, tenant } = actor;
  const { party } = application;
  const resource = target?.resource;
  const ttls = [application.accessTtlSeconds, resource?.accessTtlSeconds].filter((each) => each != null);
  const most = ttls.length ? Math.min(...ttls) : undefined;
  // What the application has lost since it asked does not count.
  const scope = target ? [...besideTarget(application, wanted), ...target.scopes] : granted(application, wanted);
  // RFC 9068 2.2.3: every scope in a token has a meaning at its audience.
  const narrowed = { ...session, scope: [...(target ? target.scopes : scope)] };
  const narrower = { accessTtl: most, jkt, party, resource };
  const { accessToken, refreshToken } = await tokens.issue(narrowed, user, tenant, narrower);
  const isOffline = session.scope?.includes('offline_access') && mayHave(application, 'offline_access');
  const shown = { accessToken, scope, claims: claimsFor(application, claims), ...about };
  return {
    access_token: accessToken,
    token_type: tokenType(jkt),
    expires_in: Math.min(tokens.accessTtlOf(tenant, most), seconds(session.expiresAt) - seconds()),
    ...(isOffline && { refresh_token: refreshToken }),
    ...(scope.includes('openid') && { id_token: await newIdToken(actor, shown) }),
    ...(scope.length > 0 && { scope: scope.join(' ') }),
  };
}
