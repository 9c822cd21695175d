// Writes one item of the table under a condition.
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { config } from '../../platform/config.ts';
import type { Key } from '../keys.ts';
import { db } from './client.ts';
import { conditionExpression, existing, updateExpressions } from './expression.ts';
import type { Change, Condition, Item } from './item.ts';
import { conditional, MAX_TRIES, type Refused } from './outcome.ts';

/** Stores the item if its key is free. If callers race, exactly one gets `true`. */
export const create = (item: Item): Promise<boolean> => replace(item, { if: 'attribute_not_exists(pk)' });

/** Overwrites the item with the same key if the condition holds for it. `false`: it does not. */
export async function replace(item: Item, condition: Condition): Promise<boolean> {
  const reply = await conditional(() =>
    db().send(new PutCommand({ TableName: config().table, Item: item, ...conditionExpression(condition) })),
  );
  return !('refused' in reply);
}

/**
 * Changes one item if it exists and the condition holds for it. Concurrent callers are applied one after the other,
 * each seeing the result of the one before. Returns the changed item, or the item that refused the change.
 */
export const update = <T extends Item>(key: Key, change: Change): Promise<T | Refused<T>> =>
  upsert(key, { ...change, if: existing(change.if) });

/** Deletes the item and returns it. If callers race, exactly one gets it; the others get `undefined`. */
export async function consume<T extends Item>(key: Key, condition: Partial<Condition> = {}): Promise<T | undefined> {
  const reply = await conditional(() =>
    db().send(
      new DeleteCommand({
        TableName: config().table,
        Key: key,
        ReturnValues: 'ALL_OLD',
        ...conditionExpression({ ...condition, if: existing(condition.if) }),
      }),
    ),
  );
  return 'refused' in reply ? undefined : (reply.Attributes as T);
}

export type Bucket = Item & { count: number; resetAt: number; ttl: number; row?: number };
type Bounds = { max: number; now: number; windowMs: number; inARow?: number | undefined };

/**
 * Adds one to `count` unless it has reached `max`, in a window that starts with the first call and ends at `resetAt`.
 * In one window at most `max` calls are counted, also when they are concurrent. With `inARow`, also adds one to `row`
 * unless it has reached that: no window ends a row, it lasts until the item's `ttl`. Times in ms, `ttl` in seconds.
 */
export async function increment(
  item: Item & { ttl: number },
  { max, now, windowMs, inARow }: Bounds,
): Promise<Bucket | Refused<Pick<Bucket, 'resetAt' | 'ttl' | 'row'>>> {
  const { pk, sk, type, ttl } = item;
  const end = now + windowMs;
  const hasRow = inARow !== undefined;
  for (let round = 0; round < MAX_TRIES; round++) {
    const counted = await upsert<Bucket>(
      { pk, sk },
      {
        set: `SET #type = :type, #ttl = :ttl, #resetAt = if_not_exists(#resetAt, :end), #count = if_not_exists(#count, :zero) + :one${hasRow ? ', #row = if_not_exists(#row, :zero) + :one' : ''}`,
        if: `attribute_not_exists(#pk) OR (#resetAt > :now AND #count < :max${hasRow ? ' AND (attribute_not_exists(#row) OR #row < :inARow)' : ''})`,
        values: { type, ttl, max, now, end, inARow, zero: 0, one: 1 },
      },
    );
    if (!('refused' in counted)) return counted;
    const { refused } = counted;
    const row = refused && refused.ttl * 1000 > now ? (refused.row ?? 0) : 0;
    if (refused && (refused.resetAt > now || (hasRow && row >= inARow))) return { refused };
    // The window is over. One caller starts the next one; the others are counted in it.
    const isOver = 'attribute_not_exists(#pk) OR #resetAt <= :now';
    const started = await upsert<Bucket>(
      { pk, sk },
      {
        set: { type, ttl, resetAt: end, count: 1, ...(hasRow && { row: row + 1 }) },
        if: hasRow && refused?.row !== undefined ? '#resetAt <= :now AND #row = :row' : isOver,
        values: { now, row: refused?.row },
      },
    );
    if (!('refused' in started)) return started;
  }
  return { refused: { resetAt: end, ttl } };
}

/** Changes the item, or creates it if there is none and the condition allows that. */
async function upsert<T extends Item>(key: Key, change: Change): Promise<T | Refused<T>> {
  const reply = await conditional(() =>
    db().send(
      new UpdateCommand({
        TableName: config().table,
        Key: key,
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ...updateExpressions(change),
      }),
    ),
  );
  return 'refused' in reply ? (reply as Refused<T>) : (reply.Attributes as T);
}
