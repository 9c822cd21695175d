// Threat: a user becomes an admin, or an admin's stolen cookie keeps working.
// Admins and users share nothing, not even an e-mail address. Logging out ends every session of the admin.
import { describe, expect, test } from '@jest/globals';
import { methodOf, type Operation, pathOf } from '../../../lib/contract/operation.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { claimsOf } from '../../support/api.ts';
import { cookieHeader, freshIp, type Send } from '../../support/http.ts';
import { operations } from '../../support/ledger.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const routes = (access: Operation['access'][]) =>
  operations.filter(({ operation }) => access.includes(operation.access)).map(({ route }) => route);
const call = (route: string, headers: Record<string, string>) =>
  service.send(methodOf(route), pathOf(route).replace('{id}', tenant.id), {
    headers: { ...headers, 'content-type': 'application/json' },
    raw: methodOf(route) === 'GET' ? undefined : '{}',
  });
const login = (account = service.adminLogin, options?: Send) => service.post('/auth/admin/login', account, options);

describe('access control', () => {
  test.each(routes(['admin']))('%s refuses the tokens and cookies of a user', async (route) => {
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

  test.each(routes(['user', 'pending']))('%s refuses the cookie of an admin', async (route) => {
    const cookie = await service.adminCookie();
    const { status, body } = await call(route, { cookie });
    expect([status, body.code]).toEqual([401, 'NO_AUTH_PROVIDED']);
  });
});

test('an admin and a user with the same e-mail address have separate passwords and limits', async () => {
  await service.adminCookie();
  const { email, password } = service.adminLogin;
  const user = await service.signup(tenant, email);
  expect((await service.login({ ...user, password })).body.code).toBe('INVALID_CREDENTIALS');
  expect((await login({ email, password: user.password })).body.code).toBe('INVALID_CREDENTIALS');
  await race(12, () => service.login({ ...user, password: newPassword() }));
  expect((await service.login(user)).body.code).toBe('ACCOUNT_LOCKED');
  expect((await login()).status).toBe(201);
});

test('an admin address, known or not, allows ten password guesses from a network, and the admin gets in from another', async () => {
  await service.adminCookie();
  const ip = freshIp();
  for (const email of [service.adminLogin.email, newEmail()]) {
    const replies = await race(20, () => login({ email, password: newPassword() }, { ip }));
    expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': 10, '429 ACCOUNT_LOCKED': 10 });
  }
  const locked = await login(service.adminLogin, { ip });
  expect((await login()).status).toBe(201);
  expect(locked.body.code).toBe('ACCOUNT_LOCKED');
  advance(Number(locked.headers['retry-after']) * 1000);
  expect((await login(service.adminLogin, { ip })).status).toBe(201);
});

describe('an admin session', () => {
  const me = (cookie: string) => service.get('/auth/admin/me', { headers: { cookie } });
  const openSession = async () => cookieHeader(await login());

  test('ends at logout together with the admin’s other sessions', async () => {
    const [first, second] = [await openSession(), await openSession()];
    expect((await service.post('/auth/admin/logout', {}, { headers: { cookie: first } })).status).toBe(201);
    const replies = await race(50, (caller) => me(caller % 2 ? first : second));
    expect(outcomes(replies)).toEqual({ '401 SESSION_INVALID': 50 });
    expect((await me(await openSession())).status).toBe(200);
  });

  test('ends when twenty parallel requests log it out, each with success or 401', async () => {
    const cookie = await openSession();
    const replies = await race(20, () => service.post('/auth/admin/logout', {}, { headers: { cookie } }));
    expect(replies.every(({ status }) => status === 201 || status === 401)).toBe(true);
    expect((await me(cookie)).body.code).toBe('SESSION_INVALID');
  });

  test('ends after thirty minutes without use, and after eight hours in use', async () => {
    const idle = await openSession();
    advance(30 * 60_000 + 1000);
    expect((await me(idle)).body.code).toBe('SESSION_INVALID');
    const busy = await openSession();
    for (let at = 0; at < 8 * 60 - 20; at += 20) {
      expect((await me(busy)).status).toBe(200);
      advance(20 * 60_000);
    }
    expect((await me(busy)).status).toBe(200);
    advance(20 * 60_000);
    expect((await me(busy)).body.code).toBe('SESSION_INVALID');
  });

  test('is refused when its cookie has another admin or another secret', async () => {
    const value = /svc_admin=([^;]+)/.exec(await openSession())?.[1] as string;
    const [id, secret = ''] = value.split('.');
    const forged = [
      `${id}.`,
      `${id}.${secret.slice(1)}`,
      `adm_${'0'.repeat(22)}.${secret}`,
      `${id}.${secret}.x`,
      `${secret}.${id}`,
    ];
    for (const cookie of forged) expect((await me(`svc_admin=${cookie}`)).body.code).toBe('SESSION_INVALID');
    expect((await me(`svc_admin=${value}`)).status).toBe(200);
  });
});

test('an admin cannot act as a user unless the deployment allows it, also where the tenant does', async () => {
  const user = await service.signup(await service.tenant({ acting: { enabled: true } }));
  const path = `/auth/admin/api/users/${claimsOf(user.tokens.accessToken).sub}`;
  expect((await service.admin('POST', `${path}/act`, { reason: 'Ticket 4711' })).body.code).toBe('ACTING_NOT_ALLOWED');
  expect((await service.admin('GET', path)).body.isActingAllowed).toBe(false);
});
