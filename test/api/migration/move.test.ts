// Tests the first login of people who have an account at their tenant's earlier service, by each kind of service.
import { describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { getMany, transact } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { HEAD_COPIES, type HeadItem } from '../../../lib/store/tenants/tenant-heads.ts';
import { answerOf, claimsOf, DAY, later, published, refusal } from '../../support/api.ts';
import { recordedAbout } from '../../support/audit.ts';
import { logged, ofEvent } from '../../support/logs.ts';
import { KINDS, logIn, migratingTenant, movedPeople, resident, useMigration } from '../../support/migration.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newEmail, newPassword } from '../../support/service.ts';

const migration = useMigration();
const { service } = migration;

const usersOf = async (id: string) =>
  (await service.admin('GET', `/auth/admin/api/users?tenantId=${id}&limit=100`)).body.data;
const me = async (body: { accessToken: string }) =>
  (await service.get('/auth/me', { headers: bearer(body.accessToken) })).body;

describe.each(KINDS)('a first login with a service of the kind %s', (kind) => {
  test('creates the account, once, and the second login asks the service nothing', async () => {
    const { realm, tenant } = await migratingTenant(migration, kind, { more: { metadata: ['plan', 'custom:tags'] } });
    const email = newEmail();
    const claims = {
      sub: 'x',
      email: email.toUpperCase(),
      email_verified: true,
      name: 'Ada Lovelace',
      locale: 'de_AT',
      plan: 'gold',
      secret: 'not asked for',
    };
    const ada = resident(realm, { claims }, email);
    const first = await logIn(service, tenant, ada);
    expect([first.status, first.body]).toMatchObject([200, { message: 'Logged in.', nextStep: null }]);
    const asked = realm.requests.length;
    expect(asked).toBe(kind === 'cognito' ? 2 : 1);
    const again = await logIn(service, tenant, ada);
    expect([again.status, realm.requests.length]).toEqual([200, asked]);
    expect(claimsOf(again.body.accessToken).sub).toBe(claimsOf(first.body.accessToken).sub);
    const person = await me(first.body);
    expect(person).toMatchObject({
      email,
      name: 'Ada Lovelace',
      locale: 'de-AT',
      metadata: { plan: 'gold' },
      phone: null,
    });
    expect(person.emailVerifiedAt).not.toBeNull();
    expect(await movedPeople(service, tenant)).toBe(1);
  });

  test('with a wrong password is refused as any wrong password is', async () => {
    const { realm, tenant } = await migratingTenant(migration, kind);
    const { email } = resident(realm);
    for (const address of [email, newEmail()]) {
      const reply = await logIn(service, tenant, { email: address, password: newPassword() });
      expect(answerOf(reply)).toEqual(refusal('INVALID_CREDENTIALS'));
    }
    expect(await usersOf(tenant.id)).toEqual([]);
  });

  test('is refused with a way on when the service asks for another step, and nothing is moved', async () => {
    const { realm, tenant } = await migratingTenant(migration, kind);
    const reply = await logIn(service, tenant, resident(realm, { step: true }));
    expect(answerOf(reply)).toEqual(refusal('MIGRATION_STEP_REQUIRED'));
    expect([await usersOf(tenant.id), await movedPeople(service, tenant)]).toEqual([[], 0]);
  });

  test.each([
    ['is busy', { status: 429, body: { error: 'too_many_requests' } }],
    ['fails', { status: 503, body: {} }],
    ['responds with HTML', { status: 200, text: '<p>hello</p>', headers: { 'content-type': 'text/html' } }],
    ['responds with a text that is no JSON', { status: 200, text: '{"access_token":' }],
    ['responds with a list', { status: 200, body: [] }],
    ['responds with 200 KB', { status: 200, body: { text: 'x'.repeat(200_000) } }],
    ['redirects', { status: 302, body: {}, headers: { location: 'http://127.0.0.1:1/' } }],
    ['has an error of its own', { status: 400, body: { error: 'unknown_error', __type: 'OddException' } }],
    ['hangs up', 'cut'],
    ['does not respond', 'hang'],
  ] as const)('is refused with 503 when the service %s, and the next one succeeds', async (_, response) => {
    const { realm, tenant } = await migratingTenant(migration, kind);
    const ada = resident(realm);
    realm.fault = { response: response as never };
    const lines = await logged(async () => {
      const reply = await logIn(service, tenant, ada);
      expect(answerOf(reply)).toEqual(refusal('SERVICE_UNAVAILABLE'));
      expect(reply.headers['retry-after']).toMatch(/^[2-5]$/);
    });
    const [line] = ofEvent(lines, 'migration_unavailable');
    expect(line).toMatchObject({ tenant: tenant.id, source: `${kind} ${new URL(realm.url).host}` });
    expect(JSON.stringify(lines)).not.toContain(ada.password);
    expect(await usersOf(tenant.id)).toEqual([]);
    delete realm.fault;
    expect((await logIn(service, tenant, ada)).status).toBe(200);
  });

  test('races nine others, and all get in to one account', async () => {
    const { realm, tenant } = await migratingTenant(migration, kind);
    const ada = resident(realm);
    const replies = await race(10, () => logIn(service, tenant, ada));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 10 });
    expect(new Set(replies.map(({ body }) => claimsOf(body.accessToken).sub)).size).toBe(1);
    expect([(await usersOf(tenant.id)).length, await movedPeople(service, tenant)]).toEqual([1, 1]);
  });
});

