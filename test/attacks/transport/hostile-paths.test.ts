// Threat: an attacker sends paths, methods and queries that two parsers read differently, to reach an operation past
// its checks. Paths match exactly but for one slash behind them, no header overrides the method, and a parameter may occur once. Everything else gets
// an error of the catalogue.
import { describe, expect, test } from '@jest/globals';
import { expectRefusal } from '../../support/refusal.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();
const user = prepared(async () => service.signup(await service.tenant()));

describe('a path', () => {
  test.each([
    '/',
    '/auth',
    '/auth/',
    '//auth/me',
    '/auth//me',
    '/auth/me//',
    '/AUTH/me',
    '/auth/me;x',
    '/auth/%6de',
    '/auth/me%20',
    '/auth/%2e%2e/me',
    '/auth/../auth/me',
    '/auth/%',
    '/auth/%00',
    '/auth/%ff',
    '/auth/me%2f',
    '/__proto__',
    '/constructor',
    '/auth/admin/api/tenants//',
    '/auth/admin/api/tenants/a/b',
    '/auth/me%3fx',
    '/.env',
    '/auth/me#x',
    '/auth/me\\',
  ])('that is not an exact route is not found: %s', async (path) => {
    expectRefusal(await service.get(path, { headers: bearer(user.tokens) }), 404, 'ROUTE_NOT_FOUND');
  });

  test.each(['%00', '%2F', '..', '%23', 'ten_%', `ten_${'x'.repeat(2000)}`, '%F0%9F%A6%8A', '__proto__', '*'])(
    'with a malformed tenant id is treated as an unknown tenant: %s',
    async (id) => {
      const path = `/auth/admin/api/tenants/${id}`;
      expectRefusal(await service.admin('PATCH', path, { name: 'x' }), 404, 'TENANT_NOT_FOUND');
      expectRefusal(await service.send('DELETE', path), 401, 'NO_AUTH_PROVIDED');
    },
  );

  test('of 8 KB is refused with 414', async () => {
    expectRefusal(await service.get(`/auth/${'x'.repeat(8192)}`), 414, 'URI_TOO_LONG');
  });

  test('with a query of 8 KB is refused with 414', async () => {
    const reply = await service.get(`/nowhere?${'x'.repeat(8192)}`);
    expectRefusal(reply, 414, 'URI_TOO_LONG');
  });
});

describe('a request method', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS', 'TRACE', 'PROPFIND'])(
    'that the path does not have is refused with 405: %s',
    async (method) => {
      const reply = await service.send(method, '/auth/verify-session', { headers: bearer(user.tokens) });
      expectRefusal(reply, 405, 'METHOD_NOT_ALLOWED');
      expect(reply.headers.allow).toBe('GET');
      expect(reply.text).not.toContain(user.tokens.accessToken);
    },
  );

  test('of HEAD is refused without a body', async () => {
    const reply = await service.send('HEAD', '/auth/verify-session', { headers: bearer(user.tokens) });
    expect([reply.status, reply.text, reply.headers.allow]).toEqual([405, '', 'GET']);
  });

  test('is not overridden by headers or the query', async () => {
    const headers = {
      ...bearer(user.tokens),
      'x-http-method-override': 'POST',
      'x-http-method': 'DELETE',
      'x-method-override': 'POST',
    };
    expect((await service.get('/auth/logout-all?_method=POST', { headers })).status).toBe(405);
    expect((await service.get('/auth/me', { headers })).status).toBe(200);
    const tenant = await service.tenant();
    const path = `/auth/admin/api/tenants/${tenant.id}`;
    const patched = await service.admin(
      'PATCH',
      path,
      { name: 'Still here' },
      { headers: { 'x-http-method-override': 'DELETE', cookie: await service.adminCookie() } },
    );
    expect(patched.body.tenant.name).toBe('Still here');
  });
});

describe('GET /auth/tenants/lookup', () => {
  test.each(['slug=a&slug=b', 'slug[]=a', 'slug[x]=a', `slug=${'a'.repeat(1025)}`])(
    'refuses the query %s',
    async (query) => {
      expectRefusal(await service.get(`/auth/tenants/lookup?${query}`), 400, 'INVALID_INPUT');
    },
  );

  test.each([
    '',
    'slug=',
    'slug=..',
    'slug=%00',
    'slug=%',
    'slug=%ff',
    'slug=admin',
    'slug=__proto__',
    'slug=T%23x',
    `slug=${'a'.repeat(300)}`,
  ])('finds no tenant for a malformed or unknown slug: %s', async (query) => {
    expectRefusal(await service.get(`/auth/tenants/lookup?${query}`), 404, 'TENANT_NOT_FOUND');
  });
});

test('the service works after all hostile paths', async () => {
  expect((await service.get('/auth/me', { headers: bearer(user.tokens) })).status).toBe(200);
});
