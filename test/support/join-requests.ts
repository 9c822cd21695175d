// Makes tenants that take requests to join, and people who ask.
import { joinRequestIdOf, type TenantId } from '../../lib/platform/ids.ts';
import { event, outboxWrite } from '../../lib/store/outbox.ts';
import * as domains from '../../lib/store/tenants/domains.ts';
import { joinRequestKey, open } from '../../lib/store/tenants/join-requests.ts';
import { freshIp } from './http.ts';
import { messagesTo, opened } from './messages.ts';
import { newDomain } from './organization.ts';
import type { Service, Tenant } from './service.ts';

export const JOIN_REQUESTS = '/auth/organization/join-requests';
export const ASK = '/auth/join-requests';
export const CONFIRM = `${ASK}/confirm`;
export const CLOSED = { signup: { mode: 'closed' as const } };

/** Stores a domain as if its record had been found: what proves it is tested elsewhere. */
export async function verifiedDomain(
  { id }: Pick<Tenant, 'id'>,
  join: domains.JoinPolicy = { policy: 'request' },
  domain = newDomain(),
): Promise<string> {
  const tenantId = id as TenantId;
  const at = Date.now();
  await domains.add({ tenantId, domain }, at, (await domains.listOf(tenantId)).count, { events: [] });
  const before = (await domains.find(tenantId, domain)) as domains.Domain;
  const after: domains.Domain = { ...before, state: 'verified', join, verifiedAt: at, countedAt: at };
  await domains.claimFor({ before, after, dueAt: undefined }, await domains.findClaim(domain), undefined, {
    events: [],
  });
  return domain;
}

export const ask = (service: Pick<Service, 'post'>, { id: tenantId }: Pick<Tenant, 'id'>, email: string, more = {}) =>
  service.post(ASK, { tenantId, email, ...more }, { ip: freshIp() });

/** Asks, and returns the token in the link of the newest of `count` messages. */
export async function linkFor(service: Service, tenant: Pick<Tenant, 'id'>, email: string, count = 1): Promise<string> {
  await ask(service, tenant, email);
  const [detail] = await messagesTo(service, 'svc.join_requested', email, count);
  if (!detail) throw new Error(`no link to ${email}`);
  return opened(detail.id, detail.sealed);
}

export const confirm = (service: Pick<Service, 'post'>, token: string) =>
  service.post(CONFIRM, { token }, { ip: freshIp() });

/** Returns the id of the request of a person with this address, which is open now. */
export async function requested(service: Service, tenant: Pick<Tenant, 'id'>, email: string): Promise<string> {
  const { status, text } = await confirm(service, await linkFor(service, tenant, email));
  if (status !== 200) throw new Error(text);
  const { body } = await service.admin('GET', `/auth/admin/api/tenants/${tenant.id}/join-requests`);
  return body.joinRequests.find((each: { email: string }) => each.email === email).id;
}

/** Stores a request as if the person had used the link, and returns its id. */
export async function storedRequest(tenant: string, email: string): Promise<string> {
  const tenantId = tenant as TenantId;
  const [at, id] = [Date.now(), joinRequestIdOf(tenantId, email)];
  const expiresAt = at + 86_400_000;
  const domain = email.slice(email.indexOf('@') + 1);
  const request = { id, tenantId, email, domain, locale: null, status: 'open', createdAt: at, expiresAt } as const;
  await open(
    { ...joinRequestKey(id), type: 'join-request', ...request, ttl: expiresAt / 1000 },
    outboxWrite(tenantId, [event('svc.join_request_opened', { tenantId, joinRequestId: id, domain })], at),
    undefined,
  );
  return id;
}
