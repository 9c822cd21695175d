// Repeats what strangers do, round after round, in fast motion. Two rounds are really sent. What both counted in one and
// the same limit is counted again for the other rounds, so far as that limit allows. So a flood of thousands of requests
// costs a few dozen.
import { advance, now } from '../../../lib/platform/clock.ts';
import { update } from '../../../lib/store/dynamo/table.ts';
import type { Counted } from '../../world/tap.ts';
import { note, type World } from './world.ts';

type Bucket = Counted & { count: number };

/**
 * Runs up to `rounds` rounds, each `pauseMs` after the one before. Returns how many took place before a limit that
 * outlasts the pauses was used up.
 */
export async function repeat(
  world: World,
  { rounds, pauseMs }: { rounds: number; pauseMs: number },
  round: () => Promise<unknown>,
): Promise<number> {
  const count = async (): Promise<Map<string, Bucket>> => {
    world.stage.tap.counted();
    await round();
    const buckets = new Map<string, Bucket>();
    for (const each of world.stage.tap.counted())
      buckets.set(each.pk, { ...each, count: (buckets.get(each.pk)?.count ?? 0) + 1 });
    return buckets;
  };
  // What the steps before counted in short windows must not hide what a round counts.
  if (rounds > 1) advance(pauseMs);
  const startedAt = now();
  const first = await count();
  if (rounds === 1) return 1;
  advance(pauseMs);
  const second = await count();
  const shared = [...second.values()].filter(({ pk }) => first.has(pk));
  const windowOf = ({ pk }: Bucket): number => first.get(pk)!.endsAt - startedAt;
  const perWindow = (bucket: Bucket): number => Math.min(rounds, Math.ceil(windowOf(bucket) / pauseMs));
  const lasting = (bucket: Bucket): number => {
    const inWindows = perWindow(bucket) * bucket.count > bucket.max ? Math.floor(bucket.max / bucket.count) : rounds;
    return Math.min(inWindows, bucket.inARow === undefined ? rounds : Math.floor(bucket.inARow / bucket.count));
  };
  const total = Math.max(2, Math.min(rounds, ...shared.map(lasting)));
  advance(pauseMs * (total - 2));
  for (const bucket of shared) {
    const more = bucket.count * (Math.min(total, perWindow(bucket)) - 2);
    // A row has no window.
    const inARow = bucket.inARow === undefined ? 0 : bucket.count * (total - 2);
    if (more > 0 || inARow > 0)
      await update(
        { pk: bucket.pk, sk: bucket.sk },
        { add: { count: Math.max(0, more), ...(inARow > 0 && { row: inARow }) } },
      );
  }
  note(world, `  and so on, ${total} times in all (${shared.length} shared limits)`);
  return total;
}
