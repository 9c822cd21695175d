// Computes the codes of authenticator apps in tests that share a process, and a clock, with the service.
import { STEP_MS, totpOf } from '../../lib/packages/testing/totp.ts';
import { advance, now } from '../../lib/platform/clock.ts';

export { base32 } from '../../lib/packages/testing/totp.ts';

/** The step of a moment in ms, by default the service's now. */
export const stepAt = (ms: number = now()): number => Math.floor(ms / STEP_MS);

/** What an app shows in this step: the current one, or `ahead` steps from it. */
export const totp = (secret: string, ahead = 0, step: number = stepAt() + ahead): string => totpOf(secret, step);

/** More than a request takes, also on a busy machine. */
const UNHURRIED_MS = STEP_MS / 3;

/** The code of the step before. It is good until this step ends, so the clock moves to the next one if this one ends soon. */
export function codeBefore(secret: string): string {
  if (STEP_MS - (now() % STEP_MS) < UNHURRIED_MS) nextStep();
  return totp(secret, -1);
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
