// Lambda's stream poller: reads the table's real stream and invokes the change feed with batches of records. A batch
// that fails comes again; the position is kept beside the data, so nothing is lost between two runs.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { FEED_BATCH, FEED_FILTERS } from '../stack/feed-filter.ts';

/** `polling` resolves when the first look at the stream is about to be taken. */
export type Poller = { polling: Promise<void>; stop: () => Promise<void> };
export type StreamHandler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;
/** Which records go to the function, and how many of them at a time. */
export type Source = { concerns: (record: DynamoDBRecord) => boolean; batch: number };

const BUSY_MS = 25;
const IDLE_MS = 200;
const TROUBLE_MS = 500;
/** Records of one look at the stream. */
const LOOK = 1000;

/** Whether the stack would have handed the record over. */
const concernsFeed = ({ eventName, dynamodb }: DynamoDBRecord): boolean =>
  FEED_FILTERS.some(
    (filter) =>
      (filter.eventName ?? eventName) === eventName &&
      filter.types.includes(dynamodb?.[filter.image]?.type?.S as never),
  );

export const OWN_SOURCE: Source = { concerns: concernsFeed, batch: FEED_BATCH };

const positionFile = (directory: string | undefined) =>
  directory === undefined ? undefined : join(directory, 'stream-position');

/** A new table has a new stream: what was read of another one means nothing. */
export async function forgetPosition(directory: string | undefined): Promise<void> {
  const file = positionFile(directory);
  if (file) await rm(file, { force: true });
}

/**
 * Polls until stopped, beginning where the last run on this directory ended, or with the oldest record. The handler is
 * loaded when there is something for it, so that starting the service doesn't wait for it.
 */
export function startPoller(
  endpoint: string,
  table: string,
  directory: string | undefined,
  load: () => Promise<StreamHandler>,
  { concerns, batch }: Source = OWN_SOURCE,
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
          new sdk.GetRecordsCommand({ ShardIterator: at, Limit: LOOK }),
        );
        at = NextShardIterator;
        wait = Records.length ? BUSY_MS : Math.min(wait * 2, IDLE_MS);
        const records = Records as unknown as DynamoDBRecord[];
        const concerning = records.filter(concerns);
        for (let first = 0; first < concerning.length; first += batch) {
          handler ??= await load();
          const refused = await firstRefused(handler, concerning.slice(first, first + batch));
          if (refused !== undefined) {
            await keep(records[records.indexOf(refused) - 1]);
            throw new Error('a record was refused');
          }
        }
        await keep(records.at(-1));
      } catch {
        at = undefined; // begin again at the kept position, also when the engine is away or the iterator too old
        wait = TROUBLE_MS;
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

async function firstRefused(handler: StreamHandler, batch: DynamoDBRecord[]): Promise<DynamoDBRecord | undefined> {
  const { batchItemFailures } = await handler({ Records: batch });
  const refused = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  return batch.find((record) => refused.has(record.dynamodb?.SequenceNumber ?? ''));
}

type Sdk = typeof import('@aws-sdk/client-dynamodb-streams');

/** An iterator of the table's stream, after `position` or at its beginning. */
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
