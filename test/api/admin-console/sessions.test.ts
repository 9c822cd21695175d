// Tests the operations on an admin's own sessions.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callers, type OwnSession } from '../../support/admins.ts';
import { answerOf, audited, HOUR, later, MINUTE, refusal } from '../../support/api.ts';
import { cookieHeader, freshIp } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** An admin with two sessions. */
async function withTwo() {
  const account = await call.account();
  const [first, second] = [await call.session(account), await call.session(account)];
  const other = (await call.sessions(first)).find(({ isCurrent }) => !isCurrent) as OwnSession;
  return { account, first, second, other };
}

describe('GET /auth/admin/sessions 200', () => {
  test('lists the live sessions of the caller with device and address, last used first', async () => {
    const account = await call.account();
    const [oldIp, ip] = [freshIp(), freshIp()];
    const old = cookieHeader(await call.login(account, { ip: oldIp }));
    const current = cookieHeader(await call.login(account, { headers: { 'user-agent': FIREFOX }, ip }));
    await call.session(await call.account());
    const { status, body } = await service.get('/auth/admin/sessions', { headers: { cookie: current } });
    const time = expect.stringMatching(/Z$/);
    const times = { lastUsedAt: time, provedAt: time, createdAt: time, expiresAt: time };
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            id: expect.stringMatching(/^ads_\w{22}$/),
            isCurrent: true,
            isBoundToDevice: false,
            deviceName: 'Firefox on Linux',
            ipAddress: ip,
            ...times,
          },
          expect.objectContaining({ isCurrent: false, ipAddress: oldIp, ...times }),
        ],
      },
    ]);
    const [{ createdAt, expiresAt }] = body.data;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(8 * HOUR);
    expect((await call.sessions(old)).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
  });

  test('discloses neither the secret of a session nor the hash that it is stored under', async () => {
    const { first, second } = await withTwo();
    const { text } = await service.get('/auth/admin/sessions', { headers: { cookie: first } });
    for (const cookie of [first, second]) expect(text).not.toContain(/\.([\w-]{43})/.exec(cookie)?.[1]);
    expect(text).not.toMatch(/[\w-]{43}/);
  });

  test('leaves out sessions that were idle for 30 minutes', async () => {
    const { first } = await withTwo();
    await later(20 * MINUTE, () => call.me(first));
    expect(await later(31 * MINUTE, () => call.sessions(first))).toMatchObject([{ isCurrent: true }]);
  });
});

describe('DELETE /auth/admin/sessions/{id} 200', () => {
  test('ends that session alone and is audited', async () => {
    const { account, first, second, other } = await withTwo();
    const reply = await call.endSession(first, other.id);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Session ended.' }]);
    expect(answerOf(await call.me(second))).toEqual(refusal('SESSION_INVALID'));
    expect((await call.me(first)).status).toBe(200);
    const entries = await audited(service, account.id, (found) => found.length === 2);
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'admin.session_ended', adminId: account.id, before: { sessionId: other.id } }),
    );
  });

  test('ends the session of the caller', async () => {
    const { first, second } = await withTwo();
    const own = (await call.sessions(first)).find(({ isCurrent }) => isCurrent) as OwnSession;
    expect((await call.endSession(first, own.id)).status).toBe(200);
    expect([(await call.me(first)).status, (await call.me(second)).status]).toEqual([401, 200]);
  });

  test('needs no recent proof', async () => {
    const { first, other } = await withTwo();
    expect((await later(20 * MINUTE, () => call.endSession(first, other.id))).status).toBe(200);
  });

  test('ends a session once in twenty parallel calls', async () => {
    const { first, other } = await withTwo();
    const replies = await race(20, () => call.endSession(first, other.id));
    expect(outcomes(replies)).toEqual({ 200: 1, '404 USER_SESSION_NOT_FOUND': 19 });
  });
});

describe('DELETE /auth/admin/sessions/{id} 404', () => {
  test("rejects another admin's session, one that has ended, and malformed ids alike", async () => {
    const { first, second, other } = await withTwo();
    const stranger = await call.session(await call.account());
    const ids = [other.id, `ads_${'0'.repeat(22)}`, 'ads_', 'x', '%2F', '__proto__', 'SES%23x'];
    for (const id of ids)
      expect(answerOf(await call.endSession(stranger, id))).toEqual(refusal('USER_SESSION_NOT_FOUND'));
    expect((await call.me(second)).status).toBe(200);
    await call.endSession(first, other.id);
    expect(answerOf(await call.endSession(first, other.id))).toEqual(refusal('USER_SESSION_NOT_FOUND'));
  });
});

describe('DELETE /auth/admin/sessions 200', () => {
  test('ends every other session, keeps the one of the caller and is audited', async () => {
    const { account, first, second } = await withTwo();
    const reply = await call.endOthers(first);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Every other session ended.' }]);
    expect(answerOf(await call.me(second))).toEqual(refusal('SESSION_INVALID'));
    expect(await call.sessions(first)).toMatchObject([{ isCurrent: true }]);
    const entries = await audited(service, account.id, (found) => found.length === 2);
    expect(entries.map(({ action }) => action)).toContain('admin.sessions_ended');
  });

  test('leaves one session when twenty sessions end all others at once', async () => {
    const account = await call.account();
    const cookies = await Promise.all(Array.from({ length: 20 }, () => call.session(account)));
    const replies = await race(20, (caller) => call.endOthers(cookies[caller] as string));
    const { 200: done = 0, '401 SESSION_INVALID': refused = 0 } = outcomes(replies);
    expect([done >= 1, done + refused]).toEqual([true, 20]);
    const alive = await Promise.all(cookies.map((cookie) => call.me(cookie)));
    expect(alive.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('DELETE /auth/admin/sessions 401 rejects a session that has ended', async () => {
  const { first, second } = await withTwo();
  await call.endOthers(first);
  expect(answerOf(await call.endOthers(second))).toEqual(refusal('SESSION_INVALID'));
});
