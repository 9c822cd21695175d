// Writes items in batches, directly into the table.
import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { load } from './load.ts';
import { TABLE } from './table.ts';

/** BatchWriteItem accepts at most 25 items. */
const BATCH = 25;

/** Writes the items as they are. */
export async function write(client: DynamoDBDocumentClient, items: readonly object[]): Promise<void> {
  const requests = items.map((item) => ({ PutRequest: { Item: item as Record<string, unknown> } }));
  const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [TABLE]: requests } }));
  if (Object.keys(UnprocessedItems ?? {}).length) throw new Error('the engine did not accept the whole batch');
}

/**
 * Writes the items that `itemsOf` returns for 0 to `count - 1`, four batches at a time. `itemsOf` must always return
 * the same number of items.
 */
export async function writeAll(
  client: DynamoDBDocumentClient,
  count: number,
  itemsOf: (index: number) => readonly object[],
): Promise<void> {
  if (!count) return;
  const perBatch = Math.floor(BATCH / itemsOf(0).length);
  await load(Math.ceil(count / perBatch), 4, async (batch) => {
    const length = Math.min(perBatch, count - batch * perBatch);
    await write(client, Array.from({ length }, (_, index) => itemsOf(batch * perBatch + index)).flat());
  });
}
