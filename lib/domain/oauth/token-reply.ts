// Builds the reply of the token endpoint for the session of an application.
import { seconds } from '../../platform/clock.ts';
import type { Application } from '../../store/applications.ts';
import type { Actor } from '../sessions/sessions.ts';
import * as tokens from '../sessions/tokens.ts';
import { newIdToken } from './id-token.ts';
import type { TokenReply } from './token.ts';

type About = { scope: readonly string[]; nonce?: string | undefined; acr?: string | undefined };

/**
 * Returns the tokens of the session in its current generation, for these scopes. With `offline_access` there is a refresh
 * token, with `openid` an id token.
 */
export async function tokenReply(
  { accessTtlSeconds }: Application,
  actor: Actor,
  { scope, ...about }: About,
): Promise<TokenReply> {
  const { session, user, tenant } = actor;
  const most = accessTtlSeconds ?? undefined;
  const { accessToken, refreshToken } = await tokens.issue({ ...session, scope: [...scope] }, user, tenant, most);
  const isOffline = session.scope?.includes('offline_access');
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: Math.min(tokens.accessTtlOf(tenant, most), seconds(session.expiresAt) - seconds()),
    ...(isOffline && { refresh_token: refreshToken }),
    ...(scope.includes('openid') && { id_token: await newIdToken(actor, { accessToken, scope, ...about }) }),
    ...(scope.length > 0 && { scope: scope.join(' ') }),
  };
}
