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
  return {
    items: async (TableName) => {
      const found: Item[] = [];
      for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
        found.push(...Items);
      return found.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
    },
    restore: async (TableName, { shape }, items) => {
      const { StreamSpecification: _, ...restored } = shape;
      await client.send(new CreateTableCommand({ TableName, ...restored }));
      for (let first = 0; first < items.length; first += BATCH) {
        const PutRequests = items.slice(first, first + BATCH).map((Item) => ({ PutRequest: { Item } }));
        const { UnprocessedItems = {} } = await client.send(
          new BatchWriteItemCommand({ RequestItems: { [TableName]: PutRequests } }),
        );
        if (Object.keys(UnprocessedItems).length) throw new Error('the engine did not restore all items');
      }
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

export const placeOf = ({ pk, sk }: Item): string => `${pk?.S} ${sk?.S}`;
