// Sends the notices that wait in their queue, which no poller of Lambda reads: a schedule starts this every minute. So
// codes go first, and a second queue costs nothing while it is empty (docs/decisions/0035).
import type { Context } from 'aws-lambda';
import { emailRate } from '../platform/aws/email.ts';
import { backlog, type QueuedMessage, receive, remove, retryAfter } from '../platform/aws/queues.ts';
import { now, sleep } from '../platform/clock.ts';
import { config } from '../platform/settings/config.ts';
import { inBatch } from './batch.ts';
import { endOf, sendAll } from './mailer.ts';
import type { Share } from './message-turns.ts';

/** Pause before the codes are counted again, if some wait. */
const LOOK_MS = 1000;
/** Codes that were received and not sent hold notices up for this long: some are sent at any time, some only retried. */
const YIELD_MS = 10_000;
/** Notices are taken for about a second at a time, so that codes never wait longer for the rate. */
const MOST = 10;

/** Sends notices until none is left, codes need the rate, or the invocation's time is over. */
export async function sendNotices(context?: Context): Promise<void> {
  const { codeQueue, noticeQueue, messageSender } = config();
  if (codeQueue === undefined || noticeQueue === undefined) return;
  const end = endOf(context);
  for (;;) {
    const part = await partFor(codeQueue, end);
    if (part === undefined) return;
    const most = messageSender ? MOST : Math.min(MOST, Math.max(1, Math.floor(part * (await emailRate()))));
    const messages = await receive(noticeQueue, most);
    if (messages.length === 0) return;
    await inBatch('mailer', messages.length, context, () => sendSome(noticeQueue, messages, { part, until: end }));
  }
}

async function sendSome(queue: string, messages: readonly QueuedMessage[], share: Share) {
  const results = await sendAll(messages, share);
  const done = results.filter(({ seconds }) => seconds === undefined).map(({ message }) => message);
  const failed = results.flatMap(({ message, seconds }) => (seconds === undefined ? [] : { ...message, seconds }));
  await Promise.all([remove(queue, done), retryAfter(queue, failed)]);
  return { batchItemFailures: failed };
}

/**
 * Returns the part of the rate that notices may use: all of it while there are no codes. While codes wait in their queue
 * it waits, too. While codes are only being sent it waits a while, then returns the part of one mailer more, so that a
 * steady stream of codes does not hold notices up for ever. `undefined`: the time is over.
 */
async function partFor(codeQueue: string, end: number): Promise<number | undefined> {
  for (const began = now(); now() < end; await sleep(LOOK_MS)) {
    const { waiting, received } = await backlog(codeQueue);
    if (waiting === 0 && received === 0) return 1;
    if (waiting === 0 && now() - began >= YIELD_MS) return 1 / (config().mailerConcurrency + 1);
  }
  return undefined;
}
