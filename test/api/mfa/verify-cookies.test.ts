// Tests POST /auth/mfa/verify and verify-recovery-code with tokens in cookies.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, claimsOf, cookieSession, refusal } from '../../support/api.ts';
import { cookieHeader, cookieOf, type Reply } from '../../support/http.ts';
import { act, enrolled, MFA, nextCode } from '../../support/mfa.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type Enrolled = Awaited<ReturnType<typeof enrolled>>;
const crossSite = { 'sec-fetch-site': 'cross-site' };
const me = (cookie: string) => service.get('/auth/me', { headers: { cookie } });

/** Returns names and attributes of the cookies set, without their values; ages to the nearest ten seconds. */
const attributes = (reply: Reply): string[] =>
  reply.setCookies.map((line) =>
    line.replace(/=[^;]+/, '').replace(/(?<=Max-Age=)\d+/, (age) => String(Math.round(Number(age) / 10) * 10)),
  );
const WEEKS = 14 * 86_400;
const persistent = [
  'svc_access; Path=/; SameSite=Lax; HttpOnly; Max-Age=900',
  `svc_refresh; Path=/; SameSite=Strict; HttpOnly; Max-Age=${WEEKS}`,
  `svc_csrf; Path=/; SameSite=Lax; Max-Age=${WEEKS}`,
];

type Completion = (user: Enrolled, cookie: string, headers?: Record<string, string>) => Promise<Reply>;
const post = (operation: string, body: unknown, headers: Record<string, string>) =>
  service.post(`${MFA}/${operation}`, body, { headers: { ...COOKIES, ...headers } });
const byCode: Completion = ({ secret }, cookie, headers = {}) =>
  post('verify', { method: 'totp', otp: nextCode(secret) }, { cookie, ...headers });
const byRecovery: Completion = async ({ tokens }, cookie, headers = {}) => {
  const { code } = (await act(service, tokens, 'generate-recovery-code')).body;
  return post('verify-recovery-code', { code }, { cookie, ...headers });
};

describe.each([
  { way: 'verify', complete: byCode },
  { way: 'verify-recovery-code', complete: byRecovery },
])('POST /auth/mfa/$way with cookies', ({ complete }) => {
  test('sets new cookies instead of returning tokens and revokes the old ones', async () => {
    const user = await enrolled(service, tenant);
    const login = await cookieSession(service, user);
    expect(login.body).toEqual({
      message: 'A second factor is required.',
      isRequiresMfa: true,
      mfaMethods: ['totp'],
      defaultMfaMethod: 'totp',
      nextStep: 'mfa',
      csrfToken: expect.any(String),
    });
    expect(answerOf(await me(cookieHeader(login)))).toEqual(refusal('MFA_REQUIRED'));
    const reply = await complete(user, cookieHeader(login));
    expect([reply.status, reply.body]).toEqual([
      200,
      { message: 'Logged in.', isRequiresMfa: false, nextStep: null, csrfToken: expect.any(String) },
    ]);
    expect(attributes(reply)).toEqual(persistent);
    expect((await me(cookieHeader(reply))).body.email).toBe(user.email);
    expect(answerOf(await me(cookieHeader(login)))).toEqual(refusal('SESSION_NOT_FOUND'));
    const session = (each: Reply) => claimsOf(cookieOf(each, 'svc_access') as string).sid;
    expect(session(reply)).not.toBe(session(login));
  });

  test('sets the CSRF token of the new session', async () => {
    const user = await enrolled(service, tenant);
    const login = await cookieSession(service, user);
    const csrf = (each: Reply) => ({ 'x-csrf-token': cookieOf(each, 'svc_csrf') as string });
    const reply = await complete(user, cookieHeader(login), { ...crossSite, ...csrf(login) });
    expect(reply.status).toBe(200);
    const logout = (token: Record<string, string>) =>
      service.post(
        '/auth/logout',
        {},
        { headers: { ...COOKIES, ...crossSite, cookie: cookieHeader(reply), ...token } },
      );
    expect(answerOf(await logout(csrf(login)))).toEqual(refusal('CSRF_TOKEN_INVALID'));
    expect((await logout(csrf(reply))).status).toBe(200);
  });

  test('keeps cookies that end with the browser that way', async () => {
    const user = await enrolled(service, tenant);
    const login = await cookieSession(service, user, { rememberMe: false });
    const reply = await complete(user, cookieHeader(login));
    expect(attributes(reply)).toEqual(persistent.map((line) => line.replace(/; Max-Age=\d+/, '')));
  });

  test('replaces the cookies when a full session proves itself again', async () => {
    const user = await enrolled(service, tenant);
    const first = await complete(user, cookieHeader(await cookieSession(service, user)));
    const again = await complete(user, cookieHeader(first));
    expect([again.body.message, attributes(again)]).toEqual(['Verified.', persistent]);
    expect((await me(cookieHeader(again))).status).toBe(200);
    expect(answerOf(await me(cookieHeader(first)))).toEqual(refusal('SESSION_NOT_FOUND'));
  });
});

test('setup-totp, verify-totp-setup and challenge accept cookies and set none', async () => {
  const user = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
  const cookie = cookieHeader(await cookieSession(service, user));
  const setup = await post('setup-totp', {}, { cookie });
  const done = await post('verify-totp-setup', { otp: nextCode(setup.body.secret) }, { cookie });
  const challenge = await post('challenge', { method: 'totp' }, { cookie });
  for (const reply of [setup, done, challenge]) expect([reply.status, reply.setCookies]).toEqual([200, []]);
});

test('POST /auth/mfa/verify returns tokens in the body or sets cookies as the request asks', async () => {
  const user = await enrolled(service, tenant);
  const cookie = cookieHeader(await cookieSession(service, user));
  const body = { method: 'totp', otp: nextCode(user.secret) };
  const plain = await service.post(`${MFA}/verify`, body, { headers: { cookie } });
  expect([plain.status, plain.setCookies, plain.body.accessToken]).toEqual([200, [], expect.any(String)]);
  const { body: tokens } = await service.login(user);
  const cookies = await act(service, tokens, 'verify', { method: 'totp', otp: nextCode(user.secret) }, COOKIES);
  expect([cookies.status, cookies.body]).toEqual([
    200,
    { message: 'Logged in.', isRequiresMfa: false, nextStep: null, csrfToken: expect.any(String) },
  ]);
  expect((await me(cookieHeader(cookies))).status).toBe(200);
});
