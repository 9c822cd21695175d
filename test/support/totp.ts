// Computes the codes of authenticator apps in tests that share a process, and a clock, with the service.
import { STEP_MS, totpOf } from '../../lib/packages/testing/totp.ts';
import { advance, now } from '../../lib/platform/clock.ts';

export { base32 } from '../../lib/packages/testing/totp.ts';

/** The step of a moment in ms, by default the service's now. */
export const stepAt = (ms: number = now()): number => Math.floor(ms / STEP_MS);

/** More than a request takes, also on a busy machine. */
const UNHURRIED_MS = STEP_MS / 3;

/**
 * What an app shows in this step: the current one, or `ahead` steps from it, or in `step`. A code of the step before is good
 * until this step ends, so the clock moves to the next one if this one ends soon.
 */
export function totp(secret: string, ahead = 0, step?: number): string {
  if (step !== undefined) return totpOf(secret, step);
  if (ahead < 0 && STEP_MS - (now() % STEP_MS) < UNHURRIED_MS) nextStep();
  return totpOf(secret, stepAt() + ahead);
}

/**
 * Moves the clock to the beginning of the next step: the app shows a code it never showed, and half a minute is left.
 */
export const nextStep = (): void => advance(STEP_MS - (now() % STEP_MS));

/** What the app shows in the next step, whose code was never used. Moves the clock there. */
export function nextCode(secret: string): string {
  nextStep();
  return totp(secret);
}
