// Many users at once: copies of one that signed up, put straight into the table.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { newUserId, type TenantId, type UserId } from '../../../lib/platform/ids.ts';
import * as keys from '../../../lib/store/keys.ts';
import { itemOf, type User } from '../../../lib/store/users.ts';
import { writeAll } from './bulk.ts';
import { TABLE } from './table.ts';
import { emailOf } from './world.ts';

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
  const user = (await read(keys.user(tenant, lock.userId as UserId))) as User;

  await writeAll(client, users, (index) => {
    const [id, email] = [newUserId(tenant), emailOf(`crowd${index}`)];
    return [itemOf({ ...user, id, email }), { ...lock, ...keys.email(tenant, email), userId: id }];
  });
  client.destroy();
}
