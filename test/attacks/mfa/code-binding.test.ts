// Threat: a code that was sent for one use works for another: another method, another login, another purpose, or an
// address the account no longer has. Or one factor counts as two.
// A code is valid once, for the login that requested it and through the channel it was sent by.
import { describe, expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { answerOf, MINUTE } from '../../support/api.ts';
import {
  addDevice,
  admin,
  CODE_SENT,
  challenge,
  logIn,
  me,
  newPhone,
  pendingLogin,
  pendingLogins,
  type Reachable,
  reachable,
  sentCode,
  type Tokens,
  toggle,
  verify,
} from '../../support/factors.ts';
import { codeTo, messagesTo, opened } from '../../support/messages.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, newEmail, prepared, useService } from '../../support/service.ts';

const WRONG = [400, 'MFA_CODE_INVALID'];
const UNAVAILABLE = [400, 'MFA_METHOD_NOT_AVAILABLE'];
const LOGIN_CODE = 'svc.passwordless_code_requested';
const RESET_CODE = 'svc.password_reset_requested';
const service = useService();
const tenant = prepared(() => service.tenant());

/** A new user's pending login, and the code that was sent for it. */
async function loginWithCode(method: 'email' | 'sms' = 'email') {
  const user = await reachable(service, tenant);
  const tokens = await pendingLogin(service, user);
  return { user, tokens, code: await sentCode(service, tokens, method, method === 'email' ? user.email : user.phone) };
}
const sendLoginCode = ({ email, phone }: Reachable, channel: 'email' | 'sms') =>
  service.post('/auth/passwordless/send', {
    ...{ tenantId: tenant.id, channel, identifier: channel === 'email' ? email : phone },
  });
const loginByCode = ({ email, phone }: Reachable, channel: 'email' | 'sms', code: string) => {
  const credentials = { identifier: channel === 'email' ? email : phone, channels: [channel], code };
  return service.post('/auth/login', { providerName: 'passwordless', tenantId: tenant.id, credentials });
};
const verifyReset = (email: string, code: string) =>
  service.post('/auth/verify-forgot-password-otp', { tenantId: tenant.id, email, code });

describe('a second-factor code sent by e-mail', () => {
  test('is refused as an SMS or authenticator code, and accepted as an e-mail code', async () => {
    const { user, tokens, code } = await loginWithCode();
    expect(answerOf(await verify(service, tokens, code, 'sms'))).toEqual(WRONG);
    expect(answerOf(await verify(service, tokens, code, 'totp'))).toEqual(UNAVAILABLE);
    await sentCode(service, tokens, 'sms', user.phone);
    expect(answerOf(await verify(service, tokens, code, 'sms'))).toEqual(WRONG);
    expect((await verify(service, tokens, code, 'email')).status).toBe(200);
  });

  test('is refused for SMS and does not verify the phone number', async () => {
    const user = await reachable(service, tenant);
    await admin(service, 'PATCH', user.id, { phoneVerifiedAt: null });
    const tokens = await pendingLogin(service, user);
    expect(tokens.mfaMethods).toEqual(['email']);
    const code = await sentCode(service, tokens, 'email', user.email);
    expect(answerOf(await verify(service, tokens, code, 'sms'))).toEqual(UNAVAILABLE);
    const { body } = await verify(service, tokens, code, 'email');
    expect((await me(service, body)).body).toMatchObject({ phoneVerifiedAt: null });
  });

  test('completes only the login that requested it', async () => {
    const { user, tokens, code } = await loginWithCode();
    const other = await pendingLogin(service, user);
    const session = user.tokens;
    for (const login of [other, session]) expect(answerOf(await verify(service, login, code, 'email'))).toEqual(WRONG);
    expect((await verify(service, tokens, code, 'email')).status).toBe(200);
  });

  test('is void when another login requests one', async () => {
    const { user, tokens, code } = await loginWithCode();
    advance(61_000);
    const other = await pendingLogin(service, user);
    const next = await sentCode(service, other, 'email', user.email, 2);
    expect(answerOf(await verify(service, tokens, code, 'email'))).toEqual(WRONG);
    expect(answerOf(await verify(service, tokens, next, 'email'))).toEqual(WRONG);
    expect((await verify(service, other, next, 'email')).status).toBe(200);
  });

  test('is void after five tries, counted across logins', async () => {
    const { user, tokens, code } = await loginWithCode();
    const other = await pendingLogin(service, user);
    for (let at = 0; at < 5; at++) expect(answerOf(await verify(service, other, code, 'email'))).toEqual(WRONG);
    expect(answerOf(await verify(service, tokens, code, 'email'))).toEqual(WRONG);
  });

  test('is accepted once, and expires after ten minutes', async () => {
    const { user, tokens, code } = await loginWithCode();
    advance(9 * MINUTE);
    expect((await verify(service, tokens, code, 'email')).status).toBe(200);
    const again = await pendingLogin(service, user);
    expect(answerOf(await verify(service, again, code, 'email'))).toEqual(WRONG);
    const late = await sentCode(service, user.tokens, 'email', user.email, 2);
    advance(10 * MINUTE);
    const session: Tokens = (await service.post('/auth/refresh-token', { refreshToken: user.tokens.refreshToken }))
      .body;
    expect(answerOf(await verify(service, session, late, 'email'))).toEqual(WRONG);
  });

  test.each(['email', 'sms'] as const)(
    'is accepted once when fifty callers send it in parallel (%s)',
    async (method) => {
      const { user, tokens, code } = await loginWithCode(method);
      const replies = await race(50, () => verify(service, tokens, code, method));
      const won = replies.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(replies.every(({ status }) => [200, 400, 401, 429].includes(status))).toBe(true);
      expect((await me(service, won[0]?.body)).body.email).toBe(user.email);
    },
  );
});

describe('codes for different purposes', () => {
  test('do not replace each other: login, reset and address verification refuse a second-factor code', async () => {
    const { user, tokens, code } = await loginWithCode();
    await sendLoginCode(user, 'email');
    await service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email });
    expect(answerOf(await loginByCode(user, 'email', code))).toEqual([400, 'VERIFICATION_CODE_INVALID']);
    expect(answerOf(await verifyReset(user.email, code))).toEqual([400, 'VERIFICATION_CODE_INVALID']);
    await admin(service, 'PATCH', user.id, { emailVerifiedAt: null });
    const headers = bearer(user.tokens);
    await service.post('/auth/send-email-verification', {}, { headers });
    expect(answerOf(await service.post('/auth/verify-email', { code }, { headers }))).toEqual([
      400,
      'VERIFICATION_CODE_INVALID',
    ]);
    await admin(service, 'PATCH', user.id, { emailVerifiedAt: new Date().toISOString() });
    expect((await verify(service, tokens, code, 'email')).status).toBe(200);
  });

  test('do not replace each other: the second factor refuses codes for login and reset, which stay valid', async () => {
    const user = await reachable(service, tenant);
    await sendLoginCode(user, 'email');
    await service.post('/auth/forgot-password', { tenantId: tenant.id, email: user.email });
    const [login, reset] = [
      await codeTo(service, LOGIN_CODE, user.email),
      await codeTo(service, RESET_CODE, user.email),
    ];
    const tokens = await pendingLogin(service, user);
    await sentCode(service, tokens, 'email', user.email);
    for (const code of [login, reset]) expect(answerOf(await verify(service, tokens, code, 'email'))).toEqual(WRONG);
    expect((await loginByCode(user, 'email', login)).body.isRequiresMfa).toBe(true);
    expect((await verifyReset(user.email, reset)).status).toBe(200);
  });
});

