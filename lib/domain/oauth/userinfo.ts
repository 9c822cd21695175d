// Tells an application about its user (OpenID Connect Core 5.3).
import { fail } from '../../contract/errors.ts';
import { note } from '../../platform/request-context.ts';
import { scopesOf } from '../application-rights.ts';
import { recordRequest } from '../sessions/acting.ts';
import { authenticate } from '../sessions/authenticate.ts';
import { isHolder, type SentProofs, shownToken } from '../sessions/bound-tokens.ts';
import { readAccess } from '../sessions/tokens.ts';
import { claimsFor, claimsOf, type UserClaims } from './claims.ts';

/**
 * Returns the claims that the scopes of the token open, and those that its request asked for. The token is read from the
 * header alone: no cookie counts, so that every origin may call. Throws NO_AUTH_PROVIDED, CONFLICTING_CREDENTIALS, INVALID_TOKEN, SESSION_NOT_FOUND,
 * ACCOUNT_INACTIVE, and FORBIDDEN for a token without the scope `openid`.
 */
export async function userinfo(authorization: readonly string[], proofs: SentProofs): Promise<UserClaims> {
  const [header, ...more] = authorization;
  if (more.length) fail('CONFLICTING_CREDENTIALS');
  const shown = shownToken(header) ?? fail('NO_AUTH_PROVIDED');
  const claims = await readAccess(shown.token);
  // The token of a pending login has another type.
  if (typeof claims === 'string' || !('aud' in claims)) return fail('INVALID_TOKEN');
  if (!(await isHolder(claims, shown, proofs))) return fail('INVALID_TOKEN');
  const actor = await authenticate(claims, () => false);
  await recordRequest(actor, false);
  const { user, session, application } = actor;
  note({ tenant: user.tenantId, actor: user.id });
  const scope = application ? scopesOf(application, claims) : [];
  if (!application || !scope.includes('openid')) return fail('FORBIDDEN');
  return claimsOf(user, scope, claimsFor(application, session.claims));
}
