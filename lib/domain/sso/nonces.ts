// Issues the nonces of id tokens that an app gets from the provider's own SDK. A token with such a nonce is good for one
// login in the whole deployment, because its nonce is: it was issued once, to one client, for one tenant and provider.
import { fail } from '../../contract/errors.ts';
import type { Body } from '../../contract/index.ts';
import { digest, randomSecret } from '../../crypto/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import { type TenantId, tenantId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import * as store from '../../store/people/sso.ts';
import { findWhole } from '../../store/tenants/tenant-cache.ts';
import { type Binding, bindingOf, requireBinding } from '../credentials/binding.ts';
import * as limits from '../credentials/limits.ts';
import type { Client } from '../sessions/caller.ts';
import { isOfNow } from '../still-counts.ts';
import { isProviderName, providerOf } from './providers.ts';

const KEEP_SECONDS = 86_400;

/**
 * Issues a nonce to this client. It lives as long as a code. Throws TENANT_ID_REQUIRED, PROVIDER_NOT_FOUND (for unknown
 * tenants too, and for providers without id tokens), INVALID_INPUT for a client that names nothing to bind the nonce to,
 * RATE_LIMITED, `Unavailable`.
 */
export async function issueNonce(name: string, input: Body<'POST /auth/sso/{provider}/nonce'>, client: Client) {
  if (!input.tenantId) return fail('TENANT_ID_REQUIRED');
  const binding = requireBinding(bindingOf(input.codeChallenge, client));
  const id = tenantId(input.tenantId);
  if (!id || !isProviderName(name)) return fail('PROVIDER_NOT_FOUND');
  const [tenant, { hash: network, count, resetAt }] = await Promise.all([
    findWhole(id),
    limits.consume('sso-ip', limits.network(client.ip)),
  ]);
  const provider = tenant?.status === 'active' ? await providerOf(tenant, name) : undefined;
  if (!provider || provider.kind === 'github' || provider.kind === 'facebook') return fail('PROVIDER_NOT_FOUND');
  const nonce = randomSecret();
  const createdAt = now();
  const expiresAt = createdAt + config().ttl.code * 1000;
  await store.begin({
    ...store.nonceKey(id, digest(nonce)),
    type: 'sso-nonce',
    provider: name,
    binding,
    debit: { hash: network, count, resetAt },
    createdAt,
    expiresAt,
    ttl: seconds(expiresAt) + KEEP_SECONDS,
  });
  return { nonce, expiresAt: iso(expiresAt) };
}

/**
 * Consumes the nonce of a verified token. If callers race, one gets `true`. `false`: it was not issued to this client
 * for this tenant and provider, was used or has expired. A client that proves no binding costs the same call.
 */
export async function consumeNonce(
  tenant: TenantId,
  provider: string,
  nonce: string,
  binding: Binding | undefined,
): Promise<boolean> {
  const found = await store.consumeNonce(tenant, digest(nonce), { provider, binding: binding ?? '', now: now() });
  if (found) await limits.refundIfBusy({ scope: 'sso-ip', ...found.debit });
  return found !== undefined && isOfNow(found.createdAt);
}
