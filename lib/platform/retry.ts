// Retries with jitter: pauses between attempts, and the loop of read, decide and write under a condition.
import { Unavailable } from './errors.ts';

/** In each round at least one caller succeeds, so this many callers may race for one record. */
const MAX_ROUNDS = 20;
/** Later rounds wait no longer than this one: up to 320 ms. */
const LONGEST_ROUND = 4;

/** Retries `attempt` until it returns a value. Throws `Unavailable` after 20 conflicts. `what` names the record. */
export async function retryOnConflict<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (round) await pause(Math.min(round, LONGEST_ROUND));
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new Unavailable(`${what} is contended`);
}

/** Waits with full jitter, up to 20 ms doubled each round (AWS Architecture Blog, "Exponential Backoff And Jitter"). */
export async function pause(round: number): Promise<void> {
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  await new Promise((resolve) => setTimeout(resolve, Number(random) % (20 * 2 ** round)));
}
