// Exchanges the refresh token of an application.
import { ApiError, fail } from '../../../contract/errors.ts';
import { isScope } from '../../../contract/scopes.ts';
import { granted } from '../../application-rights.ts';
import { refreshOf } from '../../sessions/refresh.ts';
import { MALFORMED_SCOPE, scopesIn } from '../scope.ts';
import { tokenReply } from '../token-reply.ts';
import type { GrantRule } from './grant-rule.ts';

/**
 * Returns the tokens of the session's next generation. Throws INVALID_INPUT without a token, INVALID_GRANT for every
 * token that is not the application's live one, INVALID_SCOPE for a scope that was not granted, and RATE_LIMITED.
 */
export const refreshToken: GrantRule = async (application, form, client, key) => {
  const shown = form.refresh_token ?? fail('INVALID_INPUT', { message: 'refresh_token: is required' });
  const asked = scopesIn(form.scope) ?? fail('INVALID_SCOPE', { message: MALFORMED_SCOPE });
  if (!asked.every(isScope)) return fail('INVALID_SCOPE');
  const actor = await refreshOf(application, shown, client, { key, scope: asked }).catch(asInvalidGrant);
  const scope = granted(application, asked.length ? asked : (actor.session.scope ?? []));
  return tokenReply(application, actor, { scope, jkt: key.jkt });
};

/** OAuth has one code for all that is wrong with a grant (RFC 6749 5.2). */
function asInvalidGrant(error: unknown): never {
  if (!(error instanceof ApiError) || error.body.statusCode !== 401) throw error;
  return fail('INVALID_GRANT', { cause: error });
}
