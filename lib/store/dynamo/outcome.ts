// Tells the three outcomes of a call to DynamoDB apart: a result, a failed condition, and no response (`Unavailable`).
import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { Unavailable } from '../../platform/errors.ts';
import { pause } from '../../platform/retry.ts';
import { fromAttributes } from './attributes.ts';

/** The item for which the condition failed; `undefined` if there was none. */
export type Refused<T> = { refused: T | undefined };

/** Retries in addition to those of the SDK, for contention and for partial batches. */
export const MAX_TRIES = 5;

/** Returns the result of the call. Throws `Unavailable` when the table does not respond. */
export async function send<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw unavailable(error);
  }
}

/** `isRepeated`: the SDK sent the request again, so an earlier attempt may have been applied. */
type Refusal = Refused<Record<string, unknown>> & { isRepeated: boolean };

/** Like `send`, but returns `{ refused }` when the condition failed. */
export async function conditional<T extends object>(call: () => Promise<T>): Promise<T | Refusal> {
  for (let round = 1; ; round++) {
    try {
      return await call();
    } catch (error) {
      if (nameOf(error) === 'ConditionalCheckFailedException') {
        const { Item: item, $metadata } = error as ConditionalCheckFailedException;
        return { refused: item && fromAttributes(item), isRepeated: ($metadata.attempts ?? 1) > 1 };
      }
      // A transaction is changing the item. The SDK does not retry this by itself.
      if (nameOf(error) !== 'TransactionConflictException' || round > MAX_TRIES) throw unavailable(error);
      await pause(round);
    }
  }
}

/**
 * The reason for each write of a cancelled transaction, `None` for writes without one. `undefined` for other errors.
 */
export function cancellation(error: unknown): string[] | undefined {
  if (nameOf(error) !== 'TransactionCanceledException') return undefined;
  return (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons?.map(
    ({ Code }) => Code ?? 'None',
  );
}

/**
 * Whether an earlier attempt of the same transaction is still being applied. DynamoDB completes it with a later attempt,
 * at the latest after 5 s (API reference of TransactWriteItems).
 */
export const isInProgress = (error: unknown): boolean => nameOf(error) === 'TransactionInProgressException';

/**
 * The error as callers of the store see it. A malformed request is a bug of ours and an `Unavailable` already says what
 * is missing (a setting, for example): both are passed on.
 */
export const unavailable = (error: unknown): unknown =>
  nameOf(error) === 'ValidationException' || error instanceof Unavailable
    ? error
    : new Unavailable('the table does not respond', { cause: error });

const nameOf = (error: unknown): string | undefined => (error as { name?: string }).name;
