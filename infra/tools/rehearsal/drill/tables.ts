// Takes a backup of a table on the local engine, and restores it with what DynamoDB restores and no more.
import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  paginateScan,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import type { TableDefinition } from '../../local/table.ts';

export type Item = Record<string, AttributeValue>;
export type Tables = {
  /** Every item, in the order of its key. */
  items: (table: string) => Promise<Item[]>;
  /**
   * Creates a table with keys, indexes and items. As in DynamoDB, stream, time to live, deletion protection and
   * point-in-time recovery are off (developer guide, "Restoring a table to a point in time").
   */
  restore: (table: string, definition: TableDefinition, items: readonly Item[]) => Promise<void>;
  add: (items: readonly Item[], table: string) => Promise<void>;
  /** Writes these items, and removes all others. */
  mirror: (items: readonly Item[], table: string) => Promise<void>;
  /** The runbook's steps after a restore, as far as the engine has them. */
  complete: (table: string, definition: TableDefinition) => Promise<void>;
  /** Whether the table has a stream and expires items. */
  features: (table: string) => Promise<{ stream: boolean; ttl: boolean }>;
  close: () => void;
};

/** What BatchWriteItem takes. */
const BATCH = 25;

export function openTables(endpoint: string): Tables {
  const client = new DynamoDBClient({ endpoint });
  const items: Tables['items'] = async (TableName) => {
    const found: Item[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
      found.push(...Items);
    return found.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  };
  const write = async (table: string, requests: readonly WriteRequest[]): Promise<void> => {
    for (let first = 0; first < requests.length; first += BATCH) {
      const RequestItems = { [table]: requests.slice(first, first + BATCH) };
      const { UnprocessedItems = {} } = await client.send(new BatchWriteItemCommand({ RequestItems }));
      if (Object.keys(UnprocessedItems).length) throw new Error('the engine did not write all items');
    }
  };
  return {
    items,
    restore: async (TableName, { shape }, all) => {
      const { StreamSpecification: _, ...restored } = shape;
      await client.send(new CreateTableCommand({ TableName, ...restored }));
      await write(TableName, all.map(put));
    },
    add: (all, table) => write(table, all.map(put)),
    mirror: async (all, table) => {
      const places = new Set(all.map(placeOf));
      const gone = (await items(table)).filter((item) => !places.has(placeOf(item)));
      await write(table, [...all.map(put), ...gone.map(removal)]);
    },
    complete: async (TableName, { shape: { StreamSpecification }, ttl }) => {
      await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
      const TimeToLiveSpecification = { Enabled: true, AttributeName: ttl };
      await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
    },
    features: async (TableName) => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
      return {
        stream: Table?.StreamSpecification?.StreamEnabled === true,
        ttl: ['ENABLED', 'ENABLING'].includes(TimeToLiveDescription?.TimeToLiveStatus ?? ''),
      };
    },
    close: () => client.destroy(),
  };
}

const put = (Item: Item): WriteRequest => ({ PutRequest: { Item } });
const removal = ({ pk, sk }: Item): WriteRequest => ({ DeleteRequest: { Key: { pk, sk } as Item } });

export const placeOf = ({ pk, sk }: Item): string => `${pk?.S} ${sk?.S}`;
