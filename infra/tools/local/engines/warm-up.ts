// Calls a JVM that has just started until its code is compiled. Its first calls take seconds on a busy machine, and the
// service's clients wait for two.
import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';

const TableName = 'gatehouse-warm-up';
const ROUNDS = 6;
const AT_ONCE = 10;

/** Makes calls of each kind on a table of its own, which it deletes. */
export async function warmUp(endpoint: string): Promise<void> {
  const credentials = { accessKeyId: 'warmup', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials, maxAttempts: 1 });
  try {
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    );
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => callsOf(client, { pk: { S: `k${at}` } })));
    }
    await client.send(new DeleteTableCommand({ TableName }));
  } finally {
    client.destroy();
  }
}

async function callsOf(client: DynamoDBClient, Key: { pk: { S: string } }): Promise<void> {
  const values = { ':one': { N: '1' } };
  const change = { TableName, Key, UpdateExpression: 'SET n = n + :one', ExpressionAttributeValues: values };
  await client.send(new PutItemCommand({ TableName, Item: { ...Key, n: { N: '1' } } }));
  await client.send(new UpdateItemCommand({ ...change, ConditionExpression: 'attribute_exists(pk) AND n = :one' }));
  await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: change }] }));
  await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  const KeyConditionExpression = 'pk = :pk';
  await client.send(
    new QueryCommand({ TableName, KeyConditionExpression, ExpressionAttributeValues: { ':pk': Key.pk } }),
  );
}
