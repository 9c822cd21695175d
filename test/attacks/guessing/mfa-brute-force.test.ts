// Threat: an attacker who has the password guesses the second factor: over many logins, in many sessions at once, one
// method after the other, with new codes in between, or slowly over days.
// An account allows ten guesses an hour and fifty in a row. After that, even the correct code is refused.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { HOUR, later, MINUTE } from '../../support/api.ts';
import {
  admin,
  challenge,
  completeSetUp,
  enrol,
  freshCode,
  logIn,
  type Person,
  pendingLogin,
  pendingLogins,
  reachable,
  recover,
  recoveryCodes,
  refresh,
  sentCode,
  setUp,
  type Tokens,
  verify,
  wrongCode,
} from '../../support/factors.ts';
import type { Reply } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';

const MAX = 10;
const LOCKED = '429 ACCOUNT_LOCKED';
const WRONG = '400 MFA_CODE_INVALID';
const service = useService();
let tenant: Tenant;
let elsewhere: Tenant;
beforeAll(async () => {
  [tenant, elsewhere] = [await service.tenant(), await service.tenant()];
});

const guess = (person: Person, tokens: Tokens) => verify(service, tokens, wrongCode(person.secret));
const repeat = async (times: number, call: () => Promise<Reply>): Promise<Reply[]> => {
  const replies: Reply[] = [];
  for (let at = 0; at < times; at++) replies.push(await call());
  return replies;
};
/** Uses up the ten guesses of this hour. */
async function useUpGuesses(person: Person): Promise<Tokens> {
  const tokens = await pendingLogin(service, person);
  expect(outcomes(await repeat(MAX, () => guess(person, tokens)))).toEqual({ [WRONG]: MAX });
  return tokens;
}

function expectLocked(reply: Reply): void {
  expect([reply.status, reply.body.code]).toEqual([429, 'ACCOUNT_LOCKED']);
  expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(3600);
}

describe('the hourly limit of second-factor guesses', () => {
  test('allows ten guesses over ten logins, then refuses the correct code too', async () => {
    const person = await enrol(service, tenant);
    const replies: Reply[] = [];
    for (let login = 0; login < 10; login++) {
      const tokens = await pendingLogin(service, person);
      replies.push(...(await repeat(5, () => guess(person, tokens))));
    }
    expect(outcomes(replies)).toEqual({ [WRONG]: MAX, [LOCKED]: 40 });
    expect(replies.slice(0, MAX).every(({ status }) => status === 400)).toBe(true);
    expectLocked(await verify(service, await pendingLogin(service, person), freshCode(person.secret)));
  });

  test('allows ten of a hundred parallel guesses', async () => {
    const person = await enrol(service, tenant);
    const logins = await pendingLogins(service, person, 20);
    const codes = Array.from({ length: 100 }, () => wrongCode(person.secret));
    const replies = await race(100, (caller) => verify(service, logins[caller % 20]!, codes[caller] as string));
    expect(outcomes(replies)).toEqual({ [WRONG]: MAX, [LOCKED]: 90 });
  });

  test('is shared by all methods and not reset by newly sent codes', async () => {
    const user = await reachable(service, tenant);
    const replies: Reply[] = [];
    for (let round = 1; round <= 3; round++) {
      advance(61_000);
      const tokens = await pendingLogin(service, user);
      for (const [method, to] of [
        ['email', user.email],
        ['sms', user.phone],
      ] as const) {
        const code = await sentCode(service, tokens, method, to, round);
        for (let at = 1; at <= 3; at++) {
          const wrong = String((Number(code) + at) % 1_000_000).padStart(6, '0');
          replies.push(await verify(service, tokens, wrong, method));
        }
      }
    }
    expect(outcomes(replies)).toEqual({ [WRONG]: MAX, [LOCKED]: 8 });
    advance(10 * MINUTE);
    const tokens = await pendingLogin(service, user);
    expectLocked(await verify(service, tokens, await sentCode(service, tokens, 'email', user.email, 4), 'email'));
  });

  test('is not reset by a refresh, another login, another session or a new challenge', async () => {
    const person = await enrol(service, tenant);
    const session = await logIn(service, person);
    const tokens = await useUpGuesses(person);
    const code = freshCode(person.secret);
    const refreshed: Tokens = (await refresh(service, tokens)).body;
    await challenge(service, refreshed, 'totp');
    const again = await pendingLogin(service, person);
    for (const each of [tokens, refreshed, again, session, person.tokens])
      expectLocked(await verify(service, each, code));
  });

  test('is not extended by refused guesses, and resets after an hour', async () => {
    const person = await enrol(service, tenant);
    await useUpGuesses(person);
    const tokens = await pendingLogin(service, person);
    await repeat(30, () => guess(person, tokens));
    advance(HOUR - 5 * MINUTE);
    expectLocked(await guess(person, await pendingLogin(service, person)));
    advance(6 * MINUTE);
    expect((await verify(service, await pendingLogin(service, person), freshCode(person.secret))).status).toBe(200);
  });

  test('refunds only the guess of the correct code itself', async () => {
    const person = await enrol(service, tenant);
    const tokens = await pendingLogin(service, person);
    await repeat(MAX - 1, () => guess(person, tokens));
    for (let round = 0; round < 3; round++) await logIn(service, person);
    const last = await pendingLogin(service, person);
    expect(outcomes(await repeat(3, () => guess(person, last)))).toEqual({ [WRONG]: 1, [LOCKED]: 2 });
  });
});

