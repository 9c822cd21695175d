// Emulates what reads a queue: Lambda's poller, which invokes a function with batches and removes what succeeded, or a
// schedule, whose function receives by itself.
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type Received, toRecord } from './queue-record.ts';

export type QueueHandler = (event: SQSEvent) => Promise<SQSBatchResponse>;

export type Reader = {
  /** Reads what can be received now, and sets a timer for the rest. */
  look: () => void;
  /** Waits for what is being processed. */
  stop: () => Promise<void>;
};
export type ReaderOptions = {
  name: string;
  load?: () => Promise<QueueHandler>;
  drain?: () => Promise<unknown>;
  isOn?: () => boolean;
  batch: number;
  concurrency: number;
  isDue: () => boolean;
  /** When the next message becomes visible, in milliseconds since the epoch. */
  nextDue: () => number;
  receive: (most: number) => Received[];
  remove: (handle: string) => void;
  fail: (handle: string) => void;
  saved: () => Promise<void>;
};

/** The pause of a schedule between two runs. */
const SCHEDULE_MS = 100;
/** How often a reader that is off looks whether it is on. */
const OFF_MS = 100;

export function startReader(options: ReaderOptions): Reader {
  const { name, load, drain, isOn = () => true, isDue, nextDue, receive, remove, fail, saved } = options;
  const concurrency = drain ? 1 : options.concurrency;
  const working = new Set<Promise<void>>();
  let running = true;
  let timer: NodeJS.Timeout | undefined;

  const work = (one: Promise<void>): void => {
    const done = one.finally(() => {
      working.delete(done);
      look();
    });
    working.add(done);
  };

  const look = (): void => {
    clearTimeout(timer);
    if (!load && !drain) return;
    if (running && !isOn()) {
      timer = setTimeout(look, OFF_MS);
      return;
    }
    while (running && working.size < concurrency && isDue()) {
      if (drain) work(runSchedule(name, drain));
      else work(deliver(receive(options.batch)));
    }
    const next = nextDue();
    if (running && working.size < concurrency && Number.isFinite(next)) {
      timer = setTimeout(look, Math.max(1, next - Date.now()));
    }
  };

  const deliver = async (batch: Received[]): Promise<void> => {
    const failed = await invoke(load as () => Promise<QueueHandler>, name, batch);
    for (const { id, handle } of batch) (failed.has(id) ? fail : remove)(handle);
    await saved();
  };

  return {
    look,
    stop: async () => {
      running = false;
      clearTimeout(timer);
      await Promise.all(working);
    },
  };
}

async function runSchedule(name: string, drain: () => Promise<unknown>): Promise<void> {
  await drain().catch((error: unknown) => void complain(name, error));
  await new Promise((resolve) => setTimeout(resolve, SCHEDULE_MS));
}

/** Returns the ids of failed messages: those that the function names, or all of them if it throws. */
async function invoke(load: () => Promise<QueueHandler>, name: string, batch: Received[]): Promise<Set<string>> {
  const all = new Set(batch.map(({ id }) => id));
  try {
    const handler = await load();
    const reply = await handler({ Records: batch.map((message) => toRecord(name, message)) });
    const failed = (reply?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
    return failed.every((id) => all.has(id)) ? new Set(failed) : all;
  } catch (error) {
    complain(name, error);
    return all;
  }
}

const complain = (name: string, error: unknown): boolean =>
  process.stderr.write(`queue ${name}: ${error instanceof Error ? error.stack : error}\n`);
