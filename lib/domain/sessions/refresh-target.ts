// Decides what an application gets at its protected resource for a refresh token, before the token is exchanged.
import { fail } from '../../contract/errors.ts';
import { isScope } from '../../contract/scopes.ts';
import type { RefreshClaims } from '../../crypto/jwt.ts';
import { now } from '../../platform/clock.ts';
import { protectedResourceId, tenantId } from '../../platform/ids.ts';
import type { Application } from '../../store/applications/applications.ts';
import { type ProtectedResource, protectedResourceFrom } from '../../store/applications/protected-resources.ts';
import type { Item } from '../../store/dynamo/table.ts';
import type { User } from '../../store/people/users.ts';
import { grantsOf } from '../access/grants.ts';
import { mayHave } from '../application-rights.ts';
import { isUsableFor, needPermission, RECENT_SECONDS, resourceNamed, scopesNow } from '../protected-resource-rights.ts';

/** What the application asks for: the scopes, and the resource as it was sent. */
type Asked = { scope: readonly string[]; resource?: string | undefined };

/**
 * What was decided. `permissions`: those of the user, if a scope needs one. `since`: the login must be as recent, ms, or
 * nothing would be left of what was asked for.
 */
export type RefreshTarget = { resource: ProtectedResource; permissions: readonly string[]; since: number | undefined };

/**
 * Returns the id of the resource of the token. Throws INVALID_TARGET if the application names another one, and INVALID_SCOPE
 * for what is no scope of this service if there is none.
 */
export function targetIn({ resource }: RefreshClaims, { resource: sent, scope }: Asked) {
  const id = protectedResourceId(resource);
  if (sent !== undefined && (id === undefined || resourceNamed(sent) !== id))
    fail('INVALID_TARGET', { message: 'resource is not the one that was granted.' });
  if (id === undefined && !scope.every(isScope)) fail('INVALID_SCOPE');
  return id;
}

/**
 * Returns what the user gets at the resource of the token. Throws INVALID_TARGET for one that is switched off or not for
 * this application or tenant any more, and INVALID_SCOPE if nothing would be left of what is asked for.
 */
export async function refreshTarget(
  claims: RefreshClaims,
  application: Application,
  user: User,
  copy: Item | undefined,
  { scope }: Asked,
): Promise<RefreshTarget> {
  const [id, tenant] = [protectedResourceId(claims.resource), tenantId(claims.tid)];
  const resource = id && (await protectedResourceFrom(id, copy));
  // `iat` is in seconds: a token of the second in which the resource was switched on may be of after it.
  if (!tenant || !isUsableFor(resource, application, tenant, claims.iat * 1000 + 999))
    return fail('INVALID_TARGET', { message: 'resource is not one that the application can get tokens for.' });
  const names = resource.scopes.map(({ name }) => name);
  if (!scope.every((each) => isScope(each) || names.includes(each))) fail('INVALID_SCOPE');
  const wanted = scope.length ? scope : names;
  const permissions = needPermission(resource, wanted) ? (await grantsOf(user)).permissions : [];
  const countFor = (authTime: number | undefined) =>
    scopesNow(resource, application, scope, { permissions, authTime }).length +
    scope.filter((each) => each !== 'account' && isScope(each) && mayHave(application, each)).length;
  if (!scope.length || countFor(undefined)) return { resource, permissions, since: undefined };
  if (!countFor(now() / 1000)) fail('INVALID_SCOPE', { message: 'The user has none of these scopes now.' });
  return { resource, permissions, since: now() - RECENT_SECONDS * 1000 };
}
