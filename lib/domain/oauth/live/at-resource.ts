// Decides whether a token for a protected resource is good now, and what it still opens there.
import type { ResourceClaims } from '../../../crypto/jwt.ts';
import { protectedResourceIdOf, type TenantId } from '../../../platform/ids.ts';
import { find, type ProtectedResource } from '../../../store/applications/protected-resources.ts';
import { grantsOf } from '../../access/grants.ts';
import { isUsableFor, machineScopesNow, scopesNow } from '../../protected-resource-rights.ts';
import { actorOf } from '../../sessions/authenticate.ts';
import { authTimeOf, permissionsFor } from '../target.ts';
import { liveAdmission, scopesAdmitted } from './admission.ts';
import { type Holder, liveDelegation, scopesActing } from './delegation.ts';
import { issuedAtOf, liveMachine } from './machine.ts';

/** A token that is good now. `holder`: its user, and who has the token; `undefined` if there is no session behind it. */
export type Live = { claims: ResourceClaims; holder: Holder | undefined };

/**
 * Returns the token with the scopes that still count; `undefined` if its session, its application, its tenant, its resource
 * or a machine that acts does not count any more.
 */
export async function liveAtResource(claims: ResourceClaims | undefined): Promise<Live | undefined> {
  if (!claims) return undefined;
  const { scope = '', ...rest } = claims;
  const asked = scope.split(' ').filter(Boolean);
  const resource = await find(protectedResourceIdOf(claims.aud));
  const now = await nowOf(claims)(claims, resource, asked);
  if (!now) return undefined;
  const { scopes, holder } = now;
  return { claims: { ...rest, ...(scopes.length > 0 && { scope: scopes.join(' ') }) }, holder };
}

type Now = (
  claims: ResourceClaims,
  resource: ProtectedResource | undefined,
  asked: readonly string[],
) => Promise<{ scopes: string[]; holder: Holder | undefined } | undefined>;

const nowOf = ({ sid, act, idp }: ResourceClaims): Now => {
  if (sid === undefined) return idp === undefined ? ofMachine : ofAdmitted;
  return act ? ofActing : ofUser;
};

const ofMachine: Now = async (claims, resource, asked) => {
  const [machine, tenant] = [await liveMachine(claims), claims.tid as TenantId];
  if (!machine || !isUsableFor(resource, machine, tenant, issuedAtOf(claims))) return undefined;
  const { permissions } = await grantsOf({ id: machine.id, tenantId: tenant, roleIds: machine.roleIds });
  return { scopes: machineScopesNow(resource, machine, asked, permissions), holder: undefined };
};

const ofUser: Now = async (claims, resource, asked) => {
  const { sid = '', auth_time = 0, amr = [] } = claims;
  const actor = await actorOf({ ...claims, sid, auth_time, amr, roles: [], permissions: [] });
  const { application, session, tenant, user } = actor ?? {};
  if (!application || !session || !tenant || !user) return undefined;
  if (!isUsableFor(resource, application, tenant.id, session.createdAt)) return undefined;
  if (session.resource !== resource.id) return undefined;
  const permissions = await permissionsFor(resource, asked, user);
  const scopes = scopesNow(resource, application, asked, { permissions, authTime: authTimeOf(session) });
  return { scopes, holder: { user, tenant, session, application, machines: [] } };
};

const ofActing: Now = async (claims, resource, asked) => {
  const holder = await liveDelegation(claims, resource);
  return holder && resource && { scopes: await scopesActing(resource, holder, asked), holder };
};

const ofAdmitted: Now = async (claims, resource, asked) => {
  const admitted = await liveAdmission(claims, resource);
  if (!admitted || !resource) return undefined;
  return { scopes: await scopesAdmitted(resource, admitted, asked), holder: undefined };
};
