// Tests several accounts in one browser: one is active, up to four wait in slots.
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { answerOf, claimsOf, DAY, disable, later, refusal } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { enrolled, nextCode } from '../../support/mfa.ts';
import { newEmail, newPassword, prepared, type User, useService } from '../../support/service.ts';

const service = useService();
let users: User[];
const tenant = prepared(() => service.tenant());
beforeAll(async () => {
  users = await Promise.all(Array.from({ length: 7 }, () => service.signup(tenant)));
});

let browser: Jar;
beforeEach(() => {
  browser = createJar(service);
});

const login = async (
  { email, password, tenant: { id } }: Omit<User, 'tokens'>,
  more = {},
  jar = browser,
): Promise<Reply> => {
  advance(1000); // The next token differs: tokens carry their time in seconds.
  const reply = await jar.post('/auth/login', { tenantId: id, credentials: { email, password }, ...more });
  expect(reply.status).toBe(200);
  return reply;
};
const idOf = (user: User): string => claimsOf(user.tokens.accessToken).sub;
const userIn = (name: string, jar = browser): number | undefined => {
  const token = jar.cookies.get(name);
  return token === undefined ? undefined : users.findIndex((user) => idOf(user) === claimsOf(token).sub);
};
/** Lists the user of each token in the browser: the active one, then slots 1 to 4. */
const usersInBrowser = (jar = browser) => [
  userIn('svc_refresh', jar),
  ...[1, 2, 3, 4].map((slot) => userIn(`svc_refresh_${slot}`, jar)),
];
const none = undefined;
const userAt = (at: number): User => users[at] as User;
const setNames = (reply: Reply): string[] => reply.setCookies.map((line) => line.split('=')[0] as string).sort();
const OWN = ['svc_access', 'svc_csrf', 'svc_refresh'];
const refresh = (slot?: number, options = {}, jar = browser) =>
  jar.post('/auth/refresh-token', slot === undefined ? {} : { slot }, options);