test('twenty first logins at once create one account, and who is not in is told when to try again', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const ada = resident(realm);
  const replies = await race(20, () => logIn(service, tenant, ada));
  const refused = replies.filter(({ status }) => status !== 200);
  for (const reply of refused) {
    expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LOCKED'));
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect(refused.length).toBeLessThanOrEqual(10);
  expect([(await usersOf(tenant.id)).length, await movedPeople(service, tenant)]).toEqual([1, 1]);
});

test('a move publishes svc.user_migrated, and no event of a sign-up', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const ada = resident(realm);
  const { body } = await logIn(service, tenant, ada);
  const [moved] = await published(service, 'svc.user_migrated', tenant.id);
  const source = `oauth ${new URL(realm.url).host}`;
  expect(moved?.detail).toMatchObject({ userId: claimsOf(body.accessToken).sub, email: ada.email, source });
  expect((await published(service, 'svc.user_created', tenant.id)).length).toBe(1);
  const names = (service.local.events() as { detailType: string; detail: { tenantId?: string } }[])
    .filter(({ detail }) => detail.tenantId === tenant.id)
    .map(({ detailType }) => detailType);
  expect(names).not.toContain('svc.registered');
});

test('the audit log names the person and the service', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const { body } = await logIn(service, tenant, resident(realm));
  const id = claimsOf(body.accessToken).sub;
  expect(await recordedAbout(service, tenant, id, 'user_migrated')).toMatchObject([
    {
      actor: { type: 'user', id },
      target: { type: 'user', id },
      detail: { source: `oauth ${new URL(realm.url).host}` },
    },
  ]);
});

describe('the address of a moved person', () => {
  const unverified = (email: string) => ({ sub: email, email, email_verified: false });

  test('is not proved unless the service verified it', async () => {
    const { realm, tenant } = await migratingTenant(migration);
    for (const claims of [unverified, (email: string) => ({ email, email_verified: 'true' }), () => ({})]) {
      const email = newEmail();
      const { body } = await logIn(service, tenant, resident(realm, { claims: claims(email) }, email));
      expect((await me(body)).emailVerifiedAt).toBeNull();
    }
  });

  test('is proved by a code first where the tenant requires that', async () => {
    const { realm, tenant } = await migratingTenant(migration, 'oauth', { signup: { mode: 'verifyFirst' } });
    const email = newEmail();
    const ada = resident(realm, { claims: unverified(email) }, email);
    expect(answerOf(await logIn(service, tenant, ada))).toEqual(refusal('EMAIL_VERIFICATION_REQUIRED'));
    const code = await service.code(email);
    const credentials = { identifier: email, channels: ['email'], code };
    const reply = await service.post('/auth/login', { providerName: 'passwordless', tenantId: tenant.id, credentials });
    expect(reply.status).toBe(200);
    expect((await me(reply.body)).emailVerifiedAt).not.toBeNull();
  });

  test('must be the one of the account at the service', async () => {
    const { realm, tenant } = await migratingTenant(migration);
    const claims = { sub: 'x', email: newEmail(), email_verified: true };
    expect(answerOf(await logIn(service, tenant, resident(realm, { claims })))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect(await usersOf(tenant.id)).toEqual([]);
  });

  test('must not be of a blocked domain', async () => {
    const { realm, tenant } = await migratingTenant(migration);
    const domain = `blocked-${Date.now()}.example`;
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: [domain] });
    const email = `ada@${domain}`;
    const reply = await logIn(service, tenant, resident(realm, {}, email));
    expect(answerOf(reply)).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
  });
});

test('a verified phone number comes along, unless another account has it', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const phones = [];
  for (const verified of [true, true, false]) {
    const email = newEmail();
    const claims = { email, email_verified: true, phone_number: '+4915123456789', phone_number_verified: verified };
    const { body } = await logIn(service, tenant, resident(realm, { claims }, email));
    phones.push((await me(body)).phone);
  }
  expect(phones).toEqual(['+4915123456789', null, null]);
});

