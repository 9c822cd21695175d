// POST /auth/mfa/verify-recovery-code
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, HOUR, later, MINUTE, published, refusal } from '../../support/api.ts';
import { act, ask, done, enrolled, inboxOf, pending, person, prove } from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

type Tokens = User['tokens'];
const recover = (tokens: Tokens, code: unknown, more = {}) =>
  act(service, tokens, 'verify-recovery-code', { code, ...more });
const codesOf = async ({ tokens }: { tokens: Tokens }): Promise<string[]> =>
  done(await act(service, tokens, 'generate-recovery-code'), 'codes').body.codes;
/** Somebody with an authenticator, ten codes, and a login that waits. */
async function locked(own: Tenant = tenant) {
  const user = await enrolled(service, own);
  const codes = await codesOf(user);
  return { ...user, codes, code: codes[0] as string, waiting: await pending(service, user) };
}
const WRONG = 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF';

describe('200', () => {
  test('a full session; the factors stay as they are', async () => {
    const user = await locked();
    const { status, body, setCookies } = await recover(user.waiting, user.code);
    expect([status, setCookies]).toEqual([200, []]);
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Logged in.',
      isRequiresMfa: false,
    });
    expect(claimsOf(body.accessToken).amr).toEqual(['pwd', 'otp', 'mfa']);
    expect((await service.get('/auth/me', { headers: bearer(body) })).body.isMfaEnabled).toBe(true);
    expect((await ask(service, body, 'devices')).body).toMatchObject([{ id: user.deviceId, verified: true }]);
    expect((await prove(service, await pending(service, user), user.secret)).status).toBe(200);
  });

  test('each of the ten, once; then there are none', async () => {
    const user = await locked();
    for (const code of user.codes) {
      const waiting = await pending(service, user);
      expect((await ask(service, waiting, 'status')).body.hasRecoveryCode).toBe(true);
      expect((await recover(waiting, code)).status).toBe(200);
    }
    expect((await ask(service, user.waiting, 'status')).body.hasRecoveryCode).toBe(false);
    expect(answerOf(await recover(user.waiting, user.code))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
  });

  test.each([
    ['lower case', (code: string) => code.toLowerCase()],
    ['no hyphens', (code: string) => code.replaceAll('-', '')],
    ['spaces for hyphens', (code: string) => code.replaceAll('-', ' ')],
    ['spaces around it and a line break', (code: string) => `  ${code}\n`],
  ])('however it is spelled: %s', async (_, spelled) => {
    const user = await locked();
    expect((await recover(user.waiting, spelled(user.code))).status).toBe(200);
  });

  test('in a full session it is a fresh proof', async () => {
    const user = await locked();
    const { body } = await recover(user.tokens, user.code);
    expect(body).toMatchObject({ message: 'Verified.', isRequiresMfa: false });
    const me = await service.get('/auth/me', { headers: bearer(user.tokens) });
    expect(answerOf(me)).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await act(service, body, 'toggle', { enabled: false })).status).toBe(200);
  });

  test('is an event that says how many are left, and one message', async () => {
    const own = await service.tenant();
    const user = await locked(own);
    await inboxOf(service, user.email, 2);
    await recover(user.waiting, user.code);
    const detail = { userId: claimsOf(user.tokens.accessToken).sub, email: user.email, phone: null, codesLeft: 9 };
    const events = await published(service, 'svc.mfa_recovery_code_used', own.id);
    expect(events).toMatchObject([{ detail }]);
    expect(JSON.stringify(events)).not.toContain(user.code);
    expect(await inboxOf(service, user.email, 3)).toEqual([
      'svc.mfa_device_added',
      'svc.mfa_recovery_code_used',
      'svc.mfa_recovery_codes_generated',
    ]);
  });

  test('guesses at the authenticator count anew', async () => {
    const user = await locked();
    for (let guess = 0; guess < 10; guess++)
      await act(service, user.waiting, 'verify', { method: 'totp', otp: '000000' });
    expect(answerOf(await prove(service, user.waiting, user.secret))).toEqual(refusal('ACCOUNT_LOCKED'));
    expect((await recover(user.waiting, user.code)).status).toBe(200);
    expect((await prove(service, await pending(service, user), user.secret)).status).toBe(200);
  });
});

