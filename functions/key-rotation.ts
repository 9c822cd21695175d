// Rotates the signing key on a schedule, or by hand if keys were compromised.
import { rotateByClock } from '../lib/domain/keys/signing-keys.ts';

/** By hand, pass `{"force":true}` to rotate at once, and `{"stolen":true}` to replace every key. */
export const handler = (event: { force?: unknown; stolen?: unknown } | null): Promise<{ rotated: boolean }> =>
  rotateByClock({ force: event?.force === true, stolen: event?.stolen === true });
