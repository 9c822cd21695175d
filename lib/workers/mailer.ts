// Sends the messages of a batch that Lambda took from a queue.
import type { Context, SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { MESSAGE_SENDER_MS } from '../platform/aws/aws.ts';
import { type QueuedMessage, retryAfter } from '../platform/aws/queues.ts';
import { now } from '../platform/clock.ts';
import { mapConcurrently } from '../platform/concurrency.ts';
import { type Config, config } from '../platform/settings/config.ts';
import { inBatch } from './batch.ts';
import { sendQueued } from './message.ts';
import type { Share } from './message-turns.ts';

/** Messages sent at the same time: more than a provider's rate times its time to respond, for most accounts. */
export const WORKERS = 10;
/** Milliseconds left for a call that begins at the last moment, and for what follows it (lib/platform/aws/aws.ts). */
export const MARGIN_MS = 8000;
/** Where there is no context, as in tests. */
const UNLIMITED_MS = 40_000;

/** The time (milliseconds since the epoch) after which the invocation must begin nothing. */
export const endOf = (context: Context | undefined): number =>
  now() + Math.max(0, (context?.getRemainingTimeInMillis() ?? UNLIMITED_MS) - MARGIN_MS - functionMs());

/**
 * Sends the messages, each by itself. Returns the records to retry, each of which comes back within seconds. With a
 * wrong setting, each message fails by itself.
 */
export function sendMessages(records: readonly SQSRecord[], context?: Context): Promise<SQSBatchResponse> {
  return inBatch('mailer', records.length, context, async () => {
    const results = await sendAll(records.map(queued), { until: endOf(context) });
    const failed = results.flatMap(({ message, seconds }) => (seconds === undefined ? [] : { ...message, seconds }));
    await retryAfter(settings()?.codeQueue, failed);
    return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
  });
}

/** A message sender may take longer than SES. */
const functionMs = (): number => (settings()?.messageSender === undefined ? 0 : MESSAGE_SENDER_MS);

/** `undefined` with a wrong setting, which each message has reported. */
function settings(): Config | undefined {
  try {
    return config();
  } catch {
    return undefined;
  }
}

/** Returns for each message the seconds until its next try; `undefined` if it may leave the queue. */
export const sendAll = (messages: readonly QueuedMessage[], share: Share) =>
  mapConcurrently(messages, WORKERS, async (message) => ({ message, seconds: await sendQueued(message, share) }));

const queued = ({ messageId, receiptHandle, body, attributes }: SQSRecord): QueuedMessage => ({
  messageId,
  receiptHandle,
  body,
  receives: Number(attributes?.ApproximateReceiveCount ?? 1),
});
