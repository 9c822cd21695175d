// Tests GET /auth/admin/me.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { adminSession, answerOf, HOUR, later, MINUTE, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());

const me = (cookie: string) => service.get('/auth/admin/me', { headers: { cookie } });

describe('GET /auth/admin/me 200', () => {
  test('returns the admin without an envelope', async () => {
    const { status, body } = await service.admin('GET', '/auth/admin/me');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^adm_/),
      email: service.adminLogin.email,
      name: null,
      role: 'owner',
      tenants: null,
      duties: ['self', 'readUsers', 'read', 'help', 'operate', 'own'],
      metadata: {},
      isMfaEnabled: false,
      hasPasskey: false,
      lastLoginAt: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
  });
});

describe('GET /auth/admin/me 401', () => {
  test('rejects a session after 30 minutes without use', async () => {
    const [used, idle] = [await adminSession(service), await adminSession(service)];
    expect((await later(29 * MINUTE, () => me(used))).status).toBe(200);
    expect((await later(58 * MINUTE, () => me(used))).status).toBe(200);
    expect(answerOf(await later(30 * MINUTE, () => me(idle)))).toEqual(refusal('SESSION_INVALID'));
  });

  test('rejects a session after 8 hours even if it is in use', async () => {
    const cookie = await adminSession(service);
    for (let ms = 25 * MINUTE; ms < 8 * HOUR; ms += 25 * MINUTE)
      expect((await later(ms, () => me(cookie))).status).toBe(200);
    expect(answerOf(await later(8 * HOUR, () => me(cookie)))).toEqual(refusal('SESSION_INVALID'));
  });

  test.each(['adm_x', 'adm_x.y', `adm_${'0'.repeat(22)}.y`, '.', 'T#x.y', '%00'])(
    'rejects the cookie %s',
    async (value) => {
      expect(answerOf(await me(`svc_admin=${value}`))).toEqual(refusal('SESSION_INVALID'));
    },
  );
});
