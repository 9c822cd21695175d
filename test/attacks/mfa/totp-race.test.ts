// Threat: one TOTP code, sent by many callers at the same time, opens more than one session.
// Limits are off so that every code is compared.
import { describe, expect, test } from '@jest/globals';
import { enrol, freshCode, logIn, me, pendingLogin, type Tokens, verify } from '../../support/factors.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';

const CALLERS = 50;
const service = useService({ GATEHOUSE_LIMITS: 'off' });
const tenant = prepared(() => service.tenant({ session: { maxPerUser: 50 } }));
const person = prepared(() => enrol(service, tenant));

describe('one TOTP code', () => {
  test.each([1, 2, 3])('completes one of fifty pending logins in time step %i', async () => {
    const waiting = await race(CALLERS, () => pendingLogin(service, person));
    const code = freshCode(person.secret);
    const replies = await race(CALLERS, (caller) => verify(service, waiting[caller]!, code));
    expect(outcomes(replies)).toEqual({ 200: 1, '400 MFA_CODE_INVALID': CALLERS - 1 });
    const [winner] = replies.filter(({ status }) => status === 200);
    expect((await me(service, winner?.body)).status).toBe(200);
    // The refused logins stay pending and accept the next code.
    const late = replies.findIndex(({ status }) => status !== 200);
    expect((await verify(service, waiting[late]!, freshCode(person.secret))).status).toBe(200);
  });

  test('completes one pending login once when fifty callers send it', async () => {
    const pending = await pendingLogin(service, person);
    const code = freshCode(person.secret);
    const replies = await race(CALLERS, () => verify(service, pending, code));
    expect(outcomes(replies)['200']).toBe(1);
    expect(replies.every(({ status }) => [200, 400, 401].includes(status))).toBe(true);
  });

  test('is accepted once when logins and step-ups use it in parallel', async () => {
    const session = await logIn(service, person);
    const sessions: Tokens[] = await race(CALLERS, (caller) =>
      caller % 2 ? Promise.resolve(session) : pendingLogin(service, person),
    );
    const code = freshCode(person.secret);
    const replies = await race(CALLERS, (caller) => verify(service, sessions[caller]!, code));
    expect(outcomes(replies)['200']).toBe(1);
    expect(replies.every(({ status }) => [200, 400, 401].includes(status))).toBe(true);
  });

  test('completes one login when each of fifty logins also sends a wrong code', async () => {
    const waiting = await race(CALLERS, () => pendingLogin(service, person));
    const code = freshCode(person.secret);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const replies = await race(2 * CALLERS, (caller) =>
      verify(service, waiting[caller % CALLERS]!, caller < CALLERS ? code : wrong),
    );
    expect(outcomes(replies)['200']).toBe(1);
  });
});
