// The code that a login by an identity provider brings back through the browser, and that is worth a session once. What
// stands in a URL is seen by many, so it lives for a minute and is of use with the caller's own secret only, if there is one.
import { digest, randomSecret, sameSecret } from '../../crypto/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import type { TenantId, UserId } from '../../platform/ids.ts';
import type { Write } from '../../store/dynamo/table.ts';
import * as store from '../../store/sso.ts';

/** RFC 6749 4.1.2: a short time, at most ten minutes. The page that gets it uses it at once. */
const TTL_MS = 60_000;
const KEEP_SECONDS = 86_400;

/** A code, and the write that makes it worth a session of the user. */
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
 * Uses the code up. `undefined` for one that is unknown, used, too old, of another provider or tenant. One that was made for
 * a secret is of no use without it, nor one made for none with one: that would be a code from elsewhere (RFC 9700 2.1.1).
 */
export async function redeemExchangeCode(
  tenant: TenantId,
  provider: string,
  code: string,
  codeVerifier: string | undefined,
): Promise<store.SsoCode | undefined> {
  const found = await store.consumeCode(tenant, digest(code), { provider, now: now() });
  if (!found) return undefined;
  if (found.codeChallenge === null || codeVerifier === undefined) {
    return found.codeChallenge === null && codeVerifier === undefined ? found : undefined;
  }
  return sameSecret(digest(codeVerifier), found.codeChallenge) ? found : undefined;
}
