// Tests POST /auth/mfa/verify.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, giveRoles, later, MINUTE, refusal } from '../../support/api.ts';
import { newRole } from '../../support/grants.ts';
import { codeTo, otherThan } from '../../support/messages.ts';
import * as mfa from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, prepared, type User, useService } from '../../support/service.ts';
import { codeBefore, totp } from '../../support/totp.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const required = prepared(() => service.tenant({ mfa: { policy: 'required' } }));

type Tokens = User['tokens'];
const verify = (tokens: Tokens, method: unknown, otp: unknown) => mfa.act(service, tokens, 'verify', { method, otp });
const me = (tokens: Tokens) => service.get('/auth/me', { headers: bearer(tokens) });
const refresh = ({ refreshToken }: Tokens) => service.post('/auth/refresh-token', { refreshToken });

describe('POST /auth/mfa/verify 200', () => {
  test('returns new tokens of a full session and revokes those of the pending login', async () => {
    const user = await mfa.enrolled(service, tenant);
    const waiting = await mfa.pending(service, user);
    const { status, body, setCookies } = await mfa.prove(service, waiting, user.secret);
    expect([status, setCookies]).toEqual([200, []]);
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Logged in.',
      isRequiresMfa: false,
      nextStep: null,
    });
    const [before, after] = [claimsOf(waiting.accessToken), claimsOf(body.accessToken)];
    expect(after).toMatchObject({ sub: before.sub, aud: service.baseUrl, amr: ['pwd', 'otp', 'mfa'] });
    expect(after.auth_time).toBeLessThanOrEqual(after.iat);
    expect([before.sid.at(-1), after.sid.at(-1)]).toEqual(['z', expect.not.stringMatching('z')]);
    expect([(await me(body)).status, (await refresh(body)).status]).toEqual([200, 200]);
    for (const reply of [await me(waiting), await refresh(waiting), await verify(waiting, 'totp', '123456')])
      expect(answerOf(reply)).toEqual(refusal('SESSION_NOT_FOUND'));
  });

  test('grants roles and permissions in the new token only', async () => {
    const user = await mfa.enrolled(service, tenant);
    const { id, name } = await newRole(service, { tenantId: tenant.id });
    await giveRoles(user, [id]);
    const waiting = await mfa.pending(service, user);
    expect(claimsOf(waiting.accessToken)).not.toHaveProperty('roles');
    const { body } = await mfa.prove(service, waiting, user.secret);
    expect(claimsOf(body.accessToken).roles).toEqual([name]);
  });

  test('accepts the code of the previous step if no code of that step or a later one was used', async () => {
    const user = await mfa.enrolled(service, tenant);
    mfa.nextCode(user.secret);
    mfa.nextCode(user.secret);
    const waiting = await mfa.pending(service, user);
    expect((await verify(waiting, 'totp', codeBefore(user.secret))).status).toBe(200);
    const another = await mfa.pending(service, user);
    expect((await verify(another, 'totp', totp(user.secret))).status).toBe(200);
  });

  test('accepts a code of any of several authenticators', async () => {
    const user = await mfa.enrolled(service, tenant);
    const second = await mfa.enrol(service, user);
    for (const { secret } of [user, second])
      expect((await mfa.prove(service, await mfa.pending(service, user), secret)).status).toBe(200);
    const { body } = await mfa.ask(service, user.tokens, 'devices');
    expect(body.map(({ id }: { id: string }) => id)).toEqual([second.deviceId, user.deviceId]);
  });

  test.each([
    ['email', ['pwd', 'otp', 'mfa']],
    ['sms', ['pwd', 'otp', 'sms', 'mfa']],
  ] as const)('accepts a code by %s and names the method in the token', async (method, amr) => {
    const user = await mfa.person(service, required, { ...mfa.EMAIL_VERIFIED, ...mfa.phoneVerified() });
    const address = method === 'email' ? user.email : (user.user.phone as string);
    const code = await mfa.challenged(service, user.tokens, method, address);
    const { body } = await verify(user.tokens, method, code);
    expect(claimsOf(body.accessToken).amr).toEqual(amr);
    expect(answerOf(await verify(body, method, code))).toEqual(refusal('MFA_CODE_INVALID'));
  });

  test('accepts an authenticator after a passwordless login but not the same mailbox', async () => {
    const user = await mfa.person(service, tenant);
    const { secret } = await mfa.enrol(service, user);
    const identifier = user.email;
    await service.post('/auth/passwordless/send', { identifier, channel: 'email', tenantId: tenant.id });
    const code = await codeTo(service, 'svc.passwordless_code_requested', user.email);
    const credentials = { identifier, channels: ['email'], code };
    const login = { tenantId: tenant.id, providerName: 'passwordless', credentials };
    const { body } = await service.post('/auth/login', login);
    expect(body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['totp'] });
    const { body: tokens } = await mfa.prove(service, body, secret);
    expect(claimsOf(tokens.accessToken).amr).toEqual(['otp', 'mfa']);
  });

  test('returns new tokens in a full session and keeps its expiry', async () => {
    const hour = { absoluteTtlSeconds: 3600, idleTtlSeconds: 3600 };
    const user = await mfa.enrolled(service, await service.tenant({ session: hour }));
    const before = claimsOf(user.tokens.accessToken);
    const sessions = async () => (await service.admin('GET', `/auth/admin/api/users/${before.sub}/sessions`)).body.data;
    const [{ expiresAt, createdAt }] = await sessions();
    await later(MINUTE, async () => {
      const { body } = await mfa.prove(service, user.tokens, user.secret);
      expect(body).toMatchObject({ message: 'Verified.', isRequiresMfa: false });
      const after = claimsOf(body.accessToken);
      expect(after).toMatchObject({ auth_time: before.auth_time, amr: ['pwd', 'otp', 'mfa'] });
      expect(await sessions()).toMatchObject([{ id: after.sid, expiresAt, createdAt }]);
      expect(after.sid).not.toBe(before.sid);
      expect([(await me(body)).status, (await refresh(body)).status]).toEqual([200, 200]);
      expect(await sessions()).toMatchObject([{ id: after.sid, expiresAt }]);
      expect(answerOf(await me(user.tokens))).toEqual(refusal('SESSION_NOT_FOUND'));
      expect(answerOf(await refresh(user.tokens))).toEqual(refusal('REFRESH_TOKEN_REUSED'));
    });
  });
});

