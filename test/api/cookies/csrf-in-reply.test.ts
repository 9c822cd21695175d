// Tests the CSRF token in the replies that begin a session.
import { expect, test } from '@jest/globals';
import { COOKIES, cookieSession } from '../../support/api.ts';
import { cookieHeader, cookieOf } from '../../support/http.ts';
import { useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_ALLOWED_ORIGINS: 'https://app.example.com' });

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

test('a page of an origin that only a tenant lists gets none, because a switch may lead into another tenant', async () => {
  const origin = 'https://listed.example.org';
  const tenant = await service.tenant({ allowedOrigins: [origin] });
  const { email, password } = await service.signup(tenant);
  const body = { tenantId: tenant.id, credentials: { email, password } };
  const from = (sender: string) => service.post('/auth/login', body, { headers: { ...COOKIES, origin: sender } });
  expect((await from(origin)).body).not.toHaveProperty('csrfToken');
  for (const known of [service.baseUrl, 'https://app.example.com'])
    expect((await from(known)).body.csrfToken).toEqual(expect.any(String));
});

test('a login in header mode returns none', async () => {
  const { body } = await service.login(await service.signup(await service.tenant()));
  expect(body).not.toHaveProperty('csrfToken');
});

test('a login of an admin returns the CSRF token of its session', async () => {
  const login = await service.post('/auth/admin/login', service.adminLogin);
  expect(login.body.csrfToken).toBe(cookieOf(login, 'svc_csrf'));
});
