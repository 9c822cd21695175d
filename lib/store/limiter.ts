// Attempt counters: one item per (scope, key hash), bounded by a conditional add, reset when its window is over.

import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

type Bucket = table.Item & { type: 'limiter'; count: number; resetAt: number; ttl: number };

/**
 * Takes one of `max` attempts of the window. Never more than `max` callers are let through in a window, however many
 * come at once. Answers what is known: the attempts counted so far, or that there are none left. Times in ms.
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

/** Forgets the attempts counted so far. */
export async function reset(scope: string, hash: string): Promise<void> {
  await table.consume(keys.limiter(scope, hash));
}

/** Gives one attempt back to the window that it was taken from. */
export async function refund(scope: string, hash: string, resetAt: number): Promise<void> {
  await table.update(keys.limiter(scope, hash), {
    set: 'SET #count = #count - :one',
    if: '#count > :zero AND #resetAt = :resetAt',
    values: { one: 1, zero: 0, resetAt },
  });
}

export const bucketKey = keys.limiter;

/** Attempts that a bucket, read by `bucketKey`, holds at `now`. */
export function attemptsIn(item: table.Item | undefined, now: number): { count: number; resetAt: number } {
  const bucket = item as Bucket | undefined;
  return bucket?.type === 'limiter' && bucket.resetAt > now ? bucket : { count: 0, resetAt: now };
}
