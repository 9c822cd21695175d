// Finds the protected resource that a token is for, and the scopes that its user or machine has there now (RFC 8707).
import { fail } from '../../contract/errors.ts';
import { seconds } from '../../platform/clock.ts';
import type { ProtectedResourceId } from '../../platform/ids.ts';
import type { Application } from '../../store/applications/applications.ts';
import type { ProtectedResource } from '../../store/applications/protected-resources.ts';
import type { Session } from '../../store/people/sessions.ts';
import type { User } from '../../store/people/users.ts';
import { grantsOf } from '../access/grants.ts';
import { granted } from '../application-rights.ts';
import { needPermission, possibleScopes, resourceNamed, scopesNow } from '../protected-resource-rights.ts';

/** What a token is for, and with which of its scopes. */
export type Target = { resource: ProtectedResource; scopes: string[] };

export const ONE_TARGET = 'resource must be one URI. Ask for a token for each.';
export const UNKNOWN_TARGET = 'resource is not one that the application can get tokens for.';

/** Throws INVALID_TARGET unless the request names no resource, or the one that was granted. */
export function requireSameTarget(sent: string | undefined, granted: ProtectedResourceId | undefined): void {
  if (sent !== undefined && (granted === undefined || resourceNamed(sent) !== granted))
    fail('INVALID_TARGET', { message: 'resource is not the one that was granted.' });
}

/** Returns the scopes of this service that may be granted with those of a resource: its token does not open the account. */
export const besideTarget = (application: Application, asked: readonly string[]): string[] =>
  granted(application, asked).filter((scope) => scope !== 'account');

/** Returns what the application may be granted of what it asks for, at the resource or without one. */
export const grantable = (
  application: Application,
  resource: ProtectedResource | undefined,
  asked: readonly string[],
): string[] =>
  resource
    ? [...besideTarget(application, asked), ...possibleScopes(resource, application, asked)]
    : granted(application, asked);

/** Returns the user's permissions. Reads none if no scope that is asked for needs one. */
export const permissionsFor = async (
  resource: ProtectedResource,
  asked: readonly string[],
  user: User,
): Promise<string[]> => (needPermission(resource, asked) ? (await grantsOf(user)).permissions : []);

/** A switch of tenant is no login. */
export const authTimeOf = ({ authAt, isSwitched }: Pick<Session, 'authAt' | 'isSwitched'>): number | undefined =>
  isSwitched ? undefined : seconds(authAt);

/**
 * Returns the resource with the scopes that the user has there now. Throws INVALID_SCOPE if scopes were asked for and
 * nothing is left of them: a token without a scope would look like a full one.
 */
export async function targetFor(
  application: Application,
  resource: ProtectedResource,
  asked: readonly string[],
  user: User,
  session: Pick<Session, 'authAt' | 'isSwitched'>,
): Promise<Target> {
  const permissions = await permissionsFor(resource, asked, user);
  const scopes = scopesNow(resource, application, asked, { permissions, authTime: authTimeOf(session) });
  if (asked.length && !scopes.length && !besideTarget(application, asked).length)
    fail('INVALID_SCOPE', { message: 'The user has none of these scopes now.' });
  return { resource, scopes };
}
