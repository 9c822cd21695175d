// Tests DELETE /auth/admin/admins/{id}.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callers, UNKNOWN_ADMIN_IDS } from '../../support/admins.ts';
import { adminSession, answerOf, audited, later, MINUTE, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let call: ReturnType<typeof callers>;
let first: string;
beforeAll(async () => {
  await service.adminCookie();
  call = callers(service);
  first = (await service.admin('GET', '/auth/admin/me')).body.id;
});

describe('DELETE /auth/admin/admins/{id} 200', () => {
  test('ends the sessions for good and frees the address', async () => {
    const account = await call.account();
    const cookie = await call.session(account);
    const reply = await call.remove(account.id);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Admin deleted.' }]);
    const replays = await Promise.all(Array.from({ length: 20 }, () => call.me(cookie)));
    for (const each of replays) expect(answerOf(each)).toEqual(refusal('SESSION_INVALID'));
    expect(answerOf(await call.login(account))).toEqual(refusal('INVALID_CREDENTIALS'));
    const again = await call.create({ email: account.email });
    expect(again.status).toBe(201);
    expect(again.body.admin.id).not.toBe(account.id);
    expect(answerOf(await call.me(cookie))).toEqual(refusal('SESSION_INVALID'));
  });

  test('deletes the admin once in twenty parallel calls with one audit event', async () => {
    const { id, email } = await call.account();
    const replies = await Promise.all(Array.from({ length: 20 }, () => call.remove(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)]);
    const entries = await audited(service, id, (found) => found.length === 2);
    expect(entries.filter(({ action }) => action === 'admin.deleted')).toMatchObject([
      { adminId: first, before: { email }, after: {} },
    ]);
  });
});

describe('DELETE /auth/admin/admins/{id} 403', () => {
  test('rejects the removal of the caller while other admins exist', async () => {
    await call.account();
    expect(answerOf(await call.remove(first))).toEqual(refusal('FORBIDDEN'));
    expect((await service.admin('GET', '/auth/admin/me')).status).toBe(200);
  });

  test('rejects a login of more than 15 minutes ago', async () => {
    const { id } = await call.account();
    const cookie = await adminSession(service);
    expect(answerOf(await later(16 * MINUTE, () => call.remove(id, cookie)))).toEqual(refusal('REAUTH_REQUIRED'));
    expect((await later(14 * MINUTE, () => call.remove(id, cookie))).status).toBe(200);
  });
});

describe('DELETE /auth/admin/admins/{id} 404', () => {
  test('rejects an id that is unknown, malformed, deleted or of another kind', async () => {
    const deleted = (await call.account()).id;
    await call.remove(deleted);
    for (const id of [...UNKNOWN_ADMIN_IDS, deleted, (await service.tenant()).id])
      expect(answerOf(await call.remove(id))).toEqual(refusal('ADMIN_USER_NOT_FOUND'));
  });
});

describe('DELETE /auth/admin/admins/{id} 409', () => {
  const listIds = async (): Promise<string[]> => (await call.list()).body.data.map(({ id }: { id: string }) => id);

  // Admins who delete one another in parallel are tested in test/attacks/admin/removal.test.ts.
  test('rejects the removal of the last admin', async () => {
    for (const id of await listIds()) if (id !== first) await call.remove(id);
    expect(answerOf(await call.remove(first))).toEqual(refusal('ADMIN_LAST_REMAINING'));
    expect(await listIds()).toEqual([first]);
  });
});
