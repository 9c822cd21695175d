// Creates the table on the local engine, from the same key declarations as the deployed one.
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { INDEXES, TTL } from '../../../lib/store/keys.ts';

/** The input of CreateTable. */
export type TableDefinition = {
  name: string;
  /** The attribute with the time at which an item expires. */
  ttl: string | undefined;
  shape: Omit<CreateTableCommandInput, 'TableName'>;
};

const keySchema = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
];

export const OWN_TABLE: TableDefinition = {
  name: 'gatehouse',
  ttl: TTL,
  shape: {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', ...INDEXES.flatMap(({ pk, sk }) => [pk, sk])].map((AttributeName) => ({
      AttributeName,
      AttributeType: 'S',
    })),
    KeySchema: keySchema('pk', 'sk'),
    GlobalSecondaryIndexes: INDEXES.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.pk, index.sk),
      Projection: { ProjectionType: 'KEYS_ONLY' },
    })),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  },
};

/** Creates the table with indexes, stream and TTL unless it exists. Returns whether it is new. */
export async function createTable(
  endpoint: string,
  TableName: string,
  { shape, ttl }: Omit<TableDefinition, 'name'> = OWN_TABLE,
): Promise<boolean> {
  const client = new DynamoDBClient({ endpoint });
  try {
    await client.send(new CreateTableCommand({ TableName, ...shape }));
    if (ttl !== undefined) {
      const TimeToLiveSpecification = { Enabled: true, AttributeName: ttl };
      await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
    }
    return true;
  } catch (error) {
    if ((error as Error).name === 'ResourceInUseException') return false;
    throw error;
  } finally {
    client.destroy();
  }
}
