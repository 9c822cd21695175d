// Tests POST /auth/forgot-password, /auth/verify-forgot-password-otp and /auth/reset-password.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, feedAtRest, later, MINUTE, published, refusal } from '../../support/api.ts';
import { codeTo, messagesTo, otherThan } from '../../support/messages.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const REQUESTED = 'svc.password_reset_requested';
type Identifier = { email?: string | undefined; phone?: string; tenantId?: string | undefined };
const forgot = (identifier: Identifier) =>
  service.post('/auth/forgot-password', { tenantId: tenant.id, ...identifier });
const verify = (identifier: Identifier, code: unknown) =>
  service.post('/auth/verify-forgot-password-otp', { tenantId: tenant.id, ...identifier, code });
const reset = (token: unknown, newPassword: string = newPassword_()) =>
  service.post('/auth/reset-password', { token, newPassword });
const newPassword_ = newPassword;
const getMe = async (tokens: User['tokens']) => answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));

/** Requests a code and reads it from the messages. */
async function requestCode({ email }: { email: string }): Promise<string> {
  expect((await forgot({ email })).status).toBe(200);
  return codeTo(service, REQUESTED, email);
}
async function requestToken(user: { email: string }): Promise<string> {
  const { status, body } = await verify({ email: user.email }, await requestCode(user));
  expect(status).toBe(200);
  return body.resetToken;
}

describe('password reset from start to end', () => {
  test('sets a new password, ends all sessions and sets no cookie', async () => {
    const user = await service.signup(tenant);
    const token = await requestToken(user);
    const password = newPassword();
    const reply = await reset(token, password);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Password set. Please log in.' }]);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await getMe(user.tokens)).toEqual(refusal('SESSION_NOT_FOUND'));
    const refresh = await service.post('/auth/refresh-token', { refreshToken: user.tokens.refreshToken });
    expect(answerOf(refresh)).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    const login = await service.login({ ...user, password });
    expect(login.status).toBe(200);
    const me = await service.get('/auth/me', { headers: bearer(login.body) });
    expect(me.body.emailVerifiedAt).toEqual(expect.any(String));
  });

  test("unlocks an account that was locked by a stranger's failed logins", async () => {
    const user = await service.signup(tenant);
    for (let count = 0; count < 10; count++) await service.login({ ...user, password: newPassword() });
    expect(answerOf(await service.login(user))).toEqual(refusal('ACCOUNT_LOCKED'));
    const password = newPassword();
    expect((await reset(await requestToken(user), password)).status).toBe(200);
    expect((await service.login({ ...user, password })).status).toBe(200);
  });

  test('works with a phone number', async () => {
    const phone = '+4915112340001';
    const user = await createUser(service, tenant, { phone, phoneVerifiedAt: '2026-01-01T00:00:00Z' });
    expect((await forgot({ phone: '0049 151 12340001' })).status).toBe(200);
    const code = await codeTo(service, REQUESTED, phone);
    const { body } = await verify({ phone }, code);
    const password = newPassword();
    expect((await reset(body.resetToken, password)).status).toBe(200);
    expect((await service.login({ tenant, email: user.email, password })).status).toBe(200);
  });

  test('keeps MFA switched on', async () => {
    const own = await service.tenant({ mfa: { policy: 'required' } });
    const user = await createUser(service, own);
    await service.post('/auth/forgot-password', { tenantId: own.id, email: user.email });
    const code = await codeTo(service, REQUESTED, user.email);
    const { body } = await verify({ email: user.email, tenantId: own.id }, code);
    const password = newPassword();
    await reset(body.resetToken, password);
    expect((await service.login({ ...user, password })).body.isRequiresMfa).toBe(true);
  });

  test('publishes svc.password_reset without the password', async () => {
    const own = await service.tenant();
    const user = await service.signup(own);
    await service.post('/auth/forgot-password', { tenantId: own.id, email: user.email });
    const { body } = await verify(
      { email: user.email, tenantId: own.id },
      await codeTo(service, REQUESTED, user.email),
    );
    const password = newPassword();
    await reset(body.resetToken, password);
    const events = await published(service, 'svc.password_reset', own.id);
    expect(events).toMatchObject([{ detail: { email: user.email } }]);
    expect(JSON.stringify((await service.get('/__events')).body)).not.toContain(password);
  });
});

