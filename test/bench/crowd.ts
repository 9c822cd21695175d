// Many users at once: copies of one that signed up, put straight into the table.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { newUserId, type TenantId, type UserId } from '../../lib/platform/ids.ts';
import * as keys from '../../lib/store/keys.ts';
import { load } from './load.ts';
import { TABLE } from './table.ts';
import { emailOf } from './world.ts';

/** Items that BatchWriteItem takes: a user and the lock of its address, twelve times. */
const BATCH = 12;

/** Copies the user `emailOf(0)`, password and all, to `emailOf('crowd0')` and on. */
export async function createCrowd(endpoint: string, tenantId: string, users: number): Promise<void> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const tenant = tenantId as TenantId;
  const read = async (key: keys.Key) => {
    const request = { [TABLE]: { Keys: [key], ConsistentRead: true } };
    const { Responses } = await client.send(new BatchGetCommand({ RequestItems: request }));
    return Responses?.[TABLE]?.[0] as Record<string, unknown>;
  };
  const lock = await read(keys.email(tenant, emailOf(0)));
  const user = await read(keys.user(tenant, lock.userId as UserId));

  const pair = (index: number) => {
    const [id, email] = [newUserId(tenant), emailOf(`crowd${index}`)];
    return [
      { ...user, ...keys.user(tenant, id), id, email },
      { ...lock, ...keys.email(tenant, email), userId: id },
    ];
  };
  await load(Math.ceil(users / BATCH), 4, async (batch) => {
    const length = Math.min(BATCH, users - batch * BATCH);
    const items = Array.from({ length }, (_, index) => pair(batch * BATCH + index)).flat();
    const requests = items.map((Item) => ({ PutRequest: { Item } }));
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [TABLE]: requests } }));
    if (Object.keys(UnprocessedItems ?? {}).length) throw new Error('the engine did not take a whole batch');
  });
  client.destroy();
}
