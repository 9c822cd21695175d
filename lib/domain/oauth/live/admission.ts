// Decides whether an application that an identity provider admitted may act for a user at a protected resource now. There is
// no session: the switch of the connection, the user, the application and the resource are asked each time.
import { JWT_BEARER } from '../../../contract/applications.ts';
import type { ResourceClaims } from '../../../crypto/jwt.ts';
import { applicationId, tenantId, userId } from '../../../platform/ids.ts';
import { type Application, applicationFrom, applicationKey } from '../../../store/applications/applications.ts';
import * as assertions from '../../../store/applications/assertions.ts';
import type { ProtectedResource } from '../../../store/applications/protected-resources.ts';
import { getMany } from '../../../store/dynamo/table.ts';
import { asUser, type User, userKey } from '../../../store/people/users.ts';
import { wholeFrom, wholeKey } from '../../../store/tenants/tenant-cache.ts';
import type { Tenant } from '../../../store/tenants/tenants.ts';
import { isBoundAsRequired } from '../../application-rights.ts';
import { hasHad, isUsable } from '../../application-standing.ts';
import { isUsableFor, scopesNow } from '../../protected-resource-rights.ts';
import { isOfNow, isSinceActive } from '../../still-counts.ts';
import { permissionsFor } from '../target.ts';
import { issuedAtOf } from './machine.ts';

/** Whom the application acts for. */
export type Admitted = { user: User; application: Application };

/** Returns the name of the tenant's connection with this issuer that may admit agents; `undefined` if there is none. */
export const admittingConnection = ({ settings: { ssoProviders = [] } }: Tenant, issuer: unknown): string | undefined =>
  ssoProviders.find((each) => each.issuer === issuer && each.admitsAgents && (each.enabled ?? true))?.name;

/** Whether applications may be admitted for the user: their account is open, claimed, and waits for no new password. */
export const mayBeActedFor = (user: User | undefined): user is User =>
  user?.isActive === true && !user.isUnclaimed && !user.mustChangePassword;

/** Returns who is behind the token; `undefined` if anything that it was given by does not count any more. */
export async function liveAdmission(
  claims: ResourceClaims,
  resource: ProtectedResource | undefined,
): Promise<Admitted | undefined> {
  const [tenant, user, id] = [tenantId(claims.tid), userId(claims.sub), applicationId(claims.client_id)];
  if (!tenant || !user || !id) return undefined;
  const [[tenantItem, userItem, copy], isRevoked] = await Promise.all([
    getMany([wholeKey(tenant), userKey(tenant, user), applicationKey(id)]),
    assertions.isUsed(claims.client_id, claims.jti),
  ]);
  const [whole, application] = await Promise.all([wholeFrom(tenant, tenantItem), applicationFrom(id, copy)]);
  const [found, issuedAt] = [asUser(userItem), issuedAtOf(claims)];
  if (isRevoked || whole?.status !== 'active' || !isSinceActive(issuedAt, whole)) return undefined;
  // `iat` is in seconds: a token of the second of GATEHOUSE_SESSIONS_SINCE may be of before it.
  if (!isOfNow(claims.iat * 1000)) return undefined;
  if (!mayBeActedFor(found) || (claims.epoch ?? 0) < found.epoch) return undefined;
  if (!isUsable(application, tenant, issuedAt) || !hasHad(application, JWT_BEARER, issuedAt)) return undefined;
  if (!isBoundAsRequired(application, claims) || !admittingConnection(whole, claims.idp)) return undefined;
  return isUsableFor(resource, application, tenant, issuedAt) ? { user: found, application } : undefined;
}

/** Returns those of the scopes that count now. No login is behind them, so none that needs a recent one. */
export const scopesAdmitted = async (
  resource: ProtectedResource,
  { user, application }: Admitted,
  asked: readonly string[],
): Promise<string[]> =>
  scopesNow(resource, application, asked, {
    permissions: await permissionsFor(resource, asked, user),
    authTime: undefined,
  });