describe('POST /auth/forgot-password', () => {
  test('responds alike to known, unknown and disabled accounts and tenants, and sends one message', async () => {
    const known = await service.signup(tenant);
    const disabled = await createUser(service, tenant, { isActive: false });
    const elsewhere = await service.signup(await service.tenant());
    const requests: Identifier[] = [
      { email: known.email },
      { email: newEmail() },
      { email: disabled.email },
      { email: elsewhere.email },
      { email: known.email, tenantId: `ten_${'0'.repeat(22)}` },
      { email: known.email, tenantId: 'ten_nonsense' },
    ];
    const replies = [];
    for (const identifier of requests) replies.push(await forgot(identifier));
    for (const { status, text } of replies) expect([status, text]).toEqual([200, replies[0]!.text]);
    expect(await messagesTo(service, REQUESTED, known.email)).toHaveLength(1);
    for (const { email } of [disabled, elsewhere])
      expect(
        (await service.get('/__events')).body.filter((event: { detail: { to?: string } }) => event.detail.to === email),
      ).toEqual([]);
  });

  test('sends nothing more within a minute and invalidates the first code after it', async () => {
    const user = await service.signup(tenant);
    const first = await requestCode(user);
    for (let again = 0; again < 3; again++) expect((await forgot(user)).status).toBe(200);
    await later(2 * MINUTE, () => forgot(user));
    const second = await codeTo(service, REQUESTED, user.email, 2);
    expect(await messagesTo(service, REQUESTED, user.email, 2)).toHaveLength(2);
    if (first !== second) expect(answerOf(await verify(user, first))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    expect((await later(2 * MINUTE, () => verify(user, second))).status).toBe(200);
  });

  test('sends at most three codes in ten minutes', async () => {
    const user = await service.signup(tenant);
    for (let minute = 0; minute < 9; minute++)
      await later((minute * 1.1 + 0.1) * MINUTE, () => forgot({ email: user.email }));
    await feedAtRest(service);
    expect(await messagesTo(service, REQUESTED, user.email, 3)).toHaveLength(3);
  });

  test('rejects a request without a tenant, without an address or with an invalid address', async () => {
    expect(answerOf(await forgot({ email: newEmail(), tenantId: undefined }))).toEqual(refusal('TENANT_ID_REQUIRED'));
    expect(answerOf(await forgot({}))).toEqual(refusal('EMAIL_OR_PHONE_REQUIRED'));
    for (const email of ['x', 'a@b', 'a@b.cc\r\nBcc: d@e.ff', 'a@b.cc,d@e.ff'])
      expect(answerOf(await forgot({ email }))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('POST /auth/verify-forgot-password-otp', () => {
  test('rejects a code after five wrong tries and accepts the next one', async () => {
    const user = await service.signup(tenant);
    const code = await requestCode(user);
    for (let tries = 0; tries < 5; tries++)
      expect(answerOf(await verify(user, otherThan(code)))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    expect(answerOf(await verify(user, code))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    await later(2 * MINUTE, () => forgot(user));
    const next = await codeTo(service, REQUESTED, user.email, 2);
    expect((await later(2 * MINUTE, () => verify(user, next))).status).toBe(200);
  });

  test('rejects six digits after fifteen wrong tries in an hour, and accepts the long code that is sent then', async () => {
    const user = await service.signup(tenant);
    for (let round = 1; round <= 3; round++) {
      await later(round * 2 * MINUTE, () => forgot(user));
      const wrongCode = otherThan(await codeTo(service, REQUESTED, user.email, round));
      for (let tries = 0; tries < 5; tries++) await later(round * 2 * MINUTE, () => verify(user, wrongCode));
    }
    await later(20 * MINUTE, () => forgot(user));
    const rightCode = await codeTo(service, REQUESTED, user.email, 4);
    expect(rightCode).toMatch(/^\d{20}$/);
    expect(answerOf(await later(21 * MINUTE, () => verify(user, rightCode.slice(0, 6))))).toEqual(
      refusal('VERIFICATION_CODE_INVALID'),
    );
    expect((await later(21 * MINUTE, () => verify(user, rightCode))).status).toBe(200);
  });

  test('counts guesses by IP address as well', async () => {
    const ip = '127.9.9.8';
    const guess = () =>
      service.post(
        '/auth/verify-forgot-password-otp',
        { tenantId: tenant.id, email: newEmail(), code: '000000' },
        { ip },
      );
    const replies = [];
    for (let tries = 0; tries < 101; tries++) replies.push(await guess());
    expect(tally(replies.map(({ status }) => status))).toEqual({ 400: 100, 429: 1 });
  });

  test('rejects a code after ten minutes', async () => {
    const user = await service.signup(tenant);
    const code = await requestCode(user);
    const reply = await later(11 * MINUTE, () => verify(user, code));
    expect(answerOf(reply)).toEqual(refusal('VERIFICATION_CODE_INVALID'));
  });

  test('accepts one of fifty parallel calls with one code', async () => {
    const user = await service.signup(tenant);
    const code = await requestCode(user);
    const replies = await race(50, () => verify(user, code));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 400: 49 });
  });

  test('rejects a code for another tenant, another address or another purpose', async () => {
    const other = await service.tenant();
    const user = await service.signup(tenant);
    const twin = await service.signup(other, user.email);
    const code = await requestCode(user);
    expect(answerOf(await verify({ email: twin.email, tenantId: other.id }, code))).toEqual(
      refusal('VERIFICATION_CODE_INVALID'),
    );
    const headers = bearer(user.tokens);
    expect(answerOf(await service.post('/auth/verify-email', { code }, { headers }))).toEqual(
      refusal('VERIFICATION_CODE_INVALID'),
    );
    expect((await verify(user, code)).status).toBe(200);
  });

  test('rejects a code that is not six ASCII digits without counting the try', async () => {
    const user = await service.signup(tenant);
    const code = await requestCode(user);
    for (const malformed of [
      Number(code),
      [code],
      { $gt: '' },
      null,
      true,
      ` ${code}`,
      `${code}0`,
      code.slice(1),
      '１２３４５６',
      'x'.repeat(10_000),
      undefined,
    ])
      expect(answerOf(await verify(user, malformed))).toEqual(refusal('INVALID_INPUT'));
    expect((await verify(user, code)).status).toBe(200);
  });

  test('rejects a request without a tenant or without an address', async () => {
    expect(answerOf(await verify({ email: newEmail(), tenantId: undefined }, '123456'))).toEqual(
      refusal('TENANT_ID_REQUIRED'),
    );
    expect(answerOf(await verify({}, '123456'))).toEqual(refusal('EMAIL_OR_PHONE_REQUIRED'));
  });
});

describe('POST /auth/reset-password', () => {
  test('accepts a token once, also in twenty parallel calls', async () => {
    const user = await service.signup(tenant);
    const token = await requestToken(user);
    const replies = await race(20, () => reset(token));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 400: 19 });
    expect(answerOf(await reset(token))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
  });

  test('rejects a token after half an hour, after a password change and after the next token', async () => {
    const expired = await requestToken(await service.signup(tenant));
    expect(answerOf(await later(31 * MINUTE, () => reset(expired)))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));

    const user = await service.signup(tenant);
    const outdated = await requestToken(user);
    const change = { currentPassword: user.password, newPassword: newPassword() };
    await service.post('/auth/change-password', change, { headers: bearer(user.tokens) });
    expect(answerOf(await reset(outdated))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));

    const repeated = await service.signup(tenant);
    const first = await requestToken(repeated);
    await later(2 * MINUTE, () => forgot(repeated));
    const code = await codeTo(service, REQUESTED, repeated.email, 2);
    const second = (await later(2 * MINUTE, () => verify(repeated, code))).body.resetToken;
    expect(answerOf(await reset(first))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
    expect((await later(2 * MINUTE, () => reset(second))).status).toBe(200);
  });

  test('rejects every altered or foreign token and changes nothing', async () => {
    const [user, other] = [await service.signup(tenant), await service.signup(tenant)];
    const token = await requestToken(user);
    const foreign = token.replace(
      /usr_\w+/,
      JSON.parse(Buffer.from(other.tokens.accessToken.split('.')[1] as string, 'base64url').toString()).sub,
    );
    for (const invalid of [
      foreign,
      token.slice(0, -1),
      `${token}x`,
      token.replace('rst_', 'inv_'),
      user.tokens.accessToken,
      '123456',
      'x',
      '__proto__',
    ])
      expect(answerOf(await reset(invalid))).toEqual(
        refusal(invalid.length > 256 ? 'INVALID_INPUT' : 'PASSWORD_RESET_TOKEN_INVALID'),
      );
    for (const invalid of ['', true, null, undefined, [token], {}])
      expect(answerOf(await reset(invalid))).toEqual(refusal('INVALID_INPUT'));
    expect((await service.login(user)).status).toBe(200);
    expect((await service.login(other)).status).toBe(200);
  });

  test('keeps the token valid when the new password breaks the policy', async () => {
    const user = await service.signup(tenant);
    const token = await requestToken(user);
    expect(answerOf(await reset(token, 'Zq7$x'))).toEqual(refusal('PASSWORD_TOO_SHORT'));
    expect(answerOf(await reset(token, 'Zq7$'.repeat(33)))).toEqual(refusal('PASSWORD_TOO_LONG'));
    expect(answerOf(await reset(token, 'password123'))).toEqual(refusal('PASSWORD_TOO_COMMON'));
    expect(answerOf(await reset(token, `my ${user.email.split('@')[0]}`))).toEqual(
      refusal('PASSWORD_CONTAINS_IDENTIFIER'),
    );
    expect((await reset(token)).status).toBe(200);
  });

  test('rejects the token of a user who was disabled or deleted since', async () => {
    for (const end of ['PATCH', 'DELETE']) {
      const user = await createUser(service, tenant);
      const token = await requestToken(user);
      await service.admin(end, `${USERS}/${user.id}`, end === 'PATCH' ? { isActive: false } : undefined);
      expect(answerOf(await reset(token))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
    }
  });

  test('counts guesses by IP address', async () => {
    const ip = '127.9.9.9';
    const guess = () => service.post('/auth/reset-password', { token: 'x', newPassword: newPassword() }, { ip });
    const replies = [];
    for (let tries = 0; tries < 51; tries++) replies.push(await guess());
    expect(tally(replies.map(({ status }) => status))).toEqual({ 400: 50, 429: 1 });
    expect(answerOf(replies.at(-1)!)).toEqual(refusal('RATE_LIMITED'));
  });
});
