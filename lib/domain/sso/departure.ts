// Sends a browser to an identity provider: stores the flow, and makes what the browser keeps of it.
import { seal } from '../../crypto/seal.ts';
import { digest, randomSecret } from '../../crypto/secrets.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import { type TenantId, tenantId } from '../../platform/ids.ts';
import * as store from '../../store/people/sso.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { authorizationUrl, type FlowSecrets } from './oauth-client.ts';
import type { Provider } from './providers.ts';

/** Seconds a user has to log in at the provider (OWASP ASVS 6.5.5, as for a code). */
const FLOW_TTL = 10 * 60;
const KEEP_SECONDS = 86_400;
/** For all calls to the provider together: the browser waits meanwhile, and so does the function. */
export const PROVIDER_MS = 4500;

/** Where the browser goes, and the value of its cookie. `maxAge` in seconds. */
export type Departure = {
  location: string;
  browser: { value: string; maxAge: number };
  /** In cookie mode, the secret that the browser's codes are bound to. */
  binding: string | undefined;
};
/**
 * Returns a value for the state or the cookie: the tenant's id and a secret. So flow and tenant are read at the same
 * time, and the provider of a tenant is found even if the provider lost the state.
 */
const newHandle = (tenant: TenantId): string => `${tenant}.${randomSecret()}`;

export function readHandle(text: string | undefined): { tenant: TenantId; hash: string } | undefined {
  const [whole, id] = /^(ten_[0-9A-Za-z]+)\.[\w-]{43}$/.exec(text ?? '') ?? [];
  const tenant = tenantId(id);
  return tenant && { tenant, hash: digest(whole as string) };
}

export type Purpose = Pick<
  store.SsoFlow,
  'redirectUri' | 'mode' | 'codeChallenge' | 'binding' | 'link' | 'isFromElsewhere' | 'trial'
>;

/** Stores the flow, and returns where the browser goes and the secret that it keeps. */
export async function depart(tenant: Tenant, provider: Provider, purpose: Purpose, debit: store.SsoFlow['debit']) {
  const [state, browser] = [newHandle(tenant.id), newHandle(tenant.id)];
  const secrets: FlowSecrets = { nonce: randomSecret(), verifier: randomSecret() };
  const location = await authorizationUrl(provider, state, secrets, AbortSignal.timeout(PROVIDER_MS));
  const hash = digest(state);
  const createdAt = now();
  const expiresAt = createdAt + FLOW_TTL * 1000;
  await store.begin({
    ...store.flowKey(tenant.id, hash),
    type: 'sso-flow',
    provider: provider.name,
    issuer: provider.issuer,
    clientId: provider.clientId,
    browser: digest(browser),
    sealed: seal(await rootSecret('seal'), sealContext(hash), JSON.stringify(secrets)),
    ...purpose,
    debit,
    createdAt,
    expiresAt,
    ttl: seconds(expiresAt) + KEEP_SECONDS,
  });
  return { location, browser: { value: browser, maxAge: FLOW_TTL } };
}

export const sealContext = (hash: string): string => `sso-flow|${hash}`;
