// Caches values that other hosts serve and rarely change. Callers that ask at the same time share one load, and after a
// failed load there is a pause, so that requests do not wait for a dead host again and again.
import { now } from './clock.ts';
import { Unavailable } from './errors.ts';

/** No load is tried for this long after a failure. */
const FAILED_MS = 5000;
/** Entries kept. Configuration names far fewer; the bound protects memory. */
const MAX_ENTRIES = 500;

type Entry<T> = { value: T; loadedAt: number };

/**
 * Returns a function that gets what `load` returns for a key, at most `freshMs` old, or `maxAgeMs` if the caller says
 * so. It throws what `load` throws, and `Unavailable` for five seconds after a failed load.
 */
export function cached<T>(load: (key: string) => Promise<T>, freshMs: number) {
  const kept = new Map<string, Entry<T>>();
  const failed = new Map<string, number>();
  const loading = new Map<string, Promise<T>>();

  const fresh = async (key: string): Promise<T> => {
    try {
      const value = await load(key);
      store(kept, key, { value, loadedAt: now() });
      failed.delete(key);
      return value;
    } catch (error) {
      store(failed, key, now());
      throw error;
    } finally {
      loading.delete(key);
    }
  };

  return async (key: string, maxAgeMs = freshMs): Promise<T> => {
    const found = kept.get(key);
    if (found && now() - found.loadedAt < maxAgeMs) return found.value;
    const pending = loading.get(key);
    if (pending) return pending;
    if (now() - (failed.get(key) ?? Number.NEGATIVE_INFINITY) < FAILED_MS)
      throw new Unavailable('the last load failed');
    const started = fresh(key);
    loading.set(key, started);
    return started;
  };
}

function store<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_ENTRIES && oldest !== undefined) map.delete(oldest);
}

/** Resolves like the promise, or throws `Unavailable` when the signal aborts first. */
export async function withinDeadline<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new Unavailable('out of time'));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, late]);
  } finally {
    signal.removeEventListener('abort', abort);
    promise.catch(() => {}); // a rejection after the deadline has no listener
  }
}
