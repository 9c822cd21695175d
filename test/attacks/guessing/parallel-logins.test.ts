// Threat: the limiter locks out the owner it protects, because they log in from many places at once.
// Attempts with the correct password are refunded, so they never use up the ten wrong ones.
import { expect, test } from '@jest/globals';
import { outcomes, race } from '../../support/race.ts';
import { useService } from '../../support/service.ts';

const service = useService();

test('ten parallel logins with the correct password all succeed, five times in a row', async () => {
  const user = await service.signup(await service.tenant());
  for (let round = 0; round < 5; round++)
    expect(outcomes(await race(10, () => service.login(user)))).toEqual({ 200: 10 });
});

test('sixty parallel logins with the correct password succeed or are rate-limited, and leave the account unlocked', async () => {
  const user = await service.signup(await service.tenant());
  const replies = await race(60, () => service.login(user));
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
  expect(replies.every(({ status }) => status === 200 || status === 429)).toBe(true);
  expect((await service.login(user)).status).toBe(200);
});
