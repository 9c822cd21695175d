// Emulates Lambda's stream poller: reads the table's real stream and invokes the change feed with batches of records. A
// failed batch is retried. The position is stored beside the data, so nothing is lost between two runs.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
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
      filter.types.includes(dynamodb?.[filter.image]?.type?.S as never),
  );

export const OWN_SOURCE: Source = { matches: matchesFeed, batch: FEED_BATCH };

const positionFile = (directory: string | undefined) =>
  directory === undefined ? undefined : join(directory, 'stream-position');

/** Removes the stored position. Call it for a new table, whose stream is new too. */
export async function forgetPosition(directory: string | undefined): Promise<void> {
  const file = positionFile(directory);
  if (file) await rm(file, { force: true });
}

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
    const stored = file ? await readFile(file, 'utf8').catch(() => undefined) : undefined;
    let handler: StreamHandler | undefined;
    const streams = new sdk.DynamoDBStreamsClient({ endpoint });
    let position = stored;
    let at: string | undefined;
    let wait = BUSY_MS;
    polling.resolve();
    const keep = async (last: DynamoDBRecord | undefined): Promise<void> => {
      position = last?.dynamodb?.SequenceNumber ?? position;
      if (last && file && position) await writeFile(file, position);
    };
    while (running) {
      try {
        at ??= await openStream(sdk, streams, table, position);
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

/** Returns an iterator of the table's stream, after `position` or at its beginning. */
async function openStream(sdk: Sdk, streams: DynamoDBStreamsClient, table: string, position: string | undefined) {
  const { Streams } = await streams.send(new sdk.ListStreamsCommand({ TableName: table }));
  const StreamArn = Streams?.[0]?.StreamArn;
  const { StreamDescription } = await streams.send(new sdk.DescribeStreamCommand({ StreamArn }));
  const from = position
    ? { ShardIteratorType: sdk.ShardIteratorType.AFTER_SEQUENCE_NUMBER, SequenceNumber: position }
    : { ShardIteratorType: sdk.ShardIteratorType.TRIM_HORIZON };
  const ShardId = StreamDescription?.Shards?.at(-1)?.ShardId;
  const { ShardIterator } = await streams.send(new sdk.GetShardIteratorCommand({ StreamArn, ShardId, ...from }));
  return ShardIterator;
}
