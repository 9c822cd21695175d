// The verbs of the one table. A condition that fails is an answer (`false`, `undefined`, `{ refused }`); only a table
// that doesn't answer throws, and then always `Unavailable`. Every read is strongly consistent (index queries aside).
//
// A write whose answer was lost is sent again by the SDK. `transact` carries an idempotency token, so it is applied
// once; for the others the second try may find its own first one and report a refusal. That errs to the safe side: a
// secret counts as used, an attempt as spent, and rotation finds the generation it wrote within the grace period.
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { config } from '../../platform/config.ts';
import { Unavailable } from '../../platform/errors.ts';
import { pause } from '../../platform/retry.ts';
import type { Key } from '../keys.ts';
import { db } from './client.ts';
import { existing, expression } from './expression.ts';
import { cancellation, conditional, MAX_TRIES, type Refused, send, unavailable } from './outcome.ts';
import { transactItem } from './transact-item.ts';

export type Item = Key & { type: string };
/** `#name` stands for the attribute `name` (or `names.name`, if there), `:name` for `values.name`. */
export type Condition = { if: string; values?: Record<string, unknown> };
export type Change = { set: string; if?: string; values?: Record<string, unknown>; names?: Record<string, string> };
export type Write =
  | { create: Item }
  | { put: Item }
  | { replace: { item: Item } & Condition }
  | { update: Key & Change }
  | { remove: Key & Partial<Condition> }
  | { check: Key & Condition }
  /** Nothing stands at the key. */
  | { absent: Key }
  /** Adds to numbers of an item that is made if it isn't there. */
  | { add: Key & { type: string; numbers: Readonly<Record<string, number>> } };

/** The item, or `undefined`. */
export async function get<T extends Item>(key: Key, type: T['type']): Promise<T | undefined> {
  const { Item: item } = await send(() =>
    db().send(new GetCommand({ TableName: config().table, Key: key, ConsistentRead: true })),
  );
  return ofType<T>(item, type);
}

/** BatchGetItem takes 100 keys a call. */
const BATCH = 100;

/** The items, in the order of the keys; absent ones are `undefined`. One round trip, however many keys. */
export async function getMany(keys: readonly Key[]): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;
  const distinct = [...new Map(keys.map(({ pk, sk }) => [nameOf({ pk, sk }), { pk, sk }])).values()];
  const batches = Array.from({ length: Math.ceil(distinct.length / BATCH) }, (_, at) =>
    distinct.slice(at * BATCH, (at + 1) * BATCH),
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
  let wanted: Record<string, unknown>[] = [...keys];
  for (let round = 0; wanted.length; round++) {
    if (round === MAX_TRIES) throw new Unavailable('the table does not answer a whole batch');
    if (round) await pause(round);
    const reply = await send(() =>
      db().send(new BatchGetCommand({ RequestItems: { [table]: { Keys: wanted, ConsistentRead: true } } })),
    );
    found.push(...((reply.Responses?.[table] ?? []) as Item[]));
    wanted = reply.UnprocessedKeys?.[table]?.Keys ?? [];
  }
  return found;
}

/** The items of a type in a partition whose sort key has the prefix. */
export async function query<T extends Item>(
  { pk, prefix = '' }: { pk: string; prefix?: string },
  type: T['type'],
): Promise<T[]> {
  const items = await pages({
    ConsistentRead: true,
    KeyConditionExpression: prefix ? 'pk = :pk AND begins_with(sk, :prefix)' : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk, ...(prefix && { ':prefix': prefix }) },
  });
  return items.filter((item) => item.type === type) as T[];
}

/** The items of a partition between two sort keys, both included, whatever their types: neighbours in one read. */
export function span({ pk, from, to }: { pk: string; from: string; to: string }): Promise<Item[]> {
  return pages({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
  });
}

/** Everything in a partition, whatever its type. */
export const partition = ({ pk }: { pk: string }): Promise<Item[]> =>
  pages({ ConsistentRead: true, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } });

