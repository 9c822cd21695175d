// Attacks the move at the first login: guesses that reach the earlier service, hosts that must not be called, and accounts that
// come to be meanwhile. Threat: a stranger, or the admin of another tenant.
import { expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, claimsOf, later, MINUTE, published, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { logged, ofEvent } from '../../support/logs.ts';
import { logIn, migratingTenant, movedPeople, resident, useMigration } from '../../support/migration.ts';
import { outcomes, race } from '../../support/race.ts';
import { newEmail, newPassword, type Tenant } from '../../support/service.ts';

const migration = useMigration();
const { service } = migration;
const TENANTS = '/auth/admin/api/tenants';
const patch = ({ id }: Tenant, settings: unknown) => service.admin('PATCH', `${TENANTS}/${id}`, { settings });

test('twenty guesses at once reach the earlier service ten times, and none more until the window ends', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const { email, password } = resident(realm);
  const guess = () => logIn(service, tenant, { email, password: newPassword() });
  expect(outcomes(await race(20, guess))).toEqual({ '401 INVALID_CREDENTIALS': 10, '429 ACCOUNT_LOCKED': 10 });
  expect(answerOf(await logIn(service, tenant, { email, password }))).toEqual(refusal('ACCOUNT_LOCKED'));
  expect(realm.requests.length).toBe(10);
  const reply = await later(16 * MINUTE, () => logIn(service, tenant, { email, password }));
  expect([reply.status, realm.requests.length]).toEqual([200, 11]);
});

test('an earlier service that fails gives no guesses back', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const ada = resident(realm);
  realm.fault = { response: { status: 500, body: {} } };
  const replies = await race(20, () => logIn(service, tenant, ada));
  expect(outcomes(replies)).toEqual({ '503 SERVICE_UNAVAILABLE': 10, '429 ACCOUNT_LOCKED': 10 });
  expect(realm.requests.length).toBe(10);
});

test('one network reaches the earlier service no more often than its limit allows, for any number of addresses', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const ip = freshIp();
  const guess = () => service.login({ tenant, email: newEmail(), password: newPassword() }, { ip });
  const replies = await race(160, guess);
  const asked = replies.filter(({ status }) => status === 401).length;
  expect(realm.requests.length).toBe(asked);
  expect(asked).toBeLessThanOrEqual(150);
  expect(outcomes(replies)['429 RATE_LIMITED']).toBeGreaterThanOrEqual(10);
});

test.each([
  ['an address of our own network', 'https://169.254.169.254/latest/'],
  ['a private address', 'https://10.0.0.1/token'],
  ['an IPv6 address of our own network', 'https://[fd00::1]/token'],
  ['a name of our own network', 'https://metadata.internal.invalid/token'],
])('no password is sent to %s', async (_, url) => {
  const { realm, tenant } = await migratingTenant(migration, 'oauth', { more: { url } });
  const lines = await logged(async () => {
    expect(answerOf(await logIn(service, tenant, resident(realm)))).toEqual(refusal('SERVICE_UNAVAILABLE'));
  });
  expect(ofEvent(lines, 'migration_unavailable').length).toBe(1);
});

test('a redirect of the earlier service is not followed, so the password goes nowhere else', async () => {
  const { realm, tenant } = await migratingTenant(migration, 'oauth');
  const other = migration.earlier.realm('oauth');
  realm.fault = { response: { status: 307, body: {}, headers: { location: other.url } } };
  expect(answerOf(await logIn(service, tenant, resident(realm)))).toEqual(refusal('SERVICE_UNAVAILABLE'));
  expect(other.requests).toEqual([]);
});

test("an access token is not sent to another person's claims", async () => {
  const { realm, tenant } = await migratingTenant(migration, 'oauth');
  const email = newEmail();
  const claims = { sub: 'ada', email, email_verified: true };
  const ada = resident(realm, { claims }, email);
  await patch(tenant, { migration: realm.settings({ userinfoUrl: `${realm.url}userinfo` }) });
  realm.fault = { at: '/userinfo', response: { status: 200, body: { ...claims, sub: 'eve' } } };
  expect(answerOf(await logIn(service, tenant, ada))).toEqual(refusal('SERVICE_UNAVAILABLE'));
});

test('the earlier service of one tenant opens nothing in another', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const other = await migratingTenant(migration);
  const ada = resident(realm);
  expect(answerOf(await logIn(service, other.tenant, ada))).toEqual(refusal('INVALID_CREDENTIALS'));
  expect(realm.requests).toEqual([]);
  expect((await logIn(service, tenant, ada)).status).toBe(200);
  expect(await movedPeople(service, other.tenant)).toBe(0);
});

