// Checks how many lists of tenants leave in a day: those that are sent count, and requests for unknown addresses do not.
import { expect, test } from '@jest/globals';
import { mayListToday } from '../../../lib/domain/messages/lists-of-a-day.ts';
import { advance } from '../../../lib/platform/clock.ts';
import { logged, ofEvent } from '../../support/logs.ts';
import { running } from '../../support/prepared.ts';
import { race, tally } from '../../support/race.ts';
import { invoke, newCode, newFinding, newTenantUser, record, startWorld } from './support.ts';

const world = running(() => startWorld({ GATEHOUSE_CEILINGS: 'email-tenant-day=3' }));

const DAY_MS = 86_400_000;
const sentTo = (to: unknown): number => world.mails.filter((mail) => mail.to === to).length;

test('the deployment sends three lists a day, to people who have an account', async () => {
  const user = await newTenantUser();
  const find = async (more: object = {}) => expect(await invoke([record(await newFinding(user, more))])).toEqual([]);
  for (let at = 0; at < 5; at++) await find({ to: `unknown${at}@example.com` });
  const lines = await logged(async () => {
    for (let at = 0; at < 5; at++) await find();
  });
  expect(sentTo(user.email)).toBe(3);
  const refused = Array(2).fill(expect.objectContaining({ tenant: 'find-tenants', channel: 'email' }));
  expect(ofEvent(lines, 'budget_used_up')).toEqual(refused);
  expect(ofEvent(lines, 'message_dropped').map(({ reason }) => reason)).toEqual(Array(2).fill('budget used up'));
  await invoke([record(await newCode(user, 'login-email'))]);
  expect(sentTo(user.email)).toBe(4);
  advance(DAY_MS);
  await find();
  expect(sentTo(user.email)).toBe(5);
});

test('of twenty mailers at once, three may send a list', async () => {
  advance(2 * DAY_MS);
  expect(tally((await race(20, mayListToday)).map(String))).toEqual({ true: 3, false: 17 });
});
