// Threat: an attacker tries one likely password on many accounts from one IP address, so that no account is locked.
// Attempts are counted by the IP address of the connection; headers are ignored. Other addresses and tenants go on.
import { beforeAll, expect, test } from '@jest/globals';
import { maxOf } from '../../../lib/domain/credentials/limits.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { freshIp } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
let most: number;
beforeAll(async () => {
  most = maxOf('login-ip');
});
const tenant = prepared(() => service.tenant());

const spray = (count: number, ip: string, headers = (_: number) => ({})) =>
  race(count, (caller) =>
    service.login({ tenant, email: newEmail(), password: newPassword() }, { ip, headers: headers(caller) }),
  );

test('one IP address may fail to log in to 150 accounts in fifteen minutes', async () => {
  const ip = freshIp();
  expect(outcomes(await spray(200, ip))).toEqual({ '401 INVALID_CREDENTIALS': 150, '429 RATE_LIMITED': 50 });
  const user = await service.signup(tenant);
  const stopped = await service.login(user, { ip });
  expect([stopped.status, stopped.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect((await service.login(user, { ip: freshIp() })).status).toBe(200);
  advance(Number(stopped.headers['retry-after']) * 1000);
  expect((await service.login(user, { ip })).status).toBe(200);
});

test('the limit of an IP address ignores headers that claim other addresses', async () => {
  const claims = (caller: number) => ({
    'x-forwarded-for': `203.0.113.${caller}, 10.0.0.1`,
    forwarded: `for=203.0.113.${caller}`,
    'x-real-ip': `203.0.113.${caller}`,
    'cf-connecting-ip': `203.0.113.${caller}`,
    'true-client-ip': `203.0.113.${caller}`,
  });
  const replies = await spray(most + 30, freshIp(), claims);
  expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': most, '429 RATE_LIMITED': 30 });
});

test('twenty users behind one IP address log in 120 times without being limited', async () => {
  const ip = freshIp();
  const users = await race(20, () => service.signup(tenant));
  for (let round = 0; round < 6; round++) {
    const replies = await Promise.all(users.map((user) => service.login(user, { ip })));
    expect(outcomes(replies)).toEqual({ 200: users.length });
  }
});

test('one IP address may sign up 300 accounts in an hour before it is rate-limited', async () => {
  const ip = freshIp();
  const signup = () =>
    service.post('/auth/signup', { email: newEmail(), password: newPassword(), tenantId: tenant.id }, { ip });
  const replies = [];
  for (let round = 0; round < 6; round++) replies.push(...(await race(55, signup)));
  expect(outcomes(replies)).toEqual({ 200: 300, '429 RATE_LIMITED': 30 });
});

test('a rate-limited IP address cannot lock accounts', async () => {
  const ip = freshIp();
  await spray(most, ip);
  const user = await service.signup(tenant);
  const replies = await race(20, () => service.login({ ...user, password: newPassword() }, { ip }));
  expect(outcomes(replies)).toEqual({ '429 RATE_LIMITED': 20 });
  expect((await service.login(user)).status).toBe(200);
});
