// Which changes of second factors need a fresh proof, and what is one
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, later, MINUTE, refusal, SECOND } from '../../support/api.ts';
import type { Reply } from '../../support/http.ts';
import * as mfa from '../../support/mfa.ts';
import { type Tenant, type User, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

type Tokens = User['tokens'];
type Answer = ReturnType<typeof answerOf>;
const DONE: Answer = [200, undefined];
const UNKNOWN = `dev_${'0'.repeat(22)}`;

/** What needs a fresh proof, in ways that change nothing much: `enabled` is what is so already. */
const gated: Record<string, (tokens: Tokens, enabled: boolean) => Promise<Reply>> = {
  'setup-totp': (tokens) => mfa.act(service, tokens, 'setup-totp'),
  'generate-recovery-code': (tokens) => mfa.act(service, tokens, 'generate-recovery-code'),
  toggle: (tokens, enabled) => mfa.act(service, tokens, 'toggle', { enabled }),
  'devices/{deviceId}': (tokens) => mfa.removeDevice(service, tokens, UNKNOWN),
  'reset-totp': (tokens) => mfa.act(service, tokens, 'reset-totp'),
};
const answers = async (tokens: Tokens, enabled: boolean): Promise<Record<string, Answer>> => {
  const found: [string, Answer][] = [];
  for (const [name, call] of Object.entries(gated)) found.push([name, answerOf(await call(tokens, enabled))]);
  return Object.fromEntries(found);
};
const refused = Object.fromEntries(Object.keys(gated).map((name) => [name, refusal('REAUTH_REQUIRED')]));
const passed = {
  'setup-totp': DONE,
  'generate-recovery-code': DONE,
  toggle: DONE,
  'devices/{deviceId}': refusal('MFA_DEVICE_NOT_FOUND'),
};
/** Of an account that has no authenticator, and of one that must not give its last one up. */
const passedWithout = {
  ...passed,
  'generate-recovery-code': refusal('MFA_NOT_ENABLED'),
  'reset-totp': refusal('MFA_NOT_ENABLED'),
};
const passedRequired = { ...passed, 'reset-totp': refusal('MFA_LAST_FACTOR') };

/** Somebody who needs his second factor, and may not do without. */
async function demanded(more: Record<string, unknown> = mfa.EMAIL_VERIFIED) {
  const user = await mfa.person(service, await service.tenant({ mfa: { policy: 'required' } }), more);
  return { ...user, ...(await mfa.enrol(service, user)) };
}

describe('an account without a second factor', () => {
  test('a login does, for fifteen minutes; a refresh is no proof', async () => {
    const user = await mfa.person(service, tenant);
    expect(await answers(user.tokens, false)).toEqual(passedWithout);
    await mfa.laterOn(service, user.tokens, 14 * MINUTE, async (tokens) => {
      expect(await answers(tokens, false)).toEqual(passedWithout);
      await later(MINUTE + SECOND, async () => expect(await answers(tokens, false)).toEqual(refused));
      const { body } = await service.login(user);
      await later(MINUTE + SECOND, async () => expect(await answers(body, false)).toEqual(passedWithout));
    });
  });

  test('what was begun in time may be ended later', async () => {
    const user = await service.signup(tenant);
    const { body } = await later(14 * MINUTE, () => mfa.act(service, user.tokens, 'setup-totp'));
    await mfa.laterOn(service, user.tokens, 20 * MINUTE, async (tokens) => {
      const reply = await mfa.act(service, tokens, 'verify-totp-setup', { otp: mfa.nextCode(body.secret) });
      expect(reply.status).toBe(200);
      // It is a proof itself.
      expect((await mfa.act(service, tokens, 'generate-recovery-code')).status).toBe(200);
    });
  });
});

describe('an account with one', () => {
  type Prover = Awaited<ReturnType<typeof demanded>> & { codes: string[] };
  /** `nth`: how often he proved himself before. */
  const ways: Record<string, (user: Prover, tokens: Tokens, nth: number) => Promise<Reply>> = {
    'an authenticator': ({ secret }, tokens) => mfa.prove(service, tokens, secret),
    'a code by e-mail': async ({ email }, tokens, nth) => {
      const otp = await mfa.challenged(service, tokens, 'email', email, nth + 1);
      return mfa.act(service, tokens, 'verify', { method: 'email', otp });
    },
    'a recovery code': ({ codes }, tokens, nth) =>
      mfa.act(service, tokens, 'verify-recovery-code', { code: codes[nth] }),
  };
  test.each(Object.entries(ways))('its proof does, for fifteen minutes, at the login and afresh: %s', async (_, by) => {
    const account = await demanded();
    const first = await mfa.prove(service, account.tokens, account.secret);
    const { codes } = (await mfa.act(service, first.body, 'generate-recovery-code')).body;
    const user = { ...account, codes };
    const { body: session } = await by(user, await mfa.pending(service, user), 0);
    expect((await mfa.act(service, session, 'toggle', { enabled: true })).status).toBe(200);
    await mfa.laterOn(service, session, 16 * MINUTE, async (tokens) => {
      expect(await answers(tokens, true)).toEqual(refused);
      const { body } = await by(user, tokens, 1);
      expect(await answers(body, true)).toEqual(passedRequired);
    });
  });

  test('a trusted device is none, however fresh the login; the second factor afterwards is', async () => {
    const user = await demanded();
    const { trustToken } = await mfa.complete(service, user, { trustDevice: true });
    const { body: tokens } = await mfa.loginTrusted(service, user, trustToken as string);
    expect(tokens.isRequiresMfa).toBe(false);
    expect(await answers(tokens, true)).toEqual(refused);
    const { body } = await mfa.prove(service, tokens, user.secret);
    expect(await answers(body, true)).toEqual(passedRequired);
  });

  test('nor is a code that was wrong, or a challenge', async () => {
    const user = await demanded();
    const { trustToken } = await mfa.complete(service, user, { trustDevice: true });
    const { body: tokens } = await mfa.loginTrusted(service, user, trustToken as string);
    await mfa.challenged(service, tokens, 'email', user.email);
    await mfa.act(service, tokens, 'verify', { method: 'totp', otp: '000000' });
    expect(await answers(tokens, true)).toEqual(refused);
  });

  test('with it switched on the login counts that it was switched on by, until it is too old', async () => {
    const user = await mfa.person(service, tenant);
    await later(10 * MINUTE, () => mfa.act(service, user.tokens, 'toggle', { enabled: true }));
    expect((await mfa.act(service, user.tokens, 'generate-recovery-code')).status).toBe(200);
    await mfa.laterOn(service, user.tokens, 16 * MINUTE, async (tokens) =>
      expect(await answers(tokens, true)).toEqual(refused),
    );
  });

  test('with it switched off the login is enough again', async () => {
    const user = await mfa.enrolled(service, tenant);
    const { trustToken = '' } = await mfa.complete(service, user, { trustDevice: true });
    const { body: tokens } = await mfa.loginTrusted(service, user, trustToken);
    await mfa.act(service, user.tokens, 'toggle', { enabled: false });
    const { body } = await service.login(user);
    expect((await mfa.act(service, body, 'setup-totp')).status).toBe(200);
    expect(answerOf(await mfa.act(service, tokens, 'setup-totp'))).toEqual(refusal('SESSION_NOT_FOUND'));
  });
});

test('a recovery code makes up for a proof at reset-totp, and nowhere else', async () => {
  const user = await mfa.enrolled(service, tenant);
  const { codes } = (await mfa.act(service, user.tokens, 'generate-recovery-code')).body;
  await mfa.laterOn(service, user.tokens, 16 * MINUTE, async (tokens) => {
    for (const what of ['setup-totp', 'generate-recovery-code', 'toggle'] as const) {
      const body = { enabled: false, code: codes[0] };
      expect(answerOf(await mfa.act(service, tokens, what, body))).toEqual(refusal('REAUTH_REQUIRED'));
    }
    expect((await mfa.act(service, tokens, 'reset-totp', { code: codes[0] })).status).toBe(200);
  });
});