describe('400', () => {
  test.each([undefined, null, '', 7, ['x'], {}, 'x'.repeat(65)])('what is no code: %j', async (code) => {
    const { waiting } = await locked();
    expect(answerOf(await recover(waiting, code))).toEqual(refusal('INVALID_INPUT'));
  });

  test('wrong, somebody else’s, of another length, with a letter that base32 has not, or a part of one', async () => {
    const [user, other] = [await locked(), await locked()];
    for (const code of [WRONG, other.code, 'x', user.code.replace(/.$/, '1')])
      expect(answerOf(await recover(user.waiting, code))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
    const part = user.code.slice(0, -1);
    expect(answerOf(await recover(user.waiting, part))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
  });

  test('one of a set that was replaced', async () => {
    const user = await locked();
    const [fresh] = await codesOf(user);
    expect(answerOf(await recover(user.waiting, user.code))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
    expect((await recover(user.waiting, fresh)).status).toBe(200);
  });

  test('used before, on this login or another', async () => {
    const user = await locked();
    const { body } = await recover(user.waiting, user.code);
    expect(answerOf(await recover(await pending(service, user), user.code))).toEqual(
      refusal('MFA_RECOVERY_CODE_INVALID'),
    );
    expect(answerOf(await recover(body, user.code))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
  });

  test('an account that never had any', async () => {
    const user = await enrolled(service, tenant);
    expect(answerOf(await recover(await pending(service, user), WRONG))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
  });

  test('of five logins with one code at once one is completed', async () => {
    const user = await locked();
    const logins = await Promise.all(Array.from({ length: 5 }, () => pending(service, user)));
    const replies = await race(5, (caller) => recover(logins[caller] as Tokens, user.code));
    expect(outcomes(replies)).toEqual({ 200: 1, '400 MFA_RECOVERY_CODE_INVALID': 4 });
    expect((await recover(await pending(service, user), user.codes[1])).status).toBe(200);
  });
});

describe('401', () => {
  test('after ten minutes, and once it was completed', async () => {
    const user = await locked();
    const late = await later(11 * MINUTE, () => recover(user.waiting, user.code));
    expect(answerOf(late)).toEqual(refusal('INVALID_TOKEN'));
    expect((await recover(user.waiting, user.code)).status).toBe(200);
    expect(answerOf(await recover(user.waiting, user.codes[1]))).toEqual(refusal('SESSION_NOT_FOUND'));
  });
});

describe('403', () => {
  test('a full session of an account that needs no second factor', async () => {
    const user = await person(service, tenant);
    const code = 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA';
    expect(answerOf(await recover(user.tokens, code))).toEqual(refusal('MFA_NOT_ENABLED'));
  });

  test('where the tenant has switched second factors off', async () => {
    const user = await locked(await service.tenant());
    const settings = { mfa: { policy: 'off' } };
    await service.admin('PATCH', `/auth/admin/api/tenants/${user.tenant.id}`, { settings });
    expect(answerOf(await recover(user.waiting, user.code))).toEqual(refusal('MFA_NOT_ENABLED'));
  });
});

describe('429', () => {
  test('the sixth wrong one in an hour, and the right one after it; logging in by the authenticator goes on', async () => {
    const user = await locked();
    for (let guess = 0; guess < 5; guess++)
      expect(answerOf(await recover(user.waiting, WRONG))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
    const reply = await recover(user.waiting, user.code);
    expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LOCKED'));
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3500);
    expect(answerOf(await recover(await pending(service, user), user.code))).toEqual(refusal('ACCOUNT_LOCKED'));
    expect((await prove(service, user.waiting, user.secret)).status).toBe(200);
    await later(HOUR, async () => {
      expect((await recover(await pending(service, user), user.code)).status).toBe(200);
    });
  });

  test('a right one forgets the wrong ones before it', async () => {
    const user = await locked();
    for (const code of user.codes.slice(0, 2)) {
      const waiting = await pending(service, user);
      for (let guess = 0; guess < 4; guess++) await recover(waiting, WRONG);
      expect((await recover(waiting, code)).status).toBe(200);
    }
  });
});
