// Tests POST /auth/admin/logout.
import { describe, expect, test } from '@jest/globals';
import { adminSession, answerOf, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const me = (cookie: string) => service.get('/auth/admin/me', { headers: { cookie } });

describe('POST /auth/admin/logout 201', () => {
  test('ends every session of the admin and clears the cookies', async () => {
    const [first, second] = [await service.adminCookie(), await adminSession(service)];
    const reply = await service.post('/auth/admin/logout', {}, { headers: { cookie: second } });
    expect([reply.status, reply.body]).toEqual([201, { message: 'Logged out.' }]);
    expect(reply.setCookies).toEqual([
      'svc_admin=; Path=/; SameSite=Strict; HttpOnly; Max-Age=0',
      'svc_csrf=; Path=/; SameSite=Lax; Max-Age=0',
    ]);
    for (const cookie of [first, second]) expect(answerOf(await me(cookie))).toEqual(refusal('SESSION_INVALID'));
    expect((await me(await adminSession(service))).status).toBe(200);
  });
});

describe('POST /auth/admin/logout 401', () => {
  test('rejects a second logout with the same cookie', async () => {
    const cookie = await adminSession(service);
    await service.post('/auth/admin/logout', {}, { headers: { cookie } });
    const again = await service.post('/auth/admin/logout', {}, { headers: { cookie } });
    expect(answerOf(again)).toEqual(refusal('SESSION_INVALID'));
  });
});
