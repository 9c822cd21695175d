// Emulates how often Lambda retries: a batch of a stream by the settings of its mapping, an asynchronous invocation by
// those of the function. What it gives up goes to the on-failure destination. (AWS Lambda developer guide, "Using Lambda
// with DynamoDB: retrying", "Error handling for asynchronous invocation".)
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { StreamHandler } from '../local/stream.ts';
import type { BatchRules } from './assembly/mapping.ts';
import type { Invoke } from './runtime/functions.ts';

/** Receives what is given up: why, and the records. */
export type GiveUp = (condition: string, records: readonly DynamoDBRecord[]) => unknown;

const sequenceOf = (record: DynamoDBRecord | undefined): string => record?.dynamodb?.SequenceNumber ?? '';
const done: DynamoDBBatchResponse = { batchItemFailures: [] };

/**
 * Returns a handler that invokes `handle`, and returns the first record to retry. Its caller continues there. Records
 * before a failed one are not repeated; a batch that is tried too often or is too old is given up as a whole.
 */
export function withRetries(handle: StreamHandler, rules: BatchRules, giveUp: GiveUp, now = Date.now): StreamHandler {
  const tries = new Map<string, number>();

  const attempt = async (records: DynamoDBRecord[]): Promise<DynamoDBBatchResponse> => {
    const [failed, threw] = await firstFailure(handle, records);
    if (failed === undefined) {
      tries.delete(sequenceOf(records[0]));
      return done;
    }
    const left = records.slice(failed);
    if (threw && rules.bisects && left.length > 1) {
      const half = Math.ceil(left.length / 2);
      const first = await attempt(left.slice(0, half));
      return first.batchItemFailures.length ? first : attempt(left.slice(half));
    }
    const sequence = sequenceOf(left[0]);
    const tried = (tries.get(sequence) ?? 0) + 1;
    tries.set(sequence, tried);
    const condition = conditionOf(rules, tried, left[0], now());
    if (condition === undefined) return { batchItemFailures: [{ itemIdentifier: sequence }] };
    tries.delete(sequence);
    await giveUp(condition, left);
    return done;
  };
  return ({ Records }) => attempt(Records);
}

/** Returns the position of the first record that failed, and whether the whole invocation did. */
async function firstFailure(handle: StreamHandler, records: DynamoDBRecord[]): Promise<[number | undefined, boolean]> {
  try {
    const { batchItemFailures } = await handle({ Records: records });
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    if (failed.size === 0) return [undefined, false];
    const at = records.findIndex((record) => failed.has(sequenceOf(record)));
    // A name that is none of the batch's fails all of it.
    return [Math.max(0, at), at < 0];
  } catch {
    return [0, true];
  }
}

function conditionOf(
  { retries, maxAgeSeconds }: BatchRules,
  tried: number,
  oldest: DynamoDBRecord | undefined,
  now: number,
): string | undefined {
  const created = oldest?.dynamodb?.ApproximateCreationDateTime as Date | number | undefined;
  const at = created instanceof Date ? Number(created) : (created ?? now / 1000) * 1000;
  if (maxAgeSeconds !== undefined && now - at > maxAgeSeconds * 1000) return 'RecordAgeExceeded';
  return retries !== undefined && tried > retries ? 'RetriesExhausted' : undefined;
}

/** Invokes a function as Lambda does for an event: again after a failure, then gives the event up. Never throws. */
export async function invokeEvent(
  invoke: Invoke,
  name: string,
  event: unknown,
  retries: number,
  giveUp: () => unknown,
): Promise<void> {
  for (let tried = 0; tried <= retries; tried++) {
    try {
      await invoke(name, event);
      return;
    } catch {
      // `invoke` has reported it.
    }
  }
  await giveUp();
}
