// POST /auth/forgot-password, /auth/verify-forgot-password-otp, /auth/reset-password
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, later, MINUTE, published, refusal } from '../../support/api.ts';
import { codeTo, messagesTo, otherThan } from '../../support/messages.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newEmail, newPassword, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

const REQUESTED = 'svc.password_reset_requested';
type Whose = { email?: string | undefined; phone?: string; tenantId?: string | undefined };
const forgot = (whose: Whose) => service.post('/auth/forgot-password', { tenantId: tenant.id, ...whose });
const verify = (whose: Whose, code: unknown) =>
  service.post('/auth/verify-forgot-password-otp', { tenantId: tenant.id, ...whose, code });
const reset = (token: unknown, newPassword: string = newPassword_()) =>
  service.post('/auth/reset-password', { token, newPassword });
const newPassword_ = newPassword;
const meOf = async (tokens: User['tokens']) => answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));

/** A code that was asked for, and the token for it. */
async function requested({ email }: { email: string }): Promise<string> {
  expect((await forgot({ email })).status).toBe(200);
  return codeTo(service, REQUESTED, email);
}
async function tokenOf(user: { email: string }): Promise<string> {
  const { status, body } = await verify({ email: user.email }, await requested(user));
  expect(status).toBe(200);
  return body.resetToken;
}

