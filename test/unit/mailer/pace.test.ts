// Checks how calls of a provider are spaced out.
import { expect, test } from '@jest/globals';
import { advance, now } from '../../../lib/platform/clock.ts';
import { Throttled } from '../../../lib/platform/errors.ts';
import { createPace } from '../../../lib/workers/pace.ts';

/** Milliseconds. Between the two looks at the clock, one of the test and one of the pace, some may pass. */
const SOON = 1000;

/** Takes turns until one would come a second later. Returns their number. */
async function turnsAtOnce(pace: ReturnType<typeof createPace>, perSecond: number): Promise<number> {
  const until = now() + 999;
  for (let taken = 0; ; taken++) {
    try {
      await pace.turn(perSecond, until);
    } catch (error) {
      expect(error).toBeInstanceOf(Throttled);
      return taken;
    }
  }
}

test('a second’s turns come at once, and no more before the second is over', async () => {
  const pace = createPace();
  advance(1000);
  expect(await turnsAtOnce(pace, 100)).toBe(100);
  advance(1000);
  expect(await turnsAtOnce(pace, 100)).toBe(100);
});

test('a rate below one gives a turn every few seconds', async () => {
  const pace = createPace();
  await pace.turn(0.01, now() + SOON);
  await expect(pace.turn(0.01, now() + 50_000)).rejects.toThrow(Throttled);
  advance(100_000);
  await pace.turn(0.01, now() + SOON);
});

test('a turn that was refused for lack of time is not taken from others', async () => {
  const pace = createPace();
  await pace.turn(0.01, now() + SOON);
  for (let times = 0; times < 5; times++) await expect(pace.turn(0.01, now())).rejects.toThrow(Throttled);
  advance(100_000);
  await pace.turn(0.01, now() + SOON);
});

test('after a refusal of the provider no turn comes before the pause is over', async () => {
  const pace = createPace();
  pace.hold(60_000);
  await expect(pace.turn(100, now() + 30_000)).rejects.toThrow(Throttled);
  advance(60_000);
  await pace.turn(100, now() + SOON);
});

test('a turn in the near future is waited for', async () => {
  const pace = createPace();
  pace.hold(30);
  const began = now();
  await pace.turn(100, now() + 60_000);
  expect(now()).toBeGreaterThanOrEqual(began + 29);
});

test('a clock that is set back does not stop the turns', async () => {
  const pace = createPace();
  advance(3_600_000);
  await pace.turn(1, now() + SOON);
  advance(-3_600_000);
  await pace.turn(1, now() + 100);
});
