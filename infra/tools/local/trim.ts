// Trims the data folder of a local run as DynamoDB would trim the table: items go after their expiry, and records of the
// stream after a day. The embedded engine does neither, so its file would only grow.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { openTable, tableFile } from './engines/table-file.ts';

/** Records of a stream are kept for 24 hours (Amazon DynamoDB Developer Guide, "Change data capture for DynamoDB Streams"). */
const STREAM_SECONDS = 24 * 60 * 60;
const EVERY_MS = 60 * 60_000;

export type Trimmed = { table: string; ttl: string; endpoint: string; directory: string };

/** Trims now and every hour. A failure is printed, and the next hour tries again. */
export function startTrimming(what: Trimmed): { stop: () => Promise<void> } {
  let running = Promise.resolve();
  const run = (): void => {
    running = running
      .then(() => trim(what))
      .catch(
        (error: unknown) =>
          void process.stderr.write(`gatehouse: ${tableFile(what.directory)} was not trimmed: ${error}\n`),
      );
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}

/** Removes expired items and old records of the stream. `now` in ms. The space is used again; the file does not shrink. */
export async function trim({ table, ttl, endpoint, directory }: Trimmed, now = Date.now()): Promise<void> {
  const seconds = Math.floor(now / 1000);
  await removeExpired(endpoint, table, ttl, seconds);
  // The newest record stays: the engine counts on from it, and the change feed knows its place by it.
  const database = openTable(tableFile(directory));
  database
    ?.prepare(
      `DELETE FROM _stream_records WHERE table_name = ?1 AND created_at < ?2
       AND id < (SELECT MAX(id) FROM _stream_records WHERE table_name = ?1)`,
    )
    .run(table, seconds - STREAM_SECONDS);
  database?.close();
}

async function removeExpired(endpoint: string, TableName: string, ttl: string, seconds: number): Promise<void> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const expired = {
    TableName,
    ExpressionAttributeNames: { '#ttl': ttl },
    ExpressionAttributeValues: { ':now': seconds },
  };
  try {
    for await (const { Items = [] } of paginateScan({ client }, { ...expired, FilterExpression: '#ttl < :now' })) {
      for (const { pk, sk } of Items)
        await client
          .send(new DeleteCommand({ ...expired, Key: { pk, sk }, ConditionExpression: '#ttl < :now' }))
          .catch((error: Error) => {
            // A request has prolonged it meanwhile.
            if (error.name !== 'ConditionalCheckFailedException') throw error;
          });
    }
  } finally {
    client.destroy();
  }
}
