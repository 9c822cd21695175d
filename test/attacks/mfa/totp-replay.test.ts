// Threat: a code of an authenticator is seen over a shoulder, or caught on its way, and used again: at once, a step later,
// at another device, at step-up, or after the clock jumped back. Each step counts once, and only while it is fresh.
import { beforeAll, describe, expect, test } from '@jest/globals';
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
import { type Tenant, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const WRONG = [400, 'MFA_CODE_INVALID'];
const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant({ session: { maxPerUser: 50 } });
});

/** A login with the code, whatever comes of it. */
const tryLogin = async (person: Person, code: string) => verify(service, await pendingLogin(service, person), code);

describe('the window', () => {
  test('takes the step that is and the one before, none that is older or to come', async () => {
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

  test('goes on only: after the code of a step the one before it is void', async () => {
    const person = await enrol(service, tenant);
    advance(5 * MINUTE);
    expect((await tryLogin(person, freshCode(person.secret))).status).toBe(200);
    expect(answerOf(await tryLogin(person, totp(person.secret, -1)))).toEqual(WRONG);
  });
});

describe('a code that was accepted', () => {
  test('at a login is none at the next, nor at step-up', async () => {
    const person = await enrol(service, tenant);
    const code = freshCode(person.secret);
    const session = (await tryLogin(person, code)).body;
    expect(answerOf(await tryLogin(person, code))).toEqual(WRONG);
    expect(answerOf(await verify(service, session, code))).toEqual(WRONG);
    expect((await me(service, session)).status).toBe(200);
  });

  test('at step-up is none at step-up again, nor at a login', async () => {
    const person = await enrol(service, tenant);
    const session = await logIn(service, person);
    const code = freshCode(person.secret);
    const { body: renewed, status } = await verify(service, session, code);
    expect(status).toBe(200);
    expect(answerOf(await verify(service, renewed, code))).toEqual(WRONG);
    expect(answerOf(await tryLogin(person, code))).toEqual(WRONG);
  });

  test('by the set-up is none at a login, nor at another set-up', async () => {
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

describe('all at once', () => {
  test('fifty logins with one code: one is let in, the others are too late or have to wait', async () => {
    const person = await enrol(service, tenant);
    const logins = await pendingLogins(service, person, 50);
    const code = freshCode(person.secret);
    const replies = await race(50, (caller) => verify(service, logins[caller]!, code));
    const { 200: won, '400 MFA_CODE_INVALID': late = 0, '429 ACCOUNT_LOCKED': waiting = 0 } = outcomes(replies);
    expect([won, late + waiting]).toEqual([1, 49]);
  });
});

describe('two authenticators', () => {
  test('have codes of their own, each good once', async () => {
    const person = await enrol(service, tenant);
    const other = { ...person, ...(await addDevice(service, person.tokens)) };
    nextStep();
    const codes = [person, other].map(({ secret }) => totp(secret));
    for (const code of codes) expect((await tryLogin(person, code)).status).toBe(200);
    for (const code of codes) expect(answerOf(await tryLogin(person, code))).toEqual(WRONG);
  });

  test('of one account let one login in for each code', async () => {
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
  ])('by %s accepts no code again, and breaks nothing', async (_, ms) => {
    const person = await enrol(service, tenant);
    advance(2 * MINUTE);
    const code = freshCode(person.secret);
    const session = (await tryLogin(person, code)).body;
    await later(-ms, async () => {
      const pending = await service.login(person);
      expect(pending.body.isRequiresMfa).toBe(true);
      // What was shown before, what the app shows now, and what it will show next.
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