describe('POST /auth/mfa/verify 400', () => {
  test.each([
    'abcdef',
    '12345',
    '1234567',
    ' 123456',
    '１２３４５６',
    '',
    123456,
    ['123456'],
    { $gt: '' },
    null,
    undefined,
  ])('rejects the malformed code %j', async (otp) => {
    const user = await mfa.enrolled(service, tenant);
    const waiting = await mfa.pending(service, user);
    expect(answerOf(await verify(waiting, 'totp', otp))).toEqual(refusal('INVALID_INPUT'));
  });

  test.each(['TOTP', 'recovery', '', '__proto__', 7, ['totp'], null, undefined])(
    'rejects the unknown method %j',
    async (method) => {
      const user = await mfa.enrolled(service, tenant);
      const waiting = await mfa.pending(service, user);
      const otp = mfa.nextCode(user.secret);
      expect(answerOf(await verify(waiting, method, otp))).toEqual(refusal('INVALID_INPUT'));
      expect((await verify(waiting, 'totp', otp)).status).toBe(200);
    },
  );

  test('rejects a method that the account does not have', async () => {
    const user = await mfa.enrolled(service, tenant);
    const waiting = await mfa.pending(service, user);
    for (const method of ['email', 'sms'])
      expect(answerOf(await verify(waiting, method, '123456'))).toEqual(refusal('MFA_METHOD_NOT_AVAILABLE'));
  });

  test('rejects a wrong code, one of the next step and one of two steps ago', async () => {
    const user = await mfa.enrolled(service, tenant);
    mfa.nextCode(user.secret);
    mfa.nextCode(user.secret);
    const otp = mfa.nextCode(user.secret);
    const waiting = await mfa.pending(service, user);
    for (const invalid of [otherThan(otp), totp(user.secret, 1), totp(user.secret, -2)])
      expect(answerOf(await verify(waiting, 'totp', invalid))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await verify(waiting, 'totp', otp)).status).toBe(200);
  });

  test('rejects the code of another method', async () => {
    const user = await mfa.person(service, tenant);
    const { secret } = await mfa.enrol(service, user);
    const waiting = await mfa.pending(service, user);
    const [code, otp] = [await mfa.challenged(service, waiting, 'email', user.email), mfa.nextCode(secret)];
    expect(answerOf(await verify(waiting, 'totp', code))).toEqual(refusal('MFA_CODE_INVALID'));
    expect(answerOf(await verify(waiting, 'email', otp))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await verify(waiting, 'email', code)).status).toBe(200);
  });

  test('rejects a code of a used step or an earlier one, on every login', async () => {
    const user = await mfa.enrolled(service, tenant);
    const [one, two] = [await mfa.pending(service, user), await mfa.pending(service, user)];
    const early = mfa.nextCode(user.secret);
    const otp = mfa.nextCode(user.secret);
    expect((await verify(one, 'totp', otp)).status).toBe(200);
    for (const used of [otp, early])
      expect(answerOf(await verify(two, 'totp', used))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await mfa.prove(service, two, user.secret)).status).toBe(200);
  });

  test("rejects a code of another user's authenticator and of a removed one", async () => {
    const [user, other] = [await mfa.enrolled(service, tenant), await mfa.enrolled(service, tenant)];
    const second = await mfa.enrol(service, user);
    expect((await mfa.removeDevice(service, user.tokens, second.deviceId)).status).toBe(200);
    const waiting = await mfa.pending(service, user);
    for (const { secret } of [other, second])
      expect(answerOf(await mfa.prove(service, waiting, secret))).toEqual(refusal('MFA_CODE_INVALID'));
  });

  test('rejects an e-mailed code on a login that did not ask for it', async () => {
    const user = await mfa.person(service, required);
    const other = await mfa.pending(service, user);
    const code = await mfa.challenged(service, user.tokens, 'email', user.email);
    expect(answerOf(await verify(other, 'email', code))).toEqual(refusal('MFA_CODE_INVALID'));
    expect((await verify(user.tokens, 'email', code)).status).toBe(200);
  });

  test('rejects an e-mailed code after five wrong tries', async () => {
    const user = await mfa.person(service, required);
    const code = await mfa.challenged(service, user.tokens, 'email', user.email);
    for (let tries = 0; tries < 5; tries++)
      expect(answerOf(await verify(user.tokens, 'email', otherThan(code)))).toEqual(refusal('MFA_CODE_INVALID'));
    expect(answerOf(await verify(user.tokens, 'email', code))).toEqual(refusal('MFA_CODE_INVALID'));
  });

  test('rejects a code sent to an address that changed since', async () => {
    const user = await mfa.person(service, required);
    const code = await mfa.challenged(service, user.tokens, 'email', user.email);
    const body = { email: `new.${user.email}`, ...mfa.EMAIL_VERIFIED };
    await service.admin('PATCH', `/auth/admin/api/users/${user.id}`, body);
    expect(answerOf(await verify(user.tokens, 'email', code))).toEqual(refusal('SESSION_NOT_FOUND'));
    const waiting = await mfa.pending(service, { ...user, email: body.email });
    expect(answerOf(await verify(waiting, 'email', code))).toEqual(refusal('MFA_CODE_INVALID'));
  });

  test.each([
    ['ten parallel logins', true],
    ['ten parallel tries at one login', false],
  ])('accepts one code once in %s', async (_, apart) => {
    const user = await mfa.enrolled(service, tenant);
    const logins = await Promise.all(Array.from({ length: apart ? 10 : 1 }, () => mfa.pending(service, user)));
    const otp = mfa.nextCode(user.secret);
    const replies = await race(10, (caller) => verify(logins[caller] ?? (logins[0] as Tokens), 'totp', otp));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const { 200: _accepted, ...rejected } = outcomes(replies);
    const known = ['400 MFA_CODE_INVALID', ...(apart ? [] : ['401 SESSION_NOT_FOUND'])];
    expect(Object.keys(rejected).filter((each) => !known.includes(each))).toEqual([]);
  });
});

