// Threat: whoever has the password guesses the second factor: over many logins, many sessions at once, one method after
// the other, with new codes in between, slowly over days. An account has ten guesses an hour and fifty in a row, and the
// right code is none of them once they are used up.
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
/** Uses the guesses of the hour up. */
async function lock(person: Person): Promise<Tokens> {
  const tokens = await pendingLogin(service, person);
  expect(outcomes(await repeat(MAX, () => guess(person, tokens)))).toEqual({ [WRONG]: MAX });
  return tokens;
}

function expectLocked(reply: Reply): void {
  expect([reply.status, reply.body.code]).toEqual([429, 'ACCOUNT_LOCKED']);
  expect(reply.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(3600);
}

describe('an hour', () => {
  test('of ten fresh logins with five guesses each has ten, then not even the right code counts', async () => {
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

  test('of a hundred guesses at once has ten', async () => {
    const person = await enrol(service, tenant);
    const logins = await pendingLogins(service, person, 20);
    const codes = Array.from({ length: 100 }, () => wrongCode(person.secret));
    const replies = await race(100, (caller) => verify(service, logins[caller % 20]!, codes[caller] as string));
    expect(outcomes(replies)).toEqual({ [WRONG]: MAX, [LOCKED]: 90 });
  });

  test('is the same for every method together, however many codes are sent in between', async () => {
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

  test('is not begun anew by a refresh, another login, another session or a new challenge', async () => {
    const person = await enrol(service, tenant);
    const session = await logIn(service, person);
    const tokens = await lock(person);
    const code = freshCode(person.secret);
    const refreshed: Tokens = (await refresh(service, tokens)).body;
    await challenge(service, refreshed, 'totp');
    const again = await pendingLogin(service, person);
    for (const each of [tokens, refreshed, again, session, person.tokens])
      expectLocked(await verify(service, each, code));
  });

  test('is not made longer by what is refused in it, and the next one has ten again', async () => {
    const person = await enrol(service, tenant);
    await lock(person);
    const tokens = await pendingLogin(service, person);
    await repeat(30, () => guess(person, tokens));
    advance(HOUR - 5 * MINUTE);
    expectLocked(await guess(person, await pendingLogin(service, person)));
    advance(6 * MINUTE);
    expect((await verify(service, await pendingLogin(service, person), freshCode(person.secret))).status).toBe(200);
  });

  test('gives a right code its own guess back and no other', async () => {
    const person = await enrol(service, tenant);
    const tokens = await pendingLogin(service, person);
    await repeat(MAX - 1, () => guess(person, tokens));
    for (let round = 0; round < 3; round++) await logIn(service, person);
    const last = await pendingLogin(service, person);
    expect(outcomes(await repeat(3, () => guess(person, last)))).toEqual({ [WRONG]: 1, [LOCKED]: 2 });
  });
});

describe('nobody else is kept out', () => {
  test('not another account of the tenant, nor the same address in another tenant', async () => {
    const email = newEmail();
    const victim = await enrol(service, tenant, email);
    const neighbour = await enrol(service, tenant);
    const namesake = await enrol(service, elsewhere, email);
    await lock(victim);
    for (const person of [neighbour, namesake]) await logIn(service, person);
    expectLocked(await verify(service, await pendingLogin(service, victim), freshCode(victim.secret)));
  });

  test('nor the owner, by whoever has no password: what he sends is no guess', async () => {
    const [victim, stranger] = [await enrol(service, tenant), await enrol(service, tenant)];
    const theirs = await pendingLogin(service, stranger);
    const body = { method: 'totp', otp: '000000', email: victim.email, userId: victim.id, sub: victim.id };
    const headers = [{}, { authorization: 'Bearer x' }, { authorization: `Bearer ${victim.tokens.refreshToken}` }];
    for (const each of headers)
      await repeat(MAX, () => service.post('/auth/mfa/verify', body, { headers: each as Record<string, string> }));
    await repeat(MAX, () => verify(service, theirs, '000000', 'totp', { userId: victim.id, tenantId: tenant.id }));
    await race(20, () => service.login({ ...victim, password: newPassword() }));
    advance(16 * MINUTE);
    await logIn(service, victim);
  });

  test('nor the owner who has a recovery code, and with it the guesses begin anew', async () => {
    const person = await enrol(service, tenant);
    const [code] = await recoveryCodes(service, person.tokens);
    const tokens = await lock(person);
    expect((await recover(service, tokens, code as string)).status).toBe(200);
    await logIn(service, person);
  });
});

describe('slowly', () => {
  /** Fifty wrong codes over five hours. */
  async function exhaust(person: Person): Promise<void> {
    for (let hour = 0; hour < 5; hour++) {
      await lock(person);
      advance(HOUR + MINUTE);
    }
  }

  test('fifty in a row are all, however long one waits, until a recovery code', async () => {
    const person = await enrol(service, tenant);
    const [code] = await recoveryCodes(service, person.tokens);
    await exhaust(person);
    const right = async () => verify(service, await pendingLogin(service, person), freshCode(person.secret));
    expect([(await right()).body.code, (await later(24 * HOUR, right)).body.code]).toEqual([
      'ACCOUNT_LOCKED',
      'ACCOUNT_LOCKED',
    ]);
    expect((await recover(service, await pendingLogin(service, person), code as string)).status).toBe(200);
    await logIn(service, person);
  });

  test('or until an admin says that a second factor is needed, or that it isn’t', async () => {
    const person = await enrol(service, tenant);
    await exhaust(person);
    const right = async () => verify(service, await pendingLogin(service, person), freshCode(person.secret));
    expect((await right()).body.code).toBe('ACCOUNT_LOCKED');
    expect((await admin(service, 'PATCH', person.id, { isMfaEnabled: true })).status).toBe(200);
    expect((await right()).status).toBe(200);
  });

  test('a right code in between ends the row', async () => {
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

describe('set-ups', () => {
  test('take ten guesses each, the right code included', async () => {
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

  test('are five at most, and each is its own: guesses at one are none at another', async () => {
    const user = await service.signup(tenant);
    const begun: { secret: string; deviceId: string }[] = [];
    for (let at = 0; at < 7; at++) {
      begun.push((await setUp(service, user.tokens)).body);
      advance(1000);
    }
    const rows = (await everyRow()).filter(({ type, pk }) => type === 'totp-setup' && pk.includes(user.tenant.id));
    const mine = rows.filter(({ id }) => begun.some(({ deviceId }) => deviceId === id));
    expect(mine).toHaveLength(5);
    const [gone, guessed, last] = [begun[0]!, begun[5]!, begun[6]!];
    expect(
      (await completeSetUp(service, user.tokens, { otp: freshCode(gone.secret), deviceId: gone.deviceId })).body.code,
    ).toBe('MFA_DEVICE_NOT_FOUND');
    await race(20, () =>
      completeSetUp(service, user.tokens, { otp: wrongCode(guessed.secret), deviceId: guessed.deviceId }),
    );
    const done = await completeSetUp(service, user.tokens, { otp: freshCode(last.secret), deviceId: last.deviceId });
    expect(done.status).toBe(200);
  });
});
