// Time passes: limits and lifetimes end.
import { advance } from '../../../lib/platform/clock.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../support/api.ts';
import { note } from '../world/world.ts';
import { command } from './command.ts';

/** Just past the limits and lifetimes that the service knows, with how likely each is. */
const JUMPS: Record<string, number> = {
  '11 seconds': 11 * SECOND,
  '61 seconds': 61 * SECOND,
  '2 minutes': 2 * MINUTE,
  '11 minutes': 11 * MINUTE,
  '16 minutes': 16 * MINUTE,
  '20 minutes': 20 * MINUTE,
  '61 minutes': 61 * MINUTE,
  '9 hours': 9 * HOUR,
  '25 hours': 25 * HOUR,
  '15 days': 15 * DAY,
};

export const pass = command<{ time: string }>({
  name: 'time passes',
  group: 'base',
  weight: 9,
  routes: [],
  options: () =>
    Object.keys(JUMPS).flatMap((time) =>
      Array.from({ length: /second|2 min|16 min|61 min/.test(time) ? 3 : 1 }, () => ({ time })),
    ),
  run: async (world, { time }) => {
    advance(JUMPS[time]!);
    note(world, time);
  },
});
