// Computes the codes of authenticator apps in tests that share a process, and a clock, with the service.
import { STEP_MS, totpOf } from '../../lib/packages/testing/totp.ts';
import { advance, now } from '../../lib/platform/clock.ts';

export { base32 } from '../../lib/packages/testing/totp.ts';

/** The step of a moment in ms, by default the service's now. */
export const stepAt = (ms: number = now()): number => Math.floor(ms / STEP_MS);

/** What an app shows in this step: the current one, or `ahead` steps from it. */
export const totp = (secret: string, ahead = 0, step: number = stepAt() + ahead): string => totpOf(secret, step);

/**
 * Moves the clock to the beginning of the next step: the app shows a code it never showed, and half a minute is left.
 */
export const nextStep = (): void => advance(STEP_MS - (now() % STEP_MS));

/** What the app shows in the next step, whose code was never used. Moves the clock there. */
export function nextCode(secret: string): string {
  nextStep();
  return totp(secret);
}
