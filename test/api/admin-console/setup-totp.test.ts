// Tests POST /auth/admin/mfa/setup-totp.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callers, nextStep } from '../../support/admins.ts';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import { prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

describe('POST /auth/admin/mfa/setup-totp 201', () => {
  test('returns the secret once and changes nothing about the login yet', async () => {
    const account = await call.account();
    const cookie = await call.session(account);
    const { status, body } = await call.setUp(cookie);
    expect(status).toBe(201);
    expect(body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      qrCode: expect.stringMatching(/^data:image\/png;base64,[\w+/=]{500,}$/),
      otpAuthUrl: expect.stringMatching(/^otpauth:\/\/totp\//),
      issuer: 'Gatehouse Admin',
      account: account.email,
    });
    const url = new URL(body.otpAuthUrl);
    expect(decodeURIComponent(url.pathname)).toBe(`/Gatehouse Admin:${account.email}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({ secret: body.secret, issuer: 'Gatehouse Admin' });

    const login = await call.login(account);
    expect([login.status, login.body.admin.isMfaEnabled]).toEqual([201, false]);
    for (const reply of [login, await call.me(cookie), await call.list(), await service.get('/__events')])
      expect(reply.text).not.toContain(body.secret);
  });

  test('replaces a pending set-up, whose secret becomes worthless', async () => {
    const cookie = await call.session(await call.account());
    const [first, second] = [(await call.setUp(cookie)).body, (await call.setUp(cookie)).body];
    expect(second.secret).not.toBe(first.secret);
    nextStep();
    expect(answerOf(await call.verify(cookie, totp(first.secret)))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await call.verify(cookie, totp(second.secret))).status).toBe(201);
  });

  test('keeps the verified authenticator active until the next one is verified', async () => {
    const { secret, cookie, ...account } = await call.secured();
    const next = (await call.setUp(cookie)).body.secret;
    nextStep();
    expect(answerOf(await call.login({ ...account, otp: totp(next) }))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await call.login({ ...account, otp: totp(secret) })).status).toBe(201);
    expect((await call.verify(cookie, totp(next))).status).toBe(201);
    nextStep();
    expect(answerOf(await call.login({ ...account, otp: totp(secret) }))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await call.login({ ...account, otp: totp(next) })).status).toBe(201);
  });
});

describe('POST /auth/admin/mfa/setup-totp 403', () => {
  test('rejects a login of more than 15 minutes ago', async () => {
    const cookie = await call.session(await call.account());
    expect((await later(14 * MINUTE, () => call.setUp(cookie))).status).toBe(201);
    expect(answerOf(await later(16 * MINUTE, () => call.setUp(cookie)))).toEqual(refusal('REAUTH_REQUIRED'));
  });
});
