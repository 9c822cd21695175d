// Threat: a recovery code is used more than once: again, in parallel, after a new set was generated, or on another
// account.
// Or an attacker guesses one.
import { describe, expect, test } from '@jest/globals';
import { recoveryCodeHash } from '../../../lib/crypto/recovery-codes.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { answerOf, HOUR, MINUTE } from '../../support/api.ts';
import {
  enrol,
  freshCode,
  logIn,
  me,
  type Person,
  pendingLogin,
  pendingLogins,
  recover,
  recoveryCodes,
  type Tokens,
  verify,
} from '../../support/factors.ts';
import { outcomes, race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const INVALID = [400, 'MFA_RECOVERY_CODE_INVALID'];
const UNKNOWN = 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF';
const service = useService();
const tenant = prepared(() => service.tenant());

/** Creates a user with an authenticator and a set of recovery codes. */
async function userWithCodes(): Promise<Person & { codes: string[]; code: string }> {
  const person = await enrol(service, tenant);
  const codes = await recoveryCodes(service, person.tokens);
  return { ...person, codes, code: codes[0] as string };
}
const tryCode = async (person: Person, code: string) => recover(service, await pendingLogin(service, person), code);
/** The stored digests of the account's unused codes. */
const storedDigests = async (person: Person): Promise<string[]> => {
  const row = (await everyRow()).find(({ type, pk }) => type === 'recovery-codes' && pk.endsWith(`#${person.id}`));
  return [...((row?.hashes as Set<string> | undefined) ?? [])];
};
const reset = (tokens: Tokens, code?: string) =>
  service.post('/auth/mfa/reset-totp', code === undefined ? {} : { code }, { headers: bearer(tokens) });

describe('a recovery code', () => {
  test('is accepted once and then refused in every spelling', async () => {
    const { code, ...person } = await userWithCodes();
    expect((await tryCode(person, code)).status).toBe(200);
    for (const spelled of [code, code.toLowerCase(), code.replaceAll('-', ''), code.replaceAll('-', ' ')])
      expect(answerOf(await tryCode(person, spelled))).toEqual(INVALID);
    expect(await storedDigests(person)).toHaveLength(9);
  });

  test('completes one of fifty parallel logins', async () => {
    const { code, ...person } = await userWithCodes();
    const logins = await pendingLogins(service, person, 50);
    const replies = await race(50, (caller) => recover(service, logins[caller]!, code));
    const { 200: won, '400 MFA_RECOVERY_CODE_INVALID': late = 0, '429 ACCOUNT_LOCKED': locked = 0 } = outcomes(replies);
    expect([won, late + locked]).toEqual([1, 49]);
    expect(await storedDigests(person)).toHaveLength(9);
  });

  test('keeps the account’s factors and other sessions when it is used', async () => {
    const { code, ...person } = await userWithCodes();
    const { body } = await tryCode(person, code);
    expect((await me(service, body)).body.isMfaEnabled).toBe(true);
    expect((await me(service, person.tokens)).status).toBe(200);
    expect((await service.login(person)).body.isRequiresMfa).toBe(true);
  });

  test('is refused for another account and stays valid for its owner', async () => {
    const [mallory, victim] = [await userWithCodes(), await userWithCodes()];
    for (const session of [await pendingLogin(service, mallory), mallory.tokens])
      expect(answerOf(await recover(service, session, victim.code, { userId: victim.id }))).toEqual(INVALID);
    expect(answerOf(await reset(mallory.tokens, victim.code))).toEqual(INVALID);
    expect((await tryCode(victim, victim.code)).status).toBe(200);
  });

  test('that does not exist gets the same reply from accounts with and without recovery codes', async () => {
    const [some, none] = [await userWithCodes(), await enrol(service, tenant)];
    const [one, other] = [await tryCode(some, UNKNOWN), await tryCode(none, UNKNOWN)];
    expect(one.text).toBe(other.text);
    expect(answerOf(one)).toEqual(INVALID);
  });
});

describe('guesses of a recovery code', () => {
  test('are limited to five an hour across logins, then the correct code is refused too', async () => {
    const { code, ...person } = await userWithCodes();
    for (let at = 0; at < 5; at++) expect(answerOf(await tryCode(person, UNKNOWN))).toEqual(INVALID);
    const sixth = await tryCode(person, code);
    expect(answerOf(sixth)).toEqual([429, 'ACCOUNT_LOCKED']);
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect(answerOf(await reset(person.tokens, code))).toEqual([429, 'ACCOUNT_LOCKED']);
    // They do not limit the authenticator.
    expect((await verify(service, await pendingLogin(service, person), freshCode(person.secret))).status).toBe(200);
    advance(HOUR + MINUTE);
    expect((await tryCode(person, code)).status).toBe(200);
  });

  test('are limited to five of a hundred parallel ones', async () => {
    const person = await userWithCodes();
    const logins = await pendingLogins(service, person, 10);
    const replies = await race(100, (caller) => recover(service, logins[caller % 10]!, UNKNOWN));
    expect(outcomes(replies)).toEqual({ '400 MFA_RECOVERY_CODE_INVALID': 5, '429 ACCOUNT_LOCKED': 95 });
  });

  test('at login and at the reset of authenticators count together', async () => {
    const person = await userWithCodes();
    for (let at = 0; at < 3; at++) await tryCode(person, UNKNOWN);
    for (let at = 0; at < 2; at++) expect(answerOf(await reset(person.tokens, UNKNOWN))).toEqual(INVALID);
    expect(answerOf(await reset(person.tokens, UNKNOWN))).toEqual([429, 'ACCOUNT_LOCKED']);
    expect(answerOf(await tryCode(person, UNKNOWN))).toEqual([429, 'ACCOUNT_LOCKED']);
  });
});

describe('a new set of recovery codes', () => {
  test('voids the old set', async () => {
    const person = await userWithCodes();
    const [fresh] = await recoveryCodes(service, person.tokens);
    expect(answerOf(await tryCode(person, person.code))).toEqual(INVALID);
    expect((await tryCode(person, fresh as string)).status).toBe(200);
  });

  test('is one of ten sets generated in parallel, complete, and the other nine are void', async () => {
    const person = await userWithCodes();
    const sets = await race(10, () => recoveryCodes(service, person.tokens));
    const stored = (await storedDigests(person)).toSorted();
    const digests = sets.map((codes) => codes.map((code) => recoveryCodeHash(code) as string).toSorted());
    expect(digests.filter((each) => JSON.stringify(each) === JSON.stringify(stored))).toHaveLength(1);
  });

  test('is stored complete when an old code is used in parallel, which succeeds at most once', async () => {
    const person = await userWithCodes();
    const logins = await pendingLogins(service, person, 20);
    const sets: string[][] = [];
    const replies = await race(20, async (caller) => {
      if (caller % 4) return recover(service, logins[caller]!, person.code);
      sets.push(await recoveryCodes(service, person.tokens));
      return undefined;
    });
    const used = replies.filter((reply) => reply !== undefined);
    expect(used.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(used.every(({ status }) => [200, 400, 429].includes(status))).toBe(true);
    const stored = await storedDigests(person);
    const setDigests = sets.map((codes) => new Set(codes.map((code) => recoveryCodeHash(code) as string)));
    expect(setDigests.filter((each) => stored.every((digest) => each.has(digest)))).toHaveLength(1);
    expect(stored).toHaveLength(10);
  });

  test('cannot be generated with the password alone before the account has a second factor', async () => {
    const user = await service.signup(tenant);
    const thief = (await service.login(user)).body;
    const reply = await service.post('/auth/mfa/generate-recovery-code', {}, { headers: bearer(thief) });
    expect(answerOf(reply)).toEqual([403, 'MFA_NOT_ENABLED']);
    expect(reply.text).not.toMatch(/[A-Z2-7]{4}-[A-Z2-7]{4}/);
  });
});

describe('POST /auth/mfa/reset-totp', () => {
  test('succeeds once and uses one code when twenty callers send the same code', async () => {
    const { code, ...person } = await userWithCodes();
    const replies = await race(20, () => reset(person.tokens, code));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.every(({ status }) => [200, 400, 401, 403, 429].includes(status))).toBe(true);
    // The other codes end with the second factor.
    expect(await storedDigests(person)).toEqual([]);
    expect((await service.login(person)).body.isRequiresMfa).toBe(false);
  });

  test('and a login with the same recovery code in parallel succeed once in total', async () => {
    const { code, ...person } = await userWithCodes();
    const session = await logIn(service, person);
    const logins = await pendingLogins(service, person, 10);
    const replies = await race(20, (caller) =>
      caller % 2 ? reset(session, code) : recover(service, logins[caller / 2]!, code),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.every(({ status }) => [200, 400, 401, 403, 429].includes(status))).toBe(true);
    // The other codes end with the second factor, if the reset was the one.
    const isReset = replies.findIndex(({ status }) => status === 200) % 2 === 1;
    expect(await storedDigests(person)).toHaveLength(isReset ? 0 : 9);
  });

  test('refuses a pending login with or without a recovery code', async () => {
    const { code, ...person } = await userWithCodes();
    const pending = await pendingLogin(service, person);
    for (const each of [code, undefined]) expect(answerOf(await reset(pending, each))).toEqual([401, 'MFA_REQUIRED']);
    expect(await storedDigests(person)).toHaveLength(10);
  });
});
