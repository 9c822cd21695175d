// Threat: a recovery code is used more often than once: again, by many at a time, after a new set was made, on somebody
// else's account; or one is guessed.
import { beforeAll, describe, expect, test } from '@jest/globals';
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
import { bearer, type Tenant, useService } from '../../support/service.ts';

const INVALID = [400, 'MFA_RECOVERY_CODE_INVALID'];
const NOBODYS = 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF';
const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant();
});

/** Somebody with an authenticator and a set of recovery codes. */
async function prepared(): Promise<Person & { codes: string[]; code: string }> {
  const person = await enrol(service, tenant);
  const codes = await recoveryCodes(service, person.tokens);
  return { ...person, codes, code: codes[0] as string };
}
const tryCode = async (person: Person, code: string) => recover(service, await pendingLogin(service, person), code);
/** Digests of the codes that are left. */
const left = async (person: Person): Promise<string[]> => {
  const row = (await everyRow()).find(({ type, pk }) => type === 'recovery-codes' && pk.endsWith(`#${person.id}`));
  return [...((row?.hashes as Set<string> | undefined) ?? [])];
};
const reset = (tokens: Tokens, code?: string) =>
  service.post('/auth/mfa/reset-totp', code === undefined ? {} : { code }, { headers: bearer(tokens) });

describe('a recovery code', () => {
  test('works once, however it is spelled the second time', async () => {
    const { code, ...person } = await prepared();
    expect((await tryCode(person, code)).status).toBe(200);
    for (const spelled of [code, code.toLowerCase(), code.replaceAll('-', ''), code.replaceAll('-', ' ')])
      expect(answerOf(await tryCode(person, spelled))).toEqual(INVALID);
    expect(await left(person)).toHaveLength(9);
  });

  test('by fifty callers in fifty logins lets one in', async () => {
    const { code, ...person } = await prepared();
    const logins = await pendingLogins(service, person, 50);
    const replies = await race(50, (caller) => recover(service, logins[caller]!, code));
    const { 200: won, '400 MFA_RECOVERY_CODE_INVALID': late = 0, '429 ACCOUNT_LOCKED': locked = 0 } = outcomes(replies);
    expect([won, late + locked]).toEqual([1, 49]);
    expect(await left(person)).toHaveLength(9);
  });

  test('opens the account as it is: the factors stay, the other sessions too', async () => {
    const { code, ...person } = await prepared();
    const { body } = await tryCode(person, code);
    expect((await me(service, body)).body.isMfaEnabled).toBe(true);
    expect((await me(service, person.tokens)).status).toBe(200);
    expect((await service.login(person)).body.isRequiresMfa).toBe(true);
  });

  test('of somebody else is none, and is still his afterwards', async () => {
    const [mallory, victim] = [await prepared(), await prepared()];
    for (const session of [await pendingLogin(service, mallory), mallory.tokens])
      expect(answerOf(await recover(service, session, victim.code, { userId: victim.id }))).toEqual(INVALID);
    expect(answerOf(await reset(mallory.tokens, victim.code))).toEqual(INVALID);
    expect((await tryCode(victim, victim.code)).status).toBe(200);
  });

  test('of nobody is the same to an account that has some and one that has none', async () => {
    const [some, none] = [await prepared(), await enrol(service, tenant)];
    const [one, other] = [await tryCode(some, NOBODYS), await tryCode(none, NOBODYS)];
    expect(one.text).toBe(other.text);
    expect(answerOf(one)).toEqual(INVALID);
  });
});

