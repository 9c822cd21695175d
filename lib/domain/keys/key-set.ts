// Serves the public keys. They are stored apart from the private ones, so that this needs no secret and no right to write.
import { jwks } from '../../crypto/keyring.ts';
import { now } from '../../platform/clock.ts';
import * as store from '../../store/signing-keys.ts';

/**
 * Returns the public keys: next, current, and retired until their last token expires (RFC 7517). The set is empty until
 * the first token of the deployment has created keys: nothing is signed yet.
 */
export const keySet = async (): Promise<{ keys: Record<string, unknown>[] }> => {
  const stored = await store.findPublic();
  return jwks(stored?.keys ?? [], now());
};
