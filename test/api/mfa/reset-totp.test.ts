// Tests POST /auth/mfa/reset-totp.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, HOUR, MINUTE, published, refusal } from '../../support/api.ts';
import {
  act,
  ask,
  done,
  EMAIL_VERIFIED,
  enrol,
  enrolled,
  inboxOf,
  laterOn,
  pending,
  person,
  prove,
} from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { bearer, prepared, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type Holder = Pick<User, 'tokens'>;
const reset = ({ tokens }: Holder, body: unknown = {}) => act(service, tokens, 'reset-totp', body);
const me = async ({ tokens }: Holder) => answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));
const devices = async ({ tokens }: Holder) => (await ask(service, tokens, 'devices')).body;
/** Creates a user with two authenticators, a pending set-up and recovery codes. */
async function createFullyEnrolledUser(own: Tenant = tenant) {
  const user = await enrolled(service, own);
  await enrol(service, user);
  done(await act(service, user.tokens, 'setup-totp'), 'setup');
  const { codes } = done(await act(service, user.tokens, 'generate-recovery-code'), 'codes').body;
  return { ...user, codes: codes as [string, string, ...string[]] };
}
const WRONG = 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF';

describe('POST /auth/mfa/reset-totp 200', () => {
  test('removes every authenticator and set-up after a fresh proof and switches the second factor off', async () => {
    const user = await createFullyEnrolledUser();
    const reply = await reset(user);
    expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String) }]);
    expect(await devices(user)).toEqual([]);
    expect((await ask(service, user.tokens, 'status')).body).toMatchObject({
      isEnabled: false,
      verifiedMethods: [],
      hasRecoveryCode: false,
    });
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
    // A new enrolment gets a different secret.
    expect((await enrol(service, user)).secret).not.toBe(user.secret);
    expect((await service.login(user)).body.isRequiresMfa).toBe(true);
  });

  test('accepts a recovery code in place of a fresh proof and ends all recovery codes', async () => {
    const user = await createFullyEnrolledUser();
    const [code, other] = user.codes;
    await laterOn(service, user.tokens, HOUR, async (tokens) => {
      expect(answerOf(await reset({ tokens }))).toEqual(refusal('REAUTH_REQUIRED'));
      expect((await reset({ tokens }, { code: code.toLowerCase() })).status).toBe(200);
      expect(await devices({ tokens })).toEqual([]);
    });
    const again = { ...user, ...(await enrol(service, { tokens: (await service.login(user)).body })) };
    for (const text of [code, other]) {
      const reply = await act(service, await pending(service, again), 'verify-recovery-code', { code: text });
      expect(answerOf(reply)).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
    }
  });

  test('switches the second factor off even when a verified address could serve as one', async () => {
    const user = await person(service, tenant, EMAIL_VERIFIED);
    await enrol(service, user);
    expect((await reset(user)).status).toBe(200);
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
  });

  test('removes the authenticators of a user whose second factor is already off', async () => {
    const user = await createFullyEnrolledUser();
    await act(service, user.tokens, 'toggle', { enabled: false });
    expect((await reset(user)).status).toBe(200);
    expect(await devices(user)).toEqual([]);
  });

  test("ends every other session and keeps the caller's", async () => {
    const user = await createFullyEnrolledUser();
    const { body: other } = await prove(service, await pending(service, user), user.secret);
    await reset(user, { code: user.codes[0] });
    expect([await me(user), await me({ tokens: other })]).toEqual([[200, undefined], refusal('SESSION_NOT_FOUND')]);
  });

  test.each([
    ['by a proof', false, ['svc.two_factor_disabled']],
    ['by a code', true, ['svc.mfa_recovery_code_used', 'svc.two_factor_disabled']],
  ] as const)('publishes events and notifies the user after a reset %s', async (_, byCode, expected) => {
    const own = await service.tenant();
    const user = await createFullyEnrolledUser(own);
    const before = await inboxOf(service, user.email, 3);
    await reset(user, byCode ? { code: user.codes[0] } : {});
    const detail = { userId: claimsOf(user.tokens.accessToken).sub, email: user.email, phone: null, deviceId: null };
    expect(await published(service, 'svc.two_factor_disabled', own.id)).toMatchObject([{ detail }]);
    const after = await inboxOf(service, user.email, 3 + expected.length);
    expect(after).toEqual([...before, ...expected].sort());
    if (byCode)
      expect(await published(service, 'svc.mfa_recovery_code_used', own.id)).toMatchObject([
        { detail: { codesLeft: 9 } },
      ]);
  });

  test('accepts one recovery code once in five parallel calls', async () => {
    const user = await createFullyEnrolledUser();
    const replies = await race(5, () => reset(user, { code: user.codes[0] }));
    expect(outcomes(replies)).toEqual({ 200: 1, '400 MFA_RECOVERY_CODE_INVALID': 4 });
    expect(await me(user)).toEqual([200, undefined]);
  });
});

