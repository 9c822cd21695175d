// Threat: a page of another origin makes a visitor's browser call the service and reads the response. Only listed
// origins may, spelt exactly as browsers send them. An origin that one tenant lists reads nothing of another tenant's
// sessions.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Reply, Send } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { type Observed, startObserved } from '../../support/observed-service.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, type Service, type Tenant, type User, unique } from '../../support/service.ts';

const APP = 'https://app.example.com';
let observed: Observed;
let service: Service;
beforeAll(async () => {
  process.env.GATEHOUSE_ALLOWED_ORIGINS = `${APP},http://localhost:5173`;
  observed = await startObserved();
  service = observed.service;
  await service.adminCookie();
});
afterAll(() => observed.stop());

const newOrigin = () => `https://${unique('shop')}.example`;
const acao = (reply: Reply) => reply.headers['access-control-allow-origin'];
const get = (path: string, origin: string | string[], headers: Send['headers'] = {}) =>
  service.get(path, { headers: { origin, ...headers } });
const preflight = (path: string, origin: string, method = 'POST') =>
  service.send('OPTIONS', path, { headers: { origin, 'access-control-request-method': method } });

const unlisted = [
  'null',
  'https://evil.example',
  'https://app.example.com.evil.tld',
  'https://evil-app.example.com',
  'https://evil.app.example.com',
  'http://app.example.com',
  'https://app.example.com:8443',
  'https://app.example.com/',
  'https://APP.example.com',
  'https://user@app.example.com',
  'https://app.example.com, https://evil.example',
  'https://app%2eexample.com',
  '*',
  'file://',
  'app.example.com',
  'x'.repeat(5000),
  'https://a#b',
  '__proto__',
];

