// Tests trusted devices in cookie mode: one cookie holds the trust of all accounts in a browser.
import { describe, expect, test } from '@jest/globals';
import { COOKIES, cookieSession, later, MINUTE, SECOND } from '../../support/api.ts';
import { cookieHeader, cookieOf, type Reply } from '../../support/http.ts';
import { act, enrolled, loginTrusted, MFA, nextCode, TRUST_HEADER, TRUST_TOKEN, trusting } from '../../support/mfa.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type Enrolled = Awaited<ReturnType<typeof enrolled>>;
const DEVICE = 'svc_device';
const tokensIn = (reply: Reply): string[] => cookieOf(reply, DEVICE)?.split('~') ?? [];
const login = (user: Enrolled, device?: string) =>
  service.login(user, {
    headers: { ...COOKIES, ...(device === undefined ? {} : { cookie: `${DEVICE}=${device}` }) },
  });

/** Logs in with both factors in a browser that already has this cookie and asks for trust. */
async function trust(user: Enrolled, device?: string, body: Record<string, unknown> = {}): Promise<Reply> {
  const session = cookieHeader(await cookieSession(service, user, body));
  const cookie = device === undefined ? session : `${session}; ${DEVICE}=${device}`;
  const proof = { method: 'totp', otp: nextCode(user.secret), trustDevice: true };
  return service.post(`${MFA}/verify`, proof, { headers: { ...COOKIES, cookie } });
}

describe('the device cookie', () => {
  test('is HttpOnly, lasts thirty days and keeps the token out of the body', async () => {
    const reply = await trust(await enrolled(service, tenant));
    expect(reply.body).toEqual({
      message: 'Logged in.',
      isRequiresMfa: false,
      nextStep: null,
      csrfToken: expect.any(String),
    });
    const line = reply.setCookies.find((each) => each.startsWith(DEVICE)) as string;
    expect(line.replace(/=[^;]+/, '')).toBe('svc_device; Path=/; SameSite=Lax; HttpOnly; Max-Age=2592000');
    expect(tokensIn(reply)).toEqual([expect.stringMatching(TRUST_TOKEN)]);
    expect(reply.setCookies).toHaveLength(4);
  });

  test('is not set for a user who does not ask for trust', async () => {
    const user = await enrolled(service, tenant);
    const cookie = cookieHeader(await cookieSession(service, user));
    const proof = { method: 'totp', otp: nextCode(user.secret) };
    const reply = await service.post(`${MFA}/verify`, proof, { headers: { ...COOKIES, cookie } });
    expect([reply.status, tokensIn(reply)]).toEqual([200, []]);
  });

  test('is set after a recovery code', async () => {
    const user = await enrolled(service, tenant);
    const { code } = (await act(service, user.tokens, 'generate-recovery-code')).body;
    const cookie = cookieHeader(await cookieSession(service, user));
    const options = { headers: { ...COOKIES, cookie } };
    const reply = await service.post(`${MFA}/verify-recovery-code`, { code, trustDevice: true }, options);
    expect([reply.body.trustToken, tokensIn(reply)]).toEqual([undefined, [expect.stringMatching(TRUST_TOKEN)]]);
  });

  test('outlives the browser window and the logout', async () => {
    const user = await enrolled(service, tenant);
    const reply = await trust(user, undefined, { rememberMe: false });
    expect(reply.setCookies.map((line) => /; Max-Age=(\d+)/.exec(line)?.[1])).toEqual([
      '2592000',
      undefined,
      undefined,
      undefined,
    ]);
    const cookie = cookieHeader(reply);
    const logout = await service.post('/auth/logout', {}, { headers: { ...COOKIES, cookie } });
    expect([logout.status, logout.setCookies.some((line) => line.startsWith(DEVICE))]).toEqual([200, false]);
    expect((await login(user, cookieOf(reply, DEVICE))).body.isRequiresMfa).toBe(false);
  });
});

describe('a login with the device cookie', () => {
  test('needs no second factor and replaces the token only in the cookie', async () => {
    const user = await enrolled(service, tenant);
    const [before = ''] = tokensIn(await trust(user));
    const reply = await login(user, before);
    expect(reply.body).toEqual({
      message: 'Logged in.',
      isRequiresMfa: false,
      nextStep: null,
      csrfToken: expect.any(String),
    });
    const [after = ''] = tokensIn(reply);
    expect(after).toMatch(TRUST_TOKEN);
    expect([after.split('.')[0], after]).toEqual([before.split('.')[0], expect.not.stringMatching(before)]);
    expect((await service.get('/auth/me', { headers: { cookie: cookieHeader(reply) } })).body.email).toBe(user.email);
    expect((await login(user, after)).body.isRequiresMfa).toBe(false);
  });

  test('ends the trust when the replaced token is used a minute later', async () => {
    const user = await enrolled(service, tenant);
    const [before = ''] = tokensIn(await trust(user));
    const [after = ''] = tokensIn(await login(user, before));
    await later(MINUTE, async () => {
      const reply = await login(user, before);
      expect([reply.body.isRequiresMfa, tokensIn(reply)]).toEqual([true, []]);
      expect((await login(user, after)).body.isRequiresMfa).toBe(true);
    });
  });

  test('ignores the trust header', async () => {
    const user = await trusting(service, tenant);
    const reply = await service.login(user, { headers: { ...COOKIES, [TRUST_HEADER]: user.trustToken } });
    expect(reply.body.isRequiresMfa).toBe(true);
    expect((await loginTrusted(service, user, user.trustToken)).body.isRequiresMfa).toBe(false);
  });
});

