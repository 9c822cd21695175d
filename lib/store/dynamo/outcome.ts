// What can come back from the table: an answer, a refused condition (also an answer), or nothing (`Unavailable`).
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { Unavailable } from '../../platform/errors.ts';
import { pause } from '../../platform/retry.ts';

/** What stood in the way: the item as it was found, or nothing when there was none. */
export type Refused<T> = { refused: T | undefined };

/** Rounds of ours on top of the SDK's own tries, for contention and for partial batches. */
export const MAX_TRIES = 5;

/** The call's result. Throws `Unavailable` when the table doesn't answer; a malformed request is our fault and goes on. */
export async function send<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw unavailable(error);
  }
}

/** Like `answer`, with a failed condition answered as `{ refused }`. */
export async function conditional<T extends object>(call: () => Promise<T>): Promise<T | Refused<unknown>> {
  for (let round = 1; ; round++) {
    try {
      return await call();
    } catch (error) {
      if (nameOf(error) === 'ConditionalCheckFailedException') {
        const item = (error as { Item?: Parameters<typeof unmarshall>[0] }).Item;
        return { refused: item && unmarshall(item) };
      }
      // A transaction is at work on the item; the SDK doesn't try again by itself.
      if (nameOf(error) !== 'TransactionConflictException' || round > MAX_TRIES) throw unavailable(error);
      await pause(round);
    }
  }
}

/** Why each write of a transaction was cancelled, `None` where it was not; `undefined` for any other error. */
export function cancellation(error: unknown): string[] | undefined {
  if (nameOf(error) !== 'TransactionCanceledException') return undefined;
  return (error as { CancellationReasons?: { Code?: string }[] }).CancellationReasons?.map(
    ({ Code }) => Code ?? 'None',
  );
}

/** The error as the callers of the store see it. What says by itself that something is missing, a setting say, goes on. */
export const unavailable = (error: unknown): unknown =>
  nameOf(error) === 'ValidationException' || error instanceof Unavailable
    ? error
    : new Unavailable('the table does not answer', { cause: error });

const nameOf = (error: unknown): string | undefined => (error as { name?: string }).name;
