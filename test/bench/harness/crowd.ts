// Creates many users: copies of one that signed up, written directly into the table.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { newUserId, type TenantId, type UserId } from '../../../lib/platform/ids.ts';
import * as keys from '../../../lib/store/keys.ts';
import { itemOf, type User } from '../../../lib/store/people/users.ts';
import { writeAll } from './bulk.ts';
import { TABLE } from './table.ts';
import { emailOf } from './world.ts';

/** Copies the user `emailOf(0)`, including the password, to `emailOf('crowd0')`, `emailOf('crowd1')` and so on. */
export async function createCrowd(endpoint: string, tenantId: string, users: number): Promise<void> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const tenant = tenantId as TenantId;
  const read = async (key: keys.Key) => {
    const request = { [TABLE]: { Keys: [key], ConsistentRead: true } };
    const { Responses } = await client.send(new BatchGetCommand({ RequestItems: request }));
    return Responses?.[TABLE]?.[0] as Record<string, unknown>;
  };
  const claim = await read(keys.email(tenant, emailOf(0)));
  const user = (await read(keys.user(tenant, claim.userId as UserId))) as User;

  await writeAll(client, users, (index) => {
    const [id, email] = [newUserId(tenant), emailOf(`crowd${index}`)];
    return [itemOf({ ...user, id, email }), { ...claim, ...keys.email(tenant, email), userId: id }];
  });
  client.destroy();
}
