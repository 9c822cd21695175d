// Pages of other origins try to empty a browser of its sessions, and to read what covers the session of an admin.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { adminSession, answerOf, cookieSession, refusal } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { type Tenant, type User, unique, useService } from '../../support/service.ts';

const service = useService({ GATEHOUSE_TOKEN_TYPE: 'cookie', GATEHOUSE_ALLOWED_ORIGINS: 'https://console.example' });
const SHOP = 'https://shop.example';
const CROSS_SITE = {
  origin: 'https://evil.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'content-type': 'application/x-www-form-urlencoded',
};
let tenant: Tenant;
let user: Pick<User, 'tenant' | 'email' | 'password'>;
let admin: string;
beforeAll(async () => {
  await service.adminCookie();
  admin = await adminSession(service);
  tenant = await service.tenant({ allowedOrigins: [SHOP] });
  const email = `${unique('u')}@example.com`;
  const password = 'Zq7$ a password of a test';
  await service.post('/auth/signup', { tenantId: tenant.id, email, password });
  user = { tenant, email, password };
});

const session = async () => cookieHeader(await cookieSession(service, user as User));

describe('cookies of a session', () => {
  test('survive a form of another site, which a browser sends without them', async () => {
    const reply = await service.send('POST', '/auth/logout', { headers: CROSS_SITE });
    expect([reply.status, reply.setCookies]).toEqual([200, []]);
  });

  test('survive a form of another site that carries only cookies of no session', async () => {
    const headers = { ...CROSS_SITE, cookie: 'theme=dark; svc_csrf=x' };
    expect((await service.send('POST', '/auth/logout', { headers })).setCookies).toEqual([]);
  });

  test('survive a page of a sibling sub-domain, which a browser sends them with', async () => {
    const cookie = await session();
    const headers = { ...CROSS_SITE, origin: 'https://evil.localhost', 'sec-fetch-site': 'same-site', cookie };
    const reply = await service.send('POST', '/auth/logout', { headers });
    expect([answerOf(reply), reply.setCookies]).toEqual([refusal('CSRF_ORIGIN_REJECTED'), []]);
    expect((await service.get('/auth/me', { headers: { cookie } })).status).toBe(200);
  });

  test('survive a refresh of a slot that the request does not carry', async () => {
    const reply = await service.post('/auth/refresh-token', { slot: 2 });
    expect([reply.status, reply.setCookies]).toEqual([401, []]);
  });

  test('are cleared by a logout that carries them', async () => {
    const reply = await service.post('/auth/logout', {}, { headers: { cookie: await session() } });
    expect(reply.setCookies).toHaveLength(3);
  });
});

describe('GET /auth/csrf in the browser of an admin', () => {
  const read = (cookie: string, origin?: string) =>
    service.get('/auth/csrf', { headers: { cookie, ...(origin && { origin }) } });
  const grant = ({ headers }: Awaited<ReturnType<typeof read>>) => headers['access-control-allow-origin'];
  /** Sends the token with the admin's cookie. */
  const write = (csrfToken: string, origin: string) =>
    service.post(
      '/auth/admin/api/tenants',
      { name: 'x', slug: unique('x') },
      { headers: { cookie: admin, origin, 'sec-fetch-site': 'same-site', 'x-csrf-token': csrfToken } },
    );

  test.each([
    ['alone', () => admin],
    ['beside the session of a user', async () => `${admin}; ${await session()}`],
    ['that has ended', () => 'svc_admin=adm_0.x'],
  ])('is not readable for an origin that a tenant lists: cookie %s', async (_, cookie) => {
    const reply = await read(await cookie(), SHOP);
    expect(grant(reply)).toBeUndefined();
    expect((await write(reply.body.csrfToken, SHOP)).status).toBe(403);
  });

  test('is readable for that origin when there is no session of an admin', async () => {
    expect(grant(await read(await session(), SHOP))).toBe(SHOP);
  });

  test.each(['https://console.example'])(
    'covers the session of the admin for the configured origin %s',
    async (origin) => {
      const reply = await read(admin, origin);
      expect(grant(reply)).toBe(origin);
      expect((await write(reply.body.csrfToken, origin)).status).toBe(201);
    },
  );
});
