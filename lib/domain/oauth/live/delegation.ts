// Decides whether machines may act for a user at a protected resource, and what they have there (RFC 8693). All that
// the token was made of is asked: the user's session, the application that has it, its resource, and each machine.
import { TOKEN_EXCHANGE } from '../../../contract/applications.ts';
import { actorsIn } from '../../../crypto/act.ts';
import type { ResourceClaims } from '../../../crypto/jwt.ts';
import { applicationId, sessionId, type TenantId, tenantId, userId } from '../../../platform/ids.ts';
import { type Application, applicationFrom, applicationKey } from '../../../store/applications/applications.ts';
import * as assertions from '../../../store/applications/assertions.ts';
import {
  type ProtectedResource,
  protectedResourceFrom,
  protectedResourceKey,
} from '../../../store/applications/protected-resources.ts';
import { getMany } from '../../../store/dynamo/table.ts';
import { sessionKey } from '../../../store/people/sessions.ts';
import { userKey } from '../../../store/people/users.ts';
import { headKey } from '../../../store/tenants/tenants.ts';
import { isBoundAsRequired } from '../../application-rights.ts';
import { hasHad, isUsable, isUsableIn } from '../../application-standing.ts';
import { isUsableFor, mayAct, possibleScopes, scopesNow } from '../../protected-resource-rights.ts';
import { actorFrom } from '../../sessions/authenticate.ts';
import type { Actor } from '../../sessions/caller.ts';
import { authTimeOf, permissionsFor } from '../target.ts';
import { issuedAtOf } from './machine.ts';

/** A user, the application to which they gave access, and the machines that act, the last one first. */
export type Holder = Actor & { application: Application; machines: readonly Application[] };

/** Returns who is behind a token that was exchanged; `undefined` if anything that it was made of does not count any more. */
export async function liveDelegation(
  claims: ResourceClaims,
  resource: ProtectedResource | undefined,
): Promise<Holder | undefined> {
  const [tenant, user, session] = [tenantId(claims.tid), userId(claims.sub), sessionId(claims.sid)];
  const named = actorsIn(claims.act).flatMap((id) => applicationId(id) ?? []);
  if (!tenant || !user || !session) return undefined;
  const [[sessionItem, userItem, headItem, ...copies], isRevoked] = await Promise.all([
    getMany([sessionKey(tenant, user, session), userKey(tenant, user), headKey(tenant), ...named.map(applicationKey)]),
    assertions.isUsed(claims.client_id, claims.jti),
  ]);
  const actor = await actorFrom({ tenant, user, session }, [sessionItem, userItem, headItem]);
  if (isRevoked || actor?.session.id !== session) return undefined;
  const machines = await Promise.all(named.map((id, at) => applicationFrom(id, copies[at])));
  const issuedAt = issuedAtOf(claims);
  const live = machines.filter((each) => isLive(each, tenant, issuedAt, claims));
  const application = await liveApplication(actor, claims);
  if (!application || live.length < machines.length) return undefined;
  const holder = { ...actor, application, machines: live };
  return mayActAt(resource, holder, issuedAt) ? holder : undefined;
}

function isLive(
  machine: Application | undefined,
  tenant: TenantId,
  issuedAt: number,
  claims: ResourceClaims,
): machine is Application {
  if (!isUsable(machine, tenant, issuedAt) || !hasHad(machine, TOKEN_EXCHANGE, issuedAt)) return false;
  return isBoundAsRequired(machine, claims);
}

/** Returns the application of the session if that may still have tokens for the resource that the user gave it. */
async function liveApplication({ session, tenant }: Actor, claims: ResourceClaims): Promise<Application | undefined> {
  if (!session.application || !session.resource) return undefined;
  const { id } = session.application;
  const [copy, resourceCopy] = await getMany([applicationKey(id), protectedResourceKey(session.resource)]);
  const [application, resource] = await Promise.all([
    applicationFrom(id, copy),
    protectedResourceFrom(session.resource, resourceCopy),
  ]);
  if (!isUsableIn(application, tenant, session.createdAt) || !isBoundAsRequired(application, claims)) return undefined;
  return isUsableFor(resource, application, tenant.id, session.createdAt) ? application : undefined;
}

/** Whether the last machine may act there, and the resource is for all who have a part in it. `at` in ms. */
export function mayActAt(
  resource: ProtectedResource | undefined,
  { tenant, application, machines }: Pick<Holder, 'tenant' | 'application' | 'machines'>,
  at: number,
): resource is ProtectedResource {
  const [last] = machines;
  const isForAll = [application, ...machines].every((each) => isUsableFor(resource, each, tenant.id, at));
  return isForAll && resource !== undefined && last !== undefined && mayAct(resource, last, at);
}

/** Returns those of the scopes that all who have a part in it may have there, and that the user may use now. */
export async function scopesActing(
  resource: ProtectedResource,
  { user, session, application, machines }: Holder,
  asked: readonly string[],
): Promise<string[]> {
  const possible = machines.reduce((left, machine) => possibleScopes(resource, machine, left), [...asked]);
  const permissions = await permissionsFor(resource, possible, user);
  return scopesNow(resource, application, possible, { permissions, authTime: authTimeOf(session) });
}
