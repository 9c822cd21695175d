// POST /auth/mfa/reset-totp
import { beforeAll, describe, expect, test } from '@jest/globals';
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
import { bearer, type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

type Holder = Pick<User, 'tokens'>;
const reset = ({ tokens }: Holder, body: unknown = {}) => act(service, tokens, 'reset-totp', body);
const me = async ({ tokens }: Holder) => answerOf(await service.get('/auth/me', { headers: bearer(tokens) }));
const devices = async ({ tokens }: Holder) => (await ask(service, tokens, 'devices')).body;
/** Somebody with two authenticators, a set-up under way, and recovery codes. */
async function equipped(own: Tenant = tenant) {
  const user = await enrolled(service, own);
  await enrol(service, user);
  done(await act(service, user.tokens, 'setup-totp'), 'setup');
  const { codes } = done(await act(service, user.tokens, 'generate-recovery-code'), 'codes').body;
  return { ...user, codes: codes as [string, string, ...string[]] };
}
const WRONG = 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF';

describe('200', () => {
  test('by a fresh proof: every authenticator and set-up is gone, and the second factor is off', async () => {
    const user = await equipped();
    const reply = await reset(user);
    expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String) }]);
    expect(await devices(user)).toEqual([]);
    expect((await ask(service, user.tokens, 'status')).body).toMatchObject({
      isEnabled: false,
      verifiedMethods: [],
      hasRecoveryCode: true,
    });
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
    // And begins anew, with another secret.
    expect((await enrol(service, user)).secret).not.toBe(user.secret);
    expect((await service.login(user)).body.isRequiresMfa).toBe(true);
  });

  test('by a recovery code, when the proof is long ago; the code is used up, the others are not', async () => {
    const user = await equipped();
    const [code, other] = user.codes;
    await laterOn(service, user.tokens, HOUR, async (tokens) => {
      expect(answerOf(await reset({ tokens }))).toEqual(refusal('REAUTH_REQUIRED'));
      expect((await reset({ tokens }, { code: code.toLowerCase() })).status).toBe(200);
      expect(await devices({ tokens })).toEqual([]);
    });
    const again = { ...user, ...(await enrol(service, { tokens: (await service.login(user)).body })) };
    for (const [text, answer] of [
      [code, refusal('MFA_RECOVERY_CODE_INVALID')],
      [other, [200, undefined]],
    ] as const) {
      const waiting = await pending(service, again);
      expect(answerOf(await act(service, waiting, 'verify-recovery-code', { code: text }))).toEqual(answer);
    }
  });

  test('off even where an address is verified, which would do for a second factor', async () => {
    const user = await person(service, tenant, EMAIL_VERIFIED);
    await enrol(service, user);
    expect((await reset(user)).status).toBe(200);
    expect((await service.login(user)).body.isRequiresMfa).toBe(false);
  });

  test('where it was off already, the authenticators go as well', async () => {
    const user = await equipped();
    await act(service, user.tokens, 'toggle', { enabled: false });
    expect((await reset(user)).status).toBe(200);
    expect(await devices(user)).toEqual([]);
  });

  test('every other session ends, this one lives on', async () => {
    const user = await equipped();
    const { body: other } = await prove(service, await pending(service, user), user.secret);
    await reset(user, { code: user.codes[0] });
    expect([await me(user), await me({ tokens: other })]).toEqual([[200, undefined], refusal('SESSION_NOT_FOUND')]);
  });

  test.each([
    ['by a proof', false, ['svc.two_factor_disabled']],
    ['by a code', true, ['svc.mfa_recovery_code_used', 'svc.two_factor_disabled']],
  ] as const)('%s: what the owner is told', async (_, byCode, expected) => {
    const own = await service.tenant();
    const user = await equipped(own);
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

  test('of five with one code at once one does it', async () => {
    const user = await equipped();
    const replies = await race(5, () => reset(user, { code: user.codes[0] }));
    expect(outcomes(replies)).toEqual({ 200: 1, '400 MFA_RECOVERY_CODE_INVALID': 4 });
    expect(await me(user)).toEqual([200, undefined]);
  });
});

describe('400', () => {
  test.each([null, '', 7, ['x'], {}, 'x'.repeat(65)])('what is no code: %j', async (code) => {
    expect(answerOf(await reset(await service.signup(tenant), { code }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('a code that is wrong, or somebody else’s: a fresh proof does not make up for it', async () => {
    const [user, other] = [await equipped(), await equipped()];
    for (const code of [WRONG, other.codes[0], 'x'])
      expect(answerOf(await reset(user, { code }))).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
    expect(await devices(user)).toHaveLength(3);
  });

  test('where the tenant demands a second factor; the code is not used up', async () => {
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

test('401 while the second factor is outstanding: a recovery code completes the login first', async () => {
  const user = await equipped();
  const tokens = await pending(service, user);
  expect(answerOf(await reset({ tokens }, { code: user.codes[0] }))).toEqual(refusal('MFA_REQUIRED'));
  const { body } = await act(service, tokens, 'verify-recovery-code', { code: user.codes[0] });
  expect((await reset({ tokens: body })).status).toBe(200);
});

describe('403', () => {
  test('a proof longer ago than 15 minutes, and no code', async () => {
    const user = await enrolled(service, tenant);
    const reply = await laterOn(service, user.tokens, 16 * MINUTE, (tokens) => reset({ tokens }));
    expect(answerOf(reply)).toEqual(refusal('REAUTH_REQUIRED'));
    expect(await devices(user)).toHaveLength(1);
  });

  test('there is no authenticator to reset', async () => {
    expect(answerOf(await reset(await person(service, tenant), {}))).toEqual(refusal('MFA_NOT_ENABLED'));
  });

  test('where the tenant has switched second factors off', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'off' } }));
    expect(answerOf(await reset(user))).toEqual(refusal('MFA_NOT_ENABLED'));
  });
});

describe('429', () => {
  test('the sixth wrong code in an hour, counted with those at verify-recovery-code', async () => {
    const user = await equipped();
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
