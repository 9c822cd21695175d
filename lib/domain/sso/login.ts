// POST /auth/login with the name of an identity provider: by the code that its redirect brought back, or by an id token
// that the caller got from it himself, as apps with the provider's own SDK do.
import { fail } from '../../contract/errors.ts';
import { signedPart } from '../../crypto/id-token.ts';
import { digest } from '../../crypto/secrets.ts';
import { NO_TENANT, tenantId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { noteToken } from '../../store/sso.ts';
import { find as findTenant, type Tenant } from '../../store/tenants.ts';
import * as users from '../../store/users.ts';
import * as limits from '../limits.ts';
import { startSession } from '../session-start.ts';
import type { Delivery } from '../session-tokens.ts';
import type { Client } from '../sessions.ts';
import { enter, openingFor } from './accounts.ts';
import { redeemExchangeCode } from './exchange-codes.ts';
import { openIdToken } from './id-tokens.ts';
import { metadataOf } from './metadata.ts';
import { isProviderName, type Provider, providerOf } from './providers.ts';

export type ProviderLogin = {
  provider: string;
  tenantId: string;
  credentials: { code?: string; codeVerifier?: string; token?: string; nonce?: string };
  rememberMe: boolean;
};

/** For all calls of the provider together. */
const PROVIDER_MS = 4500;
/** Tokens are remembered until no clock takes them any more. */
const KEEP_SECONDS = 3600;

/**
 * Opens a session; a pending one where a second factor is due. Throws INVALID_PROVIDER for a name that is none's of the
 * tenant, SSO_TOKEN_INVALID whatever is wrong with code or token, and what `enter` throws.
 */
export async function loginByProvider(input: ProviderLogin, client: Client): Promise<Delivery> {
  if (!isProviderName(input.provider)) return fail('INVALID_PROVIDER');
  const { code, token, codeVerifier, nonce } = input.credentials;
  const id = tenantId(input.tenantId) ?? NO_TENANT;
  const [found, address] = await Promise.all([findTenant(id), limits.debit('login-ip', limits.network(client.ip))]);
  const tenant = found?.status === 'active' ? found : undefined;
  const provider = (await providerOf(tenant, input.provider)) ?? fail('INVALID_PROVIDER');
  if ((code === undefined) === (token === undefined)) {
    return fail('INVALID_INPUT', { message: 'credentials.code: is required, or credentials.token instead' });
  }
  const opening = { client, persistent: input.rememberMe };
  const delivery = tenant
    ? await (code === undefined
        ? byIdToken(tenant, provider, token as string, nonce, opening)
        : byCode(tenant, provider, code, codeVerifier, opening))
    : undefined;
  if (!delivery) {
    log.info('login_failed', { tenant: id, provider: provider.name, ip: client.ip });
    return fail('SSO_TOKEN_INVALID');
  }
  await limits.refund(address);
  return delivery;
}

type Opening = { client: Client; persistent: boolean };

async function byCode(
  tenant: Tenant,
  { name }: Provider,
  code: string,
  codeVerifier: string | undefined,
  { client, persistent }: Opening,
): Promise<Delivery | undefined> {
  const redeemed = await redeemExchangeCode(tenant.id, name, code, codeVerifier);
  if (!redeemed) return undefined;
  const { user, held } = await users.findWithHeld(tenant.id, redeemed.userId);
  if (!user?.isActive || user.identityEpoch !== redeemed.identityEpoch) return undefined;
  return startSession(user, tenant, openingFor(client, persistent), held);
}

async function byIdToken(
  tenant: Tenant,
  provider: Provider,
  token: string,
  nonce: string | undefined,
  opening: Opening,
): Promise<Delivery | undefined> {
  if (provider.kind === 'github' || provider.kind === 'facebook') return undefined; // they have none
  const signal = AbortSignal.timeout(PROVIDER_MS);
  const metadata = await metadataOf(provider.issuer, signal);
  const { profile, claims } = await openIdToken(provider, metadata, token, nonce, signal);
  // Who sees a token in passing must not log in with it, too.
  const isNew = await noteToken(tenant.id, digest(signedPart(token)), claims.exp + KEEP_SECONDS);
  return isNew ? (await enter(tenant, profile, opening)).delivery : undefined;
}
