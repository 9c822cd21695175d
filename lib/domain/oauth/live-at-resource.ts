// Decides whether a token for a protected resource is good now, and what it still opens there.
import type { ResourceClaims } from '../../crypto/jwt.ts';
import { protectedResourceIdOf, type TenantId } from '../../platform/ids.ts';
import { find, type ProtectedResource } from '../../store/applications/protected-resources.ts';
import { grantsOf } from '../access/grants.ts';
import { isUsableFor, scopesNow } from '../protected-resource-rights.ts';
import { actorOf } from '../sessions/authenticate.ts';
import * as tokens from '../sessions/tokens.ts';
import { issuedAtOf, liveMachine } from './live-machine.ts';
import { authTimeOf, permissionsFor } from './target.ts';

/**
 * Returns the claims of the token with the scopes that still count; `undefined` if its session, its application, its
 * tenant or its resource does not count any more.
 */
export async function liveAtResource(token: string): Promise<ResourceClaims | undefined> {
  const claims = await tokens.readOfResource(token);
  if (!claims) return undefined;
  const { scope = '', ...rest } = claims;
  const asked = scope.split(' ').filter(Boolean);
  const resource = await find(protectedResourceIdOf(claims.aud));
  const scopes = await (claims.sid === undefined ? scopesOfMachine : scopesOfUser)(claims, resource, asked);
  return scopes && { ...rest, ...(scopes.length > 0 && { scope: scopes.join(' ') }) };
}

type ScopesOf = (
  claims: ResourceClaims,
  resource: ProtectedResource | undefined,
  asked: readonly string[],
) => Promise<string[] | undefined>;

const scopesOfMachine: ScopesOf = async (claims, resource, asked) => {
  const [machine, tenant] = [await liveMachine(claims), claims.tid as TenantId];
  if (!machine || !isUsableFor(resource, machine, tenant, issuedAtOf(claims))) return undefined;
  const { permissions } = await grantsOf({ id: machine.id, tenantId: tenant, roleIds: machine.roleIds });
  return scopesNow(resource, machine, asked, { permissions, authTime: undefined });
};

const scopesOfUser: ScopesOf = async (claims, resource, asked) => {
  const { sid = '', auth_time = 0, amr = [] } = claims;
  const actor = await actorOf({ ...claims, sid, auth_time, amr, roles: [], permissions: [] });
  const { application, session, tenant, user } = actor ?? {};
  if (!application || !session || !tenant || !user) return undefined;
  if (!isUsableFor(resource, application, tenant.id, session.createdAt)) return undefined;
  if (session.resource !== resource.id) return undefined;
  const permissions = await permissionsFor(resource, asked, user);
  return scopesNow(resource, application, asked, { permissions, authTime: authTimeOf(session) });
};
