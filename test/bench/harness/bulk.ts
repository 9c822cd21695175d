// Items by the batch, straight into the table.
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { load } from './load.ts';
import { TABLE } from './table.ts';

/** BatchWriteItem takes 25. */
const BATCH = 25;

/** Writes the items as they are. */
export async function write(client: DynamoDBDocumentClient, items: readonly object[]): Promise<void> {
  const requests = items.map((item) => ({ PutRequest: { Item: item as Record<string, unknown> } }));
  const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [TABLE]: requests } }));
  if (Object.keys(UnprocessedItems ?? {}).length) throw new Error('the engine did not take a whole batch');
}

/** Writes what `itemsOf` answers for 0 to `count - 1`, always the same number of items, four batches at a time. */
export async function writeAll(
  client: DynamoDBDocumentClient,
  count: number,
  itemsOf: (index: number) => readonly object[],
): Promise<void> {
  if (!count) return;
  const each = Math.floor(BATCH / itemsOf(0).length);
  await load(Math.ceil(count / each), 4, async (batch) => {
    const length = Math.min(each, count - batch * each);
    await write(client, Array.from({ length }, (_, index) => itemsOf(batch * each + index)).flat());
  });
}
