// Tokens in cookies, when a request asks for it by `x-access-token-type: cookie`
import { beforeAll, expect, test } from '@jest/globals';
import { answerOf, COOKIES, claimsOf, cookieSession, refusal } from '../../support/api.ts';
import { cookieHeader, cookieOf, type Reply } from '../../support/http.ts';
import { bearer, newEmail, newPassword, type User, useService } from '../../support/service.ts';

const service = useService();

let user: User;
beforeAll(async () => {
  user = await service.signup(await service.tenant());
});

const refresh = (cookie: string | undefined, body = {}) =>
  service.post('/auth/refresh-token', body, { headers: cookie === undefined ? COOKIES : { ...COOKIES, cookie } });
const me = (headers: Record<string, string>) => service.get('/auth/me', { headers });

/** Names and attributes of the cookies set, without their values; ages to the nearest ten seconds. */
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

test('login: cookies instead of tokens', async () => {
  const reply = await cookieSession(service, user);
  expect(reply.body).toEqual({ message: 'Logged in.', isRequiresMfa: false });
  expect(attributes(reply)).toEqual(persistent(14 * 86_400));
  expect((await me({ cookie: cookieHeader(reply) })).body.email).toBe(user.email);
});

test('signup: likewise, and a pending session too', async () => {
  const tenant = await service.tenant({ mfa: { policy: 'required' } });
  const body = { email: newEmail(), password: newPassword(), tenantId: tenant.id };
  const reply = await service.post('/auth/signup', body, { headers: COOKIES });
  expect(reply.body).toEqual({ message: 'A second factor is required.', isRequiresMfa: true, mfaMethods: [] });
  expect(attributes(reply)).toEqual(persistent(600, 600));
  expect(answerOf(await me({ cookie: cookieHeader(reply) }))).toEqual(refusal('MFA_REQUIRED'));
});

test('rememberMe: false makes cookies that end with the browser, after a refresh too', async () => {
  const login = await cookieSession(service, user, { rememberMe: false });
  expect(attributes(login)).toEqual(untilClosed);
  expect(attributes(await refresh(cookieHeader(login)))).toEqual(untilClosed);
});

test('refresh: by the cookie alone, with new cookies', async () => {
  const login = await cookieSession(service, user);
  const reply = await refresh(cookieHeader(login));
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ message: 'Tokens refreshed.', isRequiresMfa: false });
  expect(attributes(reply)).toEqual(persistent(14 * 86_400));
  const generation = (each: Reply) => claimsOf(cookieOf(each, 'svc_refresh') as string).gen;
  expect(generation(reply)).toBe(generation(login) + 1);
});

test('refresh: the same token in the body is fine, another one is a conflict', async () => {
  const cookie = cookieHeader(await cookieSession(service, user));
  const conflict = await refresh(cookie, { refreshToken: user.tokens.refreshToken });
  expect(answerOf(conflict)).toEqual(refusal('CONFLICTING_CREDENTIALS'));
  const refreshToken = /svc_refresh=([^;]+)/.exec(cookie)?.[1];
  expect((await refresh(cookie, { refreshToken })).status).toBe(200);
});

test('refresh: without the cookie there is nothing to refresh', async () => {
  expect(answerOf(await refresh(undefined))).toEqual(refusal('REFRESH_TOKEN_INVALID'));
});

test('refresh: the cookie counts for nothing unless the request asks for cookies', async () => {
  const cookie = cookieHeader(await cookieSession(service, user));
  const reply = await service.post('/auth/refresh-token', {}, { headers: { cookie } });
  expect(answerOf(reply)).toEqual(refusal('REFRESH_TOKEN_INVALID'));
});

test('logout: clears every cookie with the attributes it was set with, and ends the session', async () => {
  const cookie = cookieHeader(await cookieSession(service, user));
  const reply = await service.post('/auth/logout', {}, { headers: { ...COOKIES, cookie } });
  expect(reply.status).toBe(200);
  expect(reply.setCookies.map((line) => line.replace('=', ''))).toEqual(
    persistent(0).map((line) => line.replace(/900$/, '0')),
  );
  expect(answerOf(await me({ cookie }))).toEqual(refusal('SESSION_NOT_FOUND'));
});

test('change-password: clears them too', async () => {
  const one = await service.signup(user.tenant);
  const cookie = cookieHeader(await cookieSession(service, one));
  const body = { currentPassword: one.password, newPassword: newPassword() };
  const reply = await service.post('/auth/change-password', body, { headers: { ...COOKIES, cookie } });
  expect(reply.status).toBe(200);
  expect(reply.setCookies.map((line) => /Max-Age=0$/.test(line))).toEqual([true, true, true]);
});

test('a bearer token counts before the cookie', async () => {
  const cookie = cookieHeader(await cookieSession(service, user));
  const other = await service.signup(user.tenant);
  expect((await me({ cookie, ...bearer(other.tokens) })).body.email).toBe(other.email);
  expect(answerOf(await me({ cookie, ...bearer('garbage') }))).toEqual(refusal('INVALID_TOKEN'));
});
