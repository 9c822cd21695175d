// Attacks the move at the first login with addresses that accounts gave up here. Threat: a person who was deleted or blocked, and
// whose password at the earlier service still works; and a stranger who wants to keep another person from moving.
import { expect, test } from '@jest/globals';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { logIn, migratingTenant, movedPeople, resident, useMigration } from '../../support/migration.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, newEmail, newPassword } from '../../support/service.ts';

const migration = useMigration();
const { service } = migration;
const USERS = '/auth/admin/api/users';
const WRONG = refusal('INVALID_CREDENTIALS');

/** A tenant and a person who has moved to it. */
async function moved(claims?: Record<string, unknown>) {
  const { realm, tenant } = await migratingTenant(migration);
  const email = newEmail();
  const ada = resident(realm, { claims: { sub: email, email, email_verified: true, ...claims } }, email);
  const { body } = await logIn(service, tenant, ada);
  return { realm, tenant, ada, tokens: body, id: claimsOf(body.accessToken).sub as string };
}

test('a person whom an admin deleted does not come back by the earlier service, which is not asked', async () => {
  const { realm, tenant, ada, id } = await moved({ email_verified: false });
  expect((await service.admin('DELETE', `${USERS}/${id}`)).status).toBe(200);
  expect(outcomes(await race(5, () => logIn(service, tenant, ada)))).toEqual({ '401 INVALID_CREDENTIALS': 5 });
  expect([realm.requests.length, await movedPeople(service, tenant)]).toEqual([1, 1]);
  await service.signup(tenant, ada.email);
});

test('a person who deleted their account does not come back by the earlier service', async () => {
  const { realm, tenant, ada, tokens } = await moved();
  expect((await service.send('DELETE', '/auth/me', { headers: bearer(tokens) })).status).toBe(200);
  expect([answerOf(await logIn(service, tenant, ada)), realm.requests.length]).toEqual([WRONG, 1]);
});

test('a person who is blocked here does not come back by an address that they had before', async () => {
  const { realm, tenant, ada, id } = await moved();
  const patch = { email: newEmail(), isActive: false };
  expect((await service.admin('PATCH', `${USERS}/${id}`, patch)).status).toBe(200);
  expect([answerOf(await logIn(service, tenant, ada)), realm.requests.length]).toEqual([WRONG, 1]);
});

test('a person who changes their address does not get a second account by the one before', async () => {
  const { realm, tenant, ada, tokens } = await moved();
  const headers = bearer(tokens);
  const email = newEmail();
  expect((await service.post('/auth/address', { email }, { headers })).status).toBe(200);
  const code = await service.code(email);
  expect((await service.post('/auth/address/confirm', { email, code }, { headers })).status).toBe(200);
  expect([answerOf(await logIn(service, tenant, ada)), realm.requests.length]).toEqual([WRONG, 1]);
});

test('a stranger who signs up with an address and deletes that account keeps its owner from nothing', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const ada = resident(realm);
  const { tokens } = await service.signup(tenant, ada.email);
  expect((await service.send('DELETE', '/auth/me', { headers: bearer(tokens) })).status).toBe(200);
  expect((await logIn(service, tenant, ada)).status).toBe(200);
});

test('an account that is made and deleted while the service is asked stays deleted', async () => {
  const { realm, tenant } = await migratingTenant(migration);
  const ada = resident(realm);
  realm.before = async () => {
    realm.before = undefined as never;
    const user = { tenantId: tenant.id, email: ada.email, password: newPassword() };
    const { body } = await service.admin('POST', USERS, user);
    await service.admin('DELETE', `${USERS}/${body.user.id}`);
  };
  expect(answerOf(await logIn(service, tenant, ada))).toEqual(WRONG);
  expect(await movedPeople(service, tenant)).toBe(0);
});

test('a number that a deleted account had does not come along to another one', async () => {
  const phone = '+4915123456780';
  const { realm, tenant, id } = await moved({ phone_number: phone, phone_number_verified: true });
  await service.admin('DELETE', `${USERS}/${id}`);
  const email = newEmail();
  const claims = { email, email_verified: true, phone_number: phone, phone_number_verified: true };
  const { body } = await logIn(service, tenant, resident(realm, { claims }, email));
  expect((await service.get('/auth/me', { headers: bearer(body) })).body).toMatchObject({ email, phone: null });
});
