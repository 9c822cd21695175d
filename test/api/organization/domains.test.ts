// Tests how users prove domains of their tenant, and what becomes of people with an address there.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { handler as watch } from '../../../functions/watch.ts';
import { answerOf, HOUR, later, MINUTE, published, refusal } from '../../support/api.ts';
import { useDns } from '../../support/dns.ts';
import { DOMAINS, type Manager, manager, newDomain, roleWith } from '../../support/organization.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, newPassword, prepared, running, startService, type Tenant, unique } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const dns = useDns();
const service = running(async () => startService({ GATEHOUSE_DNS_SERVERS: await dns.listen() }));
beforeAll(() => service.adminCookie());
const PROVIDER = { name: 'acme-id', issuer: 'https://id.acme.example', clientId: 'gatehouse' };
const tenant = prepared(() => service.tenant({ ssoProviders: [PROVIDER] }));
const owner = prepared(() => manager(service, tenant));

const added = async (by: Manager, domain = newDomain()) => {
  const reply = await by.ask('POST', DOMAINS, { domain });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.domain;
};
const check = (by: Manager, domain: string) => by.ask('POST', `${DOMAINS}/${domain}/check`);
const verified = async (by: Manager, domain = newDomain()) => {
  const { record } = await added(by, domain);
  dns.set(record.name, record.value);
  const { body } = await check(by, domain);
  if (body.domain.state !== 'verified') throw new Error(JSON.stringify(body));
  return body.domain;
};
const join = (by: Manager, domain: string, policy: object) => by.ask('PATCH', `${DOMAINS}/${domain}`, { join: policy });
const listed = async (by: Manager) => (await by.ask('GET', DOMAINS)).body.domains;
const stateOf = async (by: Manager, domain: string) =>
  (await listed(by)).find((each: { domain: string }) => each.domain === domain);
const daily = () => watch({ signingKeyDays: 30 });
const signUp = (into: Pick<Tenant, 'id'>, email: string) =>
  service.post('/auth/signup', { tenantId: into.id, email, password: newPassword() });

