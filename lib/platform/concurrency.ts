// Several at a time, each on a share of the counters of its own, so that neighbours don't wait for each other.

import { anyShare } from '../domain/directory/sync-user.ts';
import { COUNTER_SHARES } from '../store/keys.ts';

/** As many as there are shares. */
const LANES = COUNTER_SHARES;

/** Runs `work` for every item. If some fail the rest is still done; then the first failure is thrown. */
export async function inLanes<T>(items: readonly T[], work: (item: T, share: number) => Promise<void>): Promise<void> {
  const first = anyShare();
  const waiting = [...items];
  const failures: unknown[] = [];
  const lane = async (_: unknown, at: number): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item, (first + at) % COUNTER_SHARES).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (failures.length) throw failures[0];
}