test('fields that are not valid here are left out', async () => {
  const { realm, tenant } = await migratingTenant(migration, 'hook', {
    more: { metadata: ['__proto__', 'deep', 'list', 'big'] },
  });
  const email = newEmail();
  const claims = {
    email,
    email_verified: true,
    name: 'x'.repeat(500),
    locale: '../..',
    deep: { a: 1 },
    list: ['a', 1],
  };
  const { body } = await logIn(service, tenant, resident(realm, { claims }, email));
  expect(await me(body)).toMatchObject({ name: null, locale: null, metadata: { list: ['a', 1] } });
  const other = newEmail();
  const large = await logIn(
    service,
    tenant,
    resident(realm, { claims: { email: other, big: 'x'.repeat(9000) } }, other),
  );
  expect((await me(large.body)).metadata).toEqual({});
});

test('a tenant that invites only moves people, and one that requires a second factor asks for it', async () => {
  const { realm, tenant } = await migratingTenant(migration, 'oauth', {
    signup: { mode: 'closed' },
    mfa: { policy: 'required' },
  });
  const { status, body } = await logIn(service, tenant, resident(realm));
  expect([status, body.isRequiresMfa]).toEqual([200, true]);
});

test('a number can be the address', async () => {
  const { realm, tenant } = await migratingTenant(migration, 'cognito');
  const phone = '+4915111111111';
  const { password } = resident(realm, { claims: { phone_number: phone, phone_number_verified: true } }, phone);
  const login = { tenantId: tenant.id, providerName: 'phone', credentials: { phone, password } };
  const { status, body } = await service.post('/auth/login', login);
  expect(status).toBe(200);
  expect((await me(body)).phoneVerifiedAt).not.toBeNull();
});

test('copies of the head by an earlier release do not keep people from moving', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const copyKeys = Array.from({ length: HEAD_COPIES }, (_, copy) => keys.tenantHead(tenant.id as TenantId, copy));
  const copies = (await getMany(copyKeys)) as HeadItem[];
  const earlier = copies.map(({ moving: _, ...copy }) => ({ put: { ...copy, knows: copy.knows - 1 } as HeadItem }));
  await transact({ earlier });
  expect((await logIn(service, tenant, resident(realm))).status).toBe(200);
});

describe('nothing is asked', () => {
  test('after the end', async () => {
    const { realm, tenant } = await migratingTenant(migration);
    const reply = await later(31 * DAY, () => logIn(service, tenant, resident(realm)));
    expect([answerOf(reply), realm.requests]).toEqual([refusal('INVALID_CREDENTIALS'), []]);
  });

  test('of an address that has an account', async () => {
    const { realm, tenant } = await migratingTenant(migration);
    const user = await service.signup(tenant);
    resident(realm, { password: 'the password of before' }, user.email);
    const reply = await logIn(service, tenant, { email: user.email, password: 'the password of before' });
    expect([answerOf(reply), realm.requests]).toEqual([refusal('INVALID_CREDENTIALS'), []]);
  });

  test('when a password is forgotten: the reply is that of any unknown address', async () => {
    const { realm, tenant } = await migratingTenant(migration);
    const { email } = resident(realm);
    const other = await service.tenant();
    const ask = (tenantId: string) => service.post('/auth/forgot-password', { email, tenantId });
    expect(answerOf(await ask(tenant.id))).toEqual(answerOf(await ask(other.id)));
    expect([realm.requests, service.inbox(email)]).toEqual([[], []]);
  });
});

test('the figures of a tenant say how many people are left, if it says how many there are', async () => {
  const { realm, tenant } = await migratingTenant(migration, 'oauth', { more: { expectedUsers: 2 } });
  const figures = async () => (await service.admin('GET', `/auth/admin/api/stats?tenantId=${tenant.id}`)).body.stats;
  expect(await figures()).toMatchObject({ migratedUsers: 0, unmigratedUsers: 2 });
  for (const [moved, left] of [
    [1, 1],
    [2, 0],
    [3, 0],
  ]) {
    expect((await logIn(service, tenant, resident(realm))).status).toBe(200);
    expect(await figures()).toMatchObject({ migratedUsers: moved, unmigratedUsers: left });
  }
  const other = await migratingTenant(migration, 'oauth');
  const { body } = await service.admin('GET', `/auth/admin/api/stats?tenantId=${other.tenant.id}`);
  expect(Object.keys(body.stats)).not.toContain('unmigratedUsers');
});
