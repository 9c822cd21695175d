// Threat: an attacker finds out who has an account by comparing the replies to login attempts.
// Every refused login returns the same headers and body, after the same store calls and one password hash.
import { expect, test } from '@jest/globals';
import { startObserved } from '../../support/observed-service.ts';
import { newEmail, newPassword, prepared, running } from '../../support/service.ts';
import { setField } from '../../support/stored-users.ts';

const observed = running(() => startObserved());
const service = prepared(() => observed.service);
const tenant = prepared(() => service.tenant());

type Attempt = { tenantId: string; email: string; password: string };

/** Logins an attacker must not be able to tell apart, each with its own account. */
const attempts: Record<string, () => Promise<Attempt>> = {
  'wrong password': async () => ({ tenantId: tenant.id, email: (await account()).email, password: newPassword() }),
  'unknown account': async () => ({ tenantId: tenant.id, email: newEmail(), password: newPassword() }),
  'disabled account, correct password': async () => {
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
  'unknown tenant': async () => ({ ...(await knownCredentials()), tenantId: `ten_${'x'.repeat(22)}` }),
  'malformed tenant': async () => ({ ...(await knownCredentials()), tenantId: 'ten___proto__' }),
  'inactive tenant, correct password': async () => {
    const inactive = await service.tenant();
    const { email, password } = await account(inactive);
    await service.admin('PATCH', `/auth/admin/api/tenants/${inactive.id}`, { isActive: false });
    return { tenantId: inactive.id, email, password };
  },
  'deleted tenant, correct password': async () => {
    const deleted = await service.tenant();
    const { email, password } = await account(deleted);
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.id}`);
    return { tenantId: deleted.id, email, password };
  },
  'unverified address, correct password': async () => {
    const strict = await service.tenant();
    const { email, password } = await account(strict);
    const settings = { signup: { mode: 'verifyFirst' } };
    await service.admin('PATCH', `/auth/admin/api/tenants/${strict.id}`, { settings });
    return { tenantId: strict.id, email, password };
  },
};
const account = (where = tenant) => service.signup(where);
const knownCredentials = async () => {
  const { email, password } = await account();
  return { email, password };
};

const login = ({ tenantId, ...credentials }: Attempt) => service.post('/auth/login', { tenantId, credentials });

test.each(Object.keys(attempts))(
  'a login with "%s" returns the same reply after the same work as a wrong password',
  async (kind) => {
    const [wrong, other] = [await attempts['wrong password']!(), await attempts[kind]!()];
    const expected = await observed.observe(() => login(wrong));
    expect(expected).toMatchObject({ status: 401, hashes: 1 });
    expect(expected.storeCalls.length).toBeGreaterThan(2);
    expect(await observed.observe(() => login(other))).toEqual(expected);
  },
);

test('an admin login with an unknown address returns the same reply after the same work as a wrong password', async () => {
  await service.adminCookie();
  const attempt = (email: string) => () => service.post('/auth/admin/login', { email, password: newPassword() });
  const expected = await observed.observe(attempt(service.adminLogin.email));
  expect(expected).toMatchObject({ status: 401, hashes: 1 });
  expect(await observed.observe(attempt(newEmail()))).toEqual(expected);
});
