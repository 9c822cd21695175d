// Tests POST /auth/admin/mfa/verify-totp-setup.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callers, nextStep } from '../../support/admins.ts';
import { answerOf, audited, later, MINUTE, refusal } from '../../support/api.ts';
import { prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

/** Creates an admin with a session and a pending set-up. */
async function startSetup() {
  const account = await call.account();
  const cookie = await call.session(account);
  const { secret } = (await call.setUp(cookie)).body;
  nextStep();
  return { account, cookie, secret: secret as string };
}

describe('POST /auth/admin/mfa/verify-totp-setup 201', () => {
  test('requires a code at the next login and uses up this one', async () => {
    const { account, cookie, secret } = await startSetup();
    const reply = await call.verify(cookie, totp(secret));
    expect([reply.status, reply.body]).toEqual([201, { message: expect.stringContaining('verified') }]);
    expect(answerOf(await call.login(account))).toEqual(refusal('MFA_REQUIRED'));
    const again = await call.login({ ...account, otp: totp(secret) });
    expect(answerOf(again)).toEqual(refusal('MFA_CODE_INVALID'));
    expect(again.body.message).toBe('This code was already used. Wait for the next one.');
    nextStep();
    expect((await call.login({ ...account, otp: totp(secret) })).status).toBe(201);
  });

  test("ends other sessions of this admin and keeps the caller's", async () => {
    const { account, cookie, secret } = await startSetup();
    const others = [await call.session(account), await call.session(account)];
    expect((await call.verify(cookie, totp(secret))).status).toBe(201);
    for (const other of others) expect(answerOf(await call.me(other))).toEqual(refusal('SESSION_INVALID'));
    expect((await call.me(cookie)).body).toMatchObject({ id: account.id, isMfaEnabled: true });
    expect((await call.list()).body.data).toContainEqual(
      expect.objectContaining({ id: account.id, isMfaEnabled: true }),
    );
  });

  test('accepts the code in another session of the same admin', async () => {
    const { account, cookie, secret } = await startSetup();
    const other = await call.session(account);
    expect((await call.verify(other, totp(secret))).status).toBe(201);
    expect([(await call.me(other)).status, (await call.me(cookie)).status]).toEqual([200, 401]);
  });

  test('publishes audit events for the first authenticator and its replacement', async () => {
    const { account, cookie, secret } = await startSetup();
    await call.verify(cookie, totp(secret));
    const next = (await call.setUp(cookie)).body.secret;
    await call.verify(cookie, totp(next));
    const entries = await audited(service, account.id, (found) => found.length === 3);
    const about = { adminId: account.id, targetType: 'admin', tenantId: null };
    expect(entries.slice(0, 2)).toMatchObject([
      { ...about, action: 'admin.totp_replaced', before: {}, after: {} },
      { ...about, action: 'admin.totp_enabled', before: { isMfaEnabled: false }, after: { isMfaEnabled: true } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${secret}|${next}|secret`));
  });

  test('succeeds once in twenty parallel calls with one audit event and keeps the session', async () => {
    const { account, cookie, secret } = await startSetup();
    const replies = await Promise.all(Array.from({ length: 20 }, () => call.verify(cookie, totp(secret))));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect([refusal('MFA_CODE_INVALID'), refusal('SESSION_INVALID')]).toContainEqual(answerOf(reply));
    expect((await call.me(cookie)).status).toBe(200);
    const entries = await audited(service, account.id, (found) => found.length === 2);
    expect(entries.filter(({ action }) => action === 'admin.totp_enabled')).toHaveLength(1);
  });

  test('loses none of twenty parallel name changes', async () => {
    const { account, cookie, secret } = await startSetup();
    const verified = call.verify(cookie, totp(secret));
    const named = Array.from({ length: 20 }, (_, at) => call.update(account.id, { name: `Name ${at}` }));
    expect((await verified).status).toBe(201);
    expect((await Promise.all(named)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await call.me(cookie)).body).toMatchObject({ name: expect.stringMatching(/^Name/), isMfaEnabled: true });
  });
});

describe('POST /auth/admin/mfa/verify-totp-setup 400', () => {
  const expectRejected = async (cookie: string, otp: string) =>
    expect(answerOf(await call.verify(cookie, otp))).toEqual(refusal('MFA_CODE_INVALID'));

  test('rejects a code when no set-up is pending or it is already verified', async () => {
    const cookie = await call.session(await call.account());
    await expectRejected(cookie, '123456');
    const { secret, cookie: verifiedCookie } = await call.secured();
    nextStep();
    await expectRejected(verifiedCookie, totp(secret));
  });

  test('rejects a wrong code, one of another step and one of another admin', async () => {
    const { cookie, secret } = await startSetup();
    const other = await startSetup();
    for (const ahead of [-2, 1]) await expectRejected(cookie, totp(secret, ahead));
    await expectRejected(cookie, totp(other.secret));
    expect((await call.verify(cookie, totp(secret))).status).toBe(201);
  });

  test('rejects the right code after ten wrong ones until a new set-up begins', async () => {
    const { cookie, secret } = await startSetup();
    for (let round = 0; round < 10; round++) await expectRejected(cookie, totp(secret, -5));
    await expectRejected(cookie, totp(secret));
    const next = (await call.setUp(cookie)).body.secret;
    expect((await call.verify(cookie, totp(next))).status).toBe(201);
  });

  test('compares at most ten of thirty parallel wrong codes', async () => {
    const { cookie, secret } = await startSetup();
    const codes = Array.from({ length: 30 }, () => totp(secret, -5));
    await Promise.all(codes.map((code) => expectRejected(cookie, code)));
    await expectRejected(cookie, totp(secret));
  });

  test('rejects a set-up after ten minutes', async () => {
    const { cookie, secret } = await startSetup();
    await later(10 * MINUTE, () => expectRejected(cookie, totp(secret)));
    expect((await later(9 * MINUTE, () => call.verify(cookie, totp(secret)))).status).toBe(201);
  });

  test('rejects a set-up that began before a logout', async () => {
    const { account, cookie, secret } = await startSetup();
    await service.post('/auth/admin/logout', {}, { headers: { cookie } });
    await expectRejected(await call.session(account), totp(secret));
  });

  test.each([undefined, '', '12345', '1234567', '１２３４５６', 123456, null, ['123456']])(
    'rejects the malformed code %j',
    async (otp) => {
      expect(answerOf(await call.verify(await service.adminCookie(), otp))).toEqual(refusal('INVALID_INPUT'));
    },
  );
});

test('POST /auth/admin/mfa/verify-totp-setup 201 needs no fresh login because the set-up did', async () => {
  const account = await call.account();
  const cookie = await call.session(account);
  const { secret } = (await later(14 * MINUTE, () => call.setUp(cookie))).body;
  expect((await later(20 * MINUTE, () => call.verify(cookie, totp(secret)))).status).toBe(201);
});
