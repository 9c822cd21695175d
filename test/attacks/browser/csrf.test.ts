// Threat: another page makes the visitor's browser change something in their name, with cookies it sends automatically.
// The CSRF token must belong to the current session. Planting the same value as cookie and header gains nothing.
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cookieOf } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { prepared, type User, useService } from '../../support/service.ts';

const APP = 'https://app.example.com';
const SHOP = 'https://shop.example.com';
const service = useService({ GATEHOUSE_ALLOWED_ORIGINS: APP });
let people: User[];
beforeAll(async () => {
  const tenant = await service.tenant({ allowedOrigins: [SHOP] });
  people = [await service.signup(tenant), await service.signup(tenant)];
});
const foreign = prepared(async () => service.signup(await service.tenant()));

let browser: Jar;
beforeEach(async () => {
  browser = createJar(service);
  for (const user of people) await login(user);
});

const login = ({ email, password, tenant }: User, jar = browser) =>
  jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });
const tokenOf = async (jar = browser): Promise<string> => (await jar.get('/auth/csrf')).body.csrfToken;

/** Operations that change something and are authenticated by a cookie. */
const changes: [string, (headers: Record<string, string>) => ReturnType<Jar['post']>][] = [
  ['POST /auth/refresh-token', (headers) => browser.post('/auth/refresh-token', {}, { headers })],
  ['POST /auth/refresh-token with a slot', (headers) => browser.post('/auth/refresh-token', { slot: 1 }, { headers })],
  ['POST /auth/switch-tenant', (headers) => browser.post('/auth/switch-tenant', { tenantId: 'ten_none' }, { headers })],
  ['POST /auth/logout', (headers) => browser.post('/auth/logout', {}, { headers })],
  [
    'POST /auth/logout with only the refresh cookie',
    (headers) => {
      browser.cookies.delete('svc_access');
      return browser.post('/auth/logout', {}, { headers });
    },
  ],
  ['POST /auth/logout-all', (headers) => browser.post('/auth/logout-all', {}, { headers })],
  [
    'POST /auth/change-password',
    (headers) => browser.post('/auth/change-password', { currentPassword: 'x', newPassword: 'y' }, { headers }),
  ],
];

describe.each(changes)('%s', (_, change) => {
  const sites: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: APP },
    { origin: APP, 'sec-fetch-site': 'same-site' },
    { origin: SHOP, 'sec-fetch-site': 'same-site' },
  ];
  const evil: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { origin: `${APP}.evil.tld` },
    { origin: 'https://evil-app.example.com' },
    { origin: 'http://app.example.com' },
    { origin: `${APP}:444` },
  ];

  test('refuses a cross-site request without a CSRF token', async () => {
    for (const headers of sites) expect((await change(headers)).body.code).toBe('CSRF_TOKEN_INVALID');
    for (const headers of evil) expect((await change(headers)).body.code).toBe('CSRF_ORIGIN_REJECTED');
  });

  test('refuses a CSRF token that does not belong to this session', async () => {
    const other = createJar(service);
    const early = (await service.get('/auth/csrf')).body.csrfToken as string;
    await login(people[0] as User, other);
    const valid = await tokenOf();
    const [random, mac = ''] = valid.split('.') as [string, string];
    const tokens = [
      '',
      'x',
      early,
      await tokenOf(other),
      `${random}.`,
      `.${mac}`,
      `${random}.${mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${random}x.${mac}`,
      `${early}.${mac}`,
      `${valid}${`.${mac}`.repeat(6)}`,
      browser.cookies.get('svc_access') as string,
      '__proto__.constructor',
    ];
    for (const token of tokens) {
      const headers = { ...sites[0], 'x-csrf-token': token };
      expect([token, (await change(headers)).body.code]).toEqual([token, 'CSRF_TOKEN_INVALID']);
    }
    // A sibling domain can plant the same value as cookie and header. That they agree proves nothing.
    browser.cookies.set('svc_csrf', 'planted.planted');
    const planted = { ...sites[1], 'x-csrf-token': 'planted.planted' };
    expect((await change(planted)).body.code).toBe('CSRF_TOKEN_INVALID');
  });

  test.each(sites.map((headers) => ({ headers })))(
    'accepts the session’s own CSRF token: $headers',
    async ({ headers }) => {
      const reply = await change({ ...headers, 'x-csrf-token': await tokenOf() });
      expect(String(reply.body.code)).not.toMatch(/^CSRF_/);
      expect(reply.status).toBeLessThan(500);
    },
  );
});

test('a CSRF token is refused after a logout or after another account becomes active', async () => {
  const before = await tokenOf();
  const headers = { 'sec-fetch-site': 'cross-site', 'x-csrf-token': before };
  expect((await browser.post('/auth/refresh-token', { slot: 1 }, { headers })).status).toBe(200);
  expect((await browser.post('/auth/logout', {}, { headers })).body.code).toBe('CSRF_TOKEN_INVALID');
  const now = await tokenOf();
  await browser.post('/auth/logout');
  await login(people[0] as User);
  const again = { ...headers, 'x-csrf-token': now };
  expect((await browser.post('/auth/logout', {}, { headers: again })).body.code).toBe('CSRF_TOKEN_INVALID');
});

test('a CSRF token of a browser without an active account is bound to its waiting accounts', async () => {
  await browser.post('/auth/logout');
  const cross = { 'sec-fetch-site': 'cross-site' };
  const slot = (token: string) =>
    browser.post('/auth/refresh-token', { slot: 1 }, { headers: { ...cross, 'x-csrf-token': token } });
  expect((await slot((await service.get('/auth/csrf')).body.csrfToken)).body.code).toBe('CSRF_TOKEN_INVALID');
  const reply = await slot(await tokenOf());
  expect(reply.status).toBe(200);
  expect(cookieOf(reply, 'svc_csrf')).toBeDefined();
});

test('an origin that only another tenant lists is refused', async () => {
  const jar = createJar(service);
  await login(foreign, jar);
  const post = (headers: Record<string, string>) => jar.post('/auth/logout', {}, { headers });
  expect((await post({ origin: SHOP })).body.code).toBe('CSRF_ORIGIN_REJECTED');
  expect((await post({ origin: APP })).body.code).toBe('CSRF_TOKEN_INVALID');
});

test('content types that need no preflight are refused', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const options = { raw: '{"slot":1}', headers: { 'content-type': type } };
    expect((await browser.send('POST', '/auth/refresh-token', options)).body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  }
});