describe('POST /auth/login with slots', () => {
  test('activates the new account and moves the previous one with its token to a slot', async () => {
    await login(userAt(0));
    const token = browser.cookies.get('svc_refresh');
    const reply = await login(userAt(1));
    expect(usersInBrowser()).toEqual([1, 0, none, none, none]);
    expect(browser.cookies.get('svc_refresh_1')).toBe(token);
    expect(setNames(reply)).toEqual([...OWN, 'svc_refresh_1']);
    expect((await browser.get('/auth/me')).body.email).toBe(userAt(1).email);
  });

  test('fills the slots, then replaces the account that waited longest and sets only changed cookies', async () => {
    for (let at = 0; at < 5; at++) await login(userAt(at));
    expect(usersInBrowser()).toEqual([4, 0, 1, 2, 3]);
    expect(setNames(await login(userAt(5)))).toEqual([...OWN, 'svc_refresh_1']);
    expect(usersInBrowser()).toEqual([5, 4, 1, 2, 3]);
    expect(setNames(await login(userAt(6)))).toEqual([...OWN, 'svc_refresh_2']);
    expect(usersInBrowser()).toEqual([6, 4, 5, 2, 3]);
  });

  test('leaves the slots alone when the active account logs in again', async () => {
    for (const at of [0, 1]) await login(userAt(at));
    expect(setNames(await login(userAt(1)))).toEqual(OWN);
    expect(usersInBrowser()).toEqual([1, 0, none, none, none]);
  });

  test('takes a waiting account out of its slot when it logs in', async () => {
    for (const at of [0, 1, 2]) await login(userAt(at));
    expect(usersInBrowser()).toEqual([2, 0, 1, none, none]);
    expect(setNames(await login(userAt(0)))).toEqual([...OWN, 'svc_refresh_1']);
    expect(usersInBrowser()).toEqual([0, 2, 1, none, none]);
  });

  test('clears the slot of an account that logs in after a logout', async () => {
    for (const at of [0, 1]) await login(userAt(at));
    await browser.post('/auth/logout');
    const reply = await login(userAt(0));
    expect(usersInBrowser()).toEqual([0, none, none, none, none]);
    expect(reply.setCookies).toContain('svc_refresh_1=; Path=/; SameSite=Strict; HttpOnly; Max-Age=0');
  });

  test('moves the active account to a slot on sign-up', async () => {
    await login(userAt(0));
    await browser.post('/auth/signup', { tenantId: tenant.id, email: newEmail(), password: newPassword() });
    expect(usersInBrowser()).toEqual([-1, 0, none, none, none]);
  });

  test('moves a pending login to a slot like any other account', async () => {
    const strict = await service.tenant({ mfa: { policy: 'required' } });
    await login(userAt(0));
    const pending = await browser.post('/auth/signup', {
      tenantId: strict.id,
      email: newEmail(),
      password: newPassword(),
    });
    expect(pending.body.isRequiresMfa).toBe(true);
    await login(userAt(1));
    expect(usersInBrowser()).toEqual([1, 0, -1, none, none]);
    const { body } = await browser.get('/auth/accounts');
    expect(body.accounts.map(({ slot }: { slot: number | null }) => slot)).toEqual([null, 1]);
    expect(browser.names()).toContain('svc_refresh_2');
    expect(answerOf(await refresh(2))).toEqual([200, undefined]);
    expect(answerOf(await browser.get('/auth/me'))).toEqual(refusal('MFA_REQUIRED'));
  });

  test('keeps the session of an account while a second factor of it is outstanding, until it is proved', async () => {
    const strict = await service.tenant();
    const person = await enrolled(service, strict);
    const prove = () => browser.post('/auth/mfa/verify', { method: 'totp', otp: nextCode(person.secret) });
    await login(person);
    await prove();
    const sidOf = (name: string) => claimsOf(browser.cookies.get(name) as string).sid;
    const session = sidOf('svc_refresh');
    await login(userAt(0));
    for (const start of [() => browser.post('/auth/switch-tenant', { tenantId: strict.id }), () => login(person)]) {
      const pending = await start();
      expect(pending.body.isRequiresMfa).toBe(true);
      const { body } = await browser.get('/auth/accounts');
      const { slot } = body.accounts.find(({ tenantId }: { tenantId: string }) => tenantId === tenant.id);
      expect(body.accounts).toHaveLength(2);
      // The user gives up, and goes back to either account.
      expect((await refresh(slot)).status).toBe(200);
      const waiting = (await browser.get('/auth/accounts')).body.accounts;
      expect(waiting.map(({ tenantId }: { tenantId: string }) => tenantId).sort()).toEqual(
        [tenant.id, strict.id].sort(),
      );
      const kept = waiting.find(({ isActive }: { isActive: boolean }) => !isActive).slot;
      expect(sidOf(`svc_refresh_${kept}`)).toBe(session);
    }
    await browser.post('/auth/switch-tenant', { tenantId: strict.id });
    expect(answerOf(await prove())).toEqual([200, undefined]);
    expect(browser.names().filter((name) => name.startsWith('svc_refresh'))).toHaveLength(2);
  });

  test('ignores and sets no cookies in header mode', async () => {
    await login(userAt(0));
    const { email, password } = userAt(1);
    const reply = await service.post(
      '/auth/login',
      { tenantId: tenant.id, credentials: { email, password } },
      { headers: { cookie: browser.header() } },
    );
    expect([reply.status, reply.setCookies]).toEqual([200, []]);
  });
});

describe('the cookie of a waiting account', () => {
  const ageOf = (reply: Reply, slot: number) =>
    reply.setCookies.find((line) => line.startsWith(`svc_refresh_${slot}=`))?.replace(/^[^;]*; /, '');

  test('lasts as long as its token', async () => {
    await login(userAt(0));
    const reply = await later(4 * DAY, () => login(userAt(1)));
    expect(Number(/Max-Age=(\d+)$/.exec(ageOf(reply, 1) as string)?.[1])).toBeCloseTo((10 * DAY) / 1000, -2);
  });

  test('ends with the browser if its login asked for that, also after the account was active again', async () => {
    const until = 'Path=/; SameSite=Strict; HttpOnly';
    await login(userAt(0), { rememberMe: false });
    expect(ageOf(await login(userAt(1)), 1)).toBe(until);
    const reply = await refresh(1);
    expect(reply.setCookies.filter((line) => /^svc_(access|refresh|csrf)=/.test(line)).join()).not.toMatch(/Max-Age/);
    expect(ageOf(reply, 1)).toMatch(/Max-Age=\d{7}$/);
    expect(ageOf(await refresh(1), 1)).toBe(until);
  });
});

