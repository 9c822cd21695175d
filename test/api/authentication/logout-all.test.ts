// Tests POST /auth/logout-all.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, cookieSession, refusal } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

describe('POST /auth/logout-all 200', () => {
  test('ends every session of the account and no session of another user', async () => {
    const user = await service.signup(await service.tenant());
    const otherUser = await service.signup(user.tenant);
    const [second, third] = [await service.login(user), await service.login(user)];
    const reply = await service.post('/auth/logout-all', {}, { headers: bearer(second.body) });
    expect([reply.status, reply.body]).toEqual([200, { message: 'Logged out everywhere.' }]);
    for (const tokens of [user.tokens, second.body, third.body]) {
      const me = await service.get('/auth/me', { headers: bearer(tokens) });
      expect(answerOf(me)).toEqual(refusal('SESSION_NOT_FOUND'));
      const again = await service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
      expect(answerOf(again)).toEqual(refusal('SESSION_NOT_FOUND'));
    }
    expect((await service.get('/auth/me', { headers: bearer(otherUser.tokens) })).status).toBe(200);
    expect((await service.login(user)).status).toBe(200);
  });

  test('clears the cookies', async () => {
    const cookie = cookieHeader(await cookieSession(service, await service.signup(await service.tenant())));
    const reply = await service.post('/auth/logout-all', {}, { headers: { ...COOKIES, cookie } });
    expect(reply.setCookies.map((line) => [line.split('=')[0], /Max-Age=0$/.test(line)])).toEqual([
      ['svc_access', true],
      ['svc_refresh', true],
      ['svc_csrf', true],
    ]);
  });
});

describe('POST /auth/logout-all 401', () => {
  test('rejects a pending login', async () => {
    const { tokens } = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    const reply = await service.post('/auth/logout-all', {}, { headers: bearer(tokens) });
    expect(answerOf(reply)).toEqual(refusal('MFA_REQUIRED'));
  });
});
