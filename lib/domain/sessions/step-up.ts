// Sensitive changes need a fresh proof, so that a session left open, or stolen, doesn't do.
import { fail } from '../../contract/errors.ts';
import { now } from '../../platform/clock.ts';

/** OWASP ASVS 7.5.3 asks for a proof, NIST SP 800-63B 2.1.3 leaves its age to us. */
const RECENT_MS = 15 * 60_000;

/** Throws REAUTH_REQUIRED for a proof that is longer ago, or none. `provedAt` in ms. */
export function requireRecent(provedAt: number | null): void {
  if (provedAt === null || now() - provedAt > RECENT_MS) fail('REAUTH_REQUIRED');
}
