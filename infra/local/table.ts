// The table on the local engine, from the same key declarations as the deployed one.
import { CreateTableCommand, DynamoDBClient, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { INDEXES, TTL } from '../../lib/store/keys.ts';

/** Creates the table with indexes, stream and TTL unless it is there. `true`: it is new. */
export async function createTable(endpoint: string, name: string): Promise<boolean> {
  const client = new DynamoDBClient({ endpoint });
  const attributes = ['pk', 'sk', ...INDEXES.flatMap(({ pk, sk }) => [pk, sk])];
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: keySchema('pk', 'sk'),
        GlobalSecondaryIndexes: INDEXES.map((index) => ({
          IndexName: index.name,
          KeySchema: keySchema(index.pk, index.sk),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        })),
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    );
    await client.send(
      new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: { Enabled: true, AttributeName: TTL } }),
    );
    return true;
  } catch (error) {
    if ((error as Error).name === 'ResourceInUseException') return false;
    throw error;
  } finally {
    client.destroy();
  }
}

const keySchema = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
];
