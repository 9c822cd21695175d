// Keeps the mailers together below the sending rates of SES and SNS, and retries what these throttle nevertheless.
import { now } from '../platform/clock.ts';
import { config } from '../platform/config.ts';
import { emailRate } from '../platform/email.ts';
import { Throttled } from '../platform/errors.ts';
import { createPace } from '../platform/pace.ts';
import type { Channel } from '../store/codes.ts';

/**
 * The part of the deployment's rate that this mailer may use, and until when (milliseconds since the epoch). Without a
 * part, the mailers that Lambda may start at once share the rate equally.
 */
export type Share = { part?: number; until: number };

/** Pauses after a call that was throttled. Their sum is less than what is left of a second code's patience. */
const PAUSES_MS = [250, 500, 1000] as const;

const paces = { email: createPace(), sms: createPace() };

/**
 * Calls `send` in its turn, and again after a pause while the provider throttles. Throws `Throttled` if the turn would
 * come too late or the provider has throttled four times, and any other error of `send` at once.
 */
export async function inTurn(channel: Channel, { part, until }: Share, send: () => Promise<void>): Promise<void> {
  const { mailerConcurrency, smsRate } = config();
  const rate = (part ?? 1 / mailerConcurrency) * (channel === 'email' ? await emailRate() : smsRate);
  for (const pause of [...PAUSES_MS, undefined]) {
    await paces[channel].turn(rate, until);
    try {
      return await send();
    } catch (error) {
      const isBrief = error instanceof Throttled && error.per === 'second';
      if (!isBrief || pause === undefined || now() + pause > until) throw error;
      // All messages of this mailer wait: the next one would be throttled, too.
      paces[channel].hold(pause);
    }
  }
}
