// POST /auth/admin/mfa/verify-totp-setup
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callers, nextStep } from '../../support/admins.ts';
import { answerOf, audited, later, MINUTE, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
let call: ReturnType<typeof callers>;
beforeAll(async () => {
  await service.adminCookie();
  call = callers(service);
});

/** An admin with a session and a set-up that waits for its code. */
async function begun() {
  const account = await call.account();
  const cookie = await call.session(account);
  const { secret } = (await call.setUp(cookie)).body;
  nextStep();
  return { account, cookie, secret: secret as string };
}

describe('201', () => {
  test('from then on a login needs a code, and this one is used up', async () => {
    const { account, cookie, secret } = await begun();
    const reply = await call.verify(cookie, totp(secret));
    expect([reply.status, reply.body]).toEqual([201, { message: expect.stringContaining('verified') }]);
    expect(answerOf(await call.login(account))).toEqual(refusal('MFA_REQUIRED'));
    expect(answerOf(await call.login({ ...account, otp: totp(secret) }))).toEqual(refusal('MFA_CODE_INVALID'));
    nextStep();
    expect((await call.login({ ...account, otp: totp(secret) })).status).toBe(201);
  });

  test('ends the other sessions of this admin; the calling one lives on, as do those of others', async () => {
    const { account, cookie, secret } = await begun();
    const others = [await call.session(account), await call.session(account)];
    expect((await call.verify(cookie, totp(secret))).status).toBe(201);
    for (const other of others) expect(answerOf(await call.me(other))).toEqual(refusal('SESSION_INVALID'));
    expect((await call.me(cookie)).body).toMatchObject({ id: account.id, isMfaEnabled: true });
    expect((await call.list()).body.data).toContainEqual(
      expect.objectContaining({ id: account.id, isMfaEnabled: true }),
    );
  });

  test('by another session of the same admin', async () => {
    const { account, cookie, secret } = await begun();
    const other = await call.session(account);
    expect((await call.verify(other, totp(secret))).status).toBe(201);
    expect([(await call.me(other)).status, (await call.me(cookie)).status]).toEqual([200, 401]);
  });

  test('leaves audit events: enabled, then replaced', async () => {
    const { account, cookie, secret } = await begun();
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

  test('of twenty at once one succeeds, with one audit event, and the session goes on', async () => {
    const { account, cookie, secret } = await begun();
    const replies = await Promise.all(Array.from({ length: 20 }, () => call.verify(cookie, totp(secret))));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect([refusal('MFA_CODE_INVALID'), refusal('SESSION_INVALID')]).toContainEqual(answerOf(reply));
    expect((await call.me(cookie)).status).toBe(200);
    const entries = await audited(service, account.id, (found) => found.length === 2);
    expect(entries.filter(({ action }) => action === 'admin.totp_enabled')).toHaveLength(1);
  });

  test('twenty changes of the name meanwhile are not lost, nor is it', async () => {
    const { account, cookie, secret } = await begun();
    const verified = call.verify(cookie, totp(secret));
    const named = Array.from({ length: 20 }, (_, at) => call.update(account.id, { name: `Name ${at}` }));
    expect((await verified).status).toBe(201);
    expect((await Promise.all(named)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await call.me(cookie)).body).toMatchObject({ name: expect.stringMatching(/^Name/), isMfaEnabled: true });
  });
});

describe('400', () => {
  const refused = async (cookie: string, otp: string) =>
    expect(answerOf(await call.verify(cookie, otp))).toEqual(refusal('MFA_CODE_INVALID'));

  test('nothing was set up, or it was verified already', async () => {
    const cookie = await call.session(await call.account());
    await refused(cookie, '123456');
    const { secret, cookie: done } = await call.secured();
    nextStep();
    await refused(done, totp(secret));
  });

  test('a wrong code, one of another step, of another admin, of another’s set-up', async () => {
    const { cookie, secret } = await begun();
    const other = await begun();
    for (const ahead of [-2, 1]) await refused(cookie, totp(secret, ahead));
    await refused(cookie, totp(other.secret));
    expect((await call.verify(cookie, totp(secret))).status).toBe(201);
  });

  test('ten wrong ones, then the right one; a new set-up opens the way', async () => {
    const { cookie, secret } = await begun();
    for (let round = 0; round < 10; round++) await refused(cookie, totp(secret, -5));
    await refused(cookie, totp(secret));
    const next = (await call.setUp(cookie)).body.secret;
    expect((await call.verify(cookie, totp(next))).status).toBe(201);
  });

  test('of thirty wrong ones at once at most ten are looked at', async () => {
    const { cookie, secret } = await begun();
    const codes = Array.from({ length: 30 }, () => totp(secret, -5));
    await Promise.all(codes.map((code) => refused(cookie, code)));
    await refused(cookie, totp(secret));
  });

  test('after ten minutes', async () => {
    const { cookie, secret } = await begun();
    await later(10 * MINUTE, () => refused(cookie, totp(secret)));
    expect((await later(9 * MINUTE, () => call.verify(cookie, totp(secret)))).status).toBe(201);
  });

  test('a set-up from before the sessions were ended', async () => {
    const { account, cookie, secret } = await begun();
    await service.post('/auth/admin/logout', {}, { headers: { cookie } });
    await refused(await call.session(account), totp(secret));
  });

  test.each([undefined, '', '12345', '1234567', '１２３４５６', 123456, null, ['123456']])('otp: %j', async (otp) => {
    expect(answerOf(await call.verify(await service.adminCookie(), otp))).toEqual(refusal('INVALID_INPUT'));
  });
});

test('needs no fresh login: the set-up did', async () => {
  const account = await call.account();
  const cookie = await call.session(account);
  const { secret } = (await later(14 * MINUTE, () => call.setUp(cookie))).body;
  expect((await later(20 * MINUTE, () => call.verify(cookie, totp(secret)))).status).toBe(201);
});
