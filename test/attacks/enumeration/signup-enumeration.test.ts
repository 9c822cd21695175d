// Threat: an attacker finds out who has an account, or which tenants exist, by trying to sign up.
// A tenant that verifies first reveals nothing. Any other tenant reveals five taken addresses per hour and IP address.
import { expect, test } from '@jest/globals';
import { freshIp } from '../../support/http.ts';
import { startObserved } from '../../support/observed-service.ts';
import { outcomes, race } from '../../support/race.ts';
import { newEmail, newPassword, prepared, running, type Tenant } from '../../support/service.ts';

const observed = running(() => startObserved());
const service = prepared(() => observed.service);
const tenant = prepared(() => service.tenant());

const signup = (email: string, where: string, ip = freshIp()) =>
  service.post('/auth/signup', { email, password: newPassword(), tenantId: where }, { ip });
const deactivate = ({ id }: Tenant) => service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { isActive: false });
const UNKNOWN = `ten_${'x'.repeat(22)}`;

test('sign-up to a tenant that verifies first treats a taken address like a free one, after the same work', async () => {
  const strict = await service.tenant({ signup: { mode: 'verifyFirst' } });
  const taken = newEmail();
  await service.admin('POST', '/auth/admin/api/users', { tenantId: strict.id, email: taken });
  const free = await observed.observe(() => signup(newEmail(), strict.id));
  expect(free).toMatchObject({ status: 200, hashes: 1 });
  expect(await observed.observe(() => signup(taken, strict.id))).toEqual(free);
});

test('sign-up tells one IP address five times an hour that an e-mail address is taken', async () => {
  const users = await race(8, () => service.signup(tenant));
  const ip = freshIp();
  const codes = [];
  for (const { email } of users) codes.push((await signup(email, tenant.id, ip)).body.code);
  expect(codes).toEqual([...Array(5).fill('EMAIL_ALREADY_EXISTS'), ...Array(3).fill('RATE_LIMITED')]);
  expect((await signup(newEmail(), tenant.id, ip)).body.code).toBe('RATE_LIMITED');
  expect((await signup(newEmail(), tenant.id)).status).toBe(200);
});

test('sign-up rate-limits an IP address after 40 parallel attempts with taken addresses', async () => {
  const users = await race(40, () => service.signup(tenant));
  const ip = freshIp();
  const replies = await race(40, (caller) => signup(users[caller]!.email, tenant.id, ip));
  expect(Object.keys(outcomes(replies)).filter((each) => !/EMAIL_ALREADY_EXISTS|RATE_LIMITED/.test(each))).toEqual([]);
  expect((await signup(newEmail(), tenant.id, ip)).body.code).toBe('RATE_LIMITED');
});

test('sign-up treats an inactive tenant like an unknown one, after the same work', async () => {
  const inactive = await service.tenant();
  await deactivate(inactive);
  const expected = await observed.observe(() => signup(newEmail(), UNKNOWN));
  expect(expected).toMatchObject({ status: 401, hashes: 1 });
  expect(await observed.observe(() => signup(newEmail(), inactive.id))).toEqual(expected);
});

test('sign-up does not reveal an inactive tenant through its password policy', async () => {
  const inactive = await service.tenant({ password: { minLength: 40 } });
  await deactivate(inactive);
  const expected = await observed.observe(() => signup(newEmail(), UNKNOWN));
  expect(await observed.observe(() => signup(newEmail(), inactive.id))).toEqual(expected);
});
