// Counts the rows of a collection, in the transaction that changes their number.
import { shardOfOrderedId } from '../../platform/ids.ts';
import * as table from '../../store/dynamo/table.ts';
import * as keys from '../../store/keys.ts';
import type { Collection, Row } from './row.ts';

/**
 * A number is spread over so many items, by the last character of the row's id. An item takes 1000 units a second, a
 * write in a transaction needs two: about 4000 creations and deletions a second for each collection of a tenant.
 */
export const SHARDS = 8;

/** `changes`: how many rows have come, gone or moved. It only grows, so two equal values mean that none did in between. */
export type Counter = table.Item & { type: 'row-count'; live?: number; trash?: number; changes?: number };

/** Returns the shard that counts the row. */
export const shardOf = (id: string): number => shardOfOrderedId(id, SHARDS);

/** The writes that add to the numbers of live rows and of rows in the trash. A shard is written once at most. */
export function countWrites(
  { tenantId, resource }: Collection,
  rows: readonly Row[],
  by: { live?: number; trash?: number },
): table.Write[] {
  const perShard = new Map<number, number>();
  for (const { id } of rows) {
    const shard = shardOf(id);
    perShard.set(shard, (perShard.get(shard) ?? 0) + 1);
  }
  return [...perShard].map(([shard, times]) => ({
    add: {
      ...keys.rowCount(tenantId, resource.name, shard),
      type: 'row-count',
      numbers: {
        ...Object.fromEntries(Object.entries(by).map(([name, each]) => [name, each * times])),
        changes: times,
      },
    },
  }));
}

/** Returns the counter of each shard. One round trip. */
export async function readCounters({ tenantId, resource }: Collection): Promise<(Counter | undefined)[]> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => keys.rowCount(tenantId, resource.name, shard));
  return (await table.getMany(shards)) as (Counter | undefined)[];
}

/** Returns the exact number of live rows and of rows in the trash. One round trip. */
export async function countRows(collection: Collection): Promise<{ live: number; trash: number }> {
  const counters = await readCounters(collection);
  const sumOf = (name: 'live' | 'trash'): number => counters.reduce((sum, each) => sum + (each?.[name] ?? 0), 0);
  return { live: sumOf('live'), trash: sumOf('trash') };
}
