// Writes one item of the table under a condition, once, also if the SDK repeats the request.
//
// DynamoDB has idempotency tokens for transactions only. The SDK also repeats single writes whose response was lost or
// was a 5xx, and the first attempt may have been applied. So each write leaves a random id on the item. Its repetition
// is refused by that id and returns the item, which is the response that was lost. If another write came in between,
// the repetition cannot know: a counter may then count twice, and a condition decides anew.
import { randomBytes } from 'node:crypto';
import { DeleteItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { config } from '../../platform/settings/config.ts';
import type { Key } from '../keys.ts';
import { fromAttributes, toAttributes } from './attributes.ts';
import { db } from './client.ts';
import { conditionExpression, existing, updateExpressions } from './expression.ts';
import { type Change, type Condition, type Item, type Values, withoutWriteId } from './item.ts';
import { conditional, MAX_TRIES, type Refused } from './outcome.ts';

/** Stores the item if its key is free. If callers race, exactly one gets `true`. */
export const create = (item: Item): Promise<boolean> => replace(item, { if: 'attribute_not_exists(pk)' });

/** Overwrites the item with the same key if the condition holds for it. `false`: it does not. */
export async function replace(item: Item, condition: Condition): Promise<boolean> {
  const writeId = newWriteId();
  const put = new PutItemCommand({
    TableName: config().table,
    Item: toAttributes({ ...item, writeId }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ...conditionExpression(unlessWritten(writeId, condition)),
  });
  const reply = await conditional(() => db().send(put));
  return !('refused' in reply) || isOwn(reply.refused, writeId);
}

/**
 * Changes one item if it exists and the condition holds for it. Concurrent callers are applied one after the other,
 * each seeing the result of the one before. Returns the changed item, or the item that refused the change.
 */
export const update = <T extends Item>(key: Key, change: Change): Promise<T | Refused<T>> =>
  upsert(key, { ...change, if: existing(change.if) });

/**
 * Deletes the item if it exists and the condition holds for it. `false`: it stays, or another caller deleted it. When
 * the response of a deletion was lost and the repetition finds no item, that counts as deleted: two racing callers may
 * then both get `true`. What must have one winner is an `update`.
 */
export async function erase(key: Key, condition: Partial<Condition> = {}): Promise<boolean> {
  const deletion = new DeleteItemCommand({
    TableName: config().table,
    Key: toAttributes(key),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ...conditionExpression({ ...condition, if: existing(condition.if) }),
  });
  const reply = await conditional(() => db().send(deletion));
  return !('refused' in reply) || (reply.refused === undefined && reply.isRepeated);
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

/**
 * Adds to numbers of the item, which is created if there is none. Sets its other attributes. `once`: a text that
 * identifies the change. If the last change of the item had the same one, nothing is added.
 */
export async function add(
  { pk, sk, ...set }: Item & { ttl: number },
  numbers: Readonly<Record<string, number>>,
  once?: string,
): Promise<void> {
  await upsert({ pk, sk }, { set, add: numbers }, once);
}

/** Changes the item, or creates it if there is none and the condition allows that. */
async function upsert<T extends Item>(key: Key, change: Change, writeId = newWriteId()): Promise<T | Refused<T>> {
  const update = new UpdateItemCommand({
    TableName: config().table,
    Key: toAttributes(key),
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ...updateExpressions({ ...change, ...unlessWritten(writeId, change) }, writeId),
  });
  const reply = await conditional(() => db().send(update));
  const stored = 'refused' in reply ? reply.refused : reply.Attributes && fromAttributes(reply.Attributes);
  const item = stored && withoutWriteId<T>(stored);
  const isRefused = 'refused' in reply && !isOwn(reply.refused, writeId);
  return isRefused || !item ? { refused: item } : item;
}

/** 72 random bits: no two writes of one item are taken for each other. */
const newWriteId = (): string => randomBytes(9).toString('base64url');

/** The condition that holds in addition, unless this write was applied already. */
const unlessWritten = (writeId: string, { if: condition, values }: Partial<Condition>): Condition => {
  const isFirst = '(attribute_not_exists(#writeId) OR #writeId <> :writeId)';
  return { if: condition ? `${isFirst} AND (${condition})` : isFirst, values: { ...values, writeId } };
};

const isOwn = (item: Values | undefined, writeId: string): boolean => item?.writeId === writeId;
