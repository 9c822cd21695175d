// Devices that are trusted, in a browser: one cookie for all its accounts
import { beforeAll, describe, expect, test } from '@jest/globals';
import { COOKIES, cookieSession, later, MINUTE, SECOND } from '../../support/api.ts';
import { cookieHeader, cookieOf, type Reply } from '../../support/http.ts';
import { act, enrolled, loginTrusted, MFA, nextCode, TRUST_HEADER, TRUST_TOKEN, trusting } from '../../support/mfa.ts';
import { type Tenant, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

type Enrolled = Awaited<ReturnType<typeof enrolled>>;
const DEVICE = 'svc_device';
const tokensIn = (reply: Reply): string[] => cookieOf(reply, DEVICE)?.split('~') ?? [];
const login = (user: Enrolled, device?: string) =>
  service.login(user, {
    headers: { ...COOKIES, ...(device === undefined ? {} : { cookie: `${DEVICE}=${device}` }) },
  });

/** Both factors in a browser that has this cookie already, with the trust in it. */
async function trust(user: Enrolled, device?: string, body: Record<string, unknown> = {}): Promise<Reply> {
  const session = cookieHeader(await cookieSession(service, user, body));
  const cookie = device === undefined ? session : `${session}; ${DEVICE}=${device}`;
  const proof = { method: 'totp', otp: nextCode(user.secret), trustDevice: true };
  return service.post(`${MFA}/verify`, proof, { headers: { ...COOKIES, cookie } });
}

describe('the cookie', () => {
  test('is out of reach of scripts, lives thirty days, and no body holds the token', async () => {
    const reply = await trust(await enrolled(service, tenant));
    expect(reply.body).toEqual({ message: 'Logged in.', isRequiresMfa: false });
    const line = reply.setCookies.find((each) => each.startsWith(DEVICE)) as string;
    expect(line.replace(/=[^;]+/, '')).toBe('svc_device; Path=/; SameSite=Lax; HttpOnly; Max-Age=2592000');
    expect(tokensIn(reply)).toEqual([expect.stringMatching(TRUST_TOKEN)]);
    expect(reply.setCookies).toHaveLength(4);
  });

  test('is none for whoever didn’t ask for trust', async () => {
    const user = await enrolled(service, tenant);
    const cookie = cookieHeader(await cookieSession(service, user));
    const proof = { method: 'totp', otp: nextCode(user.secret) };
    const reply = await service.post(`${MFA}/verify`, proof, { headers: { ...COOKIES, cookie } });
    expect([reply.status, tokensIn(reply)]).toEqual([200, []]);
  });

  test('comes with a recovery code as well', async () => {
    const user = await enrolled(service, tenant);
    const { code } = (await act(service, user.tokens, 'generate-recovery-code')).body;
    const cookie = cookieHeader(await cookieSession(service, user));
    const options = { headers: { ...COOKIES, cookie } };
    const reply = await service.post(`${MFA}/verify-recovery-code`, { code, trustDevice: true }, options);
    expect([reply.body.trustToken, tokensIn(reply)]).toEqual([undefined, [expect.stringMatching(TRUST_TOKEN)]]);
  });

  test('outlives the browser’s window, though the session doesn’t, and the logout', async () => {
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

describe('a login with it', () => {
  test('needs no second factor; the token is replaced in the cookie, and in no body', async () => {
    const user = await enrolled(service, tenant);
    const [before = ''] = tokensIn(await trust(user));
    const reply = await login(user, before);
    expect(reply.body).toEqual({ message: 'Logged in.', isRequiresMfa: false });
    const [after = ''] = tokensIn(reply);
    expect(after).toMatch(TRUST_TOKEN);
    expect([after.split('.')[0], after]).toEqual([before.split('.')[0], expect.not.stringMatching(before)]);
    expect((await service.get('/auth/me', { headers: { cookie: cookieHeader(reply) } })).body.email).toBe(user.email);
    expect((await login(user, after)).body.isRequiresMfa).toBe(false);
  });

  test('the token of before, a minute later, ends the trust', async () => {
    const user = await enrolled(service, tenant);
    const [before = ''] = tokensIn(await trust(user));
    const [after = ''] = tokensIn(await login(user, before));
    await later(MINUTE, async () => {
      const reply = await login(user, before);
      expect([reply.body.isRequiresMfa, tokensIn(reply)]).toEqual([true, []]);
      expect((await login(user, after)).body.isRequiresMfa).toBe(true);
    });
  });

  test('is by the cookie alone: a header is not looked at', async () => {
    const user = await trusting(service, tenant);
    const reply = await service.login(user, { headers: { ...COOKIES, [TRUST_HEADER]: user.trustToken } });
    expect(reply.body.isRequiresMfa).toBe(true);
    expect((await loginTrusted(service, user, user.trustToken)).body.isRequiresMfa).toBe(false);
  });
});

describe('several accounts', () => {
  test('stand in one cookie, the last one first; each logs in, and the others stay', async () => {
    const [ann, bob] = [await enrolled(service, tenant), await enrolled(service, await service.tenant())];
    const [first = ''] = tokensIn(await trust(ann));
    const both = await trust(bob, first);
    expect(tokensIn(both)).toEqual([expect.stringMatching(TRUST_TOKEN), first]);
    const [ofBob] = tokensIn(both);
    const annAgain = await login(ann, cookieOf(both, DEVICE));
    expect([annAgain.body.isRequiresMfa, tokensIn(annAgain)[1]]).toEqual([false, ofBob]);
    expect(tokensIn(annAgain)[0]?.split('.')[0]).toBe(first.split('.')[0]);
    const bobAgain = await login(bob, cookieOf(annAgain, DEVICE));
    expect([bobAgain.body.isRequiresMfa, tokensIn(bobAgain)[1]]).toEqual([false, tokensIn(annAgain)[0]]);
  });

  test('at most five: the sixth drives out the one that logged in longest ago', async () => {
    const users: Enrolled[] = [];
    let cookie: string | undefined;
    while (users.length < 6) {
      const user = await enrolled(service, tenant);
      users.push(user);
      cookie = cookieOf(await trust(user, cookie), DEVICE);
    }
    expect(cookie?.split('~')).toHaveLength(5);
    expect((cookie as string).length).toBeLessThan(512);
    const answers: boolean[] = [];
    for (const user of users) {
      const reply = await login(user, cookie);
      answers.push(reply.body.isRequiresMfa);
      cookie = cookieOf(reply, DEVICE) ?? cookie;
    }
    expect(answers).toEqual([true, false, false, false, false, false]);
  });
});

describe('garbage in it is ignored, and doesn’t come back', () => {
  test.each([
    ['nothing', () => ''],
    ['separators', () => '~~~~~~~'],
    ['dots', () => '.~..~...'],
    ['a prototype', () => '__proto__.x~constructor.y'],
    ['two hundred of them', () => Array.from({ length: 200 }, (_, at) => `dev_${at}.x`).join('~')],
    ['five of them before it', (token: string) => [...Array<string>(5).fill('dev_x.y'), token].join('~')],
    ['the id with another secret', (token: string) => `${token.split('.')[0]}.x`],
    ['quotes', (token: string) => `"${token}"`],
    ['a long text', () => 'x'.repeat(8000)],
  ])('%s', async (_, garbage) => {
    const user = await enrolled(service, tenant);
    const [token = ''] = tokensIn(await trust(user));
    const reply = await login(user, garbage(token));
    expect([reply.status, reply.body.isRequiresMfa, tokensIn(reply)]).toEqual([200, true, []]);
    expect((await login(user, token)).body.isRequiresMfa).toBe(false);
  });

  test('beside the token of an account', async () => {
    const user = await enrolled(service, tenant);
    const [token = ''] = tokensIn(await trust(user));
    const reply = await login(user, `<x>~${'y'.repeat(200)}~${token}~%0d%0aset-cookie:a=b~${token}`);
    expect(reply.body.isRequiresMfa).toBe(false);
    expect(tokensIn(reply)).toEqual([expect.stringMatching(TRUST_TOKEN)]);
    expect(reply.setCookies).toHaveLength(4);
  });

  test('the cookie twice: both are looked at, and one is left', async () => {
    const [ann, bob] = [await enrolled(service, tenant), await enrolled(service, tenant)];
    const [ofAnn = ''] = tokensIn(await trust(ann));
    const [ofBob = ''] = tokensIn(await later(SECOND, () => trust(bob)));
    const reply = await login(ann, `${ofBob}; ${DEVICE}=${ofAnn}`);
    expect([reply.status, reply.body.isRequiresMfa]).toEqual([200, false]);
    expect(tokensIn(reply)).toEqual([expect.stringMatching(TRUST_TOKEN), ofBob]);
  });
});
