// Attacks on the ownership of domains: taking one over, squatting on one, and learning from the lookup of an address.
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { handler as watch } from '../../../functions/watch.ts';
import { advance } from '../../../lib/platform/clock.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { find, findClaim } from '../../../lib/store/tenants/domains.ts';
import { answerOf, DAY, MINUTE, published, refusal } from '../../support/api.ts';
import { useDns } from '../../support/dns.ts';
import { freshIp } from '../../support/http.ts';
import { DOMAINS, manager, newDomain } from '../../support/organization.ts';
import { race, tally } from '../../support/race.ts';
import { newPassword, prepared, running, startService, type Tenant, unique } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const dns = useDns();
const service = running(async () => startService({ GATEHOUSE_DNS_SERVERS: await dns.listen() }));
beforeAll(() => service.adminCookie());
// A tenant has ten checks in a minute.
beforeEach(() => advance(MINUTE + 1));
const PROVIDER = { name: 'acme-id', issuer: 'https://id.acme.example', clientId: 'gatehouse' };
const one = prepared(() => service.tenant());
const two = prepared(() => service.tenant({ ssoProviders: [PROVIDER] }));

// As an admin, because the clock outlives the sessions of users. Both doors lead to the same functions.
const path = (tenant: Pick<Tenant, 'id'>, rest = '') => `/auth/admin/api/tenants/${tenant.id}/domains${rest}`;
async function add(tenant: Tenant, domain: string) {
  const { body, status, text } = await service.admin('POST', path(tenant), { domain });
  if (status !== 201) throw new Error(text);
  return body.domain.record as { name: string; value: string };
}
const check = async (tenant: Tenant, domain: string) =>
  (await service.admin('POST', path(tenant, `/${domain}/check`))).body.domain;
const stateIn = (tenant: Tenant, domain: string) =>
  find(tenant.id as TenantId, domain).then((found) => found && { state: found.state, failures: found.failures });
async function prove(tenant: Tenant, domain: string) {
  const record = await add(tenant, domain);
  dns.set(record.name, record.value);
  expect(await check(tenant, domain)).toMatchObject({ state: 'verified' });
  return record;
}
const discover = async (email: string) => {
  const { status, body } = await service.post('/auth/tenants/discover', { email }, { ip: freshIp() });
  expect(status).toBe(200);
  return body;
};
const ownerOf = async (domain: string) => (await discover(`a@${domain}`)).tenant?.id ?? null;
const NONE = { tenant: null, provider: null, isRequestOpen: false };

