// Emulates SQS and Lambda's poller: at-least-once delivery in batches, partial failures, retries with exponential
// backoff, dead letters after ten receives. With a directory, the queue survives a restart.
import { createHash, randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { arn, REGION } from './account.ts';
import { type QueueMessage, type Stored, storeOf } from './queue-file.ts';

export type QueueHandler = (event: SQSEvent) => Promise<SQSBatchResponse>;
export type Queue = {
  /** Resolves when the message is stored. */
  send: (body: string) => Promise<void>;
  /** Messages that are waiting or being processed. */
  waiting: () => QueueMessage[];
  deadLetters: () => QueueMessage[];
  /** Requeues all dead letters and returns their number. */
  redrive: () => Promise<number>;
  /** Waits for the messages being processed. */
  stop: () => Promise<void>;
};
export type QueueOptions = {
  name: string;
  /** Where the queue's file is; in memory if `undefined`. */
  directory: string | undefined;
  /** Called when the first message arrives. */
  load: () => Promise<QueueHandler>;
  /** Messages per invocation, and concurrent invocations. */
  batch?: number;
  concurrency?: number;
  /** Attempts before a message becomes a dead letter. */
  maxReceives?: number;
  /** The pause after the first failure; each further failure doubles it. */
  firstPauseMs?: number;
  longestPauseMs?: number;
};

/** The defaults of Lambda and SQS: messages per batch, and concurrent batches to begin with. */
const BATCH = 10;
const CONCURRENCY = 5;
export const MAX_RECEIVES = 10;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;

type Waiting = QueueMessage & { dueAt: number; working: boolean };

/** Delivers until stopped, starting with messages that an earlier run left in the directory. */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { name, directory, load, firstPauseMs = FIRST_PAUSE_MS, longestPauseMs = LONGEST_PAUSE_MS } = options;
  const { batch: batchSize = BATCH, concurrency = CONCURRENCY, maxReceives = MAX_RECEIVES } = options;
  const store = storeOf(directory, name);
  const left = await store.read();
  let waiting: Waiting[] = left.waiting.map((message) => ({ ...message, dueAt: 0, working: false }));
  let dead: QueueMessage[] = left.dead;
  const working = new Set<Promise<void>>();
  let running = true;
  let timer: NodeJS.Timeout | undefined;

  const save = (): Promise<void> => store.write((): Stored => ({ waiting: waiting.map(withoutState), dead }));

  /** Delivers what is due and sets a timer for the rest. */
  const poll = (): void => {
    clearTimeout(timer);
    while (running && working.size < concurrency) {
      const now = Date.now();
      const batch = waiting.filter((message) => !message.working && message.dueAt <= now).slice(0, batchSize);
      if (batch.length === 0) break;
      const work = deliver(batch).finally(() => {
        working.delete(work);
        poll();
      });
      working.add(work);
    }
    const next = Math.min(...waiting.filter((message) => !message.working).map(({ dueAt }) => dueAt));
    if (running && working.size < concurrency && Number.isFinite(next)) {
      timer = setTimeout(poll, Math.max(0, next - Date.now()));
    }
  };

  const deliver = async (batch: Waiting[]): Promise<void> => {
    for (const message of batch) {
      message.working = true;
      message.receives++;
    }
    const failed = await invoke(load, name, batch);
    for (const message of batch) message.working = false;
    waiting = waiting.filter((message) => !batch.includes(message) || failed.has(message.id));
    const again = batch.filter(({ id }) => failed.has(id));
    for (const message of again) {
      message.dueAt = Date.now() + Math.min(firstPauseMs * 2 ** (message.receives - 1), longestPauseMs);
    }
    const exhausted = again.filter(({ receives }) => receives >= maxReceives);
    waiting = waiting.filter((message) => !exhausted.includes(message));
    dead = [...dead, ...exhausted.map(withoutState)];
    // A message that was delivered but could not be removed is delivered again, as SQS may do.
    await save().catch((error: unknown) => process.stderr.write(`queue ${name}: ${error}\n`));
  };

  const add = async (messages: QueueMessage[]): Promise<void> => {
    const added = messages.map((message) => ({ ...message, dueAt: 0, working: true }));
    waiting.push(...added);
    try {
      await save();
      for (const message of added) message.working = false;
    } catch (error) {
      waiting = waiting.filter((message) => !added.includes(message));
      throw error;
    }
    poll();
  };

  poll();
  return {
    send: (body) => add([{ id: randomUUID(), body, sentAt: new Date().toISOString(), receives: 0 }]),
    waiting: () => waiting.map(withoutState),
    deadLetters: () => dead,
    redrive: async () => {
      const revived = dead.splice(0);
      await add(revived.map((message) => ({ ...message, receives: 0 })));
      return revived.length;
    },
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await Promise.all(working);
      await store.settled();
    },
  };
}

const withoutState = ({ id, body, sentAt, receives }: QueueMessage): QueueMessage => ({ id, body, sentAt, receives });

/** Returns the ids of failed messages: those that the function names, or all of them if it throws. */
async function invoke(load: QueueOptions['load'], name: string, batch: QueueMessage[]): Promise<Set<string>> {
  const all = new Set(batch.map(({ id }) => id));
  try {
    const handler = await load();
    const reply = await handler({ Records: batch.map((message) => toRecord(name, message)) });
    const failed = (reply?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
    return failed.every((id) => all.has(id)) ? new Set(failed) : all;
  } catch (error) {
    process.stderr.write(`queue ${name}: ${error instanceof Error ? error.stack : error}\n`);
    return all;
  }
}

function toRecord(name: string, { id, body, sentAt, receives }: QueueMessage): SQSRecord {
  const sent = String(Date.parse(sentAt));
  return {
    messageId: id,
    receiptHandle: randomUUID(),
    body,
    attributes: {
      ApproximateReceiveCount: String(receives),
      SentTimestamp: sent,
      SenderId: 'events.amazonaws.com',
      ApproximateFirstReceiveTimestamp: sent,
    },
    messageAttributes: {},
    md5OfBody: createHash('md5').update(body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: arn('sqs', name),
    awsRegion: REGION,
  };
}
