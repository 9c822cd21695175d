// Authenticates the caller of an operation by an API key, where the operation admits one.
import { fail } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import { API_KEY_PREFIX } from '../crypto/api-key.ts';
import { shownToken } from '../domain/sessions/bound-tokens.ts';
import type { KeyActor } from '../domain/sessions/caller.ts';
import type { Request } from './request.ts';

/**
 * Authenticates an API key that was sent from the address. Functions without an operation that admits keys have none, and do
 * not load it.
 */
export type AuthenticateKey = (text: string, ip: string) => Promise<KeyActor>;

/** The levels of access at which a key is refused as such, unless the operation admits keys. */
const BEARER_ACCESS: readonly Operation['access'][] = ['user', 'pending', 'enrolling'];

/**
 * Returns whom the API key in the header acts for; `undefined` for any other credential. A key is for the header alone, in
 * cookie mode as well. Throws INVALID_TOKEN where keys are not admitted, without a read, and what `authenticateKey` throws.
 */
export async function keyOf(
  request: Request,
  { access, admits }: Operation,
  authenticateKey: AuthenticateKey | undefined,
): Promise<KeyActor | undefined> {
  if (access !== 'key' && !BEARER_ACCESS.includes(access)) return undefined;
  const authorization = request.headers.get('authorization') ?? [];
  if (authorization.length > 1) fail('CONFLICTING_CREDENTIALS');
  const shown = shownToken(authorization[0]);
  if (!shown?.token.startsWith(API_KEY_PREFIX)) {
    if (access === 'key') fail(shown ? 'INVALID_TOKEN' : 'NO_AUTH_PROVIDED');
    return undefined;
  }
  const isAdmitted = access === 'key' || admits?.apiKey;
  if (!isAdmitted || !authenticateKey || shown.isBound) return fail('INVALID_TOKEN', { message: REFUSED });
  return authenticateKey(shown.token, request.ip);
}

const REFUSED = 'This operation admits no API key.';
