// Threat: the account cookies a browser sends are forged, duplicated, or so many or malformed that a parser fails.
// Only a token signed by the service counts, in one slot, and no input causes a server error.
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cookieHeader, cookieOf, type Reply } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, prepared, type User, useService } from '../../support/service.ts';
import { claimsOf, forge, headerOf } from '../../support/tokens.ts';

const service = useService();
let victim: User;
let other: User;
let browser: Jar;
const tenant = prepared(() => service.tenant());
beforeAll(async () => {
  [victim, other] = [await service.signup(tenant), await service.signup(tenant)];
});
beforeEach(() => {
  browser = createJar(service);
});

const login = ({ email, password }: User, jar = browser) =>
  jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });
const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
const subOf = (token: string | undefined) => token && claimsOf(token).sub;
const idOf = (user: User) => subOf(user.tokens.accessToken);

describe('an invalid token in an account slot', () => {
  const unsigned = (token: string) => token.replace(/[^.]*$/, '');
  const forgeries: [string, (user: User) => string][] = [
    ['another signature', ({ tokens }) => tokens.refreshToken.replace(/.{6}$/, 'AAAAAA')],
    ['no signature', ({ tokens }) => unsigned(tokens.refreshToken)],
    [
      'forged claims',
      ({ tokens: { refreshToken } }) =>
        forge(headerOf(refreshToken), { ...claimsOf(refreshToken), sid: 'ses_x' }, () => Buffer.alloc(32)),
    ],
    ['an access token', ({ tokens }) => tokens.accessToken],
    ['garbage', () => 'x'],
    ['an empty value', () => ''],
  ];
  test.each(forgeries)('with %s is not listed, not refreshed, and cleared by the next login', async (_, make) => {
    const token = make(other);
    browser.cookies.set('svc_refresh', token).set('svc_refresh_2', token);
    expect((await browser.get('/auth/accounts')).body).toEqual({ accounts: [] });
    browser.cookies.set('svc_refresh_2', token);
    expect((await browser.post('/auth/refresh-token', { slot: 2 })).body.code).toBe('REFRESH_TOKEN_INVALID');
    browser.cookies.set('svc_refresh_2', token);
    const reply = await login(victim);
    expect(reply.status).toBe(200);
    expect(browser.names()).toEqual(['svc_access', 'svc_csrf', 'svc_refresh']);
    expect(cookieOf(reply, 'svc_refresh_1')).toBeUndefined();
    expect((await me(other.tokens.accessToken)).status).toBe(200);
  });

  test('with a forged `eph` claim is refused', async () => {
    const { refreshToken } = other.tokens;
    const forged = forge(headerOf(refreshToken), { ...claimsOf(refreshToken), eph: true }, () => Buffer.alloc(32));
    expect((await service.post('/auth/refresh-token', { refreshToken: forged })).body.code).toBe(
      'REFRESH_TOKEN_INVALID',
    );
  });
});

describe('duplicate account cookies', () => {
  test('of the same name are dropped by a login and refused by every other operation', async () => {
    const token = other.tokens.refreshToken;
    for (const name of ['svc_refresh', 'svc_refresh_1']) {
      const headers = { cookie: `${name}=${token}; ${name}=${token}` };
      const reply = await browser.post(
        '/auth/login',
        { tenantId: tenant.id, credentials: { email: victim.email, password: victim.password } },
        { headers },
      );
      expect(reply.status).toBe(200);
      expect(browser.names()).toEqual(['svc_access', 'svc_csrf', 'svc_refresh']);
      const slot = name === 'svc_refresh' ? {} : { slot: 1 };
      expect((await browser.post('/auth/refresh-token', slot, { headers })).body.code).toBe('CONFLICTING_CREDENTIALS');
      expect((await browser.get('/auth/accounts', { headers })).body.code).toBe('CONFLICTING_CREDENTIALS');
    }
  });

  test('of one account in every slot are reduced to one slot by a login', async () => {
    const tokens = [other.tokens.refreshToken];
    for (let count = 0; count < 3; count++) tokens.push((await service.login(other)).body.refreshToken);
    tokens.forEach((token, at) => void browser.cookies.set(`svc_refresh_${at + 1}`, token));
    await login(victim);
    expect(browser.names()).toEqual(['svc_access', 'svc_csrf', 'svc_refresh', 'svc_refresh_1']);
  });

  test('do not occur in sixty logins, refreshes and logouts in a fixed random order', async () => {
    const people = [victim, other, await service.signup(tenant), await service.signup(tenant)];
    const actions = [
      ...people.map((user) => () => login(user)),
      ...[undefined, 1, 2, 3, 4].map((slot) => () => browser.post('/auth/refresh-token', { slot })),
      () => browser.post('/auth/logout'),
      () => browser.get('/auth/accounts'),
    ];
    let step = 7;
    for (let count = 0; count < 60; count++) {
      step = (step * 75 + 74) % 65537; // Lehmer's generator: the same order each time
      const reply = await (actions[step % actions.length] as () => Promise<Reply>)();
      expect(reply.status).toBeLessThan(500);
      const slots = browser.names().filter((name) => name.startsWith('svc_refresh'));
      const owners = slots.map((name) => subOf(browser.cookies.get(name)));
      expect(new Set(owners).size).toBe(owners.length);
      if (reply.setCookies.some((line) => /^svc_refresh=[^;]/.test(line)))
        expect((await browser.get('/auth/me')).body.id).toBe(subOf(browser.cookies.get('svc_refresh')));
    }
  });
});

