// Issues and redeems exchange codes, which a login by an identity provider brings back through the browser and the
// client exchanges for a session, once. A code in a URL leaks easily, so it lives for a minute and is bound to the
// client's PKCE challenge, if there is one.
import { digest, randomSecret, sameSecret } from '../../crypto/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import type { TenantId, UserId } from '../../platform/ids.ts';
import type { Write } from '../../store/dynamo/table.ts';
import * as store from '../../store/sso.ts';

/** RFC 6749 4.1.2: short, at most ten minutes. The page that receives the code uses it at once. */
const TTL_MS = 60_000;
const KEEP_SECONDS = 86_400;

/** Returns a code, and the write that makes it redeemable for a session of the user. */
export function newExchangeCode(tenant: TenantId, provider: string, codeChallenge: string | null) {
  const code = randomSecret();
  const expiresAt = now() + TTL_MS;
  const write = (userId: UserId, identityEpoch: number): Write => {
    const item: store.SsoCode = {
      ...store.codeKey(tenant, digest(code)),
      type: 'sso-code',
      provider,
      userId,
      identityEpoch,
      codeChallenge,
      expiresAt,
      ttl: seconds(expiresAt) + KEEP_SECONDS,
    };
    return { create: item };
  };
  return { code, write };
}

/**
 * Consumes the code. Returns `undefined` if it is unknown, used, expired, or of another provider or tenant. A code with
 * a PKCE challenge needs its verifier, and a code without one must come without: otherwise it was injected (RFC 9700
 * 2.1.1).
 */
export async function redeemExchangeCode(
  tenant: TenantId,
  provider: string,
  code: string,
  codeVerifier: string | undefined,
): Promise<store.SsoCode | undefined> {
  const stored = await store.consumeCode(tenant, digest(code), { provider, now: now() });
  if (!stored) return undefined;
  if (stored.codeChallenge === null || codeVerifier === undefined) {
    return stored.codeChallenge === null && codeVerifier === undefined ? stored : undefined;
  }
  return sameSecret(digest(codeVerifier), stored.codeChallenge) ? stored : undefined;
}