describe('guesses', () => {
  test('are five an hour, over however many logins; then the right one waits as well', async () => {
    const { code, ...person } = await prepared();
    for (let at = 0; at < 5; at++) expect(answerOf(await tryCode(person, NOBODYS))).toEqual(INVALID);
    const sixth = await tryCode(person, code);
    expect(answerOf(sixth)).toEqual([429, 'ACCOUNT_LOCKED']);
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect(answerOf(await reset(person.tokens, code))).toEqual([429, 'ACCOUNT_LOCKED']);
    // The authenticator isn't kept waiting by them.
    expect((await verify(service, await pendingLogin(service, person), freshCode(person.secret))).status).toBe(200);
    advance(HOUR + MINUTE);
    expect((await tryCode(person, code)).status).toBe(200);
  });

  test('a hundred at once are five', async () => {
    const person = await prepared();
    const logins = await pendingLogins(service, person, 10);
    const replies = await race(100, (caller) => recover(service, logins[caller % 10]!, NOBODYS));
    expect(outcomes(replies)).toEqual({ '400 MFA_RECOVERY_CODE_INVALID': 5, '429 ACCOUNT_LOCKED': 95 });
  });

  test('at the way in and at the reset of authenticators are counted together', async () => {
    const person = await prepared();
    for (let at = 0; at < 3; at++) await tryCode(person, NOBODYS);
    for (let at = 0; at < 2; at++) expect(answerOf(await reset(person.tokens, NOBODYS))).toEqual(INVALID);
    expect(answerOf(await reset(person.tokens, NOBODYS))).toEqual([429, 'ACCOUNT_LOCKED']);
    expect(answerOf(await tryCode(person, NOBODYS))).toEqual([429, 'ACCOUNT_LOCKED']);
  });
});

describe('a new set', () => {
  test('voids the old one', async () => {
    const person = await prepared();
    const [fresh] = await recoveryCodes(service, person.tokens);
    expect(answerOf(await tryCode(person, person.code))).toEqual(INVALID);
    expect((await tryCode(person, fresh as string)).status).toBe(200);
  });

  test('made by ten at once is one of the ten, whole, and the others are void', async () => {
    const person = await prepared();
    const sets = await race(10, () => recoveryCodes(service, person.tokens));
    const stored = (await left(person)).toSorted();
    const digests = sets.map((codes) => codes.map((code) => recoveryCodeHash(code) as string).toSorted());
    expect(digests.filter((each) => JSON.stringify(each) === JSON.stringify(stored))).toHaveLength(1);
  });

  test('made while an old code is used: that counts once at most, and the set that is left is whole', async () => {
    const person = await prepared();
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
    const stored = await left(person);
    const whole = sets.map((codes) => new Set(codes.map((code) => recoveryCodeHash(code) as string)));
    expect(whole.filter((each) => stored.every((digest) => each.has(digest)))).toHaveLength(1);
    expect(stored).toHaveLength(10);
  });

  test('is nothing that whoever has the password can lay by until the owner has a second factor', async () => {
    const user = await service.signup(tenant);
    const thief = (await service.login(user)).body;
    const reply = await service.post('/auth/mfa/generate-recovery-code', {}, { headers: bearer(thief) });
    expect(answerOf(reply)).toEqual([403, 'MFA_NOT_ENABLED']);
    expect(reply.text).not.toMatch(/[A-Z2-7]{4}-[A-Z2-7]{4}/);
  });
});

describe('giving the authenticators up', () => {
  test('with one code, by twenty callers, happens once and takes one code', async () => {
    const { code, ...person } = await prepared();
    const replies = await race(20, () => reset(person.tokens, code));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.every(({ status }) => [200, 400, 401, 403, 429].includes(status))).toBe(true);
    expect(await left(person)).toHaveLength(9);
    expect((await service.login(person)).body.isRequiresMfa).toBe(false);
  });

  test('while the code logs somebody in: it counts for one of the two', async () => {
    const { code, ...person } = await prepared();
    const session = await logIn(service, person);
    const logins = await pendingLogins(service, person, 10);
    const replies = await race(20, (caller) =>
      caller % 2 ? reset(session, code) : recover(service, logins[caller / 2]!, code),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.every(({ status }) => [200, 400, 401, 403, 429].includes(status))).toBe(true);
    expect(await left(person)).toHaveLength(9);
  });

  test('is no way past a factor for a login that is pending, whatever it shows', async () => {
    const { code, ...person } = await prepared();
    const pending = await pendingLogin(service, person);
    for (const each of [code, undefined]) expect(answerOf(await reset(pending, each))).toEqual([401, 'MFA_REQUIRED']);
    expect(await left(person)).toHaveLength(10);
  });
});
