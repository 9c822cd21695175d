// POST /auth/login with the name of an identity provider: by the code that its redirect brought back, or by an id token
// that the caller got from it himself, as apps with the provider's own SDK do.
import { fail } from '../../contract/errors.ts';
import { signedPart } from '../../crypto/id-token.ts';
import { digest } from '../../crypto/secrets.ts';
import { log } from '../../platform/log.ts';
import { claimToken, type SsoCode } from '../../store/sso.ts';
import { find as findTenant, type Tenant } from '../../store/tenants.ts';
import * as users from '../../store/users.ts';
import { tenantNamed } from '../credentials/account-lookup.ts';
import * as limits from '../credentials/limits.ts';
import type { Delivery } from '../sessions/delivery.ts';
import type { Client } from '../sessions/sessions.ts';
import { startSession } from '../sessions/start.ts';
import { enter, openingFor } from './accounts.ts';
import { redeemExchangeCode } from './exchange-codes.ts';
import { openIdToken } from './id-tokens.ts';
import { metadataOf } from './metadata.ts';
import { isProviderName, type Provider, providerOf } from './providers.ts';

/** The code that the redirect brought back, or an id token. */
export type ProviderProof = { code: string; codeVerifier?: string } | { token: string; nonce?: string };

/** For all calls of the provider together. */
const PROVIDER_MS = 4500;
/** Tokens are remembered until no clock takes them any more. */
const KEEP_SECONDS = 3600;

/**
 * Opens a session; a pending one where a second factor is due. Throws INVALID_PROVIDER for a name that is none's of the
 * tenant, SSO_TOKEN_INVALID whatever is wrong with code or token, and what `enter` throws.
 */
export async function loginByProvider(
  tenantId: string,
  { provider: name, proof }: { provider: string; proof: ProviderProof | undefined },
  rememberMe: boolean,
  client: Client,
): Promise<Delivery> {
  if (!isProviderName(name)) return fail('INVALID_PROVIDER');
  const id = tenantNamed(tenantId);
  const [found, address, redeemed] = await Promise.all([
    findTenant(id),
    limits.consume('login-ip', limits.network(client.ip)),
    proof && 'code' in proof ? redeemExchangeCode(id, name, proof.code, proof.codeVerifier) : undefined,
  ]);
  const tenant = found?.status === 'active' ? found : undefined;
  const provider = (await providerOf(tenant, name)) ?? fail('INVALID_PROVIDER');
  if (!proof) {
    return fail('INVALID_INPUT', { message: 'credentials.code: is required, or credentials.token instead' });
  }
  const opening = { client, persistent: rememberMe, proved: () => limits.refundIfBusy(address) };
  const delivery =
    tenant &&
    ('token' in proof
      ? await byIdToken(tenant, provider, proof.token, proof.nonce, opening)
      : redeemed && (await byCode(tenant, redeemed, opening)));
  if (!delivery) {
    log.info('login_failed', { tenant: id, provider: name, ip: client.ip });
    return fail('SSO_TOKEN_INVALID');
  }
  return delivery;
}

/** `proved`: is called when it is certain who it is. */
type Opening = { client: Client; persistent: boolean; proved: () => Promise<void> };

async function byCode(
  tenant: Tenant,
  { userId, identityEpoch }: SsoCode,
  { client, persistent, proved }: Opening,
): Promise<Delivery | undefined> {
  const { user, held } = await users.findWithHeld(tenant.id, userId);
  if (!user?.isActive || user.identityEpoch !== identityEpoch) return undefined;
  const [delivery] = await Promise.all([startSession(user, tenant, openingFor(client, persistent), held), proved()]);
  return delivery;
}

async function byIdToken(
  tenant: Tenant,
  provider: Provider,
  token: string,
  nonce: string | undefined,
  { proved, ...ending }: Opening,
): Promise<Delivery | undefined> {
  if (provider.kind === 'github' || provider.kind === 'facebook') return undefined; // they have none
  const signal = AbortSignal.timeout(PROVIDER_MS);
  const metadata = await metadataOf(provider.issuer, signal);
  const { profile, claims } = await openIdToken(provider, metadata, token, nonce, signal);
  // Who sees a token in passing must not log in with it, too.
  const isNew = await claimToken(tenant.id, digest(signedPart(token)), claims.exp + KEEP_SECONDS);
  if (!isNew) return undefined;
  const [{ delivery }] = await Promise.all([enter(tenant, profile, ending), proved()]);
  return delivery;
}
