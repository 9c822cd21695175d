// Applications that identity providers admit for their people (ID-JAG).
import { JWT_BEARER } from '../../lib/contract/grant-types.ts';
import { now, seconds } from '../../lib/platform/clock.ts';
import type { Application } from '../../lib/store/applications/applications.ts';
import type { ProtectedResource } from '../../lib/store/applications/protected-resources.ts';
import { basicOf, type Known, newMachine, postForm } from './applications.ts';
import type { Reply } from './http.ts';
import type { Person, Realm } from './identity-provider.ts';
import type { Service, Tenant } from './service.ts';
import * as sso from './sso.ts';
import { claimsOf } from './tokens.ts';

/** A tenant whose identity provider may admit agents. */
export const admittingTenant = (service: Service, realm: Realm, more: Record<string, unknown> = {}): Promise<Tenant> =>
  sso.tenantWith(service, realm, { ssoProviders: [realm.settings(sso.PROVIDER, { admitsAgents: true })], ...more });

/** An application of the tenant that may be admitted. */
export const newAgent = (tenant: { id: string }, given: Partial<Application> = {}): Promise<Known> =>
  newMachine(tenant, { grants: ['client_credentials', JWT_BEARER], ...given });

/** A person of the provider with an account in the tenant. */
export async function member(service: Service, tenant: Tenant, realm: Realm): Promise<{ person: Person; id: string }> {
  const person = sso.stranger();
  const { body } = await sso.logIn(service, tenant, realm, person);
  return { person, id: claimsOf(body.accessToken).sub };
}

type About = { service: Service; realm: Realm; agent: Known; person: Person; resource: Pick<ProtectedResource, 'uri'> };

let count = 0;
/** The assertion of the provider; `more` replaces claims. */
export function assertionFor(
  { service, realm, agent, person, resource }: About,
  more: Record<string, unknown> = {},
  header?: Record<string, unknown>,
): string {
  const iat = seconds();
  const about = { sub: person.sub, aud: service.baseUrl, client_id: agent.application.id, resource: resource.uri };
  const jti = `assertion-${now()}-${count++}`;
  return realm.assertion({ ...about, scope: 'notes:read notes:write', iat, exp: iat + 300, jti, ...more }, header);
}

/** The application shows an assertion. */
export const showAs = (
  service: Pick<Service, 'send'>,
  agent: Known,
  assertion: string,
  more: Record<string, string> = {},
): Promise<Reply> =>
  postForm(service, '/oauth2/token', { grant_type: JWT_BEARER, assertion, ...more }, { headers: basicOf(agent) });
