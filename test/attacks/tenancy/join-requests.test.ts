// Attacks on requests to join: requests of strangers, of domains that changed hands, and for other tenants than the link says.
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { claimFor, type Domain, find, findClaim } from '../../../lib/store/tenants/domains.ts';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import {
  ask,
  CLOSED,
  CONFIRM,
  confirm,
  JOIN_REQUESTS,
  linkFor,
  requested,
  verifiedDomain,
} from '../../support/join-requests.ts';
import { messagesTo } from '../../support/messages.ts';
import { type Manager, manager, newDomain } from '../../support/organization.ts';
import { newPassword, prepared, type Tenant, unique, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant(CLOSED));
const owner = prepared(() => manager(service, tenant));
const domainOf = prepared(async () => ({ name: await verifiedDomain(tenant) }));
const person = () => `${unique('eve')}@${domainOf.name}`;
const listed = async (by: Manager) =>
  (await by.ask('GET', JOIN_REQUESTS)).body.joinRequests.map(({ email }: { email: string }) => email);

/** Gives the domain to another tenant, as the later proof does. */
async function moves(domain: string, to: Tenant): Promise<void> {
  await verifiedPending(to, domain);
  const [claim, before] = [await findClaim(domain), await find(to.id as TenantId, domain)];
  const other = claim && (await find(claim.tenantId, domain));
  const after = { ...(before as Domain), state: 'verified', verifiedAt: Date.now() } as const;
  await claimFor({ before: before as Domain, after, dueAt: undefined }, claim, other, { events: [] });
}
const verifiedPending = (to: Tenant, domain: string) =>
  service.admin('POST', `/auth/admin/api/tenants/${to.id}/domains`, { domain });

describe('a stranger', () => {
  test('puts no request of an address before those who decide that they cannot read', async () => {
    const victim = person();
    for (let round = 0; round < 3; round++) await later(round * 2 * MINUTE, () => ask(service, tenant, victim));
    for (const token of ['', 'v1.', tenant.id, JSON.stringify({ tenant: tenant.id, email: victim, at: Date.now() })])
      expect((await service.post(CONFIRM, { token })).status).toBe(400);
    expect(await listed(owner)).not.toContain(victim);
  });

  test('gets no account by a request, before or after it was accepted, and no way in by its link', async () => {
    const email = person();
    const token = await linkFor(service, tenant, email);
    await confirm(service, token);
    const password = newPassword();
    expect((await service.post('/auth/signup', { tenantId: tenant.id, email, password })).body.code).toBe(
      'REGISTRATION_DISABLED',
    );
    expect((await service.post('/auth/reset-password', { token, newPassword: password })).status).toBe(400);
    expect((await service.post('/auth/invitation', { token })).status).toBe(400);
    expect((await service.login({ tenant, email, password })).status).toBe(401);
  });

  test('has no more than a few messages sent to a mailbox, under any tag', async () => {
    const email = person();
    for (let each = 0; each < 6; each++) await ask(service, tenant, email.replace('@', `+${each}@`));
    const sent = await Promise.all(
      Array.from({ length: 6 }, (_, each) =>
        messagesTo(service, 'svc.join_requested', email.replace('@', `+${each}@`)),
      ),
    );
    expect(sent.flat().length).toBeLessThanOrEqual(3);
  });

  test('learns nothing of accounts from replies and times of asking', async () => {
    const member = await manager(service, tenant, []).catch(() => undefined);
    const texts = await Promise.all(
      [member?.email ?? person(), person(), `x@${newDomain()}`].map(
        async (email) => (await ask(service, tenant, email)).text,
      ),
    );
    expect(new Set(texts).size).toBe(1);
  });
});

describe('a domain that changed hands', () => {
  test('gives its new people nothing that was asked for at the tenant before', async () => {
    const [domain, buyer] = [await verifiedDomain(tenant), await service.tenant(CLOSED)];
    const [email, late] = [`ada@${domain}`, `eve@${domain}`];
    const id = await requested(service, tenant, email);
    const token = await linkFor(service, tenant, late);
    await moves(domain, buyer);
    expect((await find(tenant.id as TenantId, domain))?.state).toBe('lost');
    expect(await listed(owner)).not.toContain(email);
    for (const verb of ['accept', 'refuse'])
      expect(
        answerOf(await owner.ask('POST', `${JOIN_REQUESTS}/${id}/${verb}`, verb === 'accept' ? {} : undefined)),
      ).toEqual(refusal('JOIN_REQUEST_NOT_FOUND'));
    expect(answerOf(await confirm(service, token))).toEqual(refusal('JOIN_LINK_INVALID'));
    expect(await messagesTo(service, 'svc.user_invited', email, 0)).toEqual([]);
  });

  test('brings no old request back when the tenant proves it again, and people may ask anew', async () => {
    const [domain, buyer] = [await verifiedDomain(tenant), await service.tenant(CLOSED)];
    const email = `ada@${domain}`;
    const id = await requested(service, tenant, email);
    const earlier = await linkFor(service, tenant, `eve@${domain}`);
    await moves(domain, buyer);
    const [claim, before] = [await findClaim(domain), (await find(tenant.id as TenantId, domain)) as Domain];
    const other = claim && (await find(claim.tenantId, domain));
    const after = { ...before, state: 'verified', verifiedAt: Date.now(), join: { policy: 'request' } } as const;
    await claimFor({ before, after, dueAt: undefined }, claim, other, { events: [] });
    expect(await listed(owner)).not.toContain(email);
    expect(answerOf(await owner.ask('POST', `${JOIN_REQUESTS}/${id}/accept`, {}))).toEqual(
      refusal('JOIN_REQUEST_NOT_FOUND'),
    );
    expect(answerOf(await confirm(service, earlier))).toEqual(refusal('JOIN_LINK_INVALID'));
    const token = await later(2 * MINUTE, () => linkFor(service, tenant, email, 2));
    expect((await later(2 * MINUTE, () => confirm(service, token))).body.status).toBe('open');
    expect(await listed(owner)).toContain(email);
  });

  test('sends no requests to the buyer, whose policy is their own', async () => {
    const [domain, buyer] = [await verifiedDomain(tenant), await service.tenant(CLOSED)];
    const by = await manager(service, buyer);
    const token = await linkFor(service, tenant, `ada@${domain}`);
    await moves(domain, buyer);
    await confirm(service, token);
    expect(await listed(by)).toEqual([]);
  });
});

describe('a link', () => {
  test('is of its tenant and address alone', async () => {
    const other = await service.tenant(CLOSED);
    await verifiedDomain(other);
    const email = person();
    await confirm(service, await linkFor(service, tenant, email));
    expect(await listed(owner)).toContain(email);
    expect(await listed(await manager(service, other))).toEqual([]);
  });

  test('is of no use once the policy ended or sign-up was opened', async () => {
    const own = await service.tenant(CLOSED);
    const by = await manager(service, own);
    const domain = await verifiedDomain(own);
    const [one, two] = [await linkFor(service, own, `a@${domain}`), await linkFor(service, own, `b@${domain}`)];
    await by.ask('PATCH', `/auth/organization/domains/${domain}`, { join: { policy: 'invitation' } });
    expect(answerOf(await confirm(service, one))).toEqual(refusal('JOIN_LINK_INVALID'));
    await by.ask('PATCH', `/auth/organization/domains/${domain}`, { join: { policy: 'request' } });
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, {
      settings: { signup: { mode: 'verifyFirst' } },
    });
    expect(answerOf(await confirm(service, two))).toEqual(refusal('JOIN_LINK_INVALID'));
  });
});
