// Tests POST /auth/mfa/verify-recovery-code.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, HOUR, later, MINUTE, published, refusal } from '../../support/api.ts';
import { act, ask, done, enrolled, inboxOf, pending, person, prove } from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, prepared, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type Tokens = User['tokens'];
const recover = (tokens: Tokens, code: unknown, more = {}) =>
  act(service, tokens, 'verify-recovery-code', { code, ...more });
const codesOf = async ({ tokens }: { tokens: Tokens }): Promise<string[]> =>
  done(await act(service, tokens, 'generate-recovery-code'), 'codes').body.codes;
/** Creates a user with an authenticator, ten recovery codes and a pending login. */
async function createPendingUser(own: Tenant = tenant) {
  const user = await enrolled(service, own);
  const codes = await codesOf(user);
  return { ...user, codes, code: codes[0] as string, waiting: await pending(service, user) };
}
const WRONG = 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF';

describe('POST /auth/mfa/verify-recovery-code 200', () => {
  test('returns a full session and keeps the factors', async () => {
    const user = await createPendingUser();
    const { status, body, setCookies } = await recover(user.waiting, user.code);
    expect([status, setCookies]).toEqual([200, []]);
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Logged in.',
      isRequiresMfa: false,
      nextStep: null,
    });
    expect(claimsOf(body.accessToken).amr).toEqual(['pwd', 'otp', 'mfa']);
    expect((await service.get('/auth/me', { headers: bearer(body) })).body.isMfaEnabled).toBe(true);
    expect((await ask(service, body, 'devices')).body).toMatchObject([{ id: user.deviceId, verified: true }]);
    expect((await prove(service, await pending(service, user), user.secret)).status).toBe(200);
  });

  test('accepts each of the ten codes once', async () => {
    const user = await createPendingUser();
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
    ['groups without hyphens', (code: string) => code.replaceAll('-', '')],
    ['groups with spaces for hyphens', (code: string) => code.replaceAll('-', ' ')],
    ['groups with spaces and a line break around them', (code: string) => `  ${code}\n`],
  ])('accepts a code written in %s', async (_, spelled) => {
    const user = await createPendingUser();
    expect((await recover(user.waiting, spelled(user.code))).status).toBe(200);
  });

  test('counts as a fresh proof in a full session', async () => {
    const user = await createPendingUser();
    const { body } = await recover(user.tokens, user.code);
    expect(body).toMatchObject({ message: 'Verified.', isRequiresMfa: false });
    const me = await service.get('/auth/me', { headers: bearer(user.tokens) });
    expect(answerOf(me)).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await act(service, body, 'toggle', { enabled: false })).status).toBe(200);
  });

  test('publishes an event with the number of codes left and sends one message', async () => {
    const own = await service.tenant();
    const user = await createPendingUser(own);
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

  test('resets the count of wrong authenticator codes', async () => {
    const user = await createPendingUser();
    for (let guess = 0; guess < 10; guess++)
      await act(service, user.waiting, 'verify', { method: 'totp', otp: '000000' });
    expect(answerOf(await prove(service, user.waiting, user.secret))).toEqual(refusal('ACCOUNT_LOCKED'));
    expect((await recover(user.waiting, user.code)).status).toBe(200);
    expect((await prove(service, await pending(service, user), user.secret)).status).toBe(200);
  });
});

describe('POST /auth/mfa/verify-recovery-code 400', () => {
  test.each([undefined, null, '', 7, ['x'], {}, 'x'.repeat(65)])('rejects the malformed code %j', async (code) => {
    const { waiting } = await createPendingUser();
    expect(answerOf(await recover(waiting, code))).toEqual(refusal('INVALID_INPUT'));
  });

  test("rejects a code that is wrong, another user's, of another length or not base32", async () => {
    const [user, other] = [await createPendingUser(), await createPendingUser()];
    for (const code of [WRONG, other.code, 'x', user.code.replace(/.$/, '1')])
      expect(answerOf(await recover(user.waiting, code))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
    const part = user.code.slice(0, -1);
    expect(answerOf(await recover(user.waiting, part))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
  });

  test('rejects a code of a replaced set', async () => {
    const user = await createPendingUser();
    const [fresh] = await codesOf(user);
    expect(answerOf(await recover(user.waiting, user.code))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
    expect((await recover(user.waiting, fresh)).status).toBe(200);
  });

  test('rejects a code that was already used, on this login or another', async () => {
    const user = await createPendingUser();
    const { body } = await recover(user.waiting, user.code);
    expect(answerOf(await recover(await pending(service, user), user.code))).toEqual(
      refusal('MFA_RECOVERY_CODE_INVALID'),
    );
    expect(answerOf(await recover(body, user.code))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
  });

  test('rejects any code for an account without recovery codes', async () => {
    const user = await enrolled(service, tenant);
    expect(answerOf(await recover(await pending(service, user), WRONG))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
  });

  test('completes one of five parallel logins with one code', async () => {
    const user = await createPendingUser();
    const logins = await Promise.all(Array.from({ length: 5 }, () => pending(service, user)));
    const replies = await race(5, (caller) => recover(logins[caller] as Tokens, user.code));
    expect(outcomes(replies)).toEqual({ 200: 1, '400 MFA_RECOVERY_CODE_INVALID': 4 });
    expect((await recover(await pending(service, user), user.codes[1])).status).toBe(200);
  });
});

describe('POST /auth/mfa/verify-recovery-code 401', () => {
  test('rejects a login after ten minutes and one that is already complete', async () => {
    const user = await createPendingUser();
    const late = await later(11 * MINUTE, () => recover(user.waiting, user.code));
    expect(answerOf(late)).toEqual(refusal('INVALID_TOKEN'));
    expect((await recover(user.waiting, user.code)).status).toBe(200);
    expect(answerOf(await recover(user.waiting, user.codes[1]))).toEqual(refusal('SESSION_NOT_FOUND'));
  });
});

describe('POST /auth/mfa/verify-recovery-code 403', () => {
  test('rejects a full session of an account that needs no second factor', async () => {
    const user = await person(service, tenant);
    const code = 'AAAA-AAAA-AAAA-AAAA-AAAA-AAAA';
    expect(answerOf(await recover(user.tokens, code))).toEqual(refusal('MFA_NOT_ENABLED'));
  });

  test('rejects the call when the tenant has switched second factors off', async () => {
    const user = await createPendingUser(await service.tenant());
    const settings = { mfa: { policy: 'off' } };
    await service.admin('PATCH', `/auth/admin/api/tenants/${user.tenant.id}`, { settings });
    expect(answerOf(await recover(user.waiting, user.code))).toEqual(refusal('MFA_NOT_ENABLED'));
  });
});

describe('POST /auth/mfa/verify-recovery-code 429', () => {
  test('locks recovery codes after five wrong ones in an hour, but not the authenticator', async () => {
    const user = await createPendingUser();
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

  test('forgets the wrong codes before a right one', async () => {
    const user = await createPendingUser();
    for (const code of user.codes.slice(0, 2)) {
      const waiting = await pending(service, user);
      for (let guess = 0; guess < 4; guess++) await recover(waiting, WRONG);
      expect((await recover(waiting, code)).status).toBe(200);
    }
  });
});
