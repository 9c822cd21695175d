// By a clock: the next signing key becomes the current one. Or by hand, when the current one is in wrong hands.
import { rotateByClock } from '../lib/domain/keys/signing-keys.ts';

/** `{"force":true}` is for hands. */
export const handler = (event: { force?: unknown } | null): Promise<{ rotated: boolean }> =>
  rotateByClock(event?.force === true);
