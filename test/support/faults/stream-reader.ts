// Reads the table's real stream, so that the test decides what is delivered, how often and in which order.
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { passesFeed } from '../../../infra/stack/functions/feed-filter.ts';

export type StreamReader = {
  /** What was written since the last call, as far as the change feed gets to see it; in order. */
  next: () => Promise<DynamoDBRecord[]>;
  stop: () => void;
};

/** Reads from the beginning. */
export async function startStreamReader(endpoint: string, table: string): Promise<StreamReader> {
  const streams = new DynamoDBStreamsClient({ endpoint });
  const { Streams } = await streams.send(new ListStreamsCommand({ TableName: table }));
  const StreamArn = Streams?.[0]?.StreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const ShardId = StreamDescription?.Shards?.at(-1)?.ShardId;
  const first = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const };
  let iterator = (await streams.send(new GetShardIteratorCommand(first))).ShardIterator;
  return {
    next: async () => {
      const found: DynamoDBRecord[] = [];
      for (;;) {
        const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator }));
        iterator = page.NextShardIterator;
        if (!page.Records?.length) return found.filter(passesFeed);
        found.push(...(page.Records as unknown as DynamoDBRecord[]));
      }
    },
    stop: () => streams.destroy(),
  };
}