describe('POST /auth/organization/domains', () => {
  test('returns the record to create, and owns nothing before it is found', async () => {
    const domain = newDomain();
    const made = await owner.ask('POST', DOMAINS, { domain: domain.toUpperCase() });
    expect([made.status, made.body.domain]).toEqual([
      201,
      {
        domain,
        state: 'pending',
        record: {
          type: 'TXT',
          name: `_gatehouse-challenge.${domain}`,
          value: expect.stringMatching(/^gatehouse-domain=[\w-]{24}$/),
        },
        join: { policy: 'invitation' },
        lastCheck: null,
        failures: 0,
        verifiedAt: null,
        createdAt: expect.any(String),
      },
    ]);
    const reply = await check(owner, domain);
    expect([reply.status, reply.body.domain.state, reply.body.domain.lastCheck.finding]).toEqual([
      200,
      'pending',
      'missing',
    ]);
    expect(await stateOf(owner, domain)).toEqual(reply.body.domain);
  });

  test('stores a domain with other letters as A-labels, and finds it in both spellings', async () => {
    const label = unique('bücher');
    const { domain } = await added(owner, `${label}.example`);
    expect(domain).toMatch(/^xn--.*\.example$/);
    expect(answerOf(await owner.ask('POST', DOMAINS, { domain }))).toEqual(refusal('DOMAIN_ALREADY_EXISTS'));
    expect((await check(owner, encodeURIComponent(`${label}.example`))).status).toBe(200);
  });

  test.each(['gmail.com', 'co.uk', 'GitHub.io', 'x.amazonaws.com', 'duckdns.org'])(
    'refuses %s, where anyone gets mailboxes or names',
    async (domain) => {
      expect(answerOf(await owner.ask('POST', DOMAINS, { domain }))).toEqual(refusal('DOMAIN_NOT_ALLOWED'));
    },
  );

  test.each([
    '',
    'com',
    'a b.example',
    'https://example.com',
    '10.0.0.1',
    `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`,
    5,
  ])('refuses %p, which is no domain', async (domain) => {
    expect(answerOf(await owner.ask('POST', DOMAINS, { domain }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('keeps at most twenty, also if callers add more at the same time', async () => {
    const by = await manager(service, await service.tenant());
    const replies = await race(22, () => by.ask('POST', DOMAINS, { domain: newDomain() }));
    expect(outcomes(replies)).toEqual({ 201: 20, '400 DOMAIN_LIMIT_REACHED': 2 });
    expect(await listed(by)).toHaveLength(20);
    const [{ domain }] = await listed(by);
    expect((await by.ask('DELETE', `${DOMAINS}/${domain}`)).status).toBe(200);
    await added(by);
    expect(answerOf(await by.ask('POST', DOMAINS, { domain: newDomain() }))).toEqual(refusal('DOMAIN_LIMIT_REACHED'));
  });
});

describe('POST /auth/organization/domains/{domain}/check', () => {
  test('verifies the domain, publishes it and writes the audit log', async () => {
    const own = await service.tenant();
    const by = await manager(service, own);
    const { domain } = await verified(by);
    expect(await stateOf(by, domain)).toMatchObject({ state: 'verified', verifiedAt: expect.any(String) });
    const events = await published(service, 'svc.domain_verified', own.id);
    expect(events.map(({ detail }) => detail)).toEqual([expect.objectContaining({ tenantId: own.id, domain })]);
    const entries = await until(async () => {
      const { data } = (await by.ask('GET', '/auth/organization/audit?action=domain.verified')).body;
      return data.length ? data : undefined;
    }, 'the entry');
    expect(entries[0]).toMatchObject({ actor: { type: 'user', id: by.id }, after: { domain, state: 'verified' } });
  });

  test('reads the right one of several records, in pieces of any length', async () => {
    const { domain, record } = await added(owner);
    dns.set(record.name, 'v=spf1 -all', 'x'.repeat(600), ` ${record.value} `);
    expect((await check(owner, domain)).body.domain.state).toBe('verified');
  });

  test.each(['SERVFAIL', 'garbage'] as const)(
    'says that the DNS was unreachable when it replies with %s',
    async (fault) => {
      const { domain, record } = await added(owner);
      dns.break(record.name, fault);
      const { status, body } = await check(owner, domain);
      expect([status, body.domain.state, body.domain.lastCheck.finding]).toEqual([200, 'pending', 'unreachable']);
      dns.clear(record.name);
    },
  );

  test('refuses a domain that the tenant has not added, and more than ten checks in a minute', async () => {
    const by = await manager(service, await service.tenant());
    for (const name of [newDomain(), 'x', '%zz', '..'])
      expect(answerOf(await check(by, encodeURIComponent(name)))).toEqual(refusal('DOMAIN_NOT_FOUND'));
    const { domain } = await added(by);
    const replies = await race(12, () => check(by, domain));
    expect(outcomes(replies)).toEqual({ 200: 10, '429 RATE_LIMITED': 2 });
  });
});

describe('checks of the schedule', () => {
  test('verify a new domain within an hour', async () => {
    const { domain, record } = await added(owner);
    dns.set(record.name, record.value);
    await daily();
    expect((await stateOf(owner, domain)).state).toBe('pending');
    await later(HOUR + MINUTE, daily);
    expect((await stateOf(owner, domain)).state).toBe('verified');
  });
});

describe('PATCH /auth/organization/domains/{domain}: policies', () => {
  test('a role is given to those who sign up and prove their address, and to no one else', async () => {
    const roleId = await roleWith(service, tenant, ['organization.audit']);
    const { domain } = await verified(owner);
    const before = `${unique('a')}@${domain}`;
    const account = { tenant, email: before, password: newPassword(), tokens: {} as never };
    expect(
      (
        await service.admin('POST', '/auth/admin/api/users', {
          tenantId: tenant.id,
          email: before,
          password: account.password,
        })
      ).status,
    ).toBe(201);
    expect((await join(owner, domain, { policy: 'role', roleId })).body.domain.join).toEqual({
      policy: 'role',
      roleId,
    });
    const email = `${unique('b')}@${domain}`;
    const other = `${unique('c')}@sub.${domain}`;
    for (const [address, roles] of [
      [email, [roleId]],
      [other, []],
    ] as const) {
      const user = await service.signup(tenant, address);
      const headers = bearer(user.tokens);
      const roleIds = async () =>
        (await service.get('/auth/me', { headers })).body.roles.map(({ id }: { id: string }) => id);
      expect(await roleIds()).toEqual([]);
      await service.post('/auth/send-email-verification', {}, { headers });
      const code = await service.code(address);
      expect((await service.post('/auth/verify-email', { code }, { headers })).status).toBe(200);
      expect(await roleIds()).toEqual(roles);
    }
    const login = await service.login(account);
    expect((await service.get('/auth/me', { headers: bearer(login.body) })).body.roles).toEqual([]);
  });

  test('a reset that is the first proof of an address gives the role, too', async () => {
    const roleId = await roleWith(service, tenant, ['organization.audit']);
    const { domain } = await verified(owner);
    expect((await join(owner, domain, { policy: 'role', roleId })).status).toBe(200);
    const user = await service.signup(tenant, `${unique('r')}@${domain}`);
    await service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email });
    const code = await service.code(user.email);
    const proof = { tenantId: tenant.id, email: user.email, code };
    const { resetToken } = (await service.post('/auth/verify-forgot-password-otp', proof)).body;
    const password = newPassword();
    expect((await service.post('/auth/reset-password', { token: resetToken, newPassword: password })).status).toBe(200);
    const login = await service.login({ ...user, password });
    const { body } = await service.get('/auth/me', { headers: bearer(login.body) });
    expect(body.roles.map(({ id }: { id: string }) => id)).toEqual([roleId]);
  });

  test('single sign-on refuses sign-ups, names the provider, and keeps no one out once the provider is gone', async () => {
    const own = await service.tenant({ ssoProviders: [PROVIDER] });
    const by = await manager(service, own);
    const { domain } = await verified(by);
    expect((await join(by, domain, { policy: 'sso', provider: PROVIDER.name })).status).toBe(200);
    const refused = await signUp(own, `${unique('a')}@${domain}`);
    expect(answerOf(refused)).toEqual(refusal('SSO_REQUIRED'));
    expect(refused.body.message).toContain(PROVIDER.name);
    expect((await signUp(own, `${unique('a')}@sub.${domain}`)).status).toBe(200);
    expect((await signUp(tenant, `${unique('a')}@${domain}`)).status).toBe(200);
    await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { ssoProviders: null } });
    expect((await signUp(own, `${unique('a')}@${domain}`)).status).toBe(200);
  });

  test('refuses a role that the caller could not give, and what does not exist', async () => {
    const { domain } = await added(owner);
    const by = await manager(service, tenant, ['organization.domains']);
    const above = await roleWith(service, tenant, ['organization.roles']);
    const foreign = await roleWith(service, await service.tenant(), []);
    const guarded = await service.admin('POST', '/auth/admin/api/roles', {
      name: unique('r'),
      guard: 'api',
      tenantId: tenant.id,
    });
    expect(answerOf(await join(by, domain, { policy: 'role', roleId: above }))).toEqual(
      refusal('MISSING_REQUIRED_PERMISSIONS'),
    );
    expect(answerOf(await join(owner, domain, { policy: 'role', roleId: foreign }))).toEqual(refusal('ROLE_NOT_FOUND'));
    expect(answerOf(await join(owner, domain, { policy: 'role', roleId: guarded.body.role.id }))).toEqual(
      refusal('GUARD_MISMATCH'),
    );
    expect(answerOf(await join(owner, domain, { policy: 'sso', provider: 'none' }))).toEqual(
      refusal('PROVIDER_NOT_FOUND'),
    );
    expect(answerOf(await join(owner, domain, { policy: 'sso' }))).toEqual(refusal('INVALID_INPUT'));
    expect(answerOf(await join(owner, domain, { policy: 'invitation', roleId: above }))).toEqual(
      refusal('INVALID_INPUT'),
    );
    expect(answerOf(await join(owner, newDomain(), { policy: 'invitation' }))).toEqual(refusal('DOMAIN_NOT_FOUND'));
  });
});

describe('DELETE /auth/organization/domains/{domain}', () => {
  test('frees a verified domain, and needs a recent login as every change does', async () => {
    const own = await service.tenant();
    const by = await manager(service, own);
    const { domain } = await verified(by);
    const stale = await later(20 * MINUTE, async () => answerOf(await by.ask('DELETE', `${DOMAINS}/${domain}`)));
    expect([refusal('REAUTH_REQUIRED'), [401, 'INVALID_TOKEN']]).toContainEqual(stale);
    expect((await by.ask('DELETE', `${DOMAINS}/${domain}`)).status).toBe(200);
    expect(answerOf(await by.ask('DELETE', `${DOMAINS}/${domain}`))).toEqual(refusal('DOMAIN_NOT_FOUND'));
    expect((await service.post('/auth/tenants/discover', { email: `a@${domain}` })).body).toEqual({
      tenant: null,
      provider: null,
      isRequestOpen: false,
    });
    const [event] = await published(service, 'svc.domain_unverified', own.id);
    expect(event?.detail).toMatchObject({ domain, reason: 'removed' });
  });
});
