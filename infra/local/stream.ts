// Lambda's stream poller: reads the table's real stream and invokes the change feed with batches of records. A batch
// that fails comes again; the position is kept beside the data, so nothing is lost between two runs.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

export type Poller = { stop: () => Promise<void> };
type Handler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

const IDLE_MS = 50;
const TROUBLE_MS = 500;
const BATCH = 100;

/** Polls until stopped. Without a directory, or at its first run, it begins with the oldest record. */
export function startPoller(endpoint: string, table: string, directory: string | undefined, handler: Handler): Poller {
  const streams = new DynamoDBStreamsClient({ endpoint });
  const file = directory === undefined ? undefined : join(directory, 'stream-position');
  let running = true;
  let position: string | undefined;

  const iterator = async (): Promise<string | undefined> => {
    const database = new DynamoDBClient({ endpoint });
    const { Table } = await database.send(new DescribeTableCommand({ TableName: table }));
    database.destroy();
    const StreamArn = Table?.LatestStreamArn;
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
    const ShardId = StreamDescription?.Shards?.at(-1)?.ShardId;
    const from = position
      ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER' as const, SequenceNumber: position }
      : { ShardIteratorType: 'TRIM_HORIZON' as const };
    const { ShardIterator } = await streams.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...from }));
    return ShardIterator;
  };

  const run = async (): Promise<void> => {
    if (file) position = await readFile(file, 'utf8').catch(() => undefined);
    let at: string | undefined;
    while (running) {
      try {
        at ??= await iterator();
        const { Records = [], NextShardIterator } = await streams.send(
          new GetRecordsCommand({ ShardIterator: at, Limit: BATCH }),
        );
        at = NextShardIterator;
        if (!Records.length) {
          await sleep(IDLE_MS);
          continue;
        }
        const { batchItemFailures } = await handler({ Records: Records as unknown as DynamoDBRecord[] });
        const resume = batchItemFailures[0]?.itemIdentifier;
        const done = resume
          ? Records.findIndex((record) => record.dynamodb?.SequenceNumber === resume)
          : Records.length;
        position = Records[done - 1]?.dynamodb?.SequenceNumber ?? position;
        if (file && position) await writeFile(file, position);
        if (resume) {
          at = undefined;
          await sleep(TROUBLE_MS);
        }
      } catch {
        at = undefined; // the engine is away, or the iterator is too old: begin again at the kept position
        await sleep(TROUBLE_MS);
      }
    }
  };

  const finished = run();
  return {
    stop: async () => {
      running = false;
      await finished;
      streams.destroy();
    },
  };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
