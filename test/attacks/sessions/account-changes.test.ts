// Threat: a person or a broken client changes the own account in a loop, which costs writes, events and messages, and fills
// the audit log. What a person protects the account with stays open.
import { describe, expect, test } from '@jest/globals';
import { isCountedChange, methodOf, type Route } from '../../../lib/contract/operation.ts';
import { attempt } from '../../../lib/domain/credentials/limits.ts';
import { answerOf, claimsOf, later, MINUTE, pathFor, refusal } from '../../support/api.ts';
import { operations } from '../../support/ledger.ts';
import { outcomes, race, tally } from '../../support/race.ts';
import { bearer, prepared, type User, useService } from '../../support/service.ts';

const MAX = 60;
const LIMITED = refusal('RATE_LIMITED');
const service = useService();
const tenant = prepared(() => service.tenant());

const call = (method: string, path: string, { tokens }: Pick<User, 'tokens'>, body: unknown = {}) =>
  service.send(method, path, { headers: bearer(tokens), ...(method !== 'DELETE' && { body }) });
let names = 0;
const rename = (user: Pick<User, 'tokens'>) => call('PATCH', '/auth/me', user, { name: `Ada ${names++}` });
/** Uses up the changes but for `left`. */
async function useUp({ tokens }: Pick<User, 'tokens'>, left = 0): Promise<void> {
  const { tid, sub } = claimsOf(tokens.accessToken) as { tid: string; sub: string };
  for (let each = left; each < MAX; each++) await attempt('account-change', tid, sub);
}

const WRITES = operations.filter(
  ({ group, operation: { access, rate } }) =>
    group !== 'resources' && rate === 'write' && ['user', 'enrolling', 'pending', 'optional'].includes(access),
);
const isCounted = ({ route, operation }: (typeof WRITES)[number]) => isCountedChange(route as Route, operation);
const routesOf = (chosen: typeof WRITES) => chosen.map(({ route }) => route);

describe('an account that has made its changes', () => {
  test('gets a 429 with a time for the 61st, over all sessions, and changes again a quarter of an hour later', async () => {
    const user = await service.signup(tenant);
    const other = { tokens: (await service.login(user)).body };
    const replies = [];
    for (let each = 0; each < MAX; each++) replies.push(await rename(each % 2 ? user : other));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: MAX });
    const refused = await rename(user);
    expect(answerOf(refused)).toEqual(LIMITED);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds > 0 && seconds <= 900).toBe(true);
    await later(15 * MINUTE, async () => expect(answerOf(await rename(await again(user)))).toEqual([200, undefined]));
  });

  test('leaves other accounts alone', async () => {
    const [user, other] = [await service.signup(tenant), await service.signup(tenant)];
    await useUp(user);
    expect([answerOf(await rename(user)), answerOf(await rename(other))]).toEqual([LIMITED, [200, undefined]]);
  });

  test('gets exactly the last three of twenty changes at once', async () => {
    const user = await service.signup(tenant);
    await useUp(user, 3);
    expect(outcomes(await race(20, () => rename(user)))).toEqual({ 200: 3, '429 RATE_LIMITED': 17 });
  });

  test.each(routesOf(WRITES.filter(isCounted)))('may not call %s', async (route) => {
    const user = await service.signup(tenant);
    await useUp(user);
    expect(answerOf(await call(methodOf(route), pathFor(route), user))).toEqual(LIMITED);
  });

  test.each(routesOf(WRITES.filter((each) => !isCounted(each))))('may call %s', async (route) => {
    const user = await service.signup(tenant);
    await useUp(user);
    expect((await call(methodOf(route), pathFor(route), user)).status).not.toBe(429);
  });
});

describe('a refused change uses up nothing', () => {
  const still = async (user: User) => {
    expect(answerOf(await rename(user))).toEqual([200, undefined]);
    expect(answerOf(await rename(user))).toEqual(LIMITED);
  };

  test('if its input is invalid', async () => {
    const user = await service.signup(tenant);
    await useUp(user, 1);
    for (let each = 0; each < 3; each++) expect((await call('PATCH', '/auth/me', user, { name: 1 })).status).toBe(400);
    await still(user);
  });

  test('if the operation itself refuses it', async () => {
    const user = await service.signup(tenant);
    await useUp(user, 1);
    for (let each = 0; each < 3; each++)
      expect((await call('POST', '/auth/identities/nobody/allow', user)).status).toBe(404);
    await still(user);
  });

  test('if its session has ended', async () => {
    const user = await service.signup(tenant);
    const ended = { tokens: (await service.login(user)).body };
    await call('POST', '/auth/logout', ended);
    await useUp(user, 1);
    for (let each = 0; each < 3; each++) expect((await rename(ended)).status).toBe(401);
    await still(user);
  });
});

/** A new session, because the access token of the first has expired. */
const again = async (user: User): Promise<Pick<User, 'tokens'>> => ({ tokens: (await service.login(user)).body });