describe('ownership', () => {
  test('goes to the tenant whose record is there now, and the one before gets it back by a new record only', async () => {
    const domain = newDomain();
    const earlier = await prove(one, domain);
    const record = await add(two, domain);
    expect(await check(two, domain)).toMatchObject({ state: 'pending' });
    expect(await ownerOf(domain)).toBe(one.id);
    // The buyer of the domain copied its zone: both records are there.
    dns.set(record.name, earlier.value, record.value);
    expect(await check(two, domain)).toMatchObject({ state: 'verified' });
    expect(await ownerOf(domain)).toBe(two.id);
    expect(await stateIn(one, domain)).toMatchObject({ state: 'lost' });
    expect(await check(one, domain)).toMatchObject({ state: 'lost', lastCheck: { finding: 'missing' } });
    expect(await ownerOf(domain)).toBe(two.id);
    const [event] = await published(service, 'svc.domain_unverified', one.id);
    expect(event?.detail).toMatchObject({ domain, reason: 'moved' });
    const entries = await until(async () => {
      const path = `/auth/admin/api/audit?tenantId=${one.id}&action=domain_unverified`;
      const { data } = (await service.admin('GET', path)).body;
      return data.length ? data : undefined;
    }, 'the entry');
    // Who took it, and from where, is for the other tenant to know.
    for (const entry of entries) expect(entry).toMatchObject({ actor: { type: 'system' }, source: null });
  });

  test('cannot be held by those who add a domain first and never prove it', async () => {
    const domain = newDomain();
    await add(one, domain);
    expect(await discover(`a@${domain}`)).toEqual(NONE);
    await prove(two, domain);
    expect(await check(one, domain)).toMatchObject({ state: 'pending' });
    expect((await service.admin('DELETE', path(one, `/${domain}`))).status).toBe(200);
    expect(await ownerOf(domain)).toBe(two.id);
  });

  test('ends at neither domains below nor above, nor at look-alikes', async () => {
    const domain = newDomain();
    await prove(one, domain);
    for (const other of [`sub.${domain}`, domain.slice(domain.indexOf('.') + 1), `x${domain}`])
      expect(await discover(`a@${other}`)).toEqual(NONE);
    const record = await add(two, `sub.${domain}`);
    expect(record.name).toBe(`_gatehouse-challenge.sub.${domain}`);
    expect(await check(two, `sub.${domain}`)).toMatchObject({ state: 'pending' });
  });

  test('is of the A-labels, in Unicode and in ASCII alike', async () => {
    const label = unique('straße');
    await prove(one, new URL(`http://${label}.example`).hostname);
    const found = await discover(`a@${label}.example`);
    expect(found.tenant?.id).toBe(one.id);
    expect(await discover(`a@${label.replace('ß', 'ss')}.example`)).toEqual(NONE);
  });

  test('is not proved by the record of another tenant, of another domain, or at another name', async () => {
    const [domain, other] = [newDomain(), newDomain()];
    const [mine, theirs, elsewhere] = [await add(one, domain), await add(two, domain), await add(one, other)];
    dns.set(mine.name, theirs.value, elsewhere.value, `${mine.value}x`, mine.value.toUpperCase(), '');
    dns.set(domain, mine.value);
    expect(await check(one, domain)).toMatchObject({ state: 'pending' });
    expect(await check(two, domain)).toMatchObject({ state: 'verified' });
  });

  test('has one holder after twenty checks of two tenants at once', async () => {
    const domain = newDomain();
    const [mine, theirs] = [await add(one, domain), await add(two, domain)];
    dns.set(mine.name, mine.value, theirs.value);
    const states = await race(20, (caller) => check(caller % 2 ? one : two, domain));
    expect(states.length).toBe(20);
    const holder = (await findClaim(domain))?.tenantId;
    const found = await Promise.all(
      [one, two].map(async (tenant) => [tenant.id, (await stateIn(tenant, domain))?.state]),
    );
    expect(tally(found.map(([, state]) => state))).toEqual({ verified: 1, lost: 1 });
    expect(found.find(([, state]) => state === 'verified')?.[0]).toBe(holder);
  });

  test('ends with the tenant, which another one may follow', async () => {
    const gone = await service.tenant();
    const domain = newDomain();
    await prove(gone, domain);
    await service.admin('DELETE', `/auth/admin/api/tenants/${gone.id}`);
    expect(await discover(`a@${domain}`)).toEqual(NONE);
    expect(answerOf(await service.admin('POST', path(gone), { domain }))).toEqual(refusal('TENANT_NOT_FOUND'));
    await prove(two, domain);
    expect(await ownerOf(domain)).toBe(two.id);
  });
});

