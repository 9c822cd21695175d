// Tests DELETE /auth/admin/admins/{id}/totp.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callers, nextStep, UNKNOWN_ADMIN_IDS } from '../../support/admins.ts';
import { adminSession, answerOf, audited, later, MINUTE, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
let call: ReturnType<typeof callers>;
let first: string;
beforeAll(async () => {
  await service.adminCookie();
  call = callers(service);
  first = (await service.admin('GET', '/auth/admin/me')).body.id;
});

describe('DELETE /auth/admin/admins/{id}/totp 200', () => {
  test("removes the authenticator, ends the admin's sessions and accepts the password alone again", async () => {
    const { secret, cookie, ...account } = await call.secured();
    nextStep();
    const other = await call.session({ ...account, otp: totp(secret) });
    const reply = await call.removeTotp(account.id);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Authenticator removed.' }]);
    for (const each of [cookie, other]) expect(answerOf(await call.me(each))).toEqual(refusal('SESSION_INVALID'));
    expect((await call.login(account)).body.admin).toMatchObject({ isMfaEnabled: false });
    expect((await service.admin('GET', '/auth/admin/me')).status).toBe(200);
  });

  test('removes the authenticator once in twenty parallel calls with one audit event', async () => {
    const { id } = await call.secured();
    const replies = await Promise.all(Array.from({ length: 20 }, () => call.removeTotp(id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)]);
    const entries = await audited(service, id, (found) => found.length === 3);
    expect(entries.filter(({ action }) => action === 'admin.totp_removed')).toMatchObject([
      { adminId: first, targetType: 'admin', before: { isMfaEnabled: true }, after: { isMfaEnabled: false } },
    ]);
  });

  test('discards a pending set-up as well', async () => {
    const { cookie, secret: _, ...account } = await call.secured();
    const { secret } = (await call.setUp(cookie)).body;
    await call.removeTotp(account.id);
    nextStep();
    const again = await call.session(account);
    expect(answerOf(await call.verify(again, totp(secret)))).toEqual(refusal('MFA_CODE_INVALID'));
  });

  test("ends the caller's sessions when the caller is the admin", async () => {
    const { cookie, id } = await call.secured();
    expect((await call.removeTotp(id, cookie)).status).toBe(200);
    expect(answerOf(await call.me(cookie))).toEqual(refusal('SESSION_INVALID'));
  });
});

describe('DELETE /auth/admin/admins/{id}/totp 403', () => {
  test('rejects an admin whose authenticator is missing or unverified', async () => {
    const account = await call.account();
    expect(answerOf(await call.removeTotp(account.id))).toEqual(refusal('MFA_NOT_ENABLED'));
    const cookie = await call.session(account);
    await call.setUp(cookie);
    expect(answerOf(await call.removeTotp(account.id))).toEqual(refusal('MFA_NOT_ENABLED'));
    expect((await call.me(cookie)).status).toBe(200);
  });

  test('rejects a login of more than 15 minutes ago', async () => {
    const { id } = await call.secured();
    const cookie = await adminSession(service);
    const remove = () => call.removeTotp(id, cookie);
    expect(answerOf(await later(16 * MINUTE, remove))).toEqual(refusal('REAUTH_REQUIRED'));
    expect((await later(14 * MINUTE, remove)).status).toBe(200);
  });
});

describe('DELETE /auth/admin/admins/{id}/totp 404', () => {
  test('rejects an id that is unknown, malformed, deleted or of another kind', async () => {
    const deleted = (await call.secured()).id;
    await call.remove(deleted);
    for (const id of [...UNKNOWN_ADMIN_IDS, deleted, (await service.tenant()).id])
      expect(answerOf(await call.removeTotp(id))).toEqual(refusal('ADMIN_USER_NOT_FOUND'));
  });
});
