// Does what follows a change that is stored: refunds, counters that start anew, a network that is remembered.
import { Unavailable } from './errors.ts';
import { describeError, log } from './log.ts';

/**
 * Waits for the work. If a dependency does not respond, that is logged and no error: a 503 would make the caller repeat
 * what was done, with a code or token that is used up by now. `what` names the work.
 */
export async function followUp(what: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    log.warn('follow_up_failed', { what, ...describeError(error.cause ?? error) });
  }
}