describe('POST /auth/mfa/reset-totp 400', () => {
  test.each([null, '', 7, ['x'], {}, 'x'.repeat(65)])('rejects the malformed code %j', async (code) => {
    expect(answerOf(await reset(await service.signup(tenant), { code }))).toEqual(refusal('INVALID_INPUT'));
  });

  test("rejects a wrong code and another user's code in spite of a fresh proof", async () => {
    const [user, other] = [await createFullyEnrolledUser(), await createFullyEnrolledUser()];
    for (const code of [WRONG, other.codes[0], 'x'])
      expect(answerOf(await reset(user, { code }))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
    expect(await devices(user)).toHaveLength(3);
  });

  test('rejects a reset when the tenant requires a second factor and keeps the code valid', async () => {
    const user = await enrolled(service, await service.tenant({ mfa: { policy: 'required' } }));
    const { body: tokens } = await prove(service, user.tokens, user.secret);
    const { code } = (await act(service, tokens, 'generate-recovery-code')).body;
    for (const body of [{}, { code }])
      expect(answerOf(await reset({ tokens }, body))).toEqual(refusal('MFA_LAST_FACTOR'));
    expect(await devices({ tokens })).toHaveLength(1);
    const waiting = await pending(service, user);
    expect((await act(service, waiting, 'verify-recovery-code', { code })).status).toBe(200);
  });
});

test('POST /auth/mfa/reset-totp 401 rejects a pending login until a recovery code completes it', async () => {
  const user = await createFullyEnrolledUser();
  const tokens = await pending(service, user);
  expect(answerOf(await reset({ tokens }, { code: user.codes[0] }))).toEqual(refusal('MFA_REQUIRED'));
  const { body } = await act(service, tokens, 'verify-recovery-code', { code: user.codes[0] });
  expect((await reset({ tokens: body })).status).toBe(200);
});

describe('POST /auth/mfa/reset-totp 403', () => {
  test('rejects a proof of more than 15 minutes ago without a recovery code', async () => {
    const user = await enrolled(service, tenant);
    const reply = await laterOn(service, user.tokens, 16 * MINUTE, (tokens) => reset({ tokens }));
    expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
    expect(await devices(user)).toHaveLength(1);
  });

  test('rejects an account without an authenticator', async () => {
    expect(answerOf(await reset(await person(service, tenant), {}))).toEqual(refusal('MFA_NOT_ENABLED'));
  });

  test('rejects the call when the tenant has switched second factors off', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'off' } }));
    expect(answerOf(await reset(user))).toEqual(refusal('MFA_NOT_ENABLED'));
  });
});

describe('POST /auth/mfa/reset-totp 429', () => {
  test('rejects the sixth wrong code in an hour, counting those at verify-recovery-code', async () => {
    const user = await createFullyEnrolledUser();
    const waiting = await pending(service, user);
    for (let guess = 0; guess < 3; guess++) await reset(user, { code: WRONG });
    for (let guess = 0; guess < 2; guess++) await act(service, waiting, 'verify-recovery-code', { code: WRONG });
    const reply = await reset(user, { code: user.codes[0] });
    expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LOCKED'));
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3500);
    await laterOn(service, user.tokens, HOUR, async (tokens) => {
      expect((await reset({ tokens }, { code: user.codes[0] })).status).toBe(200);
    });
  });
});
