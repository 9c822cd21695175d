// Threat: a stranger finds out who has an account, or which tenants there are, by trying to sign up.
// Where sign-up verifies first it tells nothing; where it doesn't, it tells five times an hour and address.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshIp } from '../../support/http.ts';
import { type Observed, startObserved } from '../../support/observed-service.ts';
import { outcomes, race } from '../../support/race.ts';
import { newEmail, newPassword, type Service, type Tenant } from '../../support/service.ts';

let observed: Observed;
let service: Service;
let tenant: Tenant;
beforeAll(async () => {
  observed = await startObserved();
  service = observed.service;
  tenant = await service.tenant();
});
afterAll(() => observed.stop());

const signup = (email: string, where: string, ip = freshIp()) =>
  service.post('/auth/signup', { email, password: newPassword(), tenantId: where }, { ip });
const switchOff = ({ id }: Tenant) => service.admin('PATCH', `/auth/admin/api/tenants/${id}`, { isActive: false });
const UNKNOWN = `ten_${'x'.repeat(22)}`;

test('a tenant that verifies first answers a taken address like a free one, after the same work', async () => {
  const strict = await service.tenant({ signup: { mode: 'verifyFirst' } });
  const taken = newEmail();
  await service.admin('POST', '/auth/admin/api/users', { tenantId: strict.id, email: taken });
  const free = await observed.observe(() => signup(newEmail(), strict.id));
  expect(free).toMatchObject({ status: 200, hashes: 1 });
  expect(await observed.observe(() => signup(taken, strict.id))).toEqual(free);
});

test('one address of the network is told five times an hour that an address is taken', async () => {
  const users = await race(8, () => service.signup(tenant));
  const ip = freshIp();
  const codes = [];
  for (const { email } of users) codes.push((await signup(email, tenant.id, ip)).body.code);
  expect(codes).toEqual([...Array(5).fill('EMAIL_ALREADY_EXISTS'), ...Array(3).fill('RATE_LIMITED')]);
  expect((await signup(newEmail(), tenant.id, ip)).body.code).toBe('RATE_LIMITED');
  expect((await signup(newEmail(), tenant.id)).status).toBe(200);
});

test('who asks everything at once may be told while it is in flight, and then waits', async () => {
  const users = await race(40, () => service.signup(tenant));
  const ip = freshIp();
  const replies = await race(40, (caller) => signup(users[caller]!.email, tenant.id, ip));
  expect(Object.keys(outcomes(replies)).filter((each) => !/EMAIL_ALREADY_EXISTS|RATE_LIMITED/.test(each))).toEqual([]);
  expect((await signup(newEmail(), tenant.id, ip)).body.code).toBe('RATE_LIMITED');
});

test('an inactive tenant answers like an unknown one', async () => {
  const closed = await service.tenant();
  await switchOff(closed);
  const expected = await observed.observe(() => signup(newEmail(), UNKNOWN));
  expect(expected).toMatchObject({ status: 401, hashes: 1 });
  expect(await observed.observe(() => signup(newEmail(), closed.id))).toEqual(expected);
});

test('an inactive tenant is not recognised by its password policy', async () => {
  const closed = await service.tenant({ password: { minLength: 40 } });
  await switchOff(closed);
  const expected = await observed.observe(() => signup(newEmail(), UNKNOWN));
  expect(await observed.observe(() => signup(newEmail(), closed.id))).toEqual(expected);
});
