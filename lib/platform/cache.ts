// What others serve and rarely change, kept in memory for a while: one load at a time however many wait for it, and none
// for a moment after one that failed, so that a dead host is not waited for again and again.
import { now } from './clock.ts';
import { Unavailable } from './errors.ts';

/** How long nobody asks again after a failure. */
const FAILED_MS = 5000;
/** Far above what configuration can name; a bound all the same. */
const MOST = 500;

type Entry<T> = { value: T; at: number };

/** `get` answers what `load` answers for the key, at most `freshMs` old, or as old as the caller allows. Throws what it throws. */
export function cached<T>(load: (key: string) => Promise<T>, freshMs: number) {
  const kept = new Map<string, Entry<T>>();
  const failed = new Map<string, number>();
  const loading = new Map<string, Promise<T>>();

  const fresh = async (key: string): Promise<T> => {
    try {
      const value = await load(key);
      store(kept, key, { value, at: now() });
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
    if (found && now() - found.at < maxAgeMs) return found.value;
    const underWay = loading.get(key);
    if (underWay) return underWay;
    if (now() - (failed.get(key) ?? Number.NEGATIVE_INFINITY) < FAILED_MS)
      throw new Unavailable('it failed a moment ago');
    const started = fresh(key);
    loading.set(key, started);
    return started;
  };
}

function store<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
}

/** The promise, or `Unavailable` once the signal says that there is no time left. */
export async function withinDeadline<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new Unavailable('out of time'));
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([promise, late]);
  } finally {
    signal.removeEventListener('abort', giveUp);
    promise.catch(() => {}); // it may fail when nobody waits any more
  }
}
