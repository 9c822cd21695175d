// Tests tokens in cookies for requests with `x-access-token-type: cookie`.
import { expect, test } from '@jest/globals';
import { answerOf, COOKIES, claimsOf, cookieSession, refusal } from '../../support/api.ts';
import { cookieHeader, cookieOf, type Reply } from '../../support/http.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();

const user = prepared(async () => service.signup(await service.tenant()));

const refresh = (cookie: string | undefined, body = {}) =>
  service.post('/auth/refresh-token', body, { headers: cookie === undefined ? COOKIES : { ...COOKIES, cookie } });
const me = (headers: Record<string, string>) => service.get('/auth/me', { headers });

/** Returns names and attributes of the cookies set, without their values; ages to the nearest ten seconds. */
const attributes = (reply: Reply): string[] =>
  reply.setCookies.map((line) =>
    line.replace(/=[^;]+/, '').replace(/(?<=Max-Age=)\d+/, (age) => String(Math.round(Number(age) / 10) * 10)),
  );
const persistent = (refreshAge: number, accessAge = 900) => [
  `svc_access; Path=/; SameSite=Lax; HttpOnly; Max-Age=${accessAge}`,
  `svc_refresh; Path=/; SameSite=Strict; HttpOnly; Max-Age=${refreshAge}`,
  `svc_csrf; Path=/; SameSite=Lax; Max-Age=${refreshAge}`,
];
const untilClosed = persistent(0).map((line) => line.replace(/; Max-Age=\d+/, ''));

test('POST /auth/login sets cookies instead of returning tokens', async () => {
  const reply = await cookieSession(service, user);
  expect(reply.body).toEqual({
    message: 'Logged in.',
    isRequiresMfa: false,
    nextStep: null,
    csrfToken: expect.any(String),
  });
  expect(attributes(reply)).toEqual(persistent(14 * 86_400));
  expect((await me({ cookie: cookieHeader(reply) })).body.email).toBe(user.email);
});

test('POST /auth/signup sets cookies instead of returning tokens, also for a pending session', async () => {
  const tenant = await service.tenant({ mfa: { policy: 'required' } });
  const body = { email: newEmail(), password: newPassword(), tenantId: tenant.id };
  const reply = await service.post('/auth/signup', body, { headers: COOKIES });
  expect(reply.body).toEqual({
    message: 'A second factor is required.',
    isRequiresMfa: true,
    mfaMethods: [],
    passkey: 'enrol',
    nextStep: 'enrol',
    csrfToken: expect.any(String),
  });
  expect(attributes(reply)).toEqual(persistent(600, 600));
  expect(answerOf(await me({ cookie: cookieHeader(reply) }))).toEqual(refusal('MFA_REQUIRED'));
});

test('POST /auth/login with rememberMe: false sets cookies that end with the browser, also after a refresh', async () => {
  const login = await cookieSession(service, user, { rememberMe: false });
  expect(attributes(login)).toEqual(untilClosed);
  expect(attributes(await refresh(cookieHeader(login)))).toEqual(untilClosed);
});

test('POST /auth/refresh-token accepts the cookie alone and sets new cookies', async () => {
  const login = await cookieSession(service, user);
  const reply = await refresh(cookieHeader(login));
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({
    message: 'Tokens refreshed.',
    isRequiresMfa: false,
    nextStep: null,
    csrfToken: expect.any(String),
  });
  expect(attributes(reply)).toEqual(persistent(14 * 86_400));
  const generation = (each: Reply) => claimsOf(cookieOf(each, 'svc_refresh') as string).gen;
  expect(generation(reply)).toBe(generation(login) + 1);
});

test("POST /auth/refresh-token accepts the cookie's token in the body and rejects another one", async () => {
  const cookie = cookieHeader(await cookieSession(service, user));
  const conflict = await refresh(cookie, { refreshToken: user.tokens.refreshToken });
  expect(answerOf(conflict)).toEqual(refusal('CONFLICTING_CREDENTIALS'));
  const refreshToken = /svc_refresh=([^;]+)/.exec(cookie)?.[1];
  expect((await refresh(cookie, { refreshToken })).status).toBe(200);
});

test('POST /auth/refresh-token rejects a request without the cookie', async () => {
  expect(answerOf(await refresh(undefined))).toEqual(refusal('REFRESH_TOKEN_INVALID'));
});

test('POST /auth/refresh-token ignores the cookie in header mode', async () => {
  const cookie = cookieHeader(await cookieSession(service, user));
  const reply = await service.post('/auth/refresh-token', {}, { headers: { cookie } });
  expect(answerOf(reply)).toEqual(refusal('REFRESH_TOKEN_INVALID'));
});

test('POST /auth/logout clears every cookie with its attributes and ends the session', async () => {
  const cookie = cookieHeader(await cookieSession(service, user));
  const reply = await service.post('/auth/logout', {}, { headers: { ...COOKIES, cookie } });
  expect(reply.status).toBe(200);
  expect(reply.setCookies.map((line) => line.replace('=', ''))).toEqual(
    persistent(0).map((line) => line.replace(/900$/, '0')),
  );
  expect(answerOf(await me({ cookie }))).toEqual(refusal('SESSION_NOT_FOUND'));
});

test('POST /auth/change-password clears every cookie', async () => {
  const account = await service.signup(user.tenant);
  const cookie = cookieHeader(await cookieSession(service, account));
  const body = { currentPassword: account.password, newPassword: newPassword() };
  const reply = await service.post('/auth/change-password', body, { headers: { ...COOKIES, cookie } });
  expect(reply.status).toBe(200);
  expect(reply.setCookies.map((line) => /Max-Age=0$/.test(line))).toEqual([true, true, true]);
});

test('a bearer token takes precedence over the cookie', async () => {
  const cookie = cookieHeader(await cookieSession(service, user));
  const other = await service.signup(user.tenant);
  expect((await me({ cookie, ...bearer(other.tokens) })).body.email).toBe(other.email);
  expect(answerOf(await me({ cookie, ...bearer('garbage') }))).toEqual(refusal('INVALID_TOKEN'));
});