describe('the daily check', () => {
  test('ends the verification with the seventh day in a row without the record, and no earlier', async () => {
    const domain = newDomain();
    const { name, value } = await prove(two, domain);
    const day = async () => {
      advance(DAY + MINUTE);
      await watch({ signingKeyDays: 3650 });
    };
    dns.clear(name);
    for (let failures = 1; failures <= 6; failures++) {
      await day();
      // Neither a second run of the hour nor a person who asks counts.
      await watch({ signingKeyDays: 3650 });
      await check(two, domain);
      expect(await stateIn(two, domain)).toEqual({ state: 'verified', failures });
    }
    dns.set(name, value);
    await day();
    expect(await stateIn(two, domain)).toEqual({ state: 'verified', failures: 0 });
    dns.break(name, 'SERVFAIL');
    for (let failures = 1; failures <= 7; failures++) await day();
    expect(await stateIn(two, domain)).toEqual({ state: 'lost', failures: 0 });
    expect(await ownerOf(domain)).toBeNull();
    dns.clear(name);
    dns.set(name, value);
    await day();
    expect(await check(two, domain)).toMatchObject({ state: 'lost', lastCheck: { finding: 'missing' } });
    const events = await published(service, 'svc.domain_unverified', two.id);
    expect(events.map(({ detail }) => detail)).toContainEqual(expect.objectContaining({ domain, reason: 'record' }));
  });
});

describe('POST /auth/tenants/discover', () => {
  test('says the same for an address with an account, one without, and one of another tenant', async () => {
    const domain = newDomain();
    await prove(two, domain);
    const [known, unknown] = [`${unique('a')}@${domain}`, `${unique('b')}@${domain}`];
    await service.post('/auth/signup', { tenantId: two.id, email: known, password: newPassword() });
    const found = { tenant: { id: two.id, slug: two.slug, name: two.name }, provider: null, isRequestOpen: false };
    for (const email of [known, unknown, known.toUpperCase()]) expect(await discover(email)).toEqual(found);
    await service.admin('PATCH', path(two, `/${domain}`), { join: { policy: 'sso', provider: PROVIDER.name } });
    for (const email of [known, unknown]) expect(await discover(email)).toEqual({ ...found, provider: PROVIDER.name });
    const elsewhere = `${unique('c')}@${newDomain()}`;
    await service.post('/auth/signup', { tenantId: two.id, email: elsewhere, password: newPassword() });
    for (const email of [elsewhere, `${unique('d')}@gmail.com`, `x@${newDomain()}`])
      expect(await discover(email)).toEqual(NONE);
  });

  test('tells nothing of a tenant that is switched off', async () => {
    const off = await service.tenant();
    const domain = newDomain();
    await prove(off, domain);
    await service.admin('PATCH', `/auth/admin/api/tenants/${off.id}`, { isActive: false });
    expect(await discover(`a@${domain}`)).toEqual(NONE);
  });

  test('is limited by network as the lookup by slug is', async () => {
    const ip = freshIp();
    const ask = () => service.post('/auth/tenants/discover', { email: `a@${newDomain()}` }, { ip });
    const statuses = await race(55, async () => answerOf(await ask()).join(' '));
    expect(tally(statuses)).toEqual({ '200 ': 50, '429 RATE_LIMITED': 5 });
    expect(answerOf(await service.post('/auth/tenants/discover', { email: 'x' }))).toEqual(refusal('INVALID_INPUT'));
  });
});

test('an account from before stays with its password when its domain is verified with single sign-on', async () => {
  const domain = newDomain();
  const user = await service.signup(two, `${unique('a')}@${domain}`);
  await prove(two, domain);
  await service.admin('PATCH', path(two, `/${domain}`), { join: { policy: 'sso', provider: PROVIDER.name } });
  expect((await service.login(user)).status).toBe(200);
});

test('a manager of another tenant sees and changes none of it', async () => {
  const domain = newDomain();
  await prove(two, domain);
  const by = await manager(service, await service.tenant());
  expect((await by.ask('GET', DOMAINS)).body).toEqual({ domains: [] });
  for (const [method, rest, body] of [
    ['POST', '/check', undefined],
    ['PATCH', '', { join: { policy: 'invitation' } }],
    ['DELETE', '', undefined],
  ] as const)
    expect(answerOf(await by.ask(method, `${DOMAINS}/${domain}${rest}`, body))).toEqual(refusal('DOMAIN_NOT_FOUND'));
  const plain = await manager(service, two, ['organization.members']);
  expect(answerOf(await plain.ask('GET', DOMAINS))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
});
