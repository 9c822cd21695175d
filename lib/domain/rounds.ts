// Read, decide, write under a condition: as often as somebody else was faster.
import { Unavailable } from '../platform/unavailable.ts';
import { pause } from '../store/attempt.ts';

const MAX_ROUNDS = 20;

/** The first result of `attempt` that isn't `undefined`, which says that what was read had changed. Throws `Unavailable`
 * when that never ends. */
export async function rounds<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (round) await pause(Math.min(round, 4));
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new Unavailable('the record is contended');
}
