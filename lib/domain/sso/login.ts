// Logs a user in at `POST /auth/login` with an identity provider: by the exchange code that the redirect brought back,
// or by an id token that the caller got from the provider directly, as apps with the provider's own SDK do.
import { fail } from '../../contract/errors.ts';
import { log } from '../../platform/log.ts';
import type { SsoCode } from '../../store/people/sso.ts';
import * as users from '../../store/people/users.ts';
import { findWhole } from '../../store/tenants/tenant-cache.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { tenantNamed } from '../credentials/account-lookup.ts';
import { bindingShown } from '../credentials/binding.ts';
import { openLongGuess } from '../credentials/guess.ts';
import type { Client } from '../sessions/caller.ts';
import type { Delivery } from '../sessions/delivery.ts';
import { isSinceActive } from '../still-counts.ts';
import { findOwners, loginWithProfile, startFor } from './accounts.ts';
import { bindToCode, redeemExchangeCode } from './exchange-codes.ts';
import { openIdToken } from './id-tokens.ts';
import { metadataOf } from './metadata.ts';
import { consumeNonce } from './nonces.ts';
import { isProviderName, type Provider, providerOf } from './providers.ts';
import { recordingRefusals } from './refusals.ts';

/** The exchange code that the redirect brought back, or an id token. */
export type ProviderProof = ({ code: string } | { token: string; nonce: string | undefined }) & {
  codeVerifier: string | undefined;
};

/** For all calls to the provider together. */
const PROVIDER_MS = 4500;

/**
 * Starts a session, pending if a second factor is needed. Throws INVALID_PROVIDER if the tenant has no provider of this
 * name, SSO_TOKEN_INVALID for every mistake in code or token, INVALID_INPUT without either, RATE_LIMITED, and what
 * `loginWithProfile` throws.
 */
export async function loginByProvider(
  tenantId: string,
  { provider: name, proof }: { provider: string; proof: ProviderProof | undefined },
  rememberMe: boolean,
  client: Client,
): Promise<Delivery> {
  if (!isProviderName(name)) return fail('INVALID_PROVIDER');
  const id = tenantNamed(tenantId);
  const [stored, guess, redeemed] = await Promise.all([
    findWhole(id),
    openLongGuess(client.ip),
    proof && 'code' in proof ? redeemExchangeCode(id, name, proof.code, proof.codeVerifier) : undefined,
  ]);
  const tenant = stored?.status === 'active' ? stored : undefined;
  const provider = (await providerOf(tenant, name)) ?? fail('INVALID_PROVIDER');
  if (!proof) return fail('INVALID_INPUT', { message: 'credentials: must contain either code or token' });
  const opening = { client, persistent: rememberMe, onProof: guess.succeeded };
  const delivery =
    tenant &&
    (await recordingRefusals(tenant, name, client, async () =>
      'token' in proof
        ? loginByIdToken(tenant, provider, proof, opening)
        : redeemed && loginByExchangeCode(tenant, redeemed, opening),
    ));
  if (!delivery) {
    log.info('login_failed', { tenant: id, provider: name, ip: client.ip });
    await guess.failed({ tenant: stored?.id, user: undefined });
    return fail('SSO_TOKEN_INVALID');
  }
  return delivery;
}

/** `onProof` is called once the account is proved. */
type Opening = { client: Client; persistent: boolean; onProof: () => Promise<void> };

/**
 * Returns `undefined` if the account was disabled since the code was issued, or no longer accepts the identity, or if the
 * tenant was switched off meanwhile.
 */
async function loginByExchangeCode(
  tenant: Tenant,
  code: SsoCode,
  { client, persistent, onProof }: Opening,
): Promise<Delivery | undefined> {
  const { userId, identityEpoch, createdAt, isOfTenant } = code;
  if (!isSinceActive(createdAt, tenant)) return undefined;
  const { user, held } = await users.findWithHeld(tenant.id, userId);
  if (!user?.isActive || user.identityEpoch !== identityEpoch) return undefined;
  const [delivery] = await Promise.all([
    startFor(user, tenant, held, { client, persistent }, { isOfTenant }),
    onProof(),
  ]);
  if (delivery.session) await bindToCode(tenant.id, code, delivery.session.id);
  return delivery;
}

/**
 * Returns `undefined` if the provider has no id tokens, or the token's nonce is not one of ours for this client, tenant
 * and provider, or was used before. Throws SSO_TOKEN_INVALID.
 */
async function loginByIdToken(
  tenant: Tenant,
  provider: Provider,
  { token, nonce, codeVerifier }: Extract<ProviderProof, { token: string }>,
  { onProof, ...ending }: Opening,
): Promise<Delivery | undefined> {
  if (provider.kind === 'github' || provider.kind === 'facebook') return undefined;
  const signal = AbortSignal.timeout(PROVIDER_MS);
  const metadata = await metadataOf(provider.issuer, signal);
  const { profile, claims } = await openIdToken(provider, metadata, token, nonce, signal);
  // A person who sees the token in passing, such as the operator of another tenant, must not log in with it.
  const binding = bindingShown(codeVerifier, ending.client);
  const [isFresh, found] = await Promise.all([
    consumeNonce(tenant.id, provider.name, claims.nonce, binding),
    findOwners(tenant, profile),
  ]);
  if (!isFresh) return undefined;
  const login = loginWithProfile(tenant, profile, { ...ending, binding }, found);
  const [{ delivery }] = await Promise.all([login, onProof()]);
  return delivery;
}
