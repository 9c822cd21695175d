// Exchanges the refresh token of an application.
import { ApiError, fail } from '../../../contract/errors.ts';
import { refreshOf } from '../../sessions/refresh.ts';
import { serves } from '../authorize.ts';
import type { GrantRule } from '../token.ts';
import { tokenReply } from '../token-reply.ts';

/**
 * Returns the tokens of the session's next generation. Throws INVALID_INPUT without a token, INVALID_GRANT for every
 * token that is not the application's live one, INVALID_SCOPE for a scope that was not granted, and RATE_LIMITED.
 */
export const refreshToken: GrantRule = async (application, form, client, jkt) => {
  const shown = form.refresh_token ?? fail('INVALID_INPUT', { message: 'refresh_token: is required' });
  const actor = await refreshOf(application.id, shown, client, jkt).catch(asInvalidGrant);
  if (!serves(application, actor.tenant.id) || actor.user.mustChangePassword) return fail('INVALID_GRANT');
  const granted = actor.session.scope ?? [];
  const asked = form.scope?.split(' ').filter(Boolean) ?? granted;
  if (!asked.every((scope) => granted.includes(scope))) return fail('INVALID_SCOPE');
  return tokenReply(application, actor, { scope: asked, jkt });
};

/** OAuth has one code for all that is wrong with a grant (RFC 6749 5.2). */
function asInvalidGrant(error: unknown): never {
  if (!(error instanceof ApiError) || error.body.statusCode !== 401) throw error;
  return fail('INVALID_GRANT', { cause: error });
}
