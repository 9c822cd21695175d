// Requires a recent proof of identity for sensitive changes, so that an open or stolen session is not enough.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';

/** OWASP ASVS 7.5.3 requires a proof; NIST SP 800-63B 2.1.3 leaves its age to the service. */
export const RECENT_MS = 15 * 60_000;

/** Throws REAUTH_REQUIRED if the proof is older than 15 minutes or missing. `provedAt` in ms. */
export function requireRecent(provedAt: number | null): void {
  if (provedAt === null || now() - provedAt > RECENT_MS) fail('REAUTH_REQUIRED');
}
