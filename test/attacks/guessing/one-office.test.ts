// Threat: a limit by IP address keeps out the people of one office, who share an address, instead of an attacker.
// Right logins are refunded, so 125 may be in flight at once regardless of what came before; wrong ones are not.
import { describe, expect, test } from '@jest/globals';
import * as limits from '../../../lib/domain/credentials/limits.ts';
import { now } from '../../../lib/platform/clock.ts';
import { getMany } from '../../../lib/store/dynamo/table.ts';
import { attemptsIn } from '../../../lib/store/limiter.ts';
import { freshIp } from '../../support/http.ts';
import { outcomes, race } from '../../support/race.ts';
import { newEmail, newPassword, prepared, type User, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

type Person = Pick<User, 'tenant' | 'email' | 'password'>;
const newPeople = (count: number): Person[] =>
  Array.from({ length: count }, () => ({ tenant, email: newEmail(), password: newPassword() }));
const signupAll = (people: Person[], ip: string) =>
  race(people.length, (at) => {
    const { email, password } = people[at] as Person;
    return service.post('/auth/signup', { email, password, tenantId: tenant.id }, { ip });
  });
const loginAll = (people: Person[], ip: string) =>
  race(people.length, (at) => service.login(people[at] as Person, { ip }));
const countAt = async (ip: string): Promise<number> => {
  const [bucket] = await getMany([await limits.bucketKey('login-ip', limits.network(ip))]);
  return attemptsIn(bucket, now()).count;
};

describe('the people of one office', () => {
  test('sign up, 130 at once, and log in, 100 at once, again and again', async () => {
    const [ip, people] = [freshIp(), newPeople(130)];
    expect(outcomes(await signupAll(people, ip))).toEqual({ 200: 130 });
    for (let round = 0; round < 2; round++)
      expect(outcomes(await loginAll(people.slice(0, 100), ip))).toEqual({ 200: 100 });
  });

  test('leave at most a sixth of the limit used, so that 125 more may be in flight', async () => {
    const [ip, people] = [freshIp(), newPeople(60)];
    await signupAll(people, freshIp());
    for (const person of people) await service.login(person, { ip });
    expect(await countAt(ip)).toBe(limits.maxOf('login-ip') / 6);
    // In flight: debited, and not refunded yet.
    const inFlight = await race(125, () => limits.attempt('login-ip', limits.network(ip)));
    expect(inFlight.filter(limits.isRefused)).toEqual([]);
    expect(limits.isRefused(await limits.attempt('login-ip', limits.network(ip)))).toBe(true);
  });

  test('log in 100 at once while 25 others mistype their passwords', async () => {
    const [ip, people] = [freshIp(), newPeople(100)];
    await signupAll(people, freshIp());
    const wrong = newPeople(25);
    const replies = await race(125, (at) => service.login((at < 100 ? people[at] : wrong[at - 100]) as Person, { ip }));
    expect(outcomes(replies)).toEqual({ 200: 100, '401 INVALID_CREDENTIALS': 25 });
  });
});

test('a guesser with an account of their own gains no guess by right logins', async () => {
  const [ip, own] = [freshIp(), await service.signup(tenant)];
  const guesses = async (count: number) =>
    outcomes(await race(count, () => service.login({ tenant, email: newEmail(), password: newPassword() }, { ip })));
  let wrong = 0;
  for (let round = 0; round < 10; round++) {
    wrong += (await guesses(20))['401 INVALID_CREDENTIALS'] ?? 0;
    await service.login(own, { ip });
  }
  expect(wrong).toBeLessThanOrEqual(limits.maxOf('login-ip'));
});
