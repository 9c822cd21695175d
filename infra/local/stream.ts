// Emulates Lambda's stream poller: reads the table's real stream and invokes the change feed with batches of records. A
// failed batch is retried. The position is stored beside the data, so nothing is lost between two runs.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DynamoDBStreamsClient, Shard } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { FEED_BATCH, FEED_FILTERS } from '../stack/feed-filter.ts';

/** `polling` resolves just before the stream is read for the first time. */
export type Poller = { polling: Promise<void>; stop: () => Promise<void> };
export type StreamHandler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;
/** Which records are passed to the function, and how many per invocation. */
export type Source = { matches: (record: DynamoDBRecord) => boolean; batch: number };

const BUSY_MS = 25;
const IDLE_MS = 200;
const RETRY_MS = 500;
/** Records per read of the stream. */
const READ_LIMIT = 1000;

/** Whether the stack's event filter would pass the record. */
const matchesFeed = ({ eventName, dynamodb }: DynamoDBRecord): boolean =>
  FEED_FILTERS.some(
    (filter) =>
      (filter.eventName ?? eventName) === eventName &&
      Object.entries(filter.numbers ?? {}).every(([name, value]) => dynamodb?.[filter.image]?.[name]?.N === value) &&
      filter.types.includes(dynamodb?.[filter.image]?.type?.S as never),
  );

export const OWN_SOURCE: Source = { matches: matchesFeed, batch: FEED_BATCH };

const positionFile = (directory: string | undefined) =>
  directory === undefined ? undefined : join(directory, 'stream-position');

/**
 * Polls until stopped, starting where the last run on this directory ended, or with the oldest record. The handler is
 * loaded with its first batch, so that the start of the service does not wait for it.
 */
export function startPoller(
  endpoint: string,
  table: string,
  directory: string | undefined,
  load: () => Promise<StreamHandler>,
  { matches, batch }: Source = OWN_SOURCE,
): Poller {
  const file = positionFile(directory);
  let running = true;
  const polling = Promise.withResolvers<void>();

  const run = async (): Promise<void> => {
    const sdk = await import('@aws-sdk/client-dynamodb-streams');
    let stored = file ? await readFile(file, 'utf8').catch(() => undefined) : undefined;
    let handler: StreamHandler | undefined;
    const streams = new sdk.DynamoDBStreamsClient({ endpoint });
    let stream: string | undefined;
    let at: string | undefined;
    let wait = BUSY_MS;
    polling.resolve();
    const keep = async (last: DynamoDBRecord | undefined): Promise<void> => {
      if (!last) return;
      stored = `${last.dynamodb?.SequenceNumber} ${stream}`;
      if (file) await writeFile(file, stored);
    };
    while (running) {
      try {
        if (at === undefined) {
          stream = await findStream(sdk, streams, table);
          at = await openStream(sdk, streams, stream, positionIn(stream, stored));
        }
        const { Records = [], NextShardIterator } = await streams.send(
          new sdk.GetRecordsCommand({ ShardIterator: at, Limit: READ_LIMIT }),
        );
        at = NextShardIterator;
        wait = Records.length ? BUSY_MS : Math.min(wait * 2, IDLE_MS);
        const records = Records as unknown as DynamoDBRecord[];
        const matching = records.filter(matches);
        for (let first = 0; first < matching.length; first += batch) {
          handler ??= await load();
          const failed = await firstFailure(handler, matching.slice(first, first + batch));
          if (failed !== undefined) {
            await keep(records[records.indexOf(failed) - 1]);
            throw new Error('a record failed');
          }
        }
        await keep(records.at(-1));
      } catch {
        at = undefined; // restart at the stored position, also when the engine is down or the iterator has expired
        wait = RETRY_MS;
      }
      if (running) await new Promise((resolve) => setTimeout(resolve, wait));
    }
    streams.destroy();
  };

  const finished = run();
  return {
    polling: polling.promise,
    stop: () => {
      running = false;
      return finished;
    },
  };
}

async function firstFailure(handler: StreamHandler, batch: DynamoDBRecord[]): Promise<DynamoDBRecord | undefined> {
  const { batchItemFailures } = await handler({ Records: batch });
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  return batch.find((record) => failed.has(record.dynamodb?.SequenceNumber ?? ''));
}

type Sdk = typeof import('@aws-sdk/client-dynamodb-streams');

async function findStream(sdk: Sdk, streams: DynamoDBStreamsClient, table: string): Promise<string> {
  const { Streams } = await streams.send(new sdk.ListStreamsCommand({ TableName: table }));
  const arn = Streams?.[0]?.StreamArn;
  if (arn === undefined) throw new Error('the table has no stream');
  return arn;
}

/** Returns the stored position if it is one of this stream: a new table, or one on another engine, has another. */
export function positionIn(stream: string, stored: string | undefined): string | undefined {
  // Earlier versions stored the position alone.
  const [position, of = stream] = stored?.split(' ') ?? [];
  return of === stream ? position : undefined;
}

/** Returns an iterator of the stream, after `position` or at its beginning. */
async function openStream(sdk: Sdk, streams: DynamoDBStreamsClient, StreamArn: string, position: string | undefined) {
  const { StreamDescription } = await streams.send(new sdk.DescribeStreamCommand({ StreamArn }));
  const shard = shardAfter(StreamDescription?.Shards ?? [], position);
  const first = shard?.SequenceNumberRange?.StartingSequenceNumber;
  const from =
    position !== undefined && (first === undefined || BigInt(position) >= BigInt(first))
      ? { ShardIteratorType: sdk.ShardIteratorType.AFTER_SEQUENCE_NUMBER, SequenceNumber: position }
      : { ShardIteratorType: sdk.ShardIteratorType.TRIM_HORIZON };
  const { ShardIterator } = await streams.send(
    new sdk.GetShardIteratorCommand({ StreamArn, ShardId: shard?.ShardId, ...from }),
  );
  return ShardIterator;
}

/** Returns the oldest shard with a record after `position`, or the newest one. DynamoDB Local begins a new one at times. */
export const shardAfter = (shards: readonly Shard[], position = '-1'): Shard | undefined =>
  shards.find(
    ({ SequenceNumberRange: { EndingSequenceNumber: last } = {} }) => last && BigInt(last) > BigInt(position),
  ) ?? shards.at(-1);