describe('a login that used one channel', () => {
  test.each([
    ['email', 'sms'],
    ['sms', 'email'],
  ] as const)('with a code to %s needs a second factor by %s', async (channel, other) => {
    const user = await reachable(service, tenant);
    await sendLoginCode(user, channel);
    const to = channel === 'email' ? user.email : user.phone;
    const { body: tokens } = await loginByCode(user, channel, await codeTo(service, LOGIN_CODE, to));
    expect(tokens).toMatchObject({ isRequiresMfa: true, mfaMethods: [other] });
    expect(answerOf(await challenge(service, tokens, channel))).toEqual(UNAVAILABLE);
    expect(answerOf(await verify(service, tokens, '000000', channel))).toEqual(UNAVAILABLE);
    // A code sent there for a login with the password is refused too.
    const byPassword = await pendingLogin(service, user);
    const code = await sentCode(service, byPassword, channel, to);
    expect(answerOf(await verify(service, tokens, code, channel))).toEqual(UNAVAILABLE);
    // The same holds after a refresh.
    const refreshed = await service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
    expect(refreshed.body.mfaMethods).toEqual([other]);
    expect(answerOf(await challenge(service, refreshed.body, channel))).toEqual(UNAVAILABLE);
    const second = await sentCode(service, refreshed.body, other, other === 'email' ? user.email : user.phone);
    expect((await verify(service, refreshed.body, second, other)).status).toBe(200);
  });

  test('with a password accepts a code by e-mail as the second factor', async () => {
    const { tokens, code } = await loginWithCode();
    expect(tokens.mfaMethods).toEqual(['email', 'sms']);
    expect((await verify(service, tokens, code, 'email')).status).toBe(200);
  });
});

