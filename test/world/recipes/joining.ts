// Makes tenants that take requests to join, and requests.
import { ask, CLOSED, storedRequest, verifiedDomain } from '../../support/join-requests.ts';
import { opened } from '../../support/messages.ts';
import { type Tenant, unique } from '../../support/service.ts';
import { good, makerFor, type World } from '../recipe.ts';

/** A tenant whose sign-up is closed. */
export const closedTenant = (world: World): Promise<Tenant> => makerFor(world).tenant({ settings: CLOSED });

/** The token of the link of a person who asks to join the tenant. */
export async function joinLink(world: World, tenant: Tenant): Promise<string> {
  const email = `${unique('ada')}@${await verifiedDomain(tenant)}`;
  good(await ask(world.service, tenant, email), 'join request');
  const detail = world.events.findLast(({ detail: { to } }) => to === email)?.detail;
  if (!detail) throw new Error('no link');
  return opened(detail.id, detail.sealed as string);
}

/** The id of an open request, as if a person had used the link. */
export const openRequest = async ({ id }: Tenant): Promise<string> =>
  storedRequest(id, `${unique('ada')}@${await verifiedDomain({ id })}`);