describe('the whole way', () => {
  test('a code, a token, a password: sessions are dead, only the new password works, nobody is logged in', async () => {
    const user = await service.signup(tenant);
    const token = await tokenOf(user);
    const password = newPassword();
    const reply = await reset(token, password);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Password set. Please log in.' }]);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await meOf(user.tokens)).toEqual(refusal('SESSION_NOT_FOUND'));
    const refresh = await service.post('/auth/refresh-token', { refreshToken: user.tokens.refreshToken });
    expect(answerOf(refresh)).toEqual(refusal('SESSION_NOT_FOUND'));
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    const login = await service.login({ ...user, password });
    expect(login.status).toBe(200);
    const me = await service.get('/auth/me', { headers: bearer(login.body) });
    expect(me.body.emailVerifiedAt).toEqual(expect.any(String));
  });

  test('whoever is kept out by a stranger who tries passwords is in again', async () => {
    const user = await service.signup(tenant);
    for (let count = 0; count < 10; count++) await service.login({ ...user, password: newPassword() });
    expect(answerOf(await service.login(user))).toEqual(refusal('ACCOUNT_LOCKED'));
    const password = newPassword();
    expect((await reset(await tokenOf(user), password)).status).toBe(200);
    expect((await service.login({ ...user, password })).status).toBe(200);
  });

  test('by telephone number', async () => {
    const phone = '+4915112340001';
    const user = await createUser(service, tenant, { phone });
    expect((await forgot({ phone: '0049 151 12340001' })).status).toBe(200);
    const code = await codeTo(service, REQUESTED, phone);
    const { body } = await verify({ phone }, code);
    const password = newPassword();
    expect((await reset(body.resetToken, password)).status).toBe(200);
    expect((await service.login({ tenant, email: user.email, password })).status).toBe(200);
  });

  test('MFA stays on', async () => {
    const own = await service.tenant({ mfa: { policy: 'required' } });
    const user = await createUser(service, own);
    await service.post('/auth/forgot-password', { tenantId: own.id, email: user.email });
    const code = await codeTo(service, REQUESTED, user.email);
    const { body } = await verify({ email: user.email, tenantId: own.id }, code);
    const password = newPassword();
    await reset(body.resetToken, password);
    expect((await service.login({ ...user, password })).body.isRequiresMfa).toBe(true);
  });

  test('publishes svc.password_reset, without the password', async () => {
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

describe('forgot-password says the same to everybody', () => {
  test('known, unknown, disabled, of another tenant, of an unknown tenant: one answer, and one message', async () => {
    const known = await service.signup(tenant);
    const disabled = await createUser(service, tenant, { isActive: false });
    const elsewhere = await service.signup(await service.tenant());
    const asked: Whose[] = [
      { email: known.email },
      { email: newEmail() },
      { email: disabled.email },
      { email: elsewhere.email },
      { email: known.email, tenantId: `ten_${'0'.repeat(22)}` },
      { email: known.email, tenantId: 'nonsense' },
    ];
    const replies = [];
    for (const whose of asked) replies.push(await forgot(whose));
    for (const { status, text } of replies) expect([status, text]).toEqual([200, replies[0]!.text]);
    expect(await messagesTo(service, REQUESTED, known.email)).toHaveLength(1);
    for (const { email } of [disabled, elsewhere])
      expect(
        (await service.get('/__events')).body.filter((event: { detail: { to?: string } }) => event.detail.to === email),
      ).toEqual([]);
  });

  test('asked again within the minute it sends nothing more; after it the first code is dead', async () => {
    const user = await service.signup(tenant);
    const first = await requested(user);
    for (let again = 0; again < 3; again++) expect((await forgot(user)).status).toBe(200);
    await later(2 * MINUTE, () => forgot(user));
    const second = await codeTo(service, REQUESTED, user.email, 2);
    expect(await messagesTo(service, REQUESTED, user.email, 2)).toHaveLength(2);
    if (first !== second) expect(answerOf(await verify(user, first))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    expect((await later(2 * MINUTE, () => verify(user, second))).status).toBe(200);
  });

  test('no more than three in ten minutes, ten a day', async () => {
    const user = await service.signup(tenant);
    for (let minute = 0; minute < 9; minute++)
      await later((minute * 1.1 + 0.1) * MINUTE, () => forgot({ email: user.email }));
    expect(await messagesTo(service, REQUESTED, user.email, 4)).toHaveLength(3);
  }, 15_000);

  test('400 without tenant, without address, with an address that is none', async () => {
    expect(answerOf(await forgot({ email: newEmail(), tenantId: undefined }))).toEqual(refusal('TENANT_ID_REQUIRED'));
    expect(answerOf(await forgot({}))).toEqual(refusal('EMAIL_OR_PHONE_REQUIRED'));
    for (const email of ['x', 'a@b', 'a@b.cc\r\nBcc: d@e.ff', 'a@b.cc,d@e.ff'])
      expect(answerOf(await forgot({ email }))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('the code', () => {
  test('is dead after five tries, even when it is right; the next one works', async () => {
    const user = await service.signup(tenant);
    const code = await requested(user);
    for (let tries = 0; tries < 5; tries++)
      expect(answerOf(await verify(user, otherThan(code)))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    expect(answerOf(await verify(user, code))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
    await later(2 * MINUTE, () => forgot(user));
    const next = await codeTo(service, REQUESTED, user.email, 2);
    expect((await later(2 * MINUTE, () => verify(user, next))).status).toBe(200);
  });

  test('fifteen tries in an hour, whatever was sent: then even the right code is wrong', async () => {
    const user = await service.signup(tenant);
    for (let codes = 1; codes <= 3; codes++) {
      await later(codes * 2 * MINUTE, () => forgot(user));
      const wrong = otherThan(await codeTo(service, REQUESTED, user.email, codes));
      for (let tries = 0; tries < 5; tries++) await later(codes * 2 * MINUTE, () => verify(user, wrong));
    }
    await later(20 * MINUTE, () => forgot(user));
    const right = await codeTo(service, REQUESTED, user.email, 4);
    expect(answerOf(await later(21 * MINUTE, () => verify(user, right)))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
  });

  test('guesses are counted by the address they come from, too', async () => {
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

  test('expires after ten minutes', async () => {
    const user = await service.signup(tenant);
    const code = await requested(user);
    const reply = await later(11 * MINUTE, () => verify(user, code));
    expect(answerOf(reply)).toEqual(refusal('VERIFICATION_CODE_INVALID'));
  });

  test('of fifty at once one gets a token', async () => {
    const user = await service.signup(tenant);
    const code = await requested(user);
    const replies = await race(50, () => verify(user, code));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 400: 49 });
  });

  test('is of its tenant, its address and its purpose', async () => {
    const other = await service.tenant();
    const user = await service.signup(tenant);
    const twin = await service.signup(other, user.email);
    const code = await requested(user);
    expect(answerOf(await verify({ email: twin.email, tenantId: other.id }, code))).toEqual(
      refusal('VERIFICATION_CODE_INVALID'),
    );
    const headers = bearer(user.tokens);
    expect(answerOf(await service.post('/auth/verify-email', { code }, { headers }))).toEqual(
      refusal('VERIFICATION_CODE_INVALID'),
    );
    expect((await verify(user, code)).status).toBe(200);
  });

  test('is six ASCII digits as text, or it is not even counted', async () => {
    const user = await service.signup(tenant);
    const code = await requested(user);
    for (const odd of [
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
      expect(answerOf(await verify(user, odd))).toEqual(refusal('INVALID_INPUT'));
    expect((await verify(user, code)).status).toBe(200);
  });

  test('400 without tenant and without address', async () => {
    expect(answerOf(await verify({ email: newEmail(), tenantId: undefined }, '123456'))).toEqual(
      refusal('TENANT_ID_REQUIRED'),
    );
    expect(answerOf(await verify({}, '123456'))).toEqual(refusal('EMAIL_OR_PHONE_REQUIRED'));
  });
});

describe('the token', () => {
  test('works once; of twenty at once one works', async () => {
    const user = await service.signup(tenant);
    const token = await tokenOf(user);
    const replies = await race(20, () => reset(token));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 400: 19 });
    expect(answerOf(await reset(token))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
  });

  test('is dead after half an hour, after another change of the password, after the next token', async () => {
    const expired = await tokenOf(await service.signup(tenant));
    expect(answerOf(await later(31 * MINUTE, () => reset(expired)))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));

    const user = await service.signup(tenant);
    const overtaken = await tokenOf(user);
    const change = { currentPassword: user.password, newPassword: newPassword() };
    await service.post('/auth/change-password', change, { headers: bearer(user.tokens) });
    expect(answerOf(await reset(overtaken))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));

    const twice = await service.signup(tenant);
    const first = await tokenOf(twice);
    await later(2 * MINUTE, () => forgot(twice));
    const code = await codeTo(service, REQUESTED, twice.email, 2);
    const second = (await later(2 * MINUTE, () => verify(twice, code))).body.resetToken;
    expect(answerOf(await reset(first))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
    expect((await later(2 * MINUTE, () => reset(second))).status).toBe(200);
  });

  test('anything else is none, and changes nothing', async () => {
    const [user, other] = [await service.signup(tenant), await service.signup(tenant)];
    const token = await tokenOf(user);
    const foreign = token.replace(
      /usr_\w+/,
      JSON.parse(Buffer.from(other.tokens.accessToken.split('.')[1] as string, 'base64url').toString()).sub,
    );
    for (const bad of [
      foreign,
      token.slice(0, -1),
      `${token}x`,
      token.replace('rst_', 'inv_'),
      user.tokens.accessToken,
      '123456',
      'x',
      '__proto__',
    ])
      expect(answerOf(await reset(bad))).toEqual(
        refusal(bad.length > 256 ? 'INVALID_INPUT' : 'PASSWORD_RESET_TOKEN_INVALID'),
      );
    for (const bad of ['', true, null, undefined, [token], {}])
      expect(answerOf(await reset(bad))).toEqual(refusal('INVALID_INPUT'));
    expect((await service.login(user)).status).toBe(200);
    expect((await service.login(other)).status).toBe(200);
  });

  test('a password that is not good enough does not use it up', async () => {
    const user = await service.signup(tenant);
    const token = await tokenOf(user);
    expect(answerOf(await reset(token, 'Zq7$x'))).toEqual(refusal('PASSWORD_TOO_SHORT'));
    expect(answerOf(await reset(token, 'Zq7$'.repeat(33)))).toEqual(refusal('PASSWORD_TOO_LONG'));
    expect(answerOf(await reset(token, 'password123'))).toEqual(refusal('PASSWORD_TOO_COMMON'));
    expect(answerOf(await reset(token, `my ${user.email.split('@')[0]}`))).toEqual(
      refusal('PASSWORD_CONTAINS_IDENTIFIER'),
    );
    expect((await reset(token)).status).toBe(200);
  });

  test('of somebody who was disabled or deleted meanwhile is dead', async () => {
    for (const end of ['PATCH', 'DELETE']) {
      const user = await createUser(service, tenant);
      const token = await tokenOf(user);
      await service.admin(end, `${USERS}/${user.id}`, end === 'PATCH' ? { isActive: false } : undefined);
      expect(answerOf(await reset(token))).toEqual(refusal('PASSWORD_RESET_TOKEN_INVALID'));
    }
  });

  test('guesses are counted by the address they come from', async () => {
    const ip = '127.9.9.9';
    const guess = () => service.post('/auth/reset-password', { token: 'x', newPassword: newPassword() }, { ip });
    const replies = [];
    for (let tries = 0; tries < 51; tries++) replies.push(await guess());
    expect(tally(replies.map(({ status }) => status))).toEqual({ 400: 50, 429: 1 });
    expect(answerOf(replies.at(-1)!)).toEqual(refusal('RATE_LIMITED'));
  });
});