describe('a pending second-factor code', () => {
  test('is void after every change of factors, together with its login', async () => {
    const { user, tokens, code } = await loginWithCode();
    const { secret } = await addDevice(service, user.tokens);
    expect(answerOf(await verify(service, tokens, code, 'email'))).toEqual([401, 'SESSION_NOT_FOUND']);
    const after = await pendingLogin(service, user);
    expect(answerOf(await verify(service, after, code, 'email'))).toEqual(WRONG);
    advance(61_000);
    const next = await sentCode(service, after, 'email', user.email, 2);
    const session = await logIn(service, { ...user, secret, deviceId: '' });
    await toggle(service, session, false);
    await toggle(service, session, true);
    expect(answerOf(await verify(service, after, next, 'email'))).toEqual([401, 'SESSION_NOT_FOUND']);
    expect(answerOf(await verify(service, session, next, 'email'))).toEqual(WRONG);
  });

  test('is void after a change of address: neither the old nor the unverified new mailbox completes a login', async () => {
    const { user, tokens, code } = await loginWithCode();
    const email = newEmail();
    await admin(service, 'PATCH', user.id, { email });
    expect(answerOf(await verify(service, tokens, code, 'email'))).toEqual([401, 'SESSION_NOT_FOUND']);
    const after = await pendingLogin(service, { ...user, email });
    expect(after.mfaMethods).toEqual(['sms']);
    for (const method of ['email', 'sms']) expect((await verify(service, after, code, method)).status).toBe(400);
    await admin(service, 'PATCH', user.id, { emailVerifiedAt: new Date().toISOString(), phone: newPhone() });
    const last = await pendingLogin(service, { ...user, email });
    expect(last.mfaMethods).toEqual(['email']);
    expect(answerOf(await verify(service, last, code, 'email'))).toEqual(WRONG);
  });
});

describe('the message with a second-factor code', () => {
  test('does not reveal its code in any response, header or record, and carries it sealed', async () => {
    const user = await reachable(service, tenant);
    const tokens = await pendingLogin(service, user);
    const body = {
      method: 'email',
      returnCode: true,
      debug: 1,
      deliveryType: 'return',
      to: newEmail(),
      email: newEmail(),
    };
    const headers = { ...bearer(tokens), 'x-debug': '1', prefer: 'return=representation' };
    const reply = await service.post('/auth/mfa/challenge', body, { headers });
    const [detail] = await messagesTo(service, CODE_SENT, user.email);
    expect(detail.to).toBe(user.email);
    const { code } = JSON.parse(await opened(detail.id, detail.sealed));
    expect(Object.keys(reply.body)).toEqual(['message']);
    const wrong = await verify(service, tokens, code, 'sms');
    const correct = await verify(service, tokens, code, 'email');
    for (const { text, headers: sent } of [reply, wrong]) expect(text + JSON.stringify(sent)).not.toContain(code);
    expect(JSON.stringify({ ...correct.body, accessToken: '', refreshToken: '' })).not.toContain(code);
    expect(JSON.stringify(detail).replace(detail.sealed, '')).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
    const rows = JSON.stringify((await everyRow()).filter(({ pk }) => pk.includes(user.id)));
    expect(rows).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));
  });

  test('is not sent to an account without a verified address', async () => {
    const user = await service.signup(tenant);
    const headers = bearer(user.tokens);
    for (const method of ['email', 'sms', 'totp'])
      expect(answerOf(await service.post('/auth/mfa/challenge', { method }, { headers }))).toEqual(UNAVAILABLE);
    expect(await messagesTo(service, CODE_SENT, user.email, 0)).toEqual([]);
  });

  test('is limited to one a minute and three in ten minutes', async () => {
    const user = await reachable(service, tenant);
    const logins = await pendingLogins(service, user, 20);
    expect(outcomes(await race(20, (caller) => challenge(service, logins[caller]!, 'sms')))).toEqual({
      200: 1,
      '429 RATE_LIMITED': 19,
    });
    const later: number[] = [];
    for (let round = 0; round < 4; round++) {
      advance(61_000);
      later.push((await challenge(service, await pendingLogin(service, user), 'sms')).status);
    }
    expect(later).toEqual([200, 200, 429, 429]);
  });
});