describe('cookies planted before a login', () => {
  test('are replaced, and their CSRF token is refused afterwards', async () => {
    const before = (await createJar(service).post('/auth/login', {
      tenantId: tenant.id,
      credentials: { email: other.email, password: other.password },
    })) as Reply;
    const headers = { cookie: cookieHeader(before) };
    const body = { tenantId: tenant.id, credentials: { email: victim.email, password: victim.password } };
    const reply = await browser.post('/auth/login', body, { headers });
    for (const name of ['svc_access', 'svc_refresh', 'svc_csrf'])
      expect(cookieOf(reply, name)).not.toBe(cookieOf(before, name));
    expect(subOf(cookieOf(reply, 'svc_refresh'))).toBe(idOf(victim));
    const sids = [reply, before].map((each) => claimsOf(cookieOf(each, 'svc_refresh') as string).sid);
    expect(sids[0]).not.toBe(sids[1]);
    // A CSRF token from before the login is refused for changes by the new session.
    const token = cookieOf(before, 'svc_csrf') as string;
    const cross = { 'sec-fetch-site': 'cross-site', 'x-csrf-token': token, cookie: cookieHeader(reply) };
    expect((await browser.post('/auth/logout', {}, { headers: cross })).body.code).toBe('CSRF_TOKEN_INVALID');
  });
});

describe('malformed cookies', () => {
  const hostile = [
    Array.from({ length: 200 }, (_, at) => `c${at}=${at}`).join('; '),
    Array.from({ length: 200 }, (_, at) => `svc_refresh_${at}=x`).join('; '),
    'svc_refresh_1=%; svc_refresh_2=%zz; svc_refresh_3=%00; svc_refresh_4=%ff%fe',
    '__proto__=x; constructor=y; prototype=z; toString=1; hasOwnProperty=2; svc_refresh___proto__=3',
    'svc_refresh_0=x; svc_refresh_5=x; svc_refresh_01=x; svc_refresh_-1=x; svc_refresh_1e0=x; SVC_REFRESH_1=x',
    '; ;;=;===; =svc_refresh_1; svc_refresh_1; "svc_refresh_2"="x"; svc_refresh_3 = x ',
    `svc_refresh_1=${'x'.repeat(8000)}`,
    `svc_refresh_1=${'.'.repeat(4000)}; svc_refresh_2=${'a.'.repeat(2000)}`,
  ];
  test.each(hostile.map((cookie) => ({ cookie })))(
    'cause no server error and list no account: $cookie',
    async ({ cookie }) => {
      const headers = { cookie };
      const calls = [
        () => browser.get('/auth/accounts', { headers }),
        () => browser.get('/auth/csrf', { headers }),
        () => browser.post('/auth/refresh-token', { slot: 1 }, { headers }),
        () => browser.post('/auth/logout', {}, { headers }),
        () => login(victim, createJar(service, new Map([['svc_refresh_1', 'x']]))),
      ];
      for (const call of calls) expect((await call()).status).toBeLessThan(500);
      expect((await browser.get('/auth/accounts', { headers })).body.accounts).toEqual([]);
    },
  );
});

describe('twenty tabs of one browser', () => {
  test('activate the same waiting account at once, and all continue with one refresh generation', async () => {
    const [one, two] = [await service.signup(tenant), await service.signup(tenant)];
    await login(one);
    await login(two);
    const tabs = Array.from({ length: 20 }, () => browser.copy());
    const replies = await race(20, (at) => (tabs[at] as Jar).post('/auth/refresh-token', { slot: 1 }));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    const tokens = tabs.map(({ cookies }) => cookies.get('svc_refresh') as string);
    expect(new Set(tokens.map((token) => claimsOf(token).gen))).toEqual(new Set([2]));
    expect(new Set(tokens.map(subOf))).toEqual(new Set([idOf(one)]));
    expect(new Set(tabs.map(({ cookies }) => subOf(cookies.get('svc_refresh_1'))))).toEqual(new Set([idOf(two)]));
    const seen = await race(20, (at) => (tabs[at] as Jar).get('/auth/me'));
    expect(outcomes(seen)).toEqual({ 200: 20 });
  });
});
