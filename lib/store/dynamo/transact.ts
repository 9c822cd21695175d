// Writes several items in one transaction. Each write has a label, by which a refusal is reported.
import { randomUUID } from 'node:crypto';
import { type TransactWriteItem, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { Unavailable } from '../../platform/errors.ts';
import { pause } from '../../platform/retry.ts';
import { config } from '../../platform/settings/config.ts';
import { toAttributes } from './attributes.ts';
import { db } from './client.ts';
import { conditionExpression, existing, updateExpressions } from './expression.ts';
import type { Write } from './item.ts';
import { cancellation, isInProgress, MAX_TRIES, unavailable } from './outcome.ts';

/**
 * Twenty callers may race for one item. A transaction holds it for some 20 ms, and DynamoDB cancels those that come
 * meanwhile, so a caller that loses often waits a second or two. A table that is throttled is left alone earlier.
 */
const MAX_CONFLICTS = 12;
/** Later pauses are no longer than this one: up to 640 ms. */
const LONGEST_PAUSE = 5;

/** One label may name a write, several writes of one meaning, or none at all. */
export type LabelledWrites<L extends string> = Readonly<Record<L, Write | undefined | readonly (Write | undefined)[]>>;

/**
 * Applies all writes or none. Returns `'done'`, or the labels of the writes whose condition failed. Conflicts with
 * other transactions and throttled writes are retried with jitter. All attempts carry one idempotency token, so the
 * writes are applied once. The order of the writes has no meaning. A label whose value is `undefined` has no write.
 */
export async function transact<L extends string>(writes: LabelledWrites<L>): Promise<'done' | ReadonlySet<L>> {
  const labelled = Object.entries<LabelledWrites<L>[L]>(writes).flatMap(([label, value]) =>
    [value].flat().flatMap((write) => (write ? { label: label as L, write: write as Write } : [])),
  );
  const input = {
    TransactItems: labelled.map(({ write }) => transactItem(config().table, write)),
    ClientRequestToken: randomUUID(),
  };
  for (let round = 0; ; round++) {
    try {
      await db().send(new TransactWriteItemsCommand(input));
      return 'done';
    } catch (error) {
      const reasons = cancellation(error);
      if (!reasons && !isInProgress(error)) throw unavailable(error);
      const refused = labelled.filter((_, index) => reasons?.[index] === 'ConditionalCheckFailed');
      if (refused.length) return new Set(refused.map(({ label }) => label));
      const tries = reasons?.includes('TransactionConflict') ? MAX_CONFLICTS : MAX_TRIES;
      if (round === tries) throw new Unavailable('the table is contended', { cause: error });
      await pause(Math.min(round + 1, LONGEST_PAUSE));
    }
  }
}

/** The write as TransactWriteItems expects it. */
function transactItem(TableName: string, write: Write): TransactWriteItem {
  if ('create' in write) {
    return { Put: { TableName, Item: toAttributes(write.create), ConditionExpression: 'attribute_not_exists(pk)' } };
  }
  if ('put' in write) return { Put: { TableName, Item: toAttributes(write.put) } };
  if ('merge' in write) {
    const { pk, sk, ...set } = write.merge;
    return { Update: { TableName, Key: toAttributes({ pk, sk }), ...updateExpressions({ set }) } };
  }
  if ('replace' in write) {
    const { item, ...condition } = write.replace;
    return { Put: { TableName, Item: toAttributes(item), ...conditionExpression(condition) } };
  }
  if ('update' in write) {
    const { pk, sk, ...change } = write.update;
    return {
      Update: {
        TableName,
        Key: toAttributes({ pk, sk }),
        ...updateExpressions({ ...change, if: existing(change.if) }),
      },
    };
  }
  if ('remove' in write) {
    const { pk, sk, values, mayBeGone } = write.remove;
    const condition = mayBeGone ? `attribute_not_exists(pk) OR (${write.remove.if})` : existing(write.remove.if);
    return {
      Delete: {
        TableName,
        Key: toAttributes({ pk, sk }),
        ...conditionExpression({ if: condition, values }),
      },
    };
  }
  if ('erase' in write) return { Delete: { TableName, Key: toAttributes({ pk: write.erase.pk, sk: write.erase.sk }) } };
  if ('absent' in write) {
    const { pk, sk } = write.absent;
    return {
      ConditionCheck: { TableName, Key: toAttributes({ pk, sk }), ConditionExpression: 'attribute_not_exists(pk)' },
    };
  }
  if ('add' in write) {
    const { pk, sk, type, numbers, ttl } = write.add;
    const set = { type, ...(ttl !== undefined && { ttl }) };
    return { Update: { TableName, Key: toAttributes({ pk, sk }), ...updateExpressions({ set, add: numbers }) } };
  }
  const { pk, sk, values } = write.check;
  return {
    ConditionCheck: {
      TableName,
      Key: toAttributes({ pk, sk }),
      ...conditionExpression({ if: existing(write.check.if), values }),
    },
  };
}
