// Rotates the signing key on a schedule, or by hand if the current key was compromised.
import { rotateByClock } from '../lib/domain/keys/signing-keys.ts';

/** Pass `{"force":true}` when rotating by hand. */
export const handler = (event: { force?: unknown } | null): Promise<{ rotated: boolean }> =>
  rotateByClock(event?.force === true);
