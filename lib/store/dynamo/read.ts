// Reads items of the table. Every read is strongly consistent.
import { BatchGetItemCommand, GetItemCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { Unavailable } from '../../platform/errors.ts';
import { pause } from '../../platform/retry.ts';
import { config } from '../../platform/settings/config.ts';
import type { Key } from '../keys.ts';
import { type Attributes, fromAttributes, toAttributes } from './attributes.ts';
import { db } from './client.ts';
import type { Item, Values } from './item.ts';
import { MAX_TRIES, send } from './outcome.ts';

/** Returns the item, or `undefined` if there is none with this key or it is of another type. */
export async function get<T extends Item>(key: Key, type: T['type']): Promise<T | undefined> {
  const { Item: item } = await send(() =>
    db().send(new GetItemCommand({ TableName: config().table, Key: toAttributes(key), ConsistentRead: true })),
  );
  return item?.type?.S === type ? itemFrom<T>(item) : undefined;
}

/** Without the id that the last single write left on it, as `withoutWriteId`. */
const itemFrom = <T>(attributes: Attributes): T => fromAttributes<T>(attributes, 'writeId');

/** BatchGetItem takes at most 100 keys. */
const BATCH = 100;

/** Returns the items in the order of the keys, `undefined` for those that do not exist. One parallel round trip. */
export async function getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;
  const distinct = [...new Map(keys.map(({ pk, sk }) => [nameOf({ pk, sk }), { pk, sk }])).values()];
  const batches = Array.from({ length: Math.ceil(distinct.length / BATCH) }, (_, batch) =>
    distinct.slice(batch * BATCH, (batch + 1) * BATCH),
  );
  await Promise.all(
    batches.map(async (batch) => {
      for (const item of await getBatch(batch)) found.set(nameOf(item), item);
    }),
  );
  return keys.map((key) => found.get(nameOf(key)));
}

async function getBatch(keys: readonly Key[]): Promise<Item[]> {
  const table = config().table;
  const found: Item[] = [];
  let wanted: Attributes[] = keys.map(toAttributes);
  for (let round = 0; wanted.length; round++) {
    if (round === MAX_TRIES) throw new Unavailable('the table does not return a whole batch');
    if (round) await pause(round);
    const reply = await send(() =>
      db().send(new BatchGetItemCommand({ RequestItems: { [table]: { Keys: wanted, ConsistentRead: true } } })),
    );
    found.push(...(reply.Responses?.[table] ?? []).map((item) => itemFrom<Item>(item)));
    wanted = reply.UnprocessedKeys?.[table]?.Keys ?? [];
  }
  return found;
}

/** Returns the items of a type in a partition whose sort keys begin with the prefix. */
export async function query<T extends Item>(
  { pk, prefix = '' }: { pk: string; prefix?: string },
  type: T['type'],
): Promise<T[]> {
  const items = await allPages({
    KeyConditionExpression: prefix ? 'pk = :pk AND begins_with(sk, :prefix)' : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk, ...(prefix && { ':prefix': prefix }) },
  });
  return items.filter((item) => item.type === type) as T[];
}

/** Returns the items of all types in a partition between two sort keys, both included. */
export const span = ({ pk, from, to }: { pk: string; from: string; to: string }): Promise<Item[]> =>
  allPages({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
  });

/** Returns the items of all types in a partition. */
export const partition = ({ pk }: { pk: string }): Promise<Item[]> => allPages(wholePartition(pk));

/** Returns the first page of a partition, up to 1 MB. */
export async function firstPage({ pk }: { pk: string }): Promise<{ items: Item[]; more: boolean }> {
  const { items, next } = await page(wholePartition(pk));
  return { items, more: next !== undefined };
}

/** A filter of items: an expression with the names and values of its placeholders. */
export type Filter = {
  text: string;
  names: Readonly<Record<string, string>>;
  values: Readonly<Record<string, unknown>>;
};

export type Slice = {
  pk: string;
  /** The bounds of the sort keys, both included. DynamoDB refuses an empty one, and a `from` after `to`. */
  from: string;
  to: string;
  isDescending?: boolean;
  /**
   * Starts after this sort key in the direction of the slice. No item needs to have it. DynamoDB refuses a key that is
   * outside of the bounds, or is the bound at which the slice ends.
   */
  after?: string | undefined;
  /** The most items to read. */
  limit: number;
  /** Applied after reading: it saves bytes, but neither units nor `limit`. */
  filter?: Filter | undefined;
};

/**
 * Returns the items of all types in a part of a partition, in the order of their sort keys, in one call. `read`: how
 * many items the filter saw. `next`: the sort key to continue after; `undefined` if there are no more items. DynamoDB
 * also stops at 1 MB.
 */
export async function slice({ pk, from, to, isDescending = false, after, limit, filter }: Slice) {
  const { items, read, next } = await page({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to, ...filter?.values },
    ExclusiveStartKey: after === undefined ? undefined : { pk, sk: after },
    ScanIndexForward: !isDescending,
    Limit: limit,
    ...(filter && { FilterExpression: filter.text, ExpressionAttributeNames: filter.names }),
  });
  return { items, read, next: next?.sk as string | undefined };
}

type Query = Omit<QueryCommandInput, 'TableName' | 'ConsistentRead' | keyof Native> & Native;
/** What a query states as values. */
type Native = { ExpressionAttributeValues: Values; ExclusiveStartKey?: Values | undefined };

const wholePartition = (pk: string): Query => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

async function allPages(input: Query): Promise<Item[]> {
  const all: Item[] = [];
  let from: Query['ExclusiveStartKey'];
  do {
    const { items, next } = await page({ ...input, ExclusiveStartKey: from });
    all.push(...items);
    from = next;
  } while (from);
  return all;
}

/** Throws for a query that DynamoDB refuses, also on an engine that carries it out. */
function checkBounds({ ':from': from, ':to': to }: Values): void {
  if (from === undefined) return;
  // By their bytes, as DynamoDB does. `>` puts an emoji before U+FFFF.
  if (from === '' || Buffer.compare(Buffer.from(from as string), Buffer.from(to as string)) > 0)
    throw new Error(`no sort keys are between "${from}" and "${to}"`);
}

async function page(input: Query) {
  checkBounds(input.ExpressionAttributeValues);
  const {
    Items = [],
    LastEvaluatedKey,
    ScannedCount = 0,
  } = await send(() =>
    db().send(
      new QueryCommand({
        TableName: config().table,
        ConsistentRead: true,
        ...input,
        ExpressionAttributeValues: toAttributes(input.ExpressionAttributeValues),
        ExclusiveStartKey: input.ExclusiveStartKey && toAttributes(input.ExclusiveStartKey),
      }),
    ),
  );
  const next = LastEvaluatedKey && fromAttributes(LastEvaluatedKey);
  return { items: Items.map((item) => itemFrom<Item>(item)), read: ScannedCount, next };
}
