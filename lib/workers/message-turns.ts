// Keeps the mailers together below the sending rates of SES and SNS, and retries what these throttle nevertheless.

import { now } from '../platform/clock.ts';
import { Throttled } from '../platform/errors.ts';
import { config } from '../platform/settings/config.ts';
import { createPace, type Pace } from './pace.ts';

/**
 * The part of the deployment's rate that this mailer may use, and until when (milliseconds since the epoch). Without a
 * part, the mailers that Lambda may start at once share the rate equally.
 */
export type Share = { part?: number; until: number };

/** Pauses after a call that was throttled. Their sum is less than what is left of a second code's patience. */
const PAUSES_MS = [250, 500, 1000] as const;

/** Calls of the function a second: more than its messages at the same time allow. Its own concurrency is the limit. */
const FUNCTION_RATE = 1000;
const functionPace = createPace();

/**
 * Calls `send` in its turn, and again after a pause while the provider throttles. `rate`: messages a second of all mailers
 * together. Throws `Throttled` if the turn would come too late or the provider has throttled four times, and any other
 * error of `send` at once.
 */
export const inTurn = (pace: Pace, rate: number, share: Share, send: () => Promise<void>): Promise<void> =>
  paced(pace, rate * (share.part ?? 1 / config().mailerConcurrency), share, send);

/** Calls the function of the setting `messageSender`, and again after a pause while Lambda throttles it. Throws as `inTurn`. */
export const inTurnOfFunction = <T>(share: Share, call: () => Promise<T>): Promise<T> =>
  paced(functionPace, FUNCTION_RATE, share, call);

async function paced<T>(pace: Pace, rate: number, { until }: Share, send: () => Promise<T>): Promise<T> {
  for (const pause of [...PAUSES_MS, undefined]) {
    await pace.turn(rate, until);
    try {
      return await send();
    } catch (error) {
      const isBrief = error instanceof Throttled && error.per === 'second';
      if (!isBrief || pause === undefined || now() + pause > until) throw error;
      // All messages of this mailer wait: the next one would be throttled, too.
      pace.hold(pause);
    }
  }
  throw new Throttled('second');
}
