// Tests which changes of second factors need a fresh proof and what counts as one.
import { describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import * as mfa from '../../support/mfa.ts';
import { prepared, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type Tokens = User['tokens'];
type Outcome = ReturnType<typeof answerOf>;
const DONE: Outcome = [200, undefined];
const UNKNOWN = `dev_${'0'.repeat(22)}`;

/** Calls each operation that needs a fresh proof with little effect: `enabled` repeats the current state. */
const gatedCalls: Record<string, (tokens: Tokens, enabled: boolean) => Promise<Reply>> = {
  'setup-totp': (tokens) => mfa.act(service, tokens, 'setup-totp'),
  'generate-recovery-code': (tokens) => mfa.act(service, tokens, 'generate-recovery-code'),
  toggle: (tokens, enabled) => mfa.act(service, tokens, 'toggle', { enabled }),
  'devices/{deviceId}': (tokens) => mfa.removeDevice(service, tokens, UNKNOWN),
  'reset-totp': (tokens) => mfa.act(service, tokens, 'reset-totp'),
};
const callGated = async (tokens: Tokens, enabled: boolean): Promise<Record<string, Outcome>> => {
  const outcomes: [string, Outcome][] = [];
  for (const [name, call] of Object.entries(gatedCalls)) outcomes.push([name, answerOf(await call(tokens, enabled))]);
  return Object.fromEntries(outcomes);
};
const refused = Object.fromEntries(Object.keys(gatedCalls).map((name) => [name, refusal('REAUTH_REQUIRED')]));
const passed = {
  'setup-totp': DONE,
  'generate-recovery-code': DONE,
  toggle: DONE,
  'devices/{deviceId}': refusal('MFA_DEVICE_NOT_FOUND'),
};
/** Replies to an account without an authenticator, and to one that must keep its last. */
const passedWithout = {
  ...passed,
  'generate-recovery-code': refusal('MFA_NOT_ENABLED'),
  'reset-totp': refusal('MFA_NOT_ENABLED'),
};
const passedRequired = { ...passed, 'reset-totp': refusal('MFA_LAST_FACTOR') };

/** Creates a user in a tenant that requires a second factor, with an authenticator. */
async function createRequiredUser(more: Record<string, unknown> = mfa.EMAIL_VERIFIED) {
  const own = await service.tenant();
  const user = await mfa.person(service, own, more);
  const device = await mfa.enrol(service, user);
  await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { settings: { mfa: { policy: 'required' } } });
  return { ...user, ...device };
}

describe('step-up for an account without a second factor', () => {
  test('accepts a login for fifteen minutes and does not count a refresh as proof', async () => {
    const user = await mfa.person(service, tenant);
    expect(await callGated(user.tokens, false)).toEqual(passedWithout);
    await mfa.laterOn(service, user.tokens, 14 * MINUTE, async (tokens) => {
      expect(await callGated(tokens, false)).toEqual(passedWithout);
      await later(MINUTE + SECOND, async () => expect(await callGated(tokens, false)).toEqual(refused));
      const { body } = await service.login(user);
      await later(MINUTE + SECOND, async () => expect(await callGated(body, false)).toEqual(passedWithout));
    });
  });

  test('lets the user finish a set-up that began in time', async () => {
    const user = await service.signup(tenant);
    const { body } = await later(14 * MINUTE, () => mfa.act(service, user.tokens, 'setup-totp'));
    await mfa.laterOn(service, user.tokens, 20 * MINUTE, async (tokens) => {
      const reply = await mfa.act(service, tokens, 'verify-totp-setup', { otp: mfa.nextCode(body.secret) });
      expect(reply.status).toBe(200);
      // The verified set-up is itself a proof.
      expect((await mfa.act(service, tokens, 'generate-recovery-code')).status).toBe(200);
    });
  });
});

describe('step-up for an account with a second factor', () => {
  type Prover = Awaited<ReturnType<typeof createRequiredUser>> & { codes: string[] };
  /** `nth` is the number of proofs the user gave before. */
  const proofs: Record<string, (user: Prover, tokens: Tokens, nth: number) => Promise<Reply>> = {
    'an authenticator': ({ secret }, tokens) => mfa.prove(service, tokens, secret),
    'a code by e-mail': async ({ email }, tokens, nth) => {
      const otp = await mfa.challenged(service, tokens, 'email', email, nth + 1);
      return mfa.act(service, tokens, 'verify', { method: 'email', otp });
    },
    'a recovery code': ({ codes }, tokens, nth) =>
      mfa.act(service, tokens, 'verify-recovery-code', { code: codes[nth] }),
  };
  test.each(Object.entries(proofs))('accepts %s for fifteen minutes, at login and in a session', async (_, prove) => {
    const account = await createRequiredUser();
    const first = await mfa.prove(service, account.tokens, account.secret);
    const { codes } = (await mfa.act(service, first.body, 'generate-recovery-code')).body;
    const user = { ...account, codes };
    const { body: session } = await prove(user, await mfa.pending(service, user), 0);
    expect((await mfa.act(service, session, 'toggle', { enabled: true })).status).toBe(200);
    await mfa.laterOn(service, session, 16 * MINUTE, async (tokens) => {
      expect(await callGated(tokens, true)).toEqual(refused);
      const { body } = await prove(user, tokens, 1);
      expect(await callGated(body, true)).toEqual(passedRequired);
    });
  });

  test('does not count a trusted device as proof and accepts a second factor afterwards', async () => {
    const user = await createRequiredUser();
    const { trustToken } = await mfa.complete(service, user, { trustDevice: true });
    const { body: tokens } = await mfa.loginTrusted(service, user, trustToken as string);
    expect(tokens.isRequiresMfa).toBe(false);
    expect(await callGated(tokens, true)).toEqual(refused);
    const { body } = await mfa.prove(service, tokens, user.secret);
    expect(await callGated(body, true)).toEqual(passedRequired);
  });

  test('does not count a wrong code or a challenge as proof', async () => {
    const user = await createRequiredUser();
    const { trustToken } = await mfa.complete(service, user, { trustDevice: true });
    const { body: tokens } = await mfa.loginTrusted(service, user, trustToken as string);
    await mfa.challenged(service, tokens, 'email', user.email);
    await mfa.act(service, tokens, 'verify', { method: 'totp', otp: '000000' });
    expect(await callGated(tokens, true)).toEqual(refused);
  });

  test('accepts the login that switched the second factor on until it is too old', async () => {
    const user = await mfa.person(service, tenant);
    await later(10 * MINUTE, () => mfa.act(service, user.tokens, 'toggle', { enabled: true }));
    expect((await mfa.act(service, user.tokens, 'generate-recovery-code')).status).toBe(200);
    await mfa.laterOn(service, user.tokens, 16 * MINUTE, async (tokens) =>
      expect(await callGated(tokens, true)).toEqual(refused),
    );
  });

  test('accepts a login again after the second factor was switched off', async () => {
    const user = await mfa.enrolled(service, tenant);
    const { trustToken = '' } = await mfa.complete(service, user, { trustDevice: true });
    const { body: tokens } = await mfa.loginTrusted(service, user, trustToken);
    await mfa.act(service, user.tokens, 'toggle', { enabled: false });
    const { body } = await service.login(user);
    expect((await mfa.act(service, body, 'setup-totp')).status).toBe(200);
    expect(answerOf(await mfa.act(service, tokens, 'setup-totp'))).toEqual(refusal('SESSION_NOT_FOUND'));
  });
});

test('POST /auth/mfa/reset-totp accepts a recovery code instead of a fresh proof, unlike other operations', async () => {
  const user = await mfa.enrolled(service, tenant);
  const { codes } = (await mfa.act(service, user.tokens, 'generate-recovery-code')).body;
  await mfa.laterOn(service, user.tokens, 16 * MINUTE, async (tokens) => {
    for (const operation of ['setup-totp', 'generate-recovery-code', 'toggle'] as const) {
      const body = { enabled: false, code: codes[0] };
      expect(answerOf(await mfa.act(service, tokens, operation, body))).toEqual(refusal('REAUTH_REQUIRED'));
    }
    expect((await mfa.act(service, tokens, 'reset-totp', { code: codes[0] })).status).toBe(200);
  });
});