test('neither the secret nor a password is in a log line, the audit log, an event or a reply', async () => {
  const { realm, tenant } = await migratingTenant(migration, 'cognito');
  const ada = resident(realm);
  const lines = await logged(async () => {
    await patch(tenant, { migration: realm.settings({ clientSecret: `${realm.clientSecret}-other` }) });
    expect((await logIn(service, tenant, ada)).status).toBe(503);
    await patch(tenant, { migration: realm.settings() });
    expect((await logIn(service, tenant, ada)).status).toBe(200);
  });
  await published(service, 'svc.user_migrated', tenant.id);
  const texts = [
    JSON.stringify(lines),
    JSON.stringify(service.local.events()),
    (await service.admin('GET', TENANTS)).text,
    (await service.admin('GET', `/auth/admin/api/audit?tenantId=${tenant.id}`)).text,
  ];
  for (const text of texts) {
    expect(text).not.toContain(realm.clientSecret);
    expect(text).not.toContain(ada.password);
  }
});

test('an account that signs up while the service is asked keeps its own password', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const ada = resident(realm);
  realm.before = async () => {
    realm.before = undefined as never;
    await service.signup(tenant, ada.email);
  };
  expect(answerOf(await logIn(service, tenant, ada))).toEqual(refusal('INVALID_CREDENTIALS'));
  expect(await movedPeople(service, tenant)).toBe(0);
});

test('an account that is invited while the service is asked is opened by the invitation alone', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const ada = resident(realm);
  realm.before = async () => {
    await createUser(service, tenant, { email: ada.email, password: undefined });
  };
  expect(answerOf(await logIn(service, tenant, ada))).toEqual(refusal('INVALID_CREDENTIALS'));
  expect(await movedPeople(service, tenant)).toBe(0);
});

test('a tenant that is switched off, or moves people no longer, asks nothing', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const ada = resident(realm);
  await patch(tenant, { migration: null });
  expect(answerOf(await logIn(service, tenant, ada))).toEqual(refusal('INVALID_CREDENTIALS'));
  await patch(tenant, { migration: realm.settings() });
  await service.admin('PATCH', `${TENANTS}/${tenant.id}`, { isActive: false });
  expect(answerOf(await logIn(service, tenant, ada))).toEqual(refusal('INVALID_CREDENTIALS'));
  expect(realm.requests).toEqual([]);
});

test('twenty logins at once by a person whose address is not proved make one account, and none gets in', async () => {
  const { realm, tenant } = await migratingTenant(migration, 'hook', { signup: { mode: 'verifyFirst' } });
  const email = newEmail();
  const ada = resident(realm, { claims: { email, email_verified: false } }, email);
  const replies = outcomes(await race(20, () => logIn(service, tenant, ada)));
  // A late caller finds the account, which has no password yet.
  const { '401 INVALID_CREDENTIALS': late = 0, '429 ACCOUNT_LOCKED': locked = 0, ...others } = replies;
  expect(late + locked).toBeLessThan(20);
  expect(Object.keys(others)).toEqual(['400 EMAIL_VERIFICATION_REQUIRED']);
  expect(await movedPeople(service, tenant)).toBe(1);
});

test('a moved person gets no role that the earlier service names', async () => {
  const { realm, tenant } = await migratingTenant(migration, 'hook', { more: { metadata: ['plan'] } });
  const email = newEmail();
  const claims = { email, email_verified: true, roles: ['admin'], permissions: ['*'], roleIds: ['x'], isActive: false };
  const { body } = await logIn(service, tenant, resident(realm, { claims }, email));
  const { roles, permissions } = claimsOf(body.accessToken);
  expect([roles ?? [], permissions ?? []]).toEqual([[], []]);
});

test.each([
  ['an error that a gateway sends with 200', { statusCode: 401, body: '{"error":"wrong"}' }],
  ['nothing', {}],
  ['a sub that is no text', { sub: 7 }],
])('a hook that replies %s does not make a password right', async (_, body) => {
  const { realm, tenant } = await migratingTenant(migration, 'hook');
  realm.fault = { response: { status: 200, body } };
  expect(answerOf(await logIn(service, tenant, resident(realm)))).toEqual(refusal('SERVICE_UNAVAILABLE'));
  expect(await movedPeople(service, tenant)).toBe(0);
});

test('an address at the earlier service that is not valid here is not the one that was typed', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  for (const text of ['eve', 'eve@localhost', '"ada"@[10.0.0.1]']) {
    const claims = { sub: 'eve', email: text, email_verified: true };
    expect(answerOf(await logIn(service, tenant, resident(realm, { claims })))).toEqual(refusal('INVALID_CREDENTIALS'));
  }
  expect(await movedPeople(service, tenant)).toBe(0);
});