describe('an unlisted origin', () => {
  test.each(unlisted)('gets no CORS headers and no preflight: %.60s', async (origin) => {
    for (const path of ['/auth/client-config', '/auth/me', '/auth/nothing', '/auth/health', '/auth/admin/me']) {
      const reply = await get(path, origin);
      expect([reply.status < 500, acao(reply), reply.headers['access-control-allow-credentials']]).toEqual([
        true,
        undefined,
        undefined,
      ]);
      expect(reply.headers.vary).toBe('Origin');
    }
    for (const path of ['/auth/login', '/auth/me', '/auth/admin/login', '/auth/health']) {
      const reply = await preflight(path, origin);
      expect([reply.status, reply.body.code, acao(reply)]).toEqual([403, 'CSRF_ORIGIN_REJECTED', undefined]);
      expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('gets no CORS headers with two Origin headers, even if one of them is listed', async () => {
    const reply = await get('/auth/client-config', [APP, 'https://evil.example']);
    expect([reply.status, acao(reply)]).toEqual([200, undefined]);
  });
});

describe('checking an origin', () => {
  const calls = async (origin: string | undefined, jar?: Jar) => {
    const headers = { ...(origin && { origin }), ...(jar && { cookie: jar.header() }) };
    return (await observed.observe(() => service.get('/auth/client-config', { headers }))).storeCalls;
  };
  test('reads the table only for a well-formed origin that is neither the service’s own nor configured', async () => {
    expect(await calls(undefined)).toEqual([]);
    expect(await calls(service.baseUrl)).toEqual([]);
    expect(await calls(APP)).toEqual([]);
    expect(await calls('https://evil.example')).toEqual(['BatchGetItem']);
    for (const origin of ['null', '*', 'https://app.example.com/', 'x'.repeat(5000)])
      expect(await calls(origin)).toEqual([]);
  });
});

describe('an origin that a tenant lists', () => {
  const settings = (tenant: Tenant, allowedOrigins: string[] | null) =>
    service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { settings: { allowedOrigins } });

  let origin: string;
  let tenant: Tenant;
  let user: User;
  beforeEach(async () => {
    origin = newOrigin();
    tenant = await service.tenant({ allowedOrigins: [origin, origin] });
    user = await service.signup(tenant);
  });
  const isListed = async (each = origin) => (await preflight('/auth/login', each)).status === 204;

  test('is allowed while the tenant exists, is active and lists it', async () => {
    expect(await isListed()).toBe(true);
    expect(acao(await get('/auth/client-config', origin))).toBe(origin);
    const next = newOrigin();
    await settings(tenant, [next]);
    expect([await isListed(), await isListed(next)]).toEqual([false, true]);
    await settings(tenant, null);
    expect(await isListed(next)).toBe(false);
    await settings(tenant, [origin]);
    const patch = (isActive: boolean) => service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { isActive });
    await patch(false);
    expect(await isListed()).toBe(false);
    await patch(true);
    expect(await isListed()).toBe(true);
    await service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`);
    expect(await isListed()).toBe(false);
  });

  test('is allowed until the last tenant removes it', async () => {
    const second = await service.tenant({ allowedOrigins: [origin] });
    await settings(tenant, []);
    expect(await isListed()).toBe(true);
    await settings(second, []);
    expect(await isListed()).toBe(false);
  });

  test('is counted correctly when two admins replace forty origins at once', async () => {
    const lists = [1, 2].map(() => Array.from({ length: 40 }, newOrigin));
    const replies = await Promise.all(lists.map((list) => settings(tenant, list)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await service.admin('GET', '/auth/admin/api/tenants');
    const kept: string[] = body.data.find(({ id }: Tenant) => id === tenant.id).settings.allowedOrigins;
    const originRows = (await everyRow()).filter(({ type, tenants }) => type === 'origin' && tenants === 1);
    const listed = originRows.map(({ pk }) => pk.replace('P#ORIGIN#', ''));
    expect(
      lists
        .flat()
        .filter((each) => listed.includes(each))
        .sort(),
    ).toEqual(kept.toSorted());
    expect((await settings(tenant, Array.from({ length: 41 }, newOrigin))).body.code).toBe('INVALID_INPUT');
  });

  test('reads responses to bearer tokens, including refusals', async () => {
    expect(acao(await get('/auth/me', origin, bearer(user.tokens)))).toBe(origin);
    const refused = await get('/auth/me', origin, bearer('garbage'));
    expect([refused.status, acao(refused), refused.headers['access-control-expose-headers']]).toEqual([
      401,
      origin,
      'retry-after, x-amzn-requestid, x-ignored-fields',
    ]);
  });

  test('reads responses to cookies of the tenant’s own sessions only', async () => {
    const [own, foreign] = [createJar(service), createJar(service)];
    const other = await service.signup(await service.tenant());
    for (const [jar, { email, password, tenant: of }] of [
      [own, user],
      [foreign, other],
    ] as const)
      await jar.post('/auth/login', { tenantId: of.id, credentials: { email, password } });
    for (const path of [
      '/auth/me',
      '/auth/user',
      '/auth/session',
      '/auth/csrf',
      '/auth/accounts',
      '/auth/mfa/status',
      '/auth/verify-session',
    ]) {
      expect([path, acao(await own.get(path, { headers: { origin } }))]).toEqual([path, origin]);
      expect([path, acao(await foreign.get(path, { headers: { origin } }))]).toEqual([path, undefined]);
    }
    const logout = await foreign.post('/auth/logout', {}, { headers: { origin } });
    expect([logout.body.code, acao(logout)]).toEqual(['CSRF_ORIGIN_REJECTED', undefined]);
    expect((await own.post('/auth/logout', {}, { headers: { origin } })).body.code).toBe('CSRF_TOKEN_INVALID');
    // A response that depends on no session is readable by every listed origin.
    expect(acao(await foreign.get('/auth/client-config', { headers: { origin } }))).toBe(origin);
  });

  test('refreshes sessions, by cookie and by body, and reads no response about cookies of another tenant', async () => {
    const other = await service.signup(await service.tenant());
    const path = '/auth/refresh-token';
    expect((await preflight(path, origin)).status).toBe(204);
    const replies: (number | string | undefined)[][] = [];
    for (const { email, password, tenant: of, tokens } of [user, other]) {
      const jar = createJar(service);
      await jar.post('/auth/login', { tenantId: of.id, credentials: { email, password } });
      const { csrfToken } = (await jar.get('/auth/csrf')).body;
      const byCookie = await jar.post(path, {}, { headers: { origin, 'x-csrf-token': csrfToken } });
      const { refreshToken } = tokens;
      const byBody = await service.post(path, { refreshToken }, { headers: { origin } });
      replies.push([byCookie, byBody].flatMap((reply) => [reply.status, acao(reply)]));
    }
    expect(replies).toEqual([
      [200, origin, 200, origin],
      [200, undefined, 200, origin],
    ]);
  });

  test('reads no account list that includes a waiting account of another tenant', async () => {
    const jar = createJar(service);
    const other = await service.signup(await service.tenant());
    for (const { email, password, tenant: of } of [other, user])
      await jar.post('/auth/login', { tenantId: of.id, credentials: { email, password } });
    expect(acao(await jar.get('/auth/me', { headers: { origin } }))).toBe(origin);
    expect(acao(await jar.get('/auth/accounts', { headers: { origin } }))).toBeUndefined();
    expect(acao(await jar.get('/auth/accounts', { headers: { origin: APP } }))).toBe(APP);
  });

  test('reads nothing from admin operations or paths that belong to no tenant', async () => {
    for (const path of ['/auth/admin/me', '/auth/admin/api/tenants', '/auth/health']) {
      const reply = await get(path, origin, { cookie: await service.adminCookie() });
      expect([reply.status, acao(reply)]).toEqual([200, undefined]);
      expect((await preflight(path, origin, 'GET')).body.code).toBe('CSRF_ORIGIN_REJECTED');
      expect(acao(await get(path, APP))).toBe(APP);
    }
    const headers = { origin };
    const reply = await service.admin('POST', '/auth/admin/api/tenants', {}, { headers });
    expect([reply.body.code, acao(reply)]).toEqual(['CSRF_ORIGIN_REJECTED', undefined]);
  });
});
