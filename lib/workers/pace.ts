// Spaces out calls of a provider that limits the calls of a second.
import { now, sleep } from '../platform/clock.ts';
import { Throttled } from '../platform/errors.ts';

export type Pace = {
  /**
   * Waits for the next turn: no second has more than `perSecond` of them, and a second's turns may come at once. Throws
   * `Throttled`, without a turn, if it would come after `until` (milliseconds since the epoch).
   */
  turn: (perSecond: number, until: number) => Promise<void>;
  /** Gives no turn for the next `ms` milliseconds, because the provider refused one. */
  hold: (ms: number) => void;
};

/** Turns remembered: the most that one function could take in a second. */
const KEPT = 1000;
/** A clock that was set back by more than this begins anew: otherwise no turn would come until it has caught up. */
const SET_BACK_MS = 1000;

export function createPace(): Pace {
  const turns: number[] = [];
  let heldUntil = 0;
  let latest = 0;
  const forgetFuture = (): void => {
    if (now() < latest - SET_BACK_MS) [turns.length, heldUntil] = [0, 0];
    latest = now();
  };
  return {
    turn: async (perSecond, until) => {
      forgetFuture();
      const together = Math.max(1, Math.floor(perSecond));
      const before = turns.at(-together) ?? Number.NEGATIVE_INFINITY;
      const at = Math.max(now(), heldUntil, turns.at(-1) ?? 0, before + (together / perSecond) * 1000);
      if (at > until) throw new Throttled('second');
      turns.push(at);
      if (turns.length > KEPT) turns.shift();
      const wait = at - now();
      if (wait > 0) await sleep(wait);
    },
    hold: (ms) => {
      heldUntil = Math.max(heldUntil, now() + ms);
    },
  };
}
