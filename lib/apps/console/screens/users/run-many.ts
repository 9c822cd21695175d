// Makes the same change to many things, a few at a time, and keeps what became of each.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { asError } from '../../kit.ts';

/** As many as a browser sends without queueing, and below the throttles of the service. */
export const AT_ONCE = 4;
const MOST_WAITS = 5;

export const pause = (seconds: number): Promise<void> => new Promise((settle) => setTimeout(settle, seconds * 1000));

/** Has the browser ask before a page is left in the middle. */
export function useLeaveWarning(isRunning: boolean): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isRunning) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isRunning]);
}

export type Failure = { id: string; error: ReturnType<typeof asError> };

/** Runs `change` for every id. The signals follow it. */
export function runMany(ids: readonly string[], change: (id: string) => Promise<unknown>) {
  const done = signal<readonly string[]>([]);
  const failed = signal<readonly Failure[]>([]);
  const isRunning = signal(true);
  let isStopped = false;
  const waiting = [...ids];

  const one = async (id: string): Promise<void> => {
    for (let waits = 0; ; waits++)
      try {
        await change(id);
        done.value = [...done.value, id];
        return;
      } catch (thrown) {
        const error = asError(thrown);
        if (error.code === 'RATE_LIMITED' && waits < MOST_WAITS && !isStopped) await pause(error.retryAfter ?? 1);
        else {
          failed.value = [...failed.value, { id, error }];
          return;
        }
      }
  };
  const worker = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && !isStopped; id = waiting.shift()) await one(id);
  };
  const run = async (): Promise<void> => {
    // The first alone: if it needs a recent login, the rest needs none.
    const first = waiting.shift();
    if (first !== undefined) await one(first);
    if (failed.value[0]?.error.code === 'REAUTH_REQUIRED') isStopped = true;
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    isRunning.value = false;
  };
  return {
    done,
    failed,
    isRunning,
    count: ids.length,
    /** What has begun ends; the rest stays as it is. */
    stop: (): void => {
      isStopped = true;
    },
    finished: run(),
  };
}
