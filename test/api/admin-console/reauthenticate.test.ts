// Tests POST /auth/admin/reauthenticate.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callers, nextStep } from '../../support/admins.ts';
import { answerOf, HOUR, later, MINUTE, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

/** An operation that requires a recent proof. */
const sensitive = (cookie: string) =>
  service.post('/auth/admin/admins', { email: newEmail(), password: newPassword() }, { headers: { cookie } });

async function open() {
  const account = await call.account();
  return { ...account, cookie: await call.session(account) };
}

describe('POST /auth/admin/reauthenticate 201', () => {
  test('renews the 15 minutes of this session without a new cookie', async () => {
    const { cookie, password } = await open();
    await later(16 * MINUTE, async () => {
      expect(answerOf(await sensitive(cookie))).toEqual(refusal('REAUTH_REQUIRED'));
      const { status, body, setCookies } = await call.reauthenticate(cookie, { password });
      expect([status, body, setCookies]).toEqual([
        201,
        { message: 'Proved.', provedAt: expect.stringMatching(/Z$/) },
        [],
      ]);
      expect((await sensitive(cookie)).status).toBe(201);
    });
    expect((await later(30 * MINUTE, () => sensitive(cookie))).status).toBe(201);
    expect(answerOf(await later(32 * MINUTE, () => sensitive(cookie)))).toEqual(refusal('REAUTH_REQUIRED'));
  });

  test('renews no other session of the admin', async () => {
    const { cookie, ...account } = await open();
    const other = await call.session(account);
    await later(16 * MINUTE, async () => {
      expect((await call.reauthenticate(cookie, { password: account.password })).status).toBe(201);
      expect(answerOf(await sensitive(other))).toEqual(refusal('REAUTH_REQUIRED'));
    });
  });

  test('never extends the life of the session', async () => {
    const { cookie, password } = await open();
    const expiresAt = (await call.sessions(cookie))[0]?.expiresAt;
    for (let minutes = 25; minutes < 8 * 60; minutes += 25)
      expect((await later(minutes * MINUTE, () => call.reauthenticate(cookie, { password }))).status).toBe(201);
    expect(await later(475 * MINUTE, () => call.sessions(cookie))).toMatchObject([{ expiresAt }]);
    const late = await later(8 * HOUR, () => call.reauthenticate(cookie, { password }));
    expect(answerOf(late)).toEqual(refusal('SESSION_INVALID'));
  });

  test('uses a code up: one of twenty parallel calls with it succeeds', async () => {
    const { cookie, password, secret } = await call.secured();
    nextStep();
    const otp = totp(secret);
    const replies = await race(20, () => call.reauthenticate(cookie, { password, otp }));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(outcomes(replies.filter(({ status }) => status !== 201))).not.toHaveProperty('500');
    expect((await call.reauthenticate(cookie, { password, otp })).status).not.toBe(201);
  });

  test('shares the code of a step with the login', async () => {
    const { cookie, secret, ...account } = await call.secured();
    nextStep();
    const otp = totp(secret);
    expect((await call.login({ ...account, otp })).status).toBe(201);
    const again = await call.reauthenticate(cookie, { password: account.password, otp });
    expect(answerOf(again)).toEqual(refusal('MFA_CODE_INVALID'));
  });

  test('succeeds for eight parallel calls of an admin without an authenticator', async () => {
    const { cookie, password } = await open();
    const ip = freshIp();
    const replies = await race(8, () => call.reauthenticate(cookie, { password }, { ip }));
    expect(outcomes(replies)).toEqual({ 201: 8 });
  });
});

describe('POST /auth/admin/reauthenticate 400', () => {
  test('rejects a wrong code and one that is malformed', async () => {
    const { cookie, password, secret } = await call.secured();
    nextStep();
    const wrong = await call.reauthenticate(cookie, { password, otp: totp(secret, -5) });
    expect(answerOf(wrong)).toEqual(refusal('MFA_CODE_INVALID'));
    for (const otp of ['', '12345', 123456])
      expect(answerOf(await call.reauthenticate(cookie, { password, otp }))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('POST /auth/admin/reauthenticate 401', () => {
  test("rejects a wrong password and another admin's", async () => {
    const [{ cookie }, other] = [await open(), await call.account()];
    for (const password of ['Wrong 7$q', other.password])
      expect(answerOf(await call.reauthenticate(cookie, { password }))).toEqual(refusal('INVALID_CREDENTIALS'));
    const stale = await later(16 * MINUTE, () => sensitive(cookie));
    expect(answerOf(stale)).toEqual(refusal('REAUTH_REQUIRED'));
  });

  test('requires a code of an admin with an authenticator', async () => {
    const { cookie, password } = await call.secured();
    expect(answerOf(await call.reauthenticate(cookie, { password }))).toEqual(refusal('MFA_REQUIRED'));
    expect(answerOf(await later(16 * MINUTE, () => sensitive(cookie)))).toEqual(refusal('REAUTH_REQUIRED'));
  });

  test('rejects a session that has ended', async () => {
    const { cookie, password } = await open();
    await service.post('/auth/admin/logout', {}, { headers: { cookie } });
    expect(answerOf(await call.reauthenticate(cookie, { password }))).toEqual(refusal('SESSION_INVALID'));
  });
});

describe('POST /auth/admin/reauthenticate 429', () => {
  test('counts guesses as those of a login: ten from one network lock both', async () => {
    const { cookie, email, password } = await open();
    const ip = freshIp();
    for (let round = 0; round < 5; round++) {
      const options = { ip };
      const wrong = { password: 'Wrong 7$q' };
      expect(answerOf(await call.reauthenticate(cookie, wrong, options))).toEqual(refusal('INVALID_CREDENTIALS'));
      expect(answerOf(await call.login({ email, ...wrong }, options))).toEqual(refusal('INVALID_CREDENTIALS'));
    }
    expect(answerOf(await call.reauthenticate(cookie, { password }, { ip }))).toEqual(refusal('ACCOUNT_LOCKED'));
    expect(answerOf(await call.login({ email, password }, { ip }))).toEqual(refusal('ACCOUNT_LOCKED'));
    const after = await later(15 * MINUTE, () => call.reauthenticate(cookie, { password }, { ip }));
    expect(after.status).toBe(201);
  });

  test('compares at most ten of thirty parallel wrong passwords', async () => {
    const { cookie, password } = await open();
    const ip = freshIp();
    const replies = await race(30, () => call.reauthenticate(cookie, { password: 'Wrong 7$q' }, { ip }));
    expect(outcomes(replies)).toEqual({ '401 INVALID_CREDENTIALS': 10, '429 ACCOUNT_LOCKED': 20 });
    expect(answerOf(await call.reauthenticate(cookie, { password }, { ip }))).toEqual(refusal('ACCOUNT_LOCKED'));
  });

  test('locks codes for an hour after ten wrong ones', async () => {
    const { cookie, password, secret } = await call.secured();
    nextStep();
    const replies = await race(30, () => call.reauthenticate(cookie, { password, otp: totp(secret, -5) }));
    expect(replies.filter(({ body }) => body.code === 'MFA_CODE_INVALID').length).toBeLessThanOrEqual(10);
    const right = await call.reauthenticate(cookie, { password, otp: totp(secret) });
    expect(answerOf(right)).toEqual(refusal('ACCOUNT_LOCKED'));
  });

  test('rejects an IP address after 50 failures', async () => {
    const ip = freshIp();
    const people = [await open(), await open(), await open(), await open(), await open(), await open()];
    for (const { cookie } of people.slice(0, 5))
      for (let round = 0; round < 10; round++) await call.reauthenticate(cookie, { password: 'Wrong 7$q' }, { ip });
    const [{ cookie, password }] = people.slice(5) as [(typeof people)[0]];
    expect(answerOf(await call.reauthenticate(cookie, { password }, { ip }))).toEqual(refusal('RATE_LIMITED'));
  });
});
