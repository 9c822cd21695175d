// Threat: the limiter locks out the person it protects: an account that is logged into from many places at once.
// Attempts that prove the password are given back, so right passwords never use up the ten wrong ones.
import { expect, test } from '@jest/globals';
import { outcomes, race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService();

test('ten right logins at once, again and again, are all let in', async () => {
  const user = await service.signup(await service.tenant());
  for (let round = 0; round < 5; round++)
    expect(outcomes(await race(10, () => service.login(user)))).toEqual({ 200: 10 });
});

test('more than that at once are let in or asked to wait, and nothing stays locked', async () => {
  const user = await service.signup(await service.tenant());
  const replies = await race(60, () => service.login(user));
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
  expect(replies.every(({ status }) => status === 200 || status === 429)).toBe(true);
  expect((await service.login(user)).status).toBe(200);
});
