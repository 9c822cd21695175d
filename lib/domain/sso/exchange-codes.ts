// Issues and redeems exchange codes, which a login by an identity provider brings back through the browser and the
// client exchanges for a session, once. A code in a URL leaks easily, so it lives for a minute and is bound to the
// client's PKCE challenge, if there is one.
import { digest, randomSecret, sameSecret } from '../../crypto/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import type { SessionId, TenantId, UserId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import type { Write } from '../../store/dynamo/table.ts';
import { endLogin } from '../../store/people/sessions.ts';
import * as store from '../../store/people/sso.ts';
import { isOfNow } from '../still-counts.ts';
import type { Provider } from './providers.ts';

/** RFC 6749 4.1.2: short, at most ten minutes. The page that receives the code uses it at once. */
const TTL_MS = 60_000;
const KEEP_SECONDS = 86_400;

/** Returns a code, and the write that makes it redeemable for a session of the user. */
export function newExchangeCode(
  tenant: TenantId,
  { name: provider, isOfTenant }: Pick<Provider, 'name' | 'isOfTenant'>,
  codeChallenge: string | null,
) {
  const code = randomSecret();
  const createdAt = now();
  const expiresAt = createdAt + TTL_MS;
  const write = (userId: UserId, identityEpoch: number): Write => {
    const item: store.SsoCode = {
      ...store.codeKey(tenant, digest(code)),
      type: 'sso-code',
      provider,
      userId,
      identityEpoch,
      isOfTenant,
      codeChallenge,
      createdAt,
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
 * 2.1.1). A second use ends the session that the first one began (RFC 6749 4.1.2, OWASP ASVS 10.4.2).
 */
export async function redeemExchangeCode(
  tenant: TenantId,
  provider: string,
  code: string,
  codeVerifier: string | undefined,
): Promise<store.SsoCode | undefined> {
  const consumed = await store.consumeCode(tenant, digest(code), { provider, now: now() });
  if (consumed && 'replayed' in consumed) await endReplayed(tenant, consumed.replayed);
  const stored = consumed && 'used' in consumed ? consumed.used : undefined;
  if (!stored || !isOfNow(stored.createdAt)) return undefined;
  if (stored.codeChallenge === null || codeVerifier === undefined) {
    return stored.codeChallenge === null && codeVerifier === undefined ? stored : undefined;
  }
  return sameSecret(digest(codeVerifier), stored.codeChallenge) ? stored : undefined;
}

/**
 * Records the session that the code began, so that a second use ends it. If there was one meanwhile, it ends the session
 * now: the caller has got tokens that open nothing, as if the second use had come a moment later.
 */
export async function bindToCode(tenant: TenantId, code: store.SsoCode, session: SessionId): Promise<void> {
  if (!(await store.recordSession(code, session))) await endReplayed(tenant, { ...code, session });
}

async function endReplayed(tenant: TenantId, { provider, userId, session }: store.SsoCode): Promise<void> {
  log.warn('sso_code_reuse', { tenant, user: userId, provider });
  if (session) await endLogin({ tenant, user: userId, session });
}