describe('POST /auth/refresh-token with slots', () => {
  test('activates the account of the slot and moves the active one into its place', async () => {
    for (const at of [0, 1, 2]) await login(userAt(at));
    const reply = await refresh(1);
    expect(reply.body).toEqual({
      message: 'Tokens refreshed.',
      isRequiresMfa: false,
      nextStep: null,
      csrfToken: expect.any(String),
    });
    expect(setNames(reply)).toEqual([...OWN, 'svc_refresh_1']);
    expect(usersInBrowser()).toEqual([0, 2, 1, none, none]);
    expect((await browser.get('/auth/me')).body.email).toBe(userAt(0).email);
    for (const [slot, after] of [
      [1, [2, 0, 1, none, none]],
      [2, [1, 0, 2, none, none]],
    ] as const) {
      expect((await refresh(slot)).status).toBe(200);
      expect(usersInBrowser()).toEqual(after);
    }
  });

  test('refreshes the active account without a slot', async () => {
    for (const at of [0, 1]) await login(userAt(at));
    expect(setNames(await refresh())).toEqual(OWN);
    expect(usersInBrowser()).toEqual([1, 0, none, none, none]);
  });

  test('activates a waiting account after a logout', async () => {
    for (const at of [0, 1]) await login(userAt(at));
    await browser.post('/auth/logout');
    expect(usersInBrowser()).toEqual([none, 0, none, none, none]);
    expect((await refresh(1)).status).toBe(200);
    expect(usersInBrowser()).toEqual([0, none, none, none, none]);
  });

  test.each([
    ['is empty', '', 'REFRESH_TOKEN_INVALID'],
    ['was forged', 'a.b.c', 'REFRESH_TOKEN_INVALID'],
  ])('rejects a slot that %s, and clears it if the browser sent it', async (_, value, code) => {
    await login(userAt(0));
    if (value) browser.cookies.set('svc_refresh_3', value);
    const reply = await refresh(3);
    expect(answerOf(reply)).toEqual([401, code]);
    expect(reply.setCookies).toEqual(value ? ['svc_refresh_3=; Path=/; SameSite=Strict; HttpOnly; Max-Age=0'] : []);
    expect(usersInBrowser()).toEqual([0, none, none, none, none]);
  });

  test.each([
    ['ended', 'SESSION_NOT_FOUND'],
    ['expired', 'REFRESH_TOKEN_EXPIRED'],
    ['of a disabled account', 'ACCOUNT_INACTIVE'],
  ] as const)('rejects and clears a slot whose session is %s', async (state, code) => {
    const user = await service.signup(tenant);
    await login(user);
    if (state === 'ended') await browser.copy().post('/auth/logout');
    if (state === 'of a disabled account') await disable(user);
    await login(userAt(0));
    const reply = await (state === 'expired' ? later(15 * DAY, () => refresh(1)) : refresh(1));
    expect(answerOf(reply)).toEqual(refusal(code));
    expect(browser.names()).not.toContain('svc_refresh_1');
  });

  test.each([0, 5, 1.5, '1', null])('rejects the slot %p', async (slot) => {
    await login(userAt(0));
    expect(answerOf(await browser.post('/auth/refresh-token', { slot }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('rejects a slot cookie sent twice and another token in the body', async () => {
    for (const at of [0, 1]) await login(userAt(at));
    const waiting = browser.header('svc_refresh_1');
    const twice = { headers: { cookie: `${waiting}; ${waiting}` } };
    expect(answerOf(await refresh(1, twice))).toEqual(refusal('CONFLICTING_CREDENTIALS'));
    const other = { slot: 1, refreshToken: userAt(2).tokens.refreshToken };
    expect(answerOf(await browser.post('/auth/refresh-token', other))).toEqual(refusal('CONFLICTING_CREDENTIALS'));
  });

  test('ignores the slot in header mode', async () => {
    for (const at of [0, 1]) await login(userAt(at));
    const headers = { cookie: browser.header() };
    const reply = await service.post('/auth/refresh-token', { slot: 1 }, { headers });
    expect([...answerOf(reply), reply.setCookies]).toEqual([...refusal('REFRESH_TOKEN_INVALID'), []]);
  });
});

describe('logout with slots', () => {
  test.each(['/auth/logout', '/auth/logout-all'])('POST %s ends and clears only the active account', async (path) => {
    const [one, two] = [await service.signup(tenant), await service.signup(tenant)];
    for (const user of [one, two]) await login(user);
    const reply = await browser.post(path);
    expect(setNames(reply)).toEqual(OWN);
    expect(browser.names()).toEqual(['svc_refresh_1']);
    expect((await refresh(1)).status).toBe(200);
    expect((await browser.get('/auth/me')).body.email).toBe(one.email);
  });
});
