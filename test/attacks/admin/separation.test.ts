// Threat: a user becomes an admin, or an admin's stolen cookie goes on working.
// Admins and users share nothing, not even an e-mail address; logging out ends every session of the admin.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { groups } from '../../../lib/contract/index.ts';
import { methodOf, type Operation, pathOf } from '../../../lib/contract/operation.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { cookieHeader } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

const operations = Object.values(groups).flatMap((group) => Object.entries(group) as [string, Operation][]);
const routes = (access: Operation['access'][]) =>
  operations.filter(([, operation]) => access.includes(operation.access)).map(([route]) => route);
const call = (route: string, headers: Record<string, string>) =>
  service.send(methodOf(route), pathOf(route).replace('{id}', tenant.id), {
    headers: { ...headers, 'content-type': 'application/json' },
    raw: methodOf(route) === 'GET' ? undefined : '{}',
  });
const login = (account = service.adminLogin) => service.post('/auth/admin/login', account);

describe('doors', () => {
  test.each(routes(['admin']))('%s stays shut for a user', async (route) => {
    const user = await service.signup(tenant);
    const cookies = cookieHeader(await service.login(user, { headers: { 'x-access-token-type': 'cookie' } }));
    for (const headers of [
      bearer(user.tokens),
      { cookie: cookies },
      { cookie: `svc_admin=${user.tokens.accessToken}` },
      {},
    ])
      expect((await call(route, headers)).status).toBe(401);
  });

  test.each(routes(['user', 'pending']))('%s stays shut for an admin', async (route) => {
    const cookie = await service.adminCookie();
    const { status, body } = await call(route, { cookie });
    expect([status, body.code]).toEqual([401, 'NO_AUTH_PROVIDED']);
  });
});

test('one e-mail address as admin and as user: two passwords, two limits', async () => {
  await service.adminCookie();
  const { email, password } = service.adminLogin;
  const user = await service.signup(tenant, email);
  expect((await service.login({ ...user, password })).body.code).toBe('INVALID_CREDENTIALS');
  expect((await login({ email, password: user.password })).body.code).toBe('INVALID_CREDENTIALS');
  await race(12, () => service.login({ ...user, password: newPassword() }));
  expect((await service.login(user)).body.code).toBe('ACCOUNT_LOCKED');
  expect((await login()).status).toBe(201);
});

test('guessing an admin’s password ends after ten, known or not, and the admin gets in afterwards', async () => {
  await service.adminCookie();
  for (const email of [service.adminLogin.email, newEmail()]) {
    const replies = await race(60, () => login({ email, password: newPassword() }));
    expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': 10, '429 ACCOUNT_LOCKED': 50 });
  }
  const locked = await login();
  expect(locked.body.code).toBe('ACCOUNT_LOCKED');
  advance(Number(locked.headers['retry-after']) * 1000);
  expect((await login()).status).toBe(201);
});

describe('an admin session', () => {
  const me = (cookie: string) => service.get('/auth/admin/me', { headers: { cookie } });
  const open = async () => cookieHeader(await login());

  test('is over for every later call after logout, as are the admin’s others', async () => {
    const [first, second] = [await open(), await open()];
    expect((await service.post('/auth/admin/logout', {}, { headers: { cookie: first } })).status).toBe(201);
    const replies = await race(50, (caller) => me(caller % 2 ? first : second));
    expect(outcomes(replies)).toEqual({ '401 SESSION_INVALID': 50 });
    expect((await me(await open())).status).toBe(200);
  });

  test('opened while another logs out is over or works, and logging out twenty times at once is fine', async () => {
    const cookie = await open();
    const replies = await race(20, () => service.post('/auth/admin/logout', {}, { headers: { cookie } }));
    expect(replies.every(({ status }) => status === 201 || status === 401)).toBe(true);
    expect((await me(cookie)).body.code).toBe('SESSION_INVALID');
  });

  test('ends after half an hour without use, and after eight hours in any case', async () => {
    const idle = await open();
    advance(30 * 60_000 + 1000);
    expect((await me(idle)).body.code).toBe('SESSION_INVALID');
    const busy = await open();
    for (let at = 0; at < 8 * 60 - 20; at += 20) {
      expect((await me(busy)).status).toBe(200);
      advance(20 * 60_000);
    }
    expect((await me(busy)).status).toBe(200);
    advance(20 * 60_000);
    expect((await me(busy)).body.code).toBe('SESSION_INVALID');
  });

  test('is bound to its admin and its secret', async () => {
    const value = /svc_admin=([^;]+)/.exec(await open())?.[1] as string;
    const [id, secret = ''] = value.split('.');
    const forged = [
      `${id}.`,
      `${id}.${secret.slice(1)}`,
      `adm_${'0'.repeat(22)}.${secret}`,
      `${id}.${secret}.x`,
      `${secret}.${id}`,
    ];
    for (const each of forged) expect((await me(`svc_admin=${each}`)).body.code).toBe('SESSION_INVALID');
    expect((await me(`svc_admin=${value}`)).status).toBe(200);
  });
});
