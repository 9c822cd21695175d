// Threat: one code of an authenticator, sent by many at the same moment, opens more than one session. Here nothing is
// limited, so that every one of them is really compared.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { enrol, freshCode, logIn, me, type Person, pendingLogin, type Tokens, verify } from '../../support/factors.ts';
import { outcomes, race } from '../../support/race.ts';
import { type Tenant, useService } from '../../support/service.ts';

const CALLERS = 50;
const service = useService({ GATEHOUSE_LIMITS: 'off' });
let tenant: Tenant;
let person: Person;
beforeAll(async () => {
  tenant = await service.tenant({ session: { maxPerUser: 50 } });
  person = await enrol(service, tenant);
});

describe('one code', () => {
  test.each([1, 2, 3])('in fifty pending logins completes one, step after step (%i)', async () => {
    const waiting = await race(CALLERS, () => pendingLogin(service, person));
    const code = freshCode(person.secret);
    const replies = await race(CALLERS, (caller) => verify(service, waiting[caller]!, code));
    expect(outcomes(replies)).toEqual({ 200: 1, '400 MFA_CODE_INVALID': CALLERS - 1 });
    const [winner] = replies.filter(({ status }) => status === 200);
    expect((await me(service, winner?.body)).status).toBe(200);
    // Those who were late may try again with the next code; their logins are what they were.
    const late = replies.findIndex(({ status }) => status !== 200);
    expect((await verify(service, waiting[late]!, freshCode(person.secret))).status).toBe(200);
  });

  test('by fifty callers in one pending login completes it once', async () => {
    const pending = await pendingLogin(service, person);
    const code = freshCode(person.secret);
    const replies = await race(CALLERS, () => verify(service, pending, code));
    expect(outcomes(replies)['200']).toBe(1);
    expect(replies.every(({ status }) => [200, 400, 401].includes(status))).toBe(true);
  });

  test('in logins and step-ups at once counts for one of them', async () => {
    const session = await logIn(service, person);
    const sessions: Tokens[] = await race(CALLERS, (caller) =>
      caller % 2 ? Promise.resolve(session) : pendingLogin(service, person),
    );
    const code = freshCode(person.secret);
    const replies = await race(CALLERS, (caller) => verify(service, sessions[caller]!, code));
    expect(outcomes(replies)['200']).toBe(1);
    expect(replies.every(({ status }) => [200, 400, 401].includes(status))).toBe(true);
  });

  test('with a wrong one beside it in every login lets one in', async () => {
    const waiting = await race(CALLERS, () => pendingLogin(service, person));
    const code = freshCode(person.secret);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const replies = await race(2 * CALLERS, (caller) =>
      verify(service, waiting[caller % CALLERS]!, caller < CALLERS ? code : wrong),
    );
    expect(outcomes(replies)['200']).toBe(1);
  });
});
