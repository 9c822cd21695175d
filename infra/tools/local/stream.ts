// Emulates Lambda's stream poller: reads the table's real stream and invokes the change feed with batches of records. A
// failed batch is retried. The position is stored beside the data, so nothing is lost between two runs.
import type { DynamoDBStreamsClient, Shard } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { FEED_BATCH, passesFeed } from '../../stack/functions/feed-filter.ts';
import { fileIn, isAt, type Position, positionFile, positionOf } from './stream-position.ts';

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

export const OWN_SOURCE: Source = { matches: passesFeed, batch: FEED_BATCH };

/**
 * Polls until stopped, starting where the last run on this directory ended, or with the oldest record. What stops it is
 * printed, once until it goes on. The handler is loaded with its first batch, so that the start of the service does not
 * wait for it.
 */
export function startPoller(
  endpoint: string,
  table: string,
  directory: string | undefined,
  load: () => Promise<StreamHandler>,
  { matches, batch }: Source = OWN_SOURCE,
): Poller {
  const file = positionFile(directory);
  const say = reporter();
  const startedAt = Date.now();
  let running = true;
  const polling = Promise.withResolvers<void>();

  const run = async (): Promise<void> => {
    const sdk = await import('@aws-sdk/client-dynamodb-streams');
    let stored: Position | 'damaged' | undefined = 'damaged';
    let isRead = false;
    let isMissing = false;
    let handler: StreamHandler | undefined;
    const streams = new sdk.DynamoDBStreamsClient({ endpoint, cacheMiddleware: true });
    // It would copy every record for a log that is not kept.
    streams.middlewareStack.remove('loggerMiddleware');
    let stream: string | undefined;
    let at: string | undefined;
    let wait = BUSY_MS;
    polling.resolve();
    const keep = async (last: DynamoDBRecord | undefined): Promise<void> => {
      if (!last || stream === undefined) return;
      stored = positionOf(stream, last);
      await file.write(stored);
    };
    while (running) {
      try {
        if (at === undefined) {
          stream = await findStream(sdk, streams, table);
          if (!isRead) {
            stored = await file.read();
            isMissing = stored === undefined;
          }
          isRead = true;
          const found = stored && (await knownPosition(sdk, streams, stream, stored));
          if (stored && !found && directory !== undefined)
            say(`${fileIn(directory)} does not fit the table: events begin again with the oldest change`);
          stored = found;
          at = await openStream(sdk, streams, stream, found?.sequence);
        }
        const { Records = [], NextShardIterator } = await streams.send(
          new sdk.GetRecordsCommand({ ShardIterator: at, Limit: READ_LIMIT }),
        );
        if (isMissing && directory !== undefined && isBefore(startedAt, Records[0] as DynamoDBRecord | undefined))
          say(`${fileIn(directory)} is missing: events begin again with the oldest change`);
        isMissing = false;
        at = NextShardIterator;
        wait = Records.length ? BUSY_MS : Math.min(wait * 2, IDLE_MS);
        const records = Records as unknown as DynamoDBRecord[];
        const matching = records.filter(matches);
        for (let first = 0; first < matching.length; first += batch) {
          handler ??= await load();
          const invoked = matching.slice(first, first + batch);
          const failed = await firstFailure(handler, invoked);
          await keep(failed ? records[records.indexOf(failed) - 1] : invoked.at(-1));
          if (failed) throw new Error('a record failed');
        }
        await keep(records.at(-1));
        say(undefined);
      } catch (error) {
        at = undefined; // restart at the stored position, also when the engine is down or the iterator has expired
        wait = RETRY_MS;
        if (running) say(`the change feed waits: ${(error as Error).message}`);
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

/** Whether the record is of an earlier run. Its time is in whole seconds. */
const isBefore = (startedAt: number, record: DynamoDBRecord | undefined): boolean =>
  new Date((record?.dynamodb?.ApproximateCreationDateTime as unknown as Date) ?? startedAt).getTime() <
  startedAt - 1000;

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

/** Returns a function that prints a line unless it was the last one, and forgets it for `undefined`. */
function reporter(): (line: string | undefined) => void {
  let last: string | undefined;
  return (line) => {
    if (line !== undefined && line !== last) process.stderr.write(`gatehouse: ${line}\n`);
    last = line;
  };
}

/** Returns the stored position if its record is there: a new, restored or damaged table has another or none. */
async function knownPosition(
  sdk: Sdk,
  streams: DynamoDBStreamsClient,
  StreamArn: string,
  stored: Position | 'damaged',
): Promise<Position | undefined> {
  if (stored === 'damaged' || stored.stream !== StreamArn) return undefined;
  const { StreamDescription } = await streams.send(new sdk.DescribeStreamCommand({ StreamArn }));
  // The shard of the record itself, which may be closed since.
  const shard = shardAfter(StreamDescription?.Shards ?? [], String(BigInt(stored.sequence) - 1n));
  const from = { ShardIteratorType: sdk.ShardIteratorType.AT_SEQUENCE_NUMBER, SequenceNumber: stored.sequence };
  const { ShardIterator } = await streams.send(
    new sdk.GetShardIteratorCommand({ StreamArn, ShardId: shard?.ShardId, ...from }),
  );
  const { Records = [] } = await streams.send(new sdk.GetRecordsCommand({ ShardIterator, Limit: 1 }));
  return isAt(stored, StreamArn, Records[0] as unknown as DynamoDBRecord) ? stored : undefined;
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
