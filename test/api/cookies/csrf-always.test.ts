// Tests a deployment that requires a CSRF token on every cookie request (GATEHOUSE_CSRF=always).
import { expect, test } from '@jest/globals';
import { answerOf, COOKIES, cookieSession, refusal } from '../../support/api.ts';
import { cookieHeader, cookieOf } from '../../support/http.ts';
import { bearer, type Tenant, unique, useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_CSRF: 'always', GATEHOUSE_ALLOWED_ORIGINS: 'https://app.example.com' });

const newTenant = async (): Promise<Tenant> => {
  const cookie = await service.adminCookie();
  const headers = { 'x-csrf-token': /svc_csrf=([^;]+)/.exec(cookie)?.[1] as string };
  const body = { name: 'Acme', slug: unique('t') };
  return (await service.admin('POST', '/auth/admin/api/tenants', body, { headers })).body.tenant;
};

test('GATEHOUSE_CSRF=always rejects a cookie request without token from every origin', async () => {
  const user = await service.signup(await newTenant());
  const login = await cookieSession(service, user);
  const post = (headers: Record<string, string>) =>
    service.post('/auth/logout', {}, { headers: { ...COOKIES, cookie: cookieHeader(login), ...headers } });
  const origins: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { origin: service.baseUrl },
    { origin: 'https://app.example.com' },
  ];
  for (const headers of origins) expect(answerOf(await post(headers))).toEqual(refusal('CSRF_TOKEN_INVALID'));
  expect(answerOf(await post({ origin: 'https://evil.example' }))).toEqual(refusal('CSRF_ORIGIN_REJECTED'));
  expect((await post({ 'x-csrf-token': cookieOf(login, 'svc_csrf') as string })).status).toBe(200);
});

test('GATEHOUSE_CSRF=always accepts a bearer token without CSRF token', async () => {
  const { tokens } = await service.signup(await newTenant());
  expect((await service.post('/auth/logout', {}, { headers: bearer(tokens) })).status).toBe(200);
});
