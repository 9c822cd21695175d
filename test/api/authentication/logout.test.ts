// Tests POST /auth/logout.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, cookieSession, later, MINUTE, refusal } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { enrolled, nextCode } from '../../support/mfa.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

const logout = (headers: Record<string, string> = {}) => service.post('/auth/logout', {}, { headers });

describe('POST /auth/logout 200', () => {
  test("ends the caller's session and no other", async () => {
    const user = await service.signup(await service.tenant());
    const other = await service.login(user);
    const reply = await logout(bearer(user.tokens));
    expect([reply.status, reply.body, reply.setCookies]).toEqual([200, { message: 'Logged out.' }, []]);
    const { refreshToken } = user.tokens;
    expect(answerOf(await service.post('/auth/refresh-token', { refreshToken }))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await service.get('/auth/me', { headers: bearer(other.body) })).status).toBe(200);
  });

  test('accepts a call without a session, a repeated call and an expired token', async () => {
    const { tokens } = await service.signup(await service.tenant());
    expect((await logout()).status).toBe(200);
    expect((await later(20 * MINUTE, () => logout(bearer(tokens)))).status).toBe(200);
    expect((await logout(bearer(tokens))).status).toBe(200);
    expect(answerOf(await service.get('/auth/me', { headers: bearer(tokens) }))).toEqual(refusal('SESSION_NOT_FOUND'));
  });

  test('ends by the token of a pending login the session that has completed it', async () => {
    const user = await enrolled(service);
    const pending = (await service.login(user)).body;
    const proof = { method: 'totp', otp: nextCode(user.secret) };
    const { body } = await service.post('/auth/mfa/verify', proof, { headers: bearer(pending) });
    expect((await service.get('/auth/me', { headers: bearer(body) })).status).toBe(200);
    expect((await logout(bearer(pending))).status).toBe(200);
    expect(answerOf(await service.get('/auth/me', { headers: bearer(body) }))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await service.get('/auth/me', { headers: bearer(user.tokens) })).status).toBe(200);
  });

  test('clears the cookies, even when only the refresh cookie is left', async () => {
    const user = await service.signup(await service.tenant());
    const login = await cookieSession(service, user);
    const refresh = cookieHeader(login)
      .split('; ')
      .find((each) => each.startsWith('svc_refresh='))!;
    const reply = await logout({ ...COOKIES, cookie: refresh });
    expect(reply.setCookies).toEqual([
      'svc_access=; Path=/; SameSite=Lax; HttpOnly; Max-Age=0',
      'svc_refresh=; Path=/; SameSite=Strict; HttpOnly; Max-Age=0',
      'svc_csrf=; Path=/; SameSite=Lax; Max-Age=0',
    ]);
    const me = await service.get('/auth/me', { headers: { cookie: cookieHeader(login) } });
    expect(answerOf(me)).toEqual(refusal('SESSION_NOT_FOUND'));
  });
});

describe('POST /auth/logout 401', () => {
  test('rejects a token that the service did not issue as access token', async () => {
    const { tokens } = await service.signup(await service.tenant());
    expect(answerOf(await logout(bearer('garbage')))).toEqual(refusal('INVALID_TOKEN'));
    expect(answerOf(await logout(bearer(tokens.refreshToken)))).toEqual(refusal('INVALID_TOKEN'));
    expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(200);
  });
});

describe('POST /auth/logout 403', () => {
  test('rejects a call from another site and keeps the session', async () => {
    const cookie = cookieHeader(await cookieSession(service, await service.signup(await service.tenant())));
    const reply = await logout({ cookie, 'sec-fetch-site': 'cross-site' });
    expect(answerOf(reply)).toEqual(refusal('CSRF_TOKEN_INVALID'));
    expect((await service.get('/auth/me', { headers: { cookie } })).status).toBe(200);
  });
});
