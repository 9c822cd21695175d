// Counts what a login costs the table, with and without an earlier service.
import { expect, test } from '@jest/globals';
import { countCalls } from '../../support/calls.ts';
import { logIn, migratingTenant, useMigration } from '../../support/migration.ts';
import { newEmail, newPassword, type Tenant } from '../../support/service.ts';

const migration = useMigration();
const { service } = migration;

const unknown = () => ({ email: newEmail(), password: newPassword() });
/** The second of two alike logins: the first one fills caches. */
async function callsOf(login: () => Promise<unknown>): Promise<Record<string, number>> {
  await login();
  return countCalls(login);
}

test('a login of a known address costs as much in a tenant that moves people as in any other', async () => {
  const costs = [];
  for (const tenant of [await service.tenant(), (await migratingTenant(migration)).tenant]) {
    const user = await service.signup(tenant);
    const right = await callsOf(() => service.login(user));
    costs.push({ right, wrong: await callsOf(() => service.login({ ...user, password: newPassword() })) });
  }
  expect(costs[1]).toEqual(costs[0]);
});

test('a login of an unknown address costs as much in a tenant without an earlier service as in an unknown tenant', async () => {
  const tenant = await service.tenant();
  const nowhere: Tenant = { ...tenant, id: `ten_${'0'.repeat(22)}` };
  const [known, none] = [
    await callsOf(() => logIn(service, tenant, unknown())),
    await callsOf(() => logIn(service, nowhere, unknown())),
  ];
  expect(known).toEqual(none);
});

test('a first login that is refused costs one read and one call to the earlier service more', async () => {
  const { tenant, realm } = await migratingTenant(migration);
  const other = await service.tenant();
  const without = await callsOf(() => logIn(service, other, unknown()));
  const calls = await callsOf(() => logIn(service, tenant, unknown()));
  expect(calls).toEqual({ ...without, BatchGetItem: (without.BatchGetItem ?? 0) + 1 });
  expect(realm.requests.length).toBe(2);
});
