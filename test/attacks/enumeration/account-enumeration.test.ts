// Threat: a stranger finds out who has an account by comparing answers to logins.
// Every reason to refuse gives the same bytes under the same headers, after the same calls of the store and one hash.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Observed, startObserved } from '../../support/observed-service.ts';
import { newEmail, newPassword, type Service, type Tenant } from '../../support/service.ts';
import { setField } from '../../support/stored-users.ts';

let observed: Observed;
let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  observed = await startObserved();
  service = observed.service;
  tenant = await service.tenant();
});
afterAll(() => observed.stop());

type Attempt = { tenantId: string; email: string; password: string };

/** Logins that must not be told apart, each with an account of its own. */
const attempts: Record<string, () => Promise<Attempt>> = {
  'wrong password': async () => ({ tenantId: tenant.id, email: (await account()).email, password: newPassword() }),
  'unknown account': async () => ({ tenantId: tenant.id, email: newEmail(), password: newPassword() }),
  'disabled account, right password': async () => {
    const user = await account();
    await setField(user, 'isActive', false);
    return { tenantId: tenant.id, email: user.email, password: user.password };
  },
  'account without a password': async () => {
    const user = await account();
    await setField(user, 'passwordHash', null);
    return { tenantId: tenant.id, email: user.email, password: user.password };
  },
  'account of another tenant': async () => {
    const { email, password } = await account();
    return { tenantId: (await service.tenant()).id, email, password };
  },
  'unknown tenant': async () => ({ ...(await known()), tenantId: `ten_${'x'.repeat(22)}` }),
  'malformed tenant': async () => ({ ...(await known()), tenantId: '__proto__' }),
  'inactive tenant, right password': async () => {
    const closed = await service.tenant();
    const { email, password } = await account(closed);
    await service.admin('PATCH', `/auth/admin/api/tenants/${closed.id}`, { isActive: false });
    return { tenantId: closed.id, email, password };
  },
  'deleted tenant, right password': async () => {
    const gone = await service.tenant();
    const { email, password } = await account(gone);
    await service.admin('DELETE', `/auth/admin/api/tenants/${gone.id}`);
    return { tenantId: gone.id, email, password };
  },
  'address still to be verified, right password': async () => {
    const strict = await service.tenant();
    const { email, password } = await account(strict);
    const settings = { signup: { mode: 'verifyFirst' } };
    await service.admin('PATCH', `/auth/admin/api/tenants/${strict.id}`, { settings });
    return { tenantId: strict.id, email, password };
  },
};
const account = (where = tenant) => service.signup(where);
const known = async () => {
  const { email, password } = await account();
  return { email, password };
};

const login = ({ tenantId, ...credentials }: Attempt) => service.post('/auth/login', { tenantId, credentials });

test.each(Object.keys(attempts))('%s: the same answer after the same work as a wrong password', async (kind) => {
  const [wrong, other] = [await attempts['wrong password']!(), await attempts[kind]!()];
  const expected = await observed.observe(() => login(wrong));
  expect(expected).toMatchObject({ status: 401, hashes: 1 });
  expect(expected.storeCalls.length).toBeGreaterThan(2);
  expect(await observed.observe(() => login(other))).toEqual(expected);
});

test('an admin address that is unknown: the same answer after the same work as a wrong password', async () => {
  await service.adminCookie();
  const attempt = (email: string) => () => service.post('/auth/admin/login', { email, password: newPassword() });
  const expected = await observed.observe(attempt(service.adminLogin.email));
  expect(expected).toMatchObject({ status: 401, hashes: 1 });
  expect(await observed.observe(attempt(newEmail()))).toEqual(expected);
});
