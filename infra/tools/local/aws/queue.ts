// Emulates SQS: at-least-once delivery, receipt handles, visibility, dead letters after a number of receives. Lambda's
// poller or a schedule reads it (queue-reader.ts). With a directory, the queue survives a restart.
import { randomUUID } from 'node:crypto';
import { type QueueMessage, type Stored, storeOf } from './queue-file.ts';
import { type QueueHandler, type Reader, startReader } from './queue-reader.ts';

export type { QueueHandler };

import type { Received } from './queue-record.ts';

export type Queue = {
  name: string;
  /** Resolves when the message is stored. */
  send: (body: string) => Promise<void>;
  /** Receives at most `most` messages, which are hidden for the visibility timeout. */
  receive: (most: number) => Received[];
  /** Removes a message. Returns `false` for a handle of an earlier receive. */
  remove: (handle: string) => boolean;
  /** Hides a received message for `seconds` from now. Returns `false` for a handle of an earlier receive. */
  hide: (handle: string, seconds: number) => boolean;
  /** Messages that can be received, and messages that are hidden. */
  counts: () => { visible: number; hidden: number };
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
  /** The function that Lambda's poller invokes with batches. Called when the first message arrives. */
  load?: () => Promise<QueueHandler>;
  /** What a schedule runs instead, one run at a time: it receives messages by itself. */
  drain?: () => Promise<unknown>;
  /** Whether they run now; always unless given. What they would read waits. */
  isOn?: () => boolean;
  /** Messages per invocation, and concurrent invocations. */
  batch?: number;
  concurrency?: number;
  /** Attempts before a message becomes a dead letter. */
  maxReceives?: number;
  /** The pause after the first failure of a function; each further failure doubles it. */
  firstPauseMs?: number;
  longestPauseMs?: number;
  /** The queue's visibility timeout. With it, a failed message comes back after it and not after a pause. */
  visibilitySeconds?: number;
  /** How long a second of the queue takes, in milliseconds. */
  secondMs?: number;
};

/** The defaults of Lambda and SQS: messages per batch, and concurrent batches to begin with. */
const BATCH = 10;
const CONCURRENCY = 5;
export const MAX_RECEIVES = 10;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** Far longer than a run of a schedule. */
const VISIBILITY_SECONDS = 120;

type Held = QueueMessage & { dueAt: number; handle: string | undefined };

/** Delivers until stopped, starting with messages that an earlier run left in the directory. */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { name, directory, maxReceives = MAX_RECEIVES, secondMs = 1000, visibilitySeconds } = options;
  const { firstPauseMs = FIRST_PAUSE_MS, longestPauseMs = LONGEST_PAUSE_MS } = options;
  const store = storeOf(directory, name);
  const left = await store.read();
  let messages: Held[] = left.waiting.map((message) => ({ ...message, dueAt: 0, handle: undefined }));
  let dead: QueueMessage[] = left.dead;

  const save = (): Promise<void> => store.write((): Stored => ({ waiting: messages.map(withoutState), dead }));
  // A message that was delivered but could not be removed is delivered again, as SQS may do.
  const saveLater = (): Promise<void> =>
    save().catch((error: unknown) => void process.stderr.write(`queue ${name}: ${error}\n`));
  const find = (handle: string): Held | undefined => messages.find((each) => each.handle === handle);

  /** Returns what can be received. A message that was received often enough becomes a dead letter instead. */
  const due = (): Held[] => {
    const now = Date.now();
    const visible = messages.filter(({ dueAt }) => dueAt <= now);
    const exhausted = visible.filter(({ receives }) => receives >= maxReceives);
    if (exhausted.length === 0) return visible;
    messages = messages.filter((message) => !exhausted.includes(message));
    dead = [...dead, ...exhausted.map(withoutState)];
    void saveLater();
    return visible.filter((message) => !exhausted.includes(message));
  };

  const receive = (most: number, ms = (visibilitySeconds ?? VISIBILITY_SECONDS) * secondMs): Received[] =>
    due()
      .slice(0, most)
      .map((message) => {
        message.receives++;
        message.dueAt = Date.now() + ms;
        message.handle = randomUUID();
        return { ...withoutState(message), handle: message.handle };
      });

  const hideFor = (handle: string, ms: number): boolean => {
    const message = find(handle);
    if (!message) return false;
    message.dueAt = Date.now() + ms;
    reader.look();
    return true;
  };

  const remove = (handle: string): boolean => {
    const found = find(handle);
    messages = messages.filter((message) => message !== found);
    void saveLater();
    return found !== undefined;
  };

  const add = async (added: QueueMessage[]): Promise<void> => {
    const held = added.map((message) => ({ ...message, dueAt: Number.POSITIVE_INFINITY, handle: undefined }));
    messages.push(...held);
    try {
      await save();
      for (const message of held) message.dueAt = 0;
    } catch (error) {
      messages = messages.filter((message) => !held.includes(message as never));
      throw error;
    }
    reader.look();
  };

  const reader: Reader = startReader({
    ...options,
    batch: options.batch ?? BATCH,
    concurrency: options.concurrency ?? CONCURRENCY,
    isDue: () => due().length > 0,
    nextDue: () => Math.min(...messages.map(({ dueAt }) => dueAt)),
    receive: (most) => receive(most, Number.POSITIVE_INFINITY),
    remove,
    // The function may have decided by itself when the message comes back.
    fail: (handle) => {
      const message = find(handle);
      if (message?.dueAt !== Number.POSITIVE_INFINITY) return;
      const pause = Math.min(firstPauseMs * 2 ** (message.receives - 1), longestPauseMs);
      hideFor(handle, visibilitySeconds === undefined ? pause : visibilitySeconds * secondMs);
      if (message.receives >= maxReceives) message.dueAt = 0;
    },
    saved: saveLater,
  });
  reader.look();
  return {
    name,
    send: (body) => add([{ id: randomUUID(), body, sentAt: new Date().toISOString(), receives: 0 }]),
    receive,
    remove,
    hide: (handle, seconds) => hideFor(handle, seconds * secondMs),
    counts: () => {
      const visible = due().length;
      return { visible, hidden: messages.length - visible };
    },
    waiting: () => messages.map(withoutState),
    deadLetters: () => {
      due();
      return dead;
    },
    redrive: async () => {
      const revived = dead.splice(0);
      await add(revived.map((message) => ({ ...message, receives: 0 })));
      return revived.length;
    },
    stop: async () => {
      await reader.stop();
      await store.settled();
    },
  };
}

/** Returns several queues as one: what is sent goes to the first. */
export function joined([first, ...more]: readonly [Queue, ...Queue[]]): Queue {
  const all = [first, ...more];
  return {
    ...first,
    waiting: () => all.flatMap((queue) => queue.waiting()),
    deadLetters: () => all.flatMap((queue) => queue.deadLetters()),
    redrive: async () => (await Promise.all(all.map((queue) => queue.redrive()))).reduce((sum, each) => sum + each, 0),
    stop: async () => void (await Promise.all(all.map((queue) => queue.stop()))),
  };
}

const withoutState = ({ id, body, sentAt, receives }: QueueMessage): QueueMessage => ({ id, body, sentAt, receives });
