// Tests DELETE /auth/admin/mfa/totp.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callers, nextStep } from '../../support/admins.ts';
import { answerOf, audited, later, MINUTE, refusal } from '../../support/api.ts';
import { prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

describe('DELETE /auth/admin/mfa/totp 200', () => {
  test('removes the authenticator, keeps the sessions and accepts the password alone again', async () => {
    const { secret, cookie, ...account } = await call.secured();
    nextStep();
    const other = await call.session({ ...account, otp: totp(secret) });
    const reply = await call.removeOwnTotp(cookie);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Authenticator removed.' }]);
    expect((await call.login(account)).body.admin).toMatchObject({ isMfaEnabled: false });
    for (const each of [cookie, other]) expect((await call.me(each)).body.isMfaEnabled).toBe(false);
  });

  test('removes the authenticator once in twenty parallel calls with one audit event', async () => {
    const { id, cookie } = await call.secured();
    const replies = await Promise.all(Array.from({ length: 20 }, () => call.removeOwnTotp(cookie)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)]);
    const entries = await audited(service, id, (found) => found.length === 3);
    expect(entries.filter(({ action }) => action === 'admin.totp_removed')).toMatchObject([
      { adminId: id, targetType: 'admin', before: { isMfaEnabled: true }, after: { isMfaEnabled: false } },
    ]);
  });

  test('allows setting up another authenticator afterwards', async () => {
    const { cookie, secret: first, ...account } = await call.secured();
    await call.removeOwnTotp(cookie);
    const { secret } = (await call.setUp(cookie)).body;
    nextStep();
    expect(answerOf(await call.verify(cookie, totp(first)))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await call.verify(cookie, totp(secret))).status).toBe(201);
    expect(answerOf(await call.login(account))).toEqual(refusal('MFA_REQUIRED'));
  });
});

describe('DELETE /auth/admin/mfa/totp 403', () => {
  test('rejects an admin whose authenticator is missing or unverified', async () => {
    const cookie = await call.session(await call.account());
    expect(answerOf(await call.removeOwnTotp(cookie))).toEqual(refusal('MFA_NOT_ENABLED'));
    await call.setUp(cookie);
    expect(answerOf(await call.removeOwnTotp(cookie))).toEqual(refusal('MFA_NOT_ENABLED'));
  });

  test('rejects a login of more than 15 minutes ago', async () => {
    const { cookie } = await call.secured();
    const remove = () => call.removeOwnTotp(cookie);
    expect(answerOf(await later(16 * MINUTE, remove))).toEqual(refusal('REAUTH_REQUIRED'));
    expect((await later(14 * MINUTE, remove)).status).toBe(200);
  });
});
