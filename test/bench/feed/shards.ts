// Emulates the table's stream with several shards and Lambda's pollers: an item's records are in one shard and in order,
// each shard has one invocation at a time, and records from the first that failed are delivered again.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DynamoDBRecord } from 'aws-lambda';
import { FEED_BATCH } from '../../../infra/stack/functions/feed-filter.ts';
import type { Own } from '../harness/scope.ts';
import type { Batch, Handled } from './shard.ts';

const PROGRAM = fileURLToPath(new URL('shard.ts', import.meta.url));
/** Lambda polls a shard four times a second while it is empty (Lambda Developer Guide, "Using Lambda with DynamoDB"). */
const POLL_MS = 250;

export type Shards = {
  /** Adds records that were just written. */
  add: (records: readonly DynamoDBRecord[]) => void;
  /** Returns when all records that were added have been handled. */
  drained: () => Promise<void>;
  batches: (Handled & { records: number })[];
  redelivered: () => number;
};

/** Starts `count` shards. `onHandled` is called with each record that was handled. */
export async function startShards(
  own: Own,
  count: number,
  env: Record<string, string>,
  onHandled: (record: DynamoDBRecord) => void,
): Promise<Shards> {
  const queues: DynamoDBRecord[][] = Array.from({ length: count }, () => []);
  const batches: Shards['batches'] = [];
  let running = true;
  let open = 0;
  let again = 0;
  let whenDrained = Promise.withResolvers<void>();

  const follow = async (shard: ChildProcess, queue: DynamoDBRecord[]): Promise<void> => {
    while (running) {
      if (!queue.length) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      const Records = queue.slice(0, FEED_BATCH);
      if (!Records.length) continue;
      shard.send({ Records } satisfies Batch);
      const [handled] = (await once(shard, 'message')) as [Handled];
      batches.push({ ...handled, records: Records.length });
      const failed = Records.findIndex(({ dynamodb }) => handled.failed.includes(dynamodb?.SequenceNumber ?? ''));
      const done = failed < 0 ? Records.length : failed;
      again += Records.length - done;
      for (const record of queue.splice(0, done)) onHandled(record);
      open -= done;
      if (open === 0) whenDrained.resolve();
    }
  };

  const options = { env: { ...process.env, ...env }, serialization: 'json' } as const;
  const shards = queues.map(() => fork(PROGRAM, options));
  for (const shard of shards) own({ pid: shard.pid, stop: () => shard.disconnect() });
  own({
    stop: () => {
      running = false;
    },
  });
  await Promise.all(shards.map((shard) => once(shard, 'message')));
  for (const [at, shard] of shards.entries()) void follow(shard, queues[at] as DynamoDBRecord[]).catch(() => {});

  return {
    add: (records) => {
      if (open === 0) whenDrained = Promise.withResolvers();
      open += records.length;
      for (const record of records) queues[shardOf(record, count)]!.push(record);
    },
    drained: () => (open === 0 ? Promise.resolve() : whenDrained.promise),
    batches,
    redelivered: () => again,
  };
}

/** DynamoDB places an item by the hash of its partition key. */
const shardOf = ({ dynamodb }: DynamoDBRecord, count: number): number =>
  createHash('md5')
    .update(dynamodb?.Keys?.pk?.S ?? '')
    .digest()[0]! % count;
