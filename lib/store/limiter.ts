// Counts attempts: one item per scope and key hash, bounded by a conditional add, reset when its window is over.
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

type Bucket = table.Item & { type: 'limiter'; count: number; resetAt: number; ttl: number };

/**
 * Consumes one of `max` attempts of the window. At most `max` callers per window succeed, also when they are
 * concurrent. Returns the number of attempts so far, or until when none is left. Times in ms.
 */
export async function consume(
  scope: string,
  hash: string,
  max: number,
  windowMs: number,
  now: number,
): Promise<{ count: number; resetAt: number } | { exhaustedUntil: number }> {
  const item = { ...keys.limiter(scope, hash), type: 'limiter', ttl: Math.ceil((now + 2 * windowMs) / 1000) };
  const result = await table.increment(item, { max, now, windowMs });
  return 'refused' in result ? { exhaustedUntil: result.refused?.resetAt ?? now + windowMs } : result;
}

/** Resets the counter. */
export async function reset(scope: string, hash: string): Promise<void> {
  await table.consume(keys.limiter(scope, hash));
}

/** Returns one attempt to the window it was consumed in. */
export async function refund(scope: string, hash: string, resetAt: number): Promise<void> {
  await table.update(keys.limiter(scope, hash), {
    add: { count: -1 },
    if: '#count > :zero AND #resetAt = :resetAt',
    values: { zero: 0, resetAt },
  });
}

export const bucketKey = keys.limiter;

/** The attempts in the window at `now`, from the item at `bucketKey`. */
export function attemptsIn(item: table.Item | undefined, now: number): { count: number; resetAt: number } {
  const bucket = item as Bucket | undefined;
  return bucket?.type === 'limiter' && bucket.resetAt > now ? bucket : { count: 0, resetAt: now };
}
