// Threat: one address tries one likely password on many accounts, so that no single account notices.
// Attempts are counted by the address of the connection, whatever headers claim; other addresses and tenants go on.
import { beforeAll, expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { freshIp } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';

const MAX = 100;
const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

const spray = (count: number, ip: string, headers = (_: number) => ({})) =>
  race(count, (caller) =>
    service.login({ tenant, email: newEmail(), password: newPassword() }, { ip, headers: headers(caller) }),
  );

test('one address may fail at a hundred accounts in fifteen minutes, and no more', async () => {
  const ip = freshIp();
  expect(outcomes(await spray(150, ip))).toEqual({ '401 INVALID_CREDENTIALS': MAX, '429 RATE_LIMITED': 50 });
  const user = await service.signup(tenant);
  const stopped = await service.login(user, { ip });
  expect([stopped.status, stopped.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect((await service.login(user, { ip: freshIp() })).status).toBe(200);
  advance(Number(stopped.headers['retry-after']) * 1000);
  expect((await service.login(user, { ip })).status).toBe(200);
});

test('headers that claim other addresses are no way around', async () => {
  const claims = (caller: number) => ({
    'x-forwarded-for': `203.0.113.${caller}, 10.0.0.1`,
    forwarded: `for=203.0.113.${caller}`,
    'x-real-ip': `203.0.113.${caller}`,
    'cf-connecting-ip': `203.0.113.${caller}`,
    'true-client-ip': `203.0.113.${caller}`,
  });
  const replies = await spray(130, freshIp(), claims);
  expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': MAX, '429 RATE_LIMITED': 30 });
});

test('an office behind one address logs in all day', async () => {
  const ip = freshIp();
  const users = await race(20, () => service.signup(tenant));
  for (let round = 0; round < 6; round++) {
    const replies = await Promise.all(users.map((user) => service.login(user, { ip })));
    expect(outcomes(replies)).toEqual({ 200: users.length });
  }
});

test('one address cannot fill a tenant with accounts', async () => {
  const ip = freshIp();
  const replies = await race(130, () =>
    service.post('/auth/signup', { email: newEmail(), password: newPassword(), tenantId: tenant.id }, { ip }),
  );
  expect(outcomes(replies)).toEqual({ 200: MAX, '429 RATE_LIMITED': 30 });
});

test('an address that is stopped cannot lock accounts out any more', async () => {
  const ip = freshIp();
  await spray(MAX, ip);
  const user = await service.signup(tenant);
  const replies = await race(20, () => service.login({ ...user, password: newPassword() }, { ip }));
  expect(outcomes(replies)).toEqual({ '429 RATE_LIMITED': 20 });
  expect((await service.login(user)).status).toBe(200);
});
