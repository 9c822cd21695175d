// Threat: an attacker sees or intercepts a TOTP code and uses it again: at once, a step later, with another device, at
// step-up, or after the clock jumped back. Each time step is accepted once, and only while it is recent.
import { describe, expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { answerOf, DAY, HOUR, later, MINUTE } from '../../support/api.ts';
import {
  addDevice,
  completeSetUp,
  enrol,
  freshCode,
  logIn,
  me,
  nextStep,
  type Person,
  pendingLogin,
  pendingLogins,
  setUp,
  verify,
} from '../../support/factors.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const WRONG = [400, 'MFA_CODE_INVALID'];
const service = useService();
const tenant = prepared(() => service.tenant({ session: { maxPerUser: 50 } }));

/** Logs in and sends the code. Returns the reply, also when it is refused. */
const tryLogin = async (person: Person, code: string) => verify(service, await pendingLogin(service, person), code);

describe('the TOTP window', () => {
  test('accepts the current and the previous time step, and no older or future one', async () => {
    const person = await enrol(service, tenant);
    advance(5 * MINUTE);
    nextStep();
    const at = async (ahead: number) => answerOf(await tryLogin(person, totp(person.secret, ahead)));
    expect([await at(-2), await at(1), await at(2)]).toEqual([WRONG, WRONG, WRONG]);
    expect([await at(-1), await at(0)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect([await at(-1), await at(0), await at(1)]).toEqual([WRONG, WRONG, WRONG]);
  });

  test('moves forward only: a code of the previous step is refused after the current one was used', async () => {
    const person = await enrol(service, tenant);
    advance(5 * MINUTE);
    expect((await tryLogin(person, freshCode(person.secret))).status).toBe(200);
    expect(answerOf(await tryLogin(person, totp(person.secret, -1)))).toEqual(WRONG);
  });
});

describe('an accepted TOTP code', () => {
  test('at a login is refused at the next login and at step-up', async () => {
    const person = await enrol(service, tenant);
    const code = freshCode(person.secret);
    const session = (await tryLogin(person, code)).body;
    expect(answerOf(await tryLogin(person, code))).toEqual(WRONG);
    expect(answerOf(await verify(service, session, code))).toEqual(WRONG);
    expect((await me(service, session)).status).toBe(200);
  });

  test('at step-up is refused at the next step-up and at a login', async () => {
    const person = await enrol(service, tenant);
    const session = await logIn(service, person);
    const code = freshCode(person.secret);
    const { body: renewed, status } = await verify(service, session, code);
    expect(status).toBe(200);
    expect(answerOf(await verify(service, renewed, code))).toEqual(WRONG);
    expect(answerOf(await tryLogin(person, code))).toEqual(WRONG);
  });

  test('at set-up is refused at a login and at another set-up', async () => {
    const user = await service.signup(tenant);
    const { secret, deviceId } = (await setUp(service, user.tokens)).body;
    const otp = freshCode(secret);
    const body = { otp, deviceId };
    expect((await completeSetUp(service, user.tokens, body)).status).toBe(200);
    const pending = await pendingLogin(service, user);
    expect(answerOf(await verify(service, pending, otp))).toEqual(WRONG);
    expect(answerOf(await verify(service, pending, totp(secret, -1)))).toEqual(WRONG);
    expect(answerOf(await completeSetUp(service, user.tokens, body))).toEqual(WRONG);
    expect((await verify(service, pending, freshCode(secret))).status).toBe(200);
  });
});

describe('fifty parallel logins', () => {
  test('with one TOTP code complete once, the others are refused or locked', async () => {
    const person = await enrol(service, tenant);
    const logins = await pendingLogins(service, person, 50);
    const code = freshCode(person.secret);
    const replies = await race(50, (caller) => verify(service, logins[caller]!, code));
    const { 200: won, '400 MFA_CODE_INVALID': late = 0, '429 ACCOUNT_LOCKED': waiting = 0 } = outcomes(replies);
    expect([won, late + waiting]).toEqual([1, 49]);
  });
});

describe('two authenticators of one account', () => {
  test('have separate codes, each accepted once', async () => {
    const person = await enrol(service, tenant);
    const other = { ...person, ...(await addDevice(service, person.tokens)) };
    nextStep();
    const codes = [person, other].map(({ secret }) => totp(secret));
    for (const code of codes) expect((await tryLogin(person, code)).status).toBe(200);
    for (const code of codes) expect(answerOf(await tryLogin(person, code))).toEqual(WRONG);
  });

  test('complete one login for each code when eight logins race', async () => {
    const person = await enrol(service, tenant);
    const { secret } = await addDevice(service, person.tokens);
    const waiting = await Promise.all(Array.from({ length: 8 }, () => pendingLogin(service, person)));
    nextStep();
    const codes = [totp(person.secret), totp(secret)];
    const replies = await race(8, (caller) => verify(service, waiting[caller]!, codes[caller % 2] as string));
    expect(outcomes(replies)).toEqual({ 200: 2, '400 MFA_CODE_INVALID': 6 });
  });
});

describe('a clock that jumps back', () => {
  test.each([
    ['a minute', MINUTE],
    ['an hour', HOUR],
    ['a day', DAY],
  ])('by %s does not make a used code valid again or cause a server error', async (_, ms) => {
    const person = await enrol(service, tenant);
    advance(2 * MINUTE);
    const code = freshCode(person.secret);
    const session = (await tryLogin(person, code)).body;
    await later(-ms, async () => {
      const pending = await service.login(person);
      expect(pending.body.isRequiresMfa).toBe(true);
      // The code used before, the current one and the next one.
      for (const otp of [code, totp(person.secret), totp(person.secret, 1)])
        expect(answerOf(await verify(service, pending.body, otp))).toEqual(WRONG);
      expect((await me(service, session)).status).toBeLessThan(500);
      expect((await service.get('/auth/mfa/status')).status).toBeLessThan(500);
    });
    expect(answerOf(await tryLogin(person, code))).toEqual(WRONG);
    expect((await tryLogin(person, freshCode(person.secret))).status).toBe(200);
    expect((await me(service, session)).status).toBe(200);
  });
});
