// Tests how often a second factor may be guessed at POST /auth/mfa/verify.
import { describe, expect, test } from '@jest/globals';
import { adminSession, answerOf, claimsOf, HOUR, later, refusal } from '../../support/api.ts';
import { otherThan } from '../../support/messages.ts';
import { act, challenged, enrol, enrolled, nextCode, pending, person, prove } from '../../support/mfa.ts';
import { outcomes, race } from '../../support/race.ts';
import { prepared, type User, useService } from '../../support/service.ts';
import { codeBefore, totp } from '../../support/totp.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type Tokens = User['tokens'];
type Enrolled = Awaited<ReturnType<typeof enrolled>>;
const USERS = '/auth/admin/api/users';
const idOf = ({ tokens }: Enrolled) => claimsOf(tokens.accessToken).sub;
const verify = (tokens: Tokens, otp: string, method = 'totp') => act(service, tokens, 'verify', { method, otp });
/** Returns a code of none of the accepted time steps. */
const wrongCode = (secret: string): string => {
  const accepted = [codeBefore(secret), totp(secret), totp(secret, 1)];
  return ['123456', '234567', '345678', '456789'].find((code) => !accepted.includes(code)) as string;
};

async function guessWrong({ secret }: { secret: string }, tokens: Tokens, times: number): Promise<void> {
  for (let guess = 0; guess < times; guess++)
    expect(answerOf(await verify(tokens, wrongCode(secret)))).toEqual(refusal('MFA_CODE_INVALID'));
}

describe('POST /auth/mfa/verify limit of ten wrong codes an hour', () => {
  test('rejects the right code afterwards, on every login, by every method and in full sessions', async () => {
    const user = await person(service, tenant);
    const { secret } = await enrol(service, user);
    const [one, two] = [await pending(service, user), await pending(service, user)];
    const code = await challenged(service, two, 'email', user.email);
    await guessWrong({ secret }, one, 10);
    const reply = await prove(service, one, secret);
    expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LOCKED'));
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3000);
    expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(3600);
    const third = await pending(service, user);
    for (const tokens of [two, third, user.tokens])
      expect(answerOf(await prove(service, tokens, secret))).toEqual(refusal('ACCOUNT_LOCKED'));
    expect(answerOf(await verify(two, code, 'email'))).toEqual(refusal('ACCOUNT_LOCKED'));
    await later(HOUR, async () => {
      expect((await prove(service, await pending(service, user), secret)).status).toBe(200);
    });
  });

  test('counts wrong codes by e-mail together with those of the authenticator', async () => {
    const user = await person(service, tenant);
    const { secret } = await enrol(service, user);
    const tokens = await pending(service, user);
    const code = await challenged(service, tokens, 'email', user.email);
    for (let guess = 0; guess < 5; guess++)
      expect(answerOf(await verify(tokens, otherThan(code), 'email'))).toEqual(refusal('MFA_CODE_INVALID'));
    await guessWrong({ secret }, tokens, 5);
    expect(answerOf(await prove(service, tokens, secret))).toEqual(refusal('ACCOUNT_LOCKED'));
  });

  test('does not count a right code and does not forget the wrong ones before it', async () => {
    const user = await enrolled(service, tenant);
    await guessWrong(user, await pending(service, user), 9);
    for (let login = 0; login < 3; login++)
      expect((await prove(service, await pending(service, user), user.secret)).status).toBe(200);
    const tokens = await pending(service, user);
    await guessWrong(user, tokens, 1);
    expect(answerOf(await prove(service, tokens, user.secret))).toEqual(refusal('ACCOUNT_LOCKED'));
  });

  test('compares ten of thirty parallel guesses', async () => {
    const user = await enrolled(service, tenant);
    const logins = await Promise.all(Array.from({ length: 3 }, () => pending(service, user)));
    nextCode(user.secret);
    const code = wrongCode(user.secret);
    const replies = await race(30, (caller) => verify(logins[caller % 3] as Tokens, code));
    expect(outcomes(replies)).toEqual({ '400 MFA_CODE_INVALID': 10, '429 ACCOUNT_LOCKED': 20 });
  });

  test('applies to the account only: the password and other users still work', async () => {
    const [user, other] = [await enrolled(service, tenant), await enrolled(service, tenant)];
    await guessWrong(user, await pending(service, user), 10);
    await pending(service, user);
    expect((await prove(service, await pending(service, other), other.secret)).status).toBe(200);
  });
});

describe('POST /auth/mfa/verify limit of fifty wrong codes in a row', () => {
  const HOURS = 5;

  /** Sends ten wrong codes an hour, as a caller who knows the password could. */
  async function exhaustGuesses(user: Enrolled): Promise<Enrolled> {
    for (let hour = 0; hour < HOURS; hour++)
      await later(hour * HOUR, async () => guessWrong(user, await pending(service, user), 10));
    return user;
  }
  /** Returns the outcome of a login after the guesses of the last hour no longer count. */
  const login = (user: Enrolled, { secret }: { secret: string } = user, hours = HOURS) =>
    later(hours * HOUR, async () => answerOf(await prove(service, await pending(service, user), secret)));
  const IN = [200, undefined];

  test('locks the second factor for good until a recovery code is used', async () => {
    const user = await enrolled(service, tenant);
    const { code } = (await act(service, user.tokens, 'generate-recovery-code')).body;
    await exhaustGuesses(user);
    for (const hours of [HOURS, 30 * 24]) expect(await login(user, user, hours)).toEqual(refusal('ACCOUNT_LOCKED'));
    const reply = await later(HOURS * HOUR, async () =>
      act(service, await pending(service, user), 'verify-recovery-code', { code }),
    );
    expect(reply.status).toBe(200);
    expect(await login(user)).toEqual(IN);
  });

  test('is reset by an admin who sets whether a second factor is needed', async () => {
    const user = await exhaustGuesses(await enrolled(service, tenant));
    expect(await login(user)).toEqual(refusal('ACCOUNT_LOCKED'));
    await service.admin('PATCH', `${USERS}/${idOf(user)}`, { isMfaEnabled: true });
    expect(await login(user)).toEqual(IN);
  });

  test('is reset by an admin who removes an authenticator', async () => {
    const user = await enrolled(service, tenant);
    const second = await enrol(service, user);
    await exhaustGuesses(user);
    expect(await login(user)).toEqual(refusal('ACCOUNT_LOCKED'));
    const headers = { cookie: await adminSession(service) };
    await service.send('DELETE', `${USERS}/${idOf(user)}/totp-devices/${user.deviceId}`, { headers });
    expect(await login(user, second)).toEqual(IN);
  });

  test('is reset by a right code in between', async () => {
    const user = await enrolled(service, tenant);
    for (let hour = 0; hour <= HOURS; hour++) {
      await later(hour * HOUR, async () => guessWrong(user, await pending(service, user), 9));
      if (hour === 2) expect(await login(user, user, hour)).toEqual(IN);
    }
    expect(await login(user, user, HOURS + 1)).toEqual(IN);
  });
});
