// Changes that depend on what was read: read, decide, write under a condition, as often as somebody else was faster.

import { pause } from '../store/dynamo/outcome.ts';
import { Unavailable } from './unavailable.ts';

/** Each round somebody wins, so this many may race for one record. */
const MAX_ROUNDS = 20;

/** What `attempt` answers, tried again with jitter while that is `undefined`. Throws `Unavailable` when it never is not. */
export async function untilDone<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (round) await pause(Math.min(round, 4));
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new Unavailable(`${what} is contended`);
}
