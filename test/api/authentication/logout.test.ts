// POST /auth/logout
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, cookieSession, later, MINUTE, refusal } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

const out = (headers: Record<string, string> = {}) => service.post('/auth/logout', {}, { headers });

describe('200', () => {
  test('ends this session and no other', async () => {
    const user = await service.signup(await service.tenant());
    const other = await service.login(user);
    const reply = await out(bearer(user.tokens));
    expect([reply.status, reply.body, reply.setCookies]).toEqual([200, { message: 'Logged out.' }, []]);
    const { refreshToken } = user.tokens;
    expect(answerOf(await service.post('/auth/refresh-token', { refreshToken }))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await service.get('/auth/me', { headers: bearer(other.body) })).status).toBe(200);
  });

  test('without a session, twice, and with an expired token', async () => {
    const { tokens } = await service.signup(await service.tenant());
    expect((await out()).status).toBe(200);
    expect((await later(20 * MINUTE, () => out(bearer(tokens)))).status).toBe(200);
    expect((await out(bearer(tokens))).status).toBe(200);
    expect(answerOf(await service.get('/auth/me', { headers: bearer(tokens) }))).toEqual(refusal('SESSION_NOT_FOUND'));
  });

  test('clears the cookies, also when only the refresh cookie is left', async () => {
    const user = await service.signup(await service.tenant());
    const login = await cookieSession(service, user);
    const refresh = cookieHeader(login)
      .split('; ')
      .find((each) => each.startsWith('svc_refresh='))!;
    const reply = await out({ ...COOKIES, cookie: refresh });
    expect(reply.setCookies).toEqual([
      'svc_access=; Path=/; SameSite=Lax; HttpOnly; Max-Age=0',
      'svc_refresh=; Path=/; SameSite=Strict; HttpOnly; Max-Age=0',
      'svc_csrf=; Path=/; SameSite=Lax; Max-Age=0',
    ]);
    const me = await service.get('/auth/me', { headers: { cookie: cookieHeader(login) } });
    expect(answerOf(me)).toEqual(refusal('SESSION_NOT_FOUND'));
  });
});

describe('401', () => {
  test('a token that never was one of ours', async () => {
    const { tokens } = await service.signup(await service.tenant());
    expect(answerOf(await out(bearer('garbage')))).toEqual(refusal('INVALID_TOKEN'));
    expect(answerOf(await out(bearer(tokens.refreshToken)))).toEqual(refusal('INVALID_TOKEN'));
    expect((await service.get('/auth/me', { headers: bearer(tokens) })).status).toBe(200);
  });
});

describe('403', () => {
  test('another site cannot log anybody out', async () => {
    const cookie = cookieHeader(await cookieSession(service, await service.signup(await service.tenant())));
    const reply = await out({ cookie, 'sec-fetch-site': 'cross-site' });
    expect(answerOf(reply)).toEqual(refusal('CSRF_TOKEN_INVALID'));
    expect((await service.get('/auth/me', { headers: { cookie } })).status).toBe(200);
  });
});
