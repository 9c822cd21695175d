// Tests POST /auth/admin/login.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { callers, fillRow, nextStep } from '../../support/admins.ts';
import { answerOf, HOUR, later, MINUTE, refusal } from '../../support/api.ts';
import { cookieHeader, freshIp } from '../../support/http.ts';
import { newEmail, prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

const login = (more: Record<string, unknown> = {}, options = {}) =>
  service.post('/auth/admin/login', { ...service.adminLogin, ...more }, options);

describe('POST /auth/admin/login 201', () => {
  test('sets the session cookie and returns the admin', async () => {
    const { status, body, setCookies } = await login({ email: service.adminLogin.email.toUpperCase() });
    expect(status).toBe(201);
    expect(body).toEqual({
      message: 'Logged in.',
      csrfToken: expect.any(String),
      admin: {
        id: expect.stringMatching(/^adm_/),
        email: service.adminLogin.email,
        name: null,
        role: 'owner',
        tenants: null,
        metadata: {},
        isMfaEnabled: false,
        hasPasskey: false,
        lastLoginAt: expect.stringMatching(/Z$/),
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    });
    expect(setCookies).toEqual([
      expect.stringMatching(/^svc_admin=adm_\w+\.[\w-]{43}; Path=\/; SameSite=Strict; HttpOnly; Max-Age=28800$/),
      expect.stringMatching(/^svc_csrf=[\w.-]+; Path=\/; SameSite=Lax; Max-Age=28800$/),
    ]);
  });

  test('accepts a code of the current or the previous step once', async () => {
    const { secret, ...account } = await call.secured();
    nextStep();
    nextStep();
    for (const ahead of [-1, 0]) {
      const reply = await call.login({ ...account, otp: totp(secret, ahead) });
      expect([reply.status, reply.body.admin]).toMatchObject([201, { email: account.email, isMfaEnabled: true }]);
      expect(reply.text).not.toContain(secret);
      expect((await call.me(cookieHeader(reply))).body.isMfaEnabled).toBe(true);
    }
  });

  test('ignores the code of an admin without an authenticator', async () => {
    expect((await call.login({ ...(await call.account()), otp: '123456' })).status).toBe(201);
  });

  test('keeps earlier sessions', async () => {
    const [one, two] = [await login(), await login()];
    for (const reply of [one, two]) {
      const me = await service.get('/auth/admin/me', { headers: { cookie: cookieHeader(reply) } });
      expect(me.status).toBe(200);
    }
  });
});

describe('POST /auth/admin/login 400', () => {
  test('rejects an invalid address', async () => {
    expect(answerOf(await login({ email: 'x' }))).toEqual(refusal('INVALID_INPUT'));
  });

  test.each(['', '12345', '1234567', '１２３４５６', ' 123456', '12345\n', 123456, null])(
    'rejects the malformed code %j',
    async (otp) => {
      expect(answerOf(await login({ otp }))).toEqual(refusal('INVALID_INPUT'));
    },
  );

  test('rejects a code that is wrong, used, too old or of a later step', async () => {
    const other = await call.secured();
    const { secret, ...account } = await call.secured();
    const expectRejected = async (otp: string) =>
      expect(answerOf(await call.login({ ...account, otp }))).toEqual(refusal('MFA_CODE_INVALID'));
    await expectRejected(totp(secret));
    nextStep();
    for (const ahead of [-2, -1, 1, 2]) await expectRejected(totp(secret, ahead));
    await expectRejected(totp(other.secret));
    const code = totp(secret);
    expect((await call.login({ ...account, otp: code })).status).toBe(201);
    await expectRejected(code);
    nextStep();
    await expectRejected(code);
    expect((await call.login({ ...account, otp: totp(secret) })).status).toBe(201);
  });
});

describe('POST /auth/admin/login 401', () => {
  test('responds alike to a wrong password and an unknown address', async () => {
    const [wrong, unknown] = [await login({ password: 'Wrong 7$q' }), await login({ email: newEmail() })];
    expect(answerOf(wrong)).toEqual(refusal('INVALID_CREDENTIALS'));
    expect([unknown.status, unknown.body, unknown.setCookies]).toEqual([401, wrong.body, []]);
  });

  test('asks for a missing code only after the right password', async () => {
    const { secret, ...account } = await call.secured();
    nextStep();
    expect(answerOf(await call.login(account))).toEqual(refusal('MFA_REQUIRED'));
    for (const otp of [undefined, '000000', totp(secret)]) {
      const reply = await call.login({ ...account, password: 'Wrong 7$q', otp });
      expect(answerOf(reply)).toEqual(refusal('INVALID_CREDENTIALS'));
    }
    expect((await call.login({ ...account, otp: totp(secret) })).status).toBe(201);
  });

  test("rejects a tenant's user, as the user login rejects an admin", async () => {
    const { email, password, tenant } = await service.signup(await service.tenant());
    expect(answerOf(await login({ email, password }))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect(answerOf(await service.login({ ...service.adminLogin, tenant }))).toEqual(refusal('INVALID_CREDENTIALS'));
  });
});

describe('POST /auth/admin/login 401 after many guesses', () => {
  test.each(['a known', 'an unknown'])(
    'asks for a code by e-mail after 80 wrong passwords for %s address',
    async (known) => {
      const email = known === 'a known' ? (await call.account()).email : newEmail();
      expect(await fillRow(service, email)).toBe(80);
      const reply = await login({ email });
      expect(answerOf(reply)).toEqual(refusal('EMAIL_CODE_REQUIRED'));
      expect(reply.headers['retry-after']).toBeUndefined();
    },
  );
});

describe('POST /auth/admin/login 429', () => {
  test.each(['a known', 'an unknown'])(
    'locks %s account for 15 minutes after ten failures from one network',
    async (known) => {
      await login();
      const ip = freshIp();
      const email = known === 'a known' ? service.adminLogin.email : newEmail();
      for (let round = 0; round < 10; round++)
        expect(answerOf(await login({ email, password: 'Wrong 7$q' }, { ip }))).toEqual(refusal('INVALID_CREDENTIALS'));
      const reply = await login({ email }, { ip });
      expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LOCKED'));
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(880);
      const after = await later(15 * MINUTE, () => login({ email }, { ip }));
      expect(after.status).toBe(known === 'a known' ? 201 : 401);
    },
  );

  test('locks codes for an hour after ten wrong ones and right passwords in between', async () => {
    const { secret, ...account } = await call.secured();
    nextStep();
    for (let round = 0; round < 10; round++) {
      expect(answerOf(await call.login({ ...account, otp: totp(secret, -5) }))).toEqual(refusal('MFA_CODE_INVALID'));
      expect(answerOf(await call.login(account))).toEqual(refusal('MFA_REQUIRED'));
    }
    const locked = await call.login({ ...account, otp: totp(secret) });
    expect(answerOf(locked)).toEqual(refusal('ACCOUNT_LOCKED'));
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(3500);
    const login = () => call.login({ ...account, otp: totp(secret) });
    expect(answerOf(await later(50 * MINUTE, login))).toEqual(refusal('ACCOUNT_LOCKED'));
    expect((await later(HOUR, login)).status).toBe(201);
  });

  test('does not count right codes', async () => {
    const { secret, ...account } = await call.secured();
    for (let round = 0; round < 12; round++) {
      nextStep();
      expect((await call.login({ ...account, otp: totp(secret) })).status).toBe(201);
    }
  });

  test('rejects an IP address after 50 failures', async () => {
    const ip = freshIp();
    for (let round = 0; round < 50; round++) {
      const reply = await login({ email: newEmail() }, { ip });
      expect(answerOf(reply)).toEqual(refusal('INVALID_CREDENTIALS'));
    }
    expect(answerOf(await login({}, { ip }))).toEqual(refusal('RATE_LIMITED'));
    expect((await login()).status).toBe(201);
  });
});