describe('POST /auth/mfa/verify 401', () => {
  test('rejects a pending login after ten minutes, even if it was refreshed', async () => {
    const user = await mfa.enrolled(service, tenant);
    const waiting = await mfa.pending(service, user);
    const { body: refreshed } = await later(9 * MINUTE, () => refresh(waiting));
    await later(10 * MINUTE, async () => {
      for (const tokens of [waiting, refreshed]) {
        const reply = await mfa.prove(service, tokens, user.secret);
        expect(answerOf(reply)).toEqual(refusal('INVALID_TOKEN'));
        expect(answerOf(await refresh(tokens))).toEqual(refusal('REFRESH_TOKEN_EXPIRED'));
      }
    });
  });

  test('rejects a pending login that logged out', async () => {
    const user = await mfa.enrolled(service, tenant);
    const waiting = await mfa.pending(service, user);
    await service.post('/auth/logout', {}, { headers: bearer(waiting) });
    expect(answerOf(await mfa.prove(service, waiting, user.secret))).toEqual(refusal('SESSION_NOT_FOUND'));
  });
});

test('POST /auth/mfa/verify 403 rejects a full session of an account that needs no second factor', async () => {
  const { tokens } = await mfa.person(service, tenant);
  for (const method of ['totp', 'email', 'sms'])
    expect(answerOf(await verify(tokens, method, '123456'))).toEqual(refusal('MFA_NOT_ENABLED'));
});
