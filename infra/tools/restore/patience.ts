// Lets repairs wait: for a table that refuses them for a moment, and for each other.
import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../../../lib/platform/errors.ts';
import { COUNTER_SHARDS } from '../../../lib/store/keys.ts';

/** The store waits for less than a second, as a request can. A run has the time to wait for more capacity. */
const WAITS_MS = [1000, 4000, 16_000];

/** Does the work again while the table does not respond. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let round = 0; ; round++) {
    try {
      return await work();
    } catch (error) {
      const wait = WAITS_MS[round];
      if (!(error instanceof Unavailable) || wait === undefined) throw error;
      await sleep(wait);
    }
  }
}

/** Lends each shard of the counters to one repair at a time, in all segments, so that none waits for another's counters. */
export function shardLender(): <T>(work: (shard: number) => Promise<T>) => Promise<T> {
  const free = Array.from({ length: COUNTER_SHARDS }, (_, shard) => shard);
  const waiting: ((shard: number) => void)[] = [];
  return async (work) => {
    const shard = free.pop() ?? (await new Promise<number>((resolve) => waiting.push(resolve)));
    try {
      return await work(shard);
    } finally {
      const next = waiting.shift();
      if (next) next(shard);
      else free.push(shard);
    }
  };
}
