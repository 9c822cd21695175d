// Threat: another page has the visitor's browser change something in his name, with cookies that travel by themselves. The
// token has to be of this session and of no other time; planting halves of it gains nothing.
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cookieOf } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { type User, useService } from '../../support/service.ts';

const APP = 'https://app.example.com';
const SHOP = 'https://shop.example.com';
const service = useService({ GATEHOUSE_ALLOWED_ORIGINS: APP });
let people: User[];
let foreign: User;
beforeAll(async () => {
  const tenant = await service.tenant({ allowedOrigins: [SHOP] });
  people = [await service.signup(tenant), await service.signup(tenant)];
  foreign = await service.signup(await service.tenant());
});

let browser: Jar;
beforeEach(async () => {
  browser = createJar(service);
  for (const user of people) await login(user);
});

const login = ({ email, password, tenant }: User, jar = browser) =>
  jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });
const tokenOf = async (jar = browser): Promise<string> => (await jar.get('/auth/csrf')).body.csrfToken;

/** Each changes something on the strength of a cookie. */
const changes: [string, (headers: Record<string, string>) => ReturnType<Jar['post']>][] = [
  ['refresh-token', (headers) => browser.post('/auth/refresh-token', {}, { headers })],
  ['refresh-token by slot', (headers) => browser.post('/auth/refresh-token', { slot: 1 }, { headers })],
  ['switch-tenant', (headers) => browser.post('/auth/switch-tenant', { tenantId: 'none' }, { headers })],
  ['logout', (headers) => browser.post('/auth/logout', {}, { headers })],
  [
    'logout by the refresh cookie',
    (headers) => {
      browser.cookies.delete('svc_access');
      return browser.post('/auth/logout', {}, { headers });
    },
  ],
  ['logout-all', (headers) => browser.post('/auth/logout-all', {}, { headers })],
  [
    'change-password',
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

  test('without a token it is refused, whoever asks', async () => {
    for (const headers of sites) expect((await change(headers)).body.code).toBe('CSRF_TOKEN_INVALID');
    for (const headers of evil) expect((await change(headers)).body.code).toBe('CSRF_ORIGIN_REJECTED');
  });

  test('with a token that is not of this session it is refused', async () => {
    const other = createJar(service);
    const early = (await service.get('/auth/csrf')).body.csrfToken as string;
    await login(people[0] as User, other);
    const mine = await tokenOf();
    const [random, mac = ''] = mine.split('.') as [string, string];
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
      `${mine}${`.${mac}`.repeat(6)}`,
      browser.cookies.get('svc_access') as string,
      '__proto__.constructor',
    ];
    for (const token of tokens) {
      const headers = { ...sites[0], 'x-csrf-token': token };
      expect([token, (await change(headers)).body.code]).toEqual([token, 'CSRF_TOKEN_INVALID']);
    }
    // Planted as cookie and header alike, as a sibling domain could: the two halves agree, and prove nothing.
    browser.cookies.set('svc_csrf', 'planted.planted');
    const planted = { ...sites[1], 'x-csrf-token': 'planted.planted' };
    expect((await change(planted)).body.code).toBe('CSRF_TOKEN_INVALID');
  });

  test.each(sites.map((headers) => ({ headers })))('with its token it passes: $headers', async ({ headers }) => {
    const reply = await change({ ...headers, 'x-csrf-token': await tokenOf() });
    expect(String(reply.body.code)).not.toMatch(/^CSRF_/);
    expect(reply.status).toBeLessThan(500);
  });
});

test('a token from before a logout, or of the account that was active before, is dead', async () => {
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

test('where nobody is active, a token is bound to those who wait, and to nobody else', async () => {
  await browser.post('/auth/logout');
  const cross = { 'sec-fetch-site': 'cross-site' };
  const slot = (token: string) =>
    browser.post('/auth/refresh-token', { slot: 1 }, { headers: { ...cross, 'x-csrf-token': token } });
  expect((await slot((await service.get('/auth/csrf')).body.csrfToken)).body.code).toBe('CSRF_TOKEN_INVALID');
  const reply = await slot(await tokenOf());
  expect(reply.status).toBe(200);
  expect(cookieOf(reply, 'svc_csrf')).toBeDefined();
});

test('an origin that another tenant lists is a stranger to this one', async () => {
  const jar = createJar(service);
  await login(foreign, jar);
  const post = (headers: Record<string, string>) => jar.post('/auth/logout', {}, { headers });
  expect((await post({ origin: SHOP })).body.code).toBe('CSRF_ORIGIN_REJECTED');
  expect((await post({ origin: APP })).body.code).toBe('CSRF_TOKEN_INVALID');
});

test('what a script may not send without asking first is all that a body may be', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const options = { raw: '{"slot":1}', headers: { 'content-type': type } };
    expect((await browser.send('POST', '/auth/refresh-token', options)).body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  }
});