async function pages(input: Omit<QueryCommandInput, 'TableName'>): Promise<Item[]> {
  const items: Item[] = [];
  let from: QueryCommandInput['ExclusiveStartKey'];
  do {
    const page = await send(() =>
      db().send(new QueryCommand({ TableName: config().table, ExclusiveStartKey: from, ...input })),
    );
    items.push(...((page.Items ?? []) as Item[]));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}

/** Writes the item if none has its key. Of any number of callers exactly one gets `true`. */
export function create(item: Item): Promise<boolean> {
  return replace(item, { if: 'attribute_not_exists(pk)' });
}

/** Writes the item over whatever has its key, if the condition holds for that. `false`: it doesn't. */
export async function replace(item: Item, condition: Condition): Promise<boolean> {
  const reply = await conditional(() =>
    db().send(
      new PutCommand({
        TableName: config().table,
        Item: item,
        ...expression({ ConditionExpression: condition.if }, condition.values),
      }),
    ),
  );
  return !('refused' in reply);
}

/**
 * Changes one item by an update expression (`set` may hold SET, ADD and REMOVE clauses) if it exists and the condition
 * holds. Concurrent callers are applied one after the other, each seeing the last. Answers the item after the change,
 * or the one that refused it.
 */
export function update<T extends Item>(key: Key, { if: condition, ...more }: Change): Promise<T | Refused<T>> {
  return change(key, { ...more, if: existing(condition) });
}

/** Deletes the item and answers it. Of any number of callers exactly one gets it; the others get `undefined`. */
export async function consume<T extends Item>(key: Key, condition: Partial<Condition> = {}): Promise<T | undefined> {
  const reply = await conditional(() =>
    db().send(
      new DeleteCommand({
        TableName: config().table,
        Key: key,
        ReturnValues: 'ALL_OLD',
        ...expression({ ConditionExpression: existing(condition.if) }, condition.values),
      }),
    ),
  );
  return 'refused' in reply ? undefined : (reply.Attributes as T);
}

/**
 * Adds one to `count` unless it has reached `max`, in a window that starts with the first call and ends at `resetAt`.
 * In one window never more than `max` callers are counted, however many call at once. Times in ms.
 */
export async function increment(
  item: Item & { ttl: number },
  { max, now, windowMs }: { max: number; now: number; windowMs: number },
): Promise<{ count: number; resetAt: number } | Refused<{ resetAt: number }>> {
  const { pk, sk, type, ttl } = item;
  const values = { type, ttl, max, now, zero: 0, one: 1, end: now + windowMs };
  type Bucket = Item & { count: number; resetAt: number };
  for (let round = 0; round < MAX_TRIES; round++) {
    const counted = await change<Bucket>(
      { pk, sk },
      {
        set: 'SET #type = :type, #ttl = :ttl, #resetAt = if_not_exists(#resetAt, :end), #count = if_not_exists(#count, :zero) + :one',
        if: 'attribute_not_exists(#pk) OR (#resetAt > :now AND #count < :max)',
        values,
      },
    );
    if (!('refused' in counted)) return counted;
    if (counted.refused && counted.refused.resetAt > now) return { refused: counted.refused };
    // The window is over: one caller opens the next, the others count in it.
    const opened = await change<Bucket>(
      { pk, sk },
      {
        set: 'SET #type = :type, #ttl = :ttl, #resetAt = :end, #count = :one',
        if: 'attribute_not_exists(#pk) OR #resetAt <= :now',
        values: { type, ttl, now, one: 1, end: now + windowMs },
      },
    );
    if (!('refused' in opened)) return opened;
  }
  return { refused: { resetAt: now + windowMs } };
}

/**
 * All writes or none. `true` when they were applied; otherwise the indexes of the writes whose condition failed.
 * Conflicts with other transactions are tried again with jitter.
 */
export async function transact(writes: readonly Write[]): Promise<true | number[]> {
  const input = { TransactItems: writes.map((write) => transactItem(config().table, write)) };
  for (let round = 0; ; round++) {
    try {
      await db().send(new TransactWriteCommand(input));
      return true;
    } catch (error) {
      const reasons = cancellation(error);
      if (!reasons) throw unavailable(error);
      const failed = reasons.flatMap((reason, index) => (reason === 'ConditionalCheckFailed' ? [index] : []));
      if (failed.length) return failed;
      if (round === MAX_TRIES) throw new Unavailable('the table is contended', { cause: error });
      await pause(round + 1);
    }
  }
}

async function change<T extends Item>(
  key: Key,
  { set, if: condition, values, names }: Change,
): Promise<T | Refused<T>> {
  const reply = await conditional(() =>
    db().send(
      new UpdateCommand({
        TableName: config().table,
        Key: key,
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ...expression({ UpdateExpression: set, ConditionExpression: condition }, values, names),
      }),
    ),
  );
  return 'refused' in reply ? (reply as Refused<T>) : (reply.Attributes as T);
}

/** Readers assert the type of what they read: no "whatever item stands at this key". */
const ofType = <T extends Item>(item: unknown, type: T['type']): T | undefined =>
  (item as T | undefined)?.type === type ? (item as T) : undefined;

/** DeleteItem by the batch: 25 a call. */
const DELETES = 25;

/** Deletes everything in a partition, a page at a time: whoever is stopped on the way needn't begin anew. */
export async function empty({ pk }: { pk: string }): Promise<void> {
  const input: Omit<QueryCommandInput, 'TableName'> = {
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  };
  for (let more = true; more; ) {
    const page = await send(() => db().send(new QueryCommand({ TableName: config().table, ...input })));
    await removeAll((page.Items ?? []) as Item[]);
    more = page.LastEvaluatedKey !== undefined;
  }
}

/** Deletes the items, whatever they are by now. For what nobody needs any more: it has no condition. */
export async function removeAll(items: readonly Key[]): Promise<void> {
  const table = config().table;
  for (let at = 0; at < items.length; at += DELETES) {
    let left: Record<string, unknown>[] = items
      .slice(at, at + DELETES)
      .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
    for (let round = 0; left.length; round++) {
      if (round === MAX_TRIES) throw new Unavailable('the table does not take a whole batch');
      if (round) await pause(round);
      const reply = await send(() => db().send(new BatchWriteCommand({ RequestItems: { [table]: left as never } })));
      left = reply.UnprocessedItems?.[table] ?? [];
    }
  }
}
