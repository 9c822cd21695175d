// Threat: one TOTP code opens two sessions, because two logins compare it before either has consumed it.
// Limits are off so that every login reaches the write that decides.
import { beforeAll, expect, test } from '@jest/globals';
import { callers, nextStep } from '../../support/admins.ts';
import { cookieHeader } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService({ GATEHOUSE_LIMITS: 'off' });
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

test('one of thirty parallel admin logins with the same TOTP code succeeds, five times in a row', async () => {
  const { secret, ...account } = await call.secured();
  for (let round = 0; round < 5; round++) {
    nextStep();
    const otp = totp(secret);
    const replies = await race(30, () => call.login({ ...account, otp }));
    expect(outcomes(replies)).toEqual({ 201: 1, '400 MFA_CODE_INVALID': 29 });
    const winner = replies.find(({ status }) => status === 201)!;
    expect((await call.me(cookieHeader(winner))).status).toBe(200);
  }
});

test('at most one login per time step succeeds when thirty admin logins race with the codes of two steps', async () => {
  const { secret, ...account } = await call.secured();
  nextStep();
  nextStep();
  const replies = await race(30, (caller) => call.login({ ...account, otp: totp(secret, -(caller % 2)) }));
  const { 201: opened = 0, '400 MFA_CODE_INVALID': refused = 0 } = outcomes(replies);
  expect([1, 2]).toContain(opened);
  expect(opened + refused).toBe(30);
});