describe('several accounts in the device cookie', () => {
  test('are listed with the latest login first and keep their own trust', async () => {
    const [ann, bob] = [await enrolled(service, tenant), await enrolled(service, await service.tenant())];
    const [first = ''] = tokensIn(await trust(ann));
    const both = await trust(bob, first);
    expect(tokensIn(both)).toEqual([expect.stringMatching(TRUST_TOKEN), first]);
    const [bobsToken] = tokensIn(both);
    const annAgain = await login(ann, cookieOf(both, DEVICE));
    expect([annAgain.body.isRequiresMfa, tokensIn(annAgain)[1]]).toEqual([false, bobsToken]);
    expect(tokensIn(annAgain)[0]?.split('.')[0]).toBe(first.split('.')[0]);
    const bobAgain = await login(bob, cookieOf(annAgain, DEVICE));
    expect([bobAgain.body.isRequiresMfa, tokensIn(bobAgain)[1]]).toEqual([false, tokensIn(annAgain)[0]]);
  });

  test('are at most five: the sixth removes the one that logged in longest ago', async () => {
    const users: Enrolled[] = [];
    let cookie: string | undefined;
    while (users.length < 6) {
      const user = await enrolled(service, tenant);
      users.push(user);
      cookie = cookieOf(await trust(user, cookie), DEVICE);
    }
    expect(cookie?.split('~')).toHaveLength(5);
    expect((cookie as string).length).toBeLessThan(512);
    const needsFactor: boolean[] = [];
    for (const user of users) {
      const reply = await login(user, cookie);
      needsFactor.push(reply.body.isRequiresMfa);
      cookie = cookieOf(reply, DEVICE) ?? cookie;
    }
    expect(needsFactor).toEqual([true, false, false, false, false, false]);
  });
});

describe('garbage in the device cookie', () => {
  test.each([
    ['an empty value', () => ''],
    ['separators', () => '~~~~~~~'],
    ['dots', () => '.~..~...'],
    ['a prototype', () => '__proto__.x~constructor.y'],
    ['two hundred unknown tokens', () => Array.from({ length: 200 }, (_, at) => `dev_${at}.x`).join('~')],
    [
      'five unknown tokens before the right one',
      (token: string) => [...Array<string>(5).fill('dev_x.y'), token].join('~'),
    ],
    ['the device id with another secret', (token: string) => `${token.split('.')[0]}.x`],
    ['quotes', (token: string) => `"${token}"`],
    ['a long text', () => 'x'.repeat(8000)],
  ])('is ignored and not echoed: %s', async (_, garbage) => {
    const user = await enrolled(service, tenant);
    const [token = ''] = tokensIn(await trust(user));
    const reply = await login(user, garbage(token));
    expect([reply.status, reply.body.isRequiresMfa, tokensIn(reply)]).toEqual([200, true, []]);
    expect((await login(user, token)).body.isRequiresMfa).toBe(false);
  });

  test('is ignored next to the token of an account', async () => {
    const user = await enrolled(service, tenant);
    const [token = ''] = tokensIn(await trust(user));
    const reply = await login(user, `<x>~${'y'.repeat(200)}~${token}~%0d%0aset-cookie:a=b~${token}`);
    expect(reply.body.isRequiresMfa).toBe(false);
    expect(tokensIn(reply)).toEqual([expect.stringMatching(TRUST_TOKEN)]);
    expect(reply.setCookies).toHaveLength(4);
  });

  test('is cleaned up when the cookie is sent twice', async () => {
    const [ann, bob] = [await enrolled(service, tenant), await enrolled(service, tenant)];
    const [annsToken = ''] = tokensIn(await trust(ann));
    const [bobsToken = ''] = tokensIn(await later(SECOND, () => trust(bob)));
    const reply = await login(ann, `${bobsToken}; ${DEVICE}=${annsToken}`);
    expect([reply.status, reply.body.isRequiresMfa]).toEqual([200, false]);
    expect(tokensIn(reply)).toEqual([expect.stringMatching(TRUST_TOKEN), bobsToken]);
  });
});
