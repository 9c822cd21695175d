// Decides when a message that was not sent is tried again. The queue gives up after RECEIVES tries.
import type { Urgency } from '../contract/events.ts';
import { Throttled, Undeliverable } from '../platform/errors.ts';

/** Tries before a message goes to the dead-letter queue (infra/stack/events.ts). */
export const RECEIVES = 30;

/** A code is tried for as long as it is valid, ten minutes: 1 + 2 + 4 + 8 + 16 + 25 × 20 s, and the tries themselves. */
const LONGEST_SECONDS = { urgent: 20, notice: 15 * 60 } as const;
/** A redelivered message reports within some twenty minutes, as operators have to act. */
const UNDELIVERABLE_SECONDS = 40;
/** The daily quota counts the last 24 hours, so it grows again minute by minute. Notices leave that to codes. */
const QUOTA_SECONDS = { urgent: 60, notice: 3600 } as const;

/** Returns the seconds until the next try of a message that failed with `error` when it was received for the nth time. */
export function retrySeconds(error: unknown, urgency: Urgency, receives: number): number {
  if (error instanceof Undeliverable) return UNDELIVERABLE_SECONDS;
  if (error instanceof Throttled && error.per === 'day') return QUOTA_SECONDS[urgency];
  return Math.min(2 ** (receives - 1), LONGEST_SECONDS[urgency]);
}