describe('an attacker who uses up second-factor guesses', () => {
  test('does not lock another account of the tenant or the same address in another tenant', async () => {
    const email = newEmail();
    const victim = await enrol(service, tenant, email);
    const neighbour = await enrol(service, tenant);
    const sameAddressElsewhere = await enrol(service, elsewhere, email);
    await useUpGuesses(victim);
    for (const person of [neighbour, sameAddressElsewhere]) await logIn(service, person);
    expectLocked(await verify(service, await pendingLogin(service, victim), freshCode(victim.secret)));
  });

  test('does not lock the owner without knowing the password', async () => {
    const [victim, attacker] = [await enrol(service, tenant), await enrol(service, tenant)];
    const attackersLogin = await pendingLogin(service, attacker);
    const body = { method: 'totp', otp: '000000', email: victim.email, userId: victim.id, sub: victim.id };
    const headers = [{}, { authorization: 'Bearer x' }, { authorization: `Bearer ${victim.tokens.refreshToken}` }];
    for (const each of headers)
      await repeat(MAX, () => service.post('/auth/mfa/verify', body, { headers: each as Record<string, string> }));
    await repeat(MAX, () =>
      verify(service, attackersLogin, '000000', 'totp', { userId: victim.id, tenantId: tenant.id }),
    );
    await race(20, () => service.login({ ...victim, password: newPassword() }));
    advance(16 * MINUTE);
    await logIn(service, victim);
  });

  test('does not lock out an owner with a recovery code, which also resets the guesses', async () => {
    const person = await enrol(service, tenant);
    const [code] = await recoveryCodes(service, person.tokens);
    const tokens = await useUpGuesses(person);
    expect((await recover(service, tokens, code as string)).status).toBe(200);
    await logIn(service, person);
  });
});

describe('fifty second-factor guesses in a row', () => {
  /** Fifty wrong codes over five hours. */
  async function exhaust(person: Person): Promise<void> {
    for (let hour = 0; hour < 5; hour++) {
      await useUpGuesses(person);
      advance(HOUR + MINUTE);
    }
  }

  test('lock the account until a recovery code is used, even after a day', async () => {
    const person = await enrol(service, tenant);
    const [code] = await recoveryCodes(service, person.tokens);
    await exhaust(person);
    const verifyCorrectly = async () => verify(service, await pendingLogin(service, person), freshCode(person.secret));
    expect([(await verifyCorrectly()).body.code, (await later(24 * HOUR, verifyCorrectly)).body.code]).toEqual([
      'ACCOUNT_LOCKED',
      'ACCOUNT_LOCKED',
    ]);
    expect((await recover(service, await pendingLogin(service, person), code as string)).status).toBe(200);
    await logIn(service, person);
  });

  test('lock the account until an admin sets isMfaEnabled', async () => {
    const person = await enrol(service, tenant);
    await exhaust(person);
    const verifyCorrectly = async () => verify(service, await pendingLogin(service, person), freshCode(person.secret));
    expect((await verifyCorrectly()).body.code).toBe('ACCOUNT_LOCKED');
    expect((await admin(service, 'PATCH', person.id, { isMfaEnabled: true })).status).toBe(200);
    expect((await verifyCorrectly()).status).toBe(200);
  });

  test('start again at zero after a correct code', async () => {
    const person = await enrol(service, tenant);
    for (let hour = 0; hour < 7; hour++) {
      const tokens = await pendingLogin(service, person);
      await repeat(MAX - 1, () => guess(person, tokens));
      if (hour === 4) await logIn(service, person);
      advance(HOUR + MINUTE);
    }
    await logIn(service, person);
  });
});

describe('an authenticator set-up', () => {
  test('allows ten guesses and then refuses the correct code too', async () => {
    const user = await service.signup(tenant);
    const { secret, deviceId } = (await setUp(service, user.tokens)).body;
    const replies = await race(100, () => completeSetUp(service, user.tokens, { otp: wrongCode(secret), deviceId }));
    expect(outcomes(replies)).toEqual({ [WRONG]: 100 });
    const row = (await everyRow()).find(({ id }) => id === deviceId);
    expect(row).toMatchObject({ type: 'totp-setup', attempts: MAX });
    for (const body of [{ deviceId }, { secret }, {}])
      expect((await completeSetUp(service, user.tokens, { otp: freshCode(secret), ...body })).body.code).toBe(
        'MFA_CODE_INVALID',
      );
  });

  test('is one of five open at most, and its guesses do not count against another', async () => {
    const user = await service.signup(tenant);
    const setUps: { secret: string; deviceId: string }[] = [];
    for (let at = 0; at < 7; at++) {
      setUps.push((await setUp(service, user.tokens)).body);
      advance(1000);
    }
    const rows = (await everyRow()).filter(({ type, pk }) => type === 'totp-setup' && pk.includes(user.tenant.id));
    const openRows = rows.filter(({ id }) => setUps.some(({ deviceId }) => deviceId === id));
    expect(openRows).toHaveLength(5);
    const [evicted, guessed, last] = [setUps[0]!, setUps[5]!, setUps[6]!];
    expect(
      (await completeSetUp(service, user.tokens, { otp: freshCode(evicted.secret), deviceId: evicted.deviceId })).body
        .code,
    ).toBe('MFA_DEVICE_NOT_FOUND');
    await race(20, () =>
      completeSetUp(service, user.tokens, { otp: wrongCode(guessed.secret), deviceId: guessed.deviceId }),
    );
    const done = await completeSetUp(service, user.tokens, { otp: freshCode(last.secret), deviceId: last.deviceId });
    expect(done.status).toBe(200);
  });
});
