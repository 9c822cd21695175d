// Tests the CSRF token in the replies that begin a session.
import { expect, test } from '@jest/globals';
import { COOKIES, cookieSession } from '../../support/api.ts';
import { cookieHeader, cookieOf } from '../../support/http.ts';
import { useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_CSRF: 'auto' });

test('a login in cookie mode returns the CSRF token of the new session, and it works', async () => {
  const login = await cookieSession(service, await service.signup(await service.tenant()));
  expect(login.body.csrfToken).toBe(cookieOf(login, 'svc_csrf'));
  const headers = { ...COOKIES, cookie: cookieHeader(login), 'sec-fetch-site': 'cross-site' };
  expect((await service.post('/auth/logout', {}, { headers })).status).toBe(403);
  const withToken = { ...headers, 'x-csrf-token': login.body.csrfToken };
  expect((await service.post('/auth/logout', {}, { headers: withToken })).status).toBe(200);
});

test('a refresh in cookie mode returns one as well', async () => {
  const login = await cookieSession(service, await service.signup(await service.tenant()));
  const headers = { ...COOKIES, cookie: cookieHeader(login) };
  const refreshed = await service.post('/auth/refresh-token', {}, { headers });
  expect(refreshed.body.csrfToken).toBe(cookieOf(refreshed, 'svc_csrf'));
});

test('a login in header mode returns none', async () => {
  const { body } = await service.login(await service.signup(await service.tenant()));
  expect(body).not.toHaveProperty('csrfToken');
});

test('a login of an admin returns the CSRF token of its session', async () => {
  const login = await service.post('/auth/admin/login', service.adminLogin);
  expect(login.body.csrfToken).toBe(cookieOf(login, 'svc_csrf'));
});
