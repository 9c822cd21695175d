// Several accounts in one browser: one is active, up to four wait in slots
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { answerOf, claimsOf, DAY, disable, later, refusal } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import { createJar, type Jar } from '../../support/jar.ts';
import { newEmail, newPassword, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
let people: User[];
beforeAll(async () => {
  tenant = await service.tenant();
  people = await Promise.all(Array.from({ length: 7 }, () => service.signup(tenant)));
});

let browser: Jar;
beforeEach(() => {
  browser = createJar(service);
});

const login = async ({ email, password, tenant: { id } }: User, more = {}, jar = browser): Promise<Reply> => {
  advance(1000); // tokens know their second
  const reply = await jar.post('/auth/login', { tenantId: id, credentials: { email, password }, ...more });
  expect(reply.status).toBe(200);
  return reply;
};
const idOf = (user: User): string => claimsOf(user.tokens.accessToken).sub;
const whoIn = (name: string, jar = browser): number | undefined => {
  const token = jar.cookies.get(name);
  return token === undefined ? undefined : people.findIndex((user) => idOf(user) === claimsOf(token).sub);
};
/** Whose tokens the browser holds: the active one, then slots 1 to 4. */
const held = (jar = browser) => [
  whoIn('svc_refresh', jar),
  ...[1, 2, 3, 4].map((slot) => whoIn(`svc_refresh_${slot}`, jar)),
];
const none = undefined;
const person = (at: number): User => people[at] as User;
const setNames = (reply: Reply): string[] => reply.setCookies.map((line) => line.split('=')[0] as string).sort();
const OWN = ['svc_access', 'svc_csrf', 'svc_refresh'];
const refresh = (slot?: number, options = {}, jar = browser) =>
  jar.post('/auth/refresh-token', slot === undefined ? {} : { slot }, options);

describe('login', () => {
  test('makes the new account active and parks the one before, with the token it had', async () => {
    await login(person(0));
    const token = browser.cookies.get('svc_refresh');
    const reply = await login(person(1));
    expect(held()).toEqual([1, 0, none, none, none]);
    expect(browser.cookies.get('svc_refresh_1')).toBe(token);
    expect(setNames(reply)).toEqual([...OWN, 'svc_refresh_1']);
    expect((await browser.get('/auth/me')).body.email).toBe(person(1).email);
  });

  test('fills the slots, then drops who has waited longest; only cookies that change are set', async () => {
    for (let at = 0; at < 5; at++) await login(person(at));
    expect(held()).toEqual([4, 0, 1, 2, 3]);
    expect(setNames(await login(person(5)))).toEqual([...OWN, 'svc_refresh_1']);
    expect(held()).toEqual([5, 4, 1, 2, 3]);
    expect(setNames(await login(person(6)))).toEqual([...OWN, 'svc_refresh_2']);
    expect(held()).toEqual([6, 4, 5, 2, 3]);
  });

  test('of the account that is active leaves the slots alone', async () => {
    for (const at of [0, 1]) await login(person(at));
    expect(setNames(await login(person(1)))).toEqual(OWN);
    expect(held()).toEqual([1, 0, none, none, none]);
  });

  test('of an account that waits takes it out of its slot', async () => {
    for (const at of [0, 1, 2]) await login(person(at));
    expect(held()).toEqual([2, 0, 1, none, none]);
    expect(setNames(await login(person(0)))).toEqual([...OWN, 'svc_refresh_1']);
    expect(held()).toEqual([0, 2, 1, none, none]);
  });

  test('after a logout clears the slot of the account that comes back', async () => {
    for (const at of [0, 1]) await login(person(at));
    await browser.post('/auth/logout');
    const reply = await login(person(0));
    expect(held()).toEqual([0, none, none, none, none]);
    expect(reply.setCookies).toContain('svc_refresh_1=; Path=/; SameSite=Strict; HttpOnly; Max-Age=0');
  });

  test('a sign-up parks, too', async () => {
    await login(person(0));
    await browser.post('/auth/signup', { tenantId: tenant.id, email: newEmail(), password: newPassword() });
    expect(held()).toEqual([-1, 0, none, none, none]);
  });

  test('a pending login is an account like any other', async () => {
    const strict = await service.tenant({ mfa: { policy: 'required' } });
    await login(person(0));
    const pending = await browser.post('/auth/signup', {
      tenantId: strict.id,
      email: newEmail(),
      password: newPassword(),
    });
    expect(pending.body.isRequiresMfa).toBe(true);
    await login(person(1));
    expect(held()).toEqual([1, 0, -1, none, none]);
    const { body } = await browser.get('/auth/accounts');
    expect(body.accounts.map(({ slot }: { slot: number | null }) => slot)).toEqual([null, 1]);
    expect(browser.names()).toContain('svc_refresh_2');
    expect(answerOf(await refresh(2))).toEqual([200, undefined]);
    expect(answerOf(await browser.get('/auth/me'))).toEqual(refusal('MFA_REQUIRED'));
  });

  test('in header mode no cookie is looked at and none is set', async () => {
    await login(person(0));
    const { email, password } = person(1);
    const reply = await service.post(
      '/auth/login',
      { tenantId: tenant.id, credentials: { email, password } },
      { headers: { cookie: browser.header() } },
    );
    expect([reply.status, reply.setCookies]).toEqual([200, []]);
  });
});

describe('how long a browser keeps an account that waits', () => {
  const ageOf = (reply: Reply, slot: number) =>
    reply.setCookies.find((line) => line.startsWith(`svc_refresh_${slot}=`))?.replace(/^[^;]*; /, '');

  test('as long as its token lives', async () => {
    await login(person(0));
    const reply = await later(4 * DAY, () => login(person(1)));
    expect(Number(/Max-Age=(\d+)$/.exec(ageOf(reply, 1) as string)?.[1])).toBeCloseTo((10 * DAY) / 1000, -2);
  });

  test('until it is closed, if that was what its login asked for; also after it was active again', async () => {
    const until = 'Path=/; SameSite=Strict; HttpOnly';
    await login(person(0), { rememberMe: false });
    expect(ageOf(await login(person(1)), 1)).toBe(until);
    const back = await refresh(1);
    expect(back.setCookies.filter((line) => /^svc_(access|refresh|csrf)=/.test(line)).join()).not.toMatch(/Max-Age/);
    expect(ageOf(back, 1)).toMatch(/Max-Age=\d{7}$/);
    expect(ageOf(await refresh(1), 1)).toBe(until);
  });
});

describe('refresh-token', () => {
  test('with a slot makes that account active and parks the other in its place', async () => {
    for (const at of [0, 1, 2]) await login(person(at));
    const reply = await refresh(1);
    expect(reply.body).toEqual({ message: 'Tokens refreshed.', isRequiresMfa: false });
    expect(setNames(reply)).toEqual([...OWN, 'svc_refresh_1']);
    expect(held()).toEqual([0, 2, 1, none, none]);
    expect((await browser.get('/auth/me')).body.email).toBe(person(0).email);
    for (const [slot, after] of [
      [1, [2, 0, 1, none, none]],
      [2, [1, 0, 2, none, none]],
    ] as const) {
      expect((await refresh(slot)).status).toBe(200);
      expect(held()).toEqual(after);
    }
  });

  test('without a slot is about the active account', async () => {
    for (const at of [0, 1]) await login(person(at));
    expect(setNames(await refresh())).toEqual(OWN);
    expect(held()).toEqual([1, 0, none, none, none]);
  });

  test('after a logout brings an account that waits back', async () => {
    for (const at of [0, 1]) await login(person(at));
    await browser.post('/auth/logout');
    expect(held()).toEqual([none, 0, none, none, none]);
    expect((await refresh(1)).status).toBe(200);
    expect(held()).toEqual([0, none, none, none, none]);
  });

  test.each([
    ['is empty', '', 'REFRESH_TOKEN_INVALID'],
    ['was forged', 'a.b.c', 'REFRESH_TOKEN_INVALID'],
  ])('401: the slot %s, and is cleared', async (_, value, code) => {
    await login(person(0));
    if (value) browser.cookies.set('svc_refresh_3', value);
    const reply = await refresh(3);
    expect(answerOf(reply)).toEqual([401, code]);
    expect(reply.setCookies).toEqual(['svc_refresh_3=; Path=/; SameSite=Strict; HttpOnly; Max-Age=0']);
    expect(held()).toEqual([0, none, none, none, none]);
  });

  test.each([
    ['ended', 'SESSION_NOT_FOUND'],
    ['expired', 'REFRESH_TOKEN_EXPIRED'],
    ['of a disabled account', 'ACCOUNT_INACTIVE'],
  ] as const)('401: the session in it is %s', async (what, code) => {
    const user = await service.signup(tenant);
    await login(user);
    if (what === 'ended') await browser.copy().post('/auth/logout');
    if (what === 'of a disabled account') await disable(user);
    await login(person(0));
    const reply = await (what === 'expired' ? later(15 * DAY, () => refresh(1)) : refresh(1));
    expect(answerOf(reply)).toEqual(refusal(code));
    expect(browser.names()).not.toContain('svc_refresh_1');
  });

  test.each([0, 5, 1.5, '1', null])('400: slot %p', async (slot) => {
    await login(person(0));
    expect(answerOf(await browser.post('/auth/refresh-token', { slot }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('400: the slot twice, or another token in the body', async () => {
    for (const at of [0, 1]) await login(person(at));
    const waiting = browser.header('svc_refresh_1');
    const twice = { headers: { cookie: `${waiting}; ${waiting}` } };
    expect(answerOf(await refresh(1, twice))).toEqual(refusal('CONFLICTING_CREDENTIALS'));
    const other = { slot: 1, refreshToken: person(2).tokens.refreshToken };
    expect(answerOf(await browser.post('/auth/refresh-token', other))).toEqual(refusal('CONFLICTING_CREDENTIALS'));
  });

  test('in header mode a slot means nothing', async () => {
    for (const at of [0, 1]) await login(person(at));
    const headers = { cookie: browser.header() };
    const reply = await service.post('/auth/refresh-token', { slot: 1 }, { headers });
    expect([...answerOf(reply), reply.setCookies]).toEqual([...refusal('REFRESH_TOKEN_INVALID'), []]);
  });
});

describe('logout', () => {
  test.each(['/auth/logout', '/auth/logout-all'])('%s ends and clears the active account alone', async (path) => {
    const [one, two] = [await service.signup(tenant), await service.signup(tenant)];
    for (const user of [one, two]) await login(user);
    const reply = await browser.post(path);
    expect(setNames(reply)).toEqual(OWN);
    expect(browser.names()).toEqual(['svc_refresh_1']);
    expect((await refresh(1)).status).toBe(200);
    expect((await browser.get('/auth/me')).body.email).toBe(one.email);
  });
});
