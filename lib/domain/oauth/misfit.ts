// Compares a session with the one that an authorization request asks for.
import type { Application } from '../../store/applications/applications.ts';
import { servesUsersOf } from '../application-standing.ts';
import type { Actor } from '../sessions/caller.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { DeadEnd } from './dead-ends.ts';

export type Misfit = Extract<DeadEnd, 'tenant_not_served' | 'tenant_not_asked' | 'user_not_asked'>;

/** Returns why the session is not one that the request asks for; `undefined` if it is. */
export function misfitOf(
  application: Application,
  request: AuthorizationRequest,
  { tenant, user }: Pick<Actor, 'tenant' | 'user'>,
): Misfit | undefined {
  if (!servesUsersOf(application, tenant)) return 'tenant_not_served';
  if (request.tenant !== undefined && ![tenant.id, tenant.slug].includes(request.tenant)) return 'tenant_not_asked';
  return (request.subject ?? user.id) === user.id ? undefined : 'user_not_asked';
}
