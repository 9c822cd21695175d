// Tests the operations under /auth/admin/api/users/{id}/sessions.
import { describe, expect, test } from '@jest/globals';
import { createUser, idsOf, UNKNOWN_USER_IDS, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, claimsOf, DAY, later, MINUTE, refusal } from '../../support/api.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type CreatedUser = Awaited<ReturnType<typeof createUser>>;
const path = (id: string, session = '') => `${USERS}/${id}/sessions${session && `/${session}`}`;
const list = (id: string) => service.admin('GET', path(id));
const revokeAll = (id: string) => service.admin('DELETE', path(id));
const revoke = (id: string, session: string) => service.admin('DELETE', path(id, session));
async function login(user: CreatedUser, userAgent = 'curl/8') {
  const { body } = await service.login(user, { headers: { 'user-agent': userAgent } });
  const token: string = body.accessToken;
  return {
    id: claimsOf(token).sid,
    refresh: () => service.post('/auth/refresh-token', { refreshToken: body.refreshToken }),
    call: async () => answerOf(await service.get('/auth/me', { headers: bearer(token) })),
  };
}
const LIVE = [200, undefined];

describe('GET /auth/admin/api/users/{id}/sessions', () => {
  test('lists the live sessions by last activity without tokens', async () => {
    const user = await createUser(service, tenant);
    const one = await login(user, 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36');
    const two = await later(MINUTE, () => login(user));
    await later(2 * MINUTE, () => one.refresh());
    const reply = await list(user.id);
    expect(idsOf(reply)).toEqual([one.id, two.id]);
    const date = expect.stringMatching(/Z$/);
    expect(reply.body.data[0]).toEqual({
      id: one.id,
      userId: user.id,
      application: null,
      actingAdminId: null,
      deviceName: 'Chrome on Windows',
      userAgent: expect.stringContaining('Windows NT'),
      ipAddress: expect.stringMatching(/^127\./),
      isBoundToDevice: false,
      lastActive: date,
      createdAt: date,
      expiresAt: date,
    });
    expect(reply.body.data[1].deviceName).toBe('Unknown device');
  });

  test('omits sessions that were revoked or have expired', async () => {
    const user = await createUser(service, tenant);
    await login(user);
    expect(idsOf(await list(user.id))).toHaveLength(1);
    await revokeAll(user.id);
    expect(idsOf(await list(user.id))).toEqual([]);
    const last = await login(user);
    // The admin's own session expires earlier, so the later listing uses a new one.
    const { body } = await later(31 * DAY, async () => {
      const cookie = await newAdminCookie();
      return service.get(path(user.id), { headers: { cookie } });
    });
    expect(body.data).toEqual([]);
    expect(idsOf(await list(user.id))).toEqual([last.id]);
  });

  test.each(UNKNOWN_USER_IDS)('rejects the unknown user id %s', async (id) => {
    expect(answerOf(await list(id))).toEqual(refusal('USER_NOT_FOUND'));
  });
});

async function newAdminCookie(): Promise<string> {
  const reply = await service.post('/auth/admin/login', service.adminLogin);
  return reply.headers['set-cookie']!.map((cookie) => cookie.split(';')[0]).join('; ');
}

describe('DELETE /auth/admin/api/users/{id}/sessions', () => {
  test('ends every session of the user and no session of another', async () => {
    const [user, other] = [await createUser(service, tenant), await createUser(service, tenant)];
    const own = [await login(user), await login(user)];
    const otherSession = await login(other);
    expect((await revokeAll(user.id)).body).toEqual({ message: 'All sessions ended.' });
    for (const session of own) {
      expect(await session.call()).toEqual(refusal('SESSION_NOT_FOUND'));
      expect(answerOf(await session.refresh())).toEqual(refusal('SESSION_NOT_FOUND'));
    }
    expect(await otherSession.call()).toEqual(LIVE);
    expect(await (await login(user)).call()).toEqual(LIVE);
  });

  test('is audited', async () => {
    const user = await createUser(service, await service.tenant());
    await revokeAll(user.id);
    const audit = await auditedAction(service, 'user.sessions_revoked', user.tenant.id);
    expect(audit).toMatchObject([{ targetType: 'user', targetId: user.id }]);
  });

  test.each(UNKNOWN_USER_IDS)('rejects the unknown user id %s', async (id) => {
    expect(answerOf(await revokeAll(id))).toEqual(refusal('USER_NOT_FOUND'));
  });
});

describe('DELETE /auth/admin/api/users/{id}/sessions/{sessionId}', () => {
  test('ends the session and no other', async () => {
    const user = await createUser(service, tenant);
    const [one, two] = [await login(user), await login(user)];
    expect((await revoke(user.id, one.id)).body).toEqual({ message: 'Session ended.' });
    expect(await one.call()).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await one.refresh())).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(await two.call()).toEqual(LIVE);
  });

  test('ends the session once in twenty parallel calls', async () => {
    const user = await createUser(service, tenant);
    const { id } = await login(user);
    const replies = await race(20, () => revoke(user.id, id));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 404: 19 });
  });

  test("rejects a session that is unknown, ended, malformed or another user's", async () => {
    const [user, other] = [await createUser(service, tenant), await createUser(service, tenant)];
    const foreign = await login(other);
    const ended = await login(user);
    await revoke(user.id, ended.id);
    for (const session of [foreign.id, ended.id, `ses_${'0'.repeat(45)}`, 'x', '%2F', '__proto__', user.id])
      expect(answerOf(await revoke(user.id, session))).toEqual(refusal('USER_SESSION_NOT_FOUND'));
    expect(await foreign.call()).toEqual(LIVE);
  });

  test.each(UNKNOWN_USER_IDS)('rejects the unknown user id %s', async (id) => {
    expect(answerOf(await revoke(id, `ses_${'0'.repeat(45)}`))).toEqual(refusal('USER_NOT_FOUND'));
  });
});
