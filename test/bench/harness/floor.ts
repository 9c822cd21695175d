// Calls the same engine with the bare SDK in this process, as the reference for the times of the service.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { newTenantId, newUserId } from '../../../lib/platform/ids.ts';
import { sessionSlot, tenant, user } from '../../../lib/store/keys.ts';
import { TABLE } from './table.ts';

export type Floor = { getItem: () => Promise<unknown>; batchGet: () => Promise<unknown>; stop: () => void };

/** Writes items the size of a session, a user and a tenant. Returns the calls that read one or all of them. */
export async function createFloor(endpoint: string): Promise<Floor> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  const t = newTenantId();
  const u = newUserId(t);
  const keys = [sessionSlot(t, u, 0), user(t, u), tenant(t)];
  for (const key of keys) {
    await client.send(new PutCommand({ TableName: TABLE, Item: { ...key, type: 'floor', text: 'x'.repeat(300) } }));
  }
  const RequestItems = { [TABLE]: { Keys: keys, ConsistentRead: true } };
  return {
    getItem: () => client.send(new GetCommand({ TableName: TABLE, Key: keys[0], ConsistentRead: true })),
    batchGet: () => client.send(new BatchGetCommand({ RequestItems })),
    stop: () => client.destroy(),
  };
}
