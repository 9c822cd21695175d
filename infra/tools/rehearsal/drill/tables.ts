// Takes a backup of a table on the local engine, and restores it with what DynamoDB restores and no more.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
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
  /** A digest of every item: the same for as long as nothing is written. */
  digest: (table: string) => Promise<string>;
  /** How many items have this type. */
  count: (table: string, type: string) => Promise<number>;
  /**
   * Creates a table with keys, indexes and items. As in DynamoDB, stream, time to live, deletion protection and
   * point-in-time recovery are off (developer guide, "Restoring a table to a point in time").
   */
  restore: (table: string, definition: TableDefinition, items: readonly Item[]) => Promise<void>;
  add: (items: readonly Item[], table: string) => Promise<void>;
  /** Writes those of these items that the table has not, and removes all others. */
  mirror: (items: readonly Item[], table: string) => Promise<void>;
  /** The runbook's steps after a restore, as far as the engine has them. */
  complete: (table: string, definition: TableDefinition) => Promise<void>;
  /** Whether the table has a stream and expires items. */
  features: (table: string) => Promise<{ stream: boolean; ttl: boolean }>;
  close: () => void;
};

/** What BatchWriteItem takes. */
const BATCH = 25;
/** Items of a page. Without a limit, the embedded engine reads the rest of the table for each page. */
const PAGE = 1000;

export function openTables(endpoint: string): Tables {
  const client = new DynamoDBClient({ endpoint });
  const scan = async (TableName: string, onPage: (page: Item[]) => void): Promise<void> => {
    const pages = paginateScan({ client, pageSize: PAGE }, { TableName, ConsistentRead: true });
    for await (const { Items = [] } of pages) onPage(Items);
  };
  const items: Tables['items'] = async (table) => {
    const found = new Map<string, Item>();
    await scan(table, (page) => {
      for (const item of page) found.set(placeOf(item), item);
    });
    return [...found.keys()].sort().map((place) => found.get(place) as Item);
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
    digest: async (table) => {
      let sum = 0n;
      await scan(table, (page) => {
        for (const item of page) sum += digestOf(item);
      });
      return sum.toString(16);
    },
    count: async (table, type) => {
      let found = 0;
      await scan(table, (page) => {
        found += page.filter((item) => item.type?.S === type).length;
      });
      return found;
    },
    restore: async (TableName, { shape }, all) => {
      const { StreamSpecification: _, ...restored } = shape;
      await client.send(new CreateTableCommand({ TableName, ...restored }));
      await write(TableName, all.map(put));
    },
    add: (all, table) => write(table, all.map(put)),
    mirror: async (all, table) => {
      const wanted = new Map(all.map((item) => [placeOf(item), item]));
      const gone: Item[] = [];
      await scan(table, (page) => {
        for (const item of page) {
          const other = wanted.get(placeOf(item));
          if (!other) gone.push(item);
          else if (isDeepStrictEqual(item, other)) wanted.delete(placeOf(item));
        }
      });
      await write(table, [...[...wanted.values()].map(put), ...gone.map(removal)]);
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

/** The engine returns items, and the attributes of one, in any order. */
function digestOf(item: Item): bigint {
  const text = JSON.stringify(item, (_, value) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  );
  return BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
}

const put = (Item: Item): WriteRequest => ({ PutRequest: { Item } });
const removal = ({ pk, sk }: Item): WriteRequest => ({ DeleteRequest: { Key: { pk, sk } as Item } });

export const placeOf = ({ pk, sk }: Item): string => `${pk?.S} ${sk?.S}`;
