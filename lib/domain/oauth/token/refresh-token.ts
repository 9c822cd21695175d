// Exchanges the refresh token of an application.
import { ApiError, fail } from '../../../contract/errors.ts';
import { scopesNow } from '../../protected-resource-rights.ts';
import { refreshOf } from '../../sessions/refresh.ts';
import type { RefreshTarget } from '../../sessions/refresh-target.ts';
import { MALFORMED_SCOPE, scopesIn } from '../scope.ts';
import { authTimeOf, type Target } from '../target.ts';
import { tokenReply } from '../token-reply.ts';
import type { GrantRule } from './grant-rule.ts';

/**
 * Returns the tokens of the session's next generation. Throws INVALID_INPUT without a token, INVALID_GRANT for every
 * token that is not the application's live one, INVALID_SCOPE for a scope that was not granted, INVALID_TARGET, and
 * RATE_LIMITED.
 */
export const refreshToken: GrantRule = async (application, form, client, key) => {
  const shown = form.refresh_token ?? fail('INVALID_INPUT', { message: 'refresh_token: is required' });
  const asked = scopesIn(form.scope) ?? fail('INVALID_SCOPE', { message: MALFORMED_SCOPE });
  const use = { key, scope: asked, resource: form.resource };
  const { target: decided, ...actor } = await refreshOf(application, shown, client, use).catch(asInvalidGrant);
  const wanted = asked.length ? asked : (actor.session.scope ?? []);
  return tokenReply(application, actor, { scope: wanted, jkt: key.jkt, target: decided && targetOf(decided) });

  function targetOf({ resource, permissions }: RefreshTarget): Target {
    const bearer = { permissions, authTime: authTimeOf(actor.session) };
    return { resource, scopes: scopesNow(resource, application, wanted, bearer) };
  }
};

/** OAuth has one code for all that is wrong with a grant (RFC 6749 5.2). */
function asInvalidGrant(error: unknown): never {
  if (!(error instanceof ApiError) || error.body.statusCode !== 401) throw error;
  return fail('INVALID_GRANT', { cause: error });
}
