// A login by an identity provider: the browser leaves with a flow that is its own, and comes back with an answer to it.
import { fail } from '../../contract/errors.ts';
import type { Query } from '../../contract/index.ts';
import { seal } from '../../crypto/seal.ts';
import { digest, randomSecret } from '../../crypto/secrets.ts';
import { now, seconds } from '../../platform/clock.ts';
import { config } from '../../platform/config.ts';
import { type TenantId, tenantId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { note } from '../../platform/request-context.ts';
import { rootSecret } from '../../platform/secrets.ts';
import * as store from '../../store/sso.ts';
import { find as findTenant, type Tenant } from '../../store/tenants.ts';
import * as limits from '../credentials/limits.ts';
import { open } from '../keys/sealed.ts';
import type { Delivery } from '../sessions/delivery.ts';
import type { Client } from '../sessions/sessions.ts';
import { enter } from './accounts.ts';
import { newExchangeCode } from './exchange-codes.ts';
import { type Answer, authorizationUrl, type FlowSecrets, redeem } from './oauth-client.ts';
import { isProviderName, providerOf } from './providers.ts';

/** Seconds in which somebody logs in at his provider (as a code: OWASP ASVS 6.5.5). */
const FLOW_TTL = 10 * 60;
const KEEP_SECONDS = 86_400;
/** For all calls of the provider together: the browser waits, and so does the function. */
const PROVIDER_MS = 4500;

type Start = Query<'GET /auth/sso/{provider}'>;

/** Where the browser goes, and the secret it keeps; `maxAge` in seconds. */
type Departure = { location: string; browser: { value: string; maxAge: number } };
/** Where it goes then, and the session it takes along, where that travels in cookies. */
type Landing = { location: string; delivery?: Delivery };

/**
 * State and cookie are the tenant and a secret each: so flow and tenant are found at once, and a provider of the tenant is
 * known to be one even if the state got lost.
 */
const naming = (tenant: TenantId): string => `${tenant}.${randomSecret()}`;
function read(text: string | undefined): { tenant: TenantId; hash: string } | undefined {
  const [whole, id] = /^(ten_[0-9A-Za-z]+)\.[\w-]{43}$/.exec(text ?? '') ?? [];
  const tenant = tenantId(id);
  return tenant && { tenant, hash: digest(whole as string) };
}

const active = (tenant: Tenant | undefined): Tenant | undefined => (tenant?.status === 'active' ? tenant : undefined);

/** Throws TENANT_ID_REQUIRED, PROVIDER_NOT_FOUND (for unknown tenants too), REDIRECT_NOT_ALLOWED, RATE_LIMITED. */
export async function start(name: string, input: Start, { ip }: Client): Promise<Departure> {
  if (!input.tenantId) return fail('TENANT_ID_REQUIRED');
  const known = tenantId(input.tenantId);
  if (!known || !isProviderName(name)) return fail('PROVIDER_NOT_FOUND');
  const [found, { hash: network, count, resetAt }] = await Promise.all([
    findTenant(known),
    limits.consume('sso-ip', limits.network(ip)),
  ]);
  const tenant = active(found);
  const provider = tenant && (await providerOf(tenant, name));
  if (!provider) return fail('PROVIDER_NOT_FOUND');
  if (!isRedirectOf(tenant, input.redirectUri)) return fail('REDIRECT_NOT_ALLOWED');

  const [state, browser] = [naming(tenant.id), naming(tenant.id)];
  const secrets: FlowSecrets = { nonce: randomSecret(), verifier: randomSecret() };
  const location = await authorizationUrl(provider, state, secrets, AbortSignal.timeout(PROVIDER_MS));
  const hash = digest(state);
  const expiresAt = now() + FLOW_TTL * 1000;
  await store.begin({
    ...store.flowKey(tenant.id, hash),
    type: 'sso-flow',
    provider: name,
    issuer: provider.issuer,
    clientId: provider.clientId,
    browser: digest(browser),
    sealed: seal(await rootSecret(), sealContext(hash), JSON.stringify(secrets)),
    redirectUri: input.redirectUri,
    mode: input.mode ?? config().tokenType,
    codeChallenge: input.codeChallenge ?? null,
    debit: { hash: network, count, resetAt },
    expiresAt,
    ttl: seconds(expiresAt) + KEEP_SECONDS,
  });
  return { location, browser: { value: browser, maxAge: FLOW_TTL } };
}

const sealContext = (hash: string): string => `sso-flow|${hash}`;

/** Exactly one of those in the settings, as text: nothing is parsed, so nothing can be parsed differently. */
const isRedirectOf = (tenant: Tenant, uri: string): boolean => tenant.settings.redirectUris?.includes(uri) ?? false;

/**
 * Ends the flow that the answer's state names, if this browser began it for this provider, and lets in whoever came back.
 * Of any number of callers one gets that far. Throws PROVIDER_NOT_FOUND, SSO_STATE_INVALID, SSO_TOKEN_INVALID, and what
 * `enter` throws. What the provider says of an error is never repeated.
 */
export async function callback(
  name: string,
  answer: Answer,
  browser: string | undefined,
  client: Client,
): Promise<Landing> {
  const [about, own] = [read(answer.state), read(browser)];
  const meant = about?.tenant ?? own?.tenant;
  note({ tenant: meant });
  const [found, flow] = await Promise.all([
    meant && findTenant(meant),
    about && own && store.consumeFlow(about.tenant, about.hash, { provider: name, browser: own.hash, now: now() }),
  ]);
  const tenant = active(found);
  const provider = await providerOf(tenant, name);
  if (!provider || (flow && !tenant)) return fail('PROVIDER_NOT_FOUND');
  if (!about || !flow || !tenant || !isRedirectOf(tenant, flow.redirectUri)) return fail('SSO_STATE_INVALID');
  if (flow.issuer !== provider.issuer || flow.clientId !== provider.clientId) return fail('SSO_STATE_INVALID');
  const secrets: FlowSecrets = JSON.parse(await open(sealContext(about.hash), flow.sealed));
  const profile = await redeem(provider, answer, secrets, AbortSignal.timeout(PROVIDER_MS)).catch((error: unknown) => {
    log.info('sso_failed', { tenant: tenant.id, provider: name, ip: client.ip });
    throw error;
  });
  const refund = () => limits.refundIfBusy({ scope: 'sso-ip', ...flow.debit });
  if (flow.mode === 'cookie') {
    const [{ delivery }] = await Promise.all([enter(tenant, profile, { client, persistent: true }), refund()]);
    return { location: flow.redirectUri, delivery };
  }
  const { code, write } = newExchangeCode(tenant.id, name, flow.codeChallenge);
  await Promise.all([enter(tenant, profile, { write }), refund()]);
  const location = new URL(flow.redirectUri);
  location.searchParams.append('code', code);
  return { location: location.href };
}

/** Where an answer that came as a form goes on: the cookies of this site come along to there, not to a form from elsewhere. */
export function forward(name: string, answer: Answer): { location: string } {
  if (!isProviderName(name)) return fail('PROVIDER_NOT_FOUND');
  const location = new URL(`${config().baseUrl}/auth/callback/${name}`);
  for (const [key, value] of Object.entries(answer)) if (value !== undefined) location.searchParams.set(key, value);
  return { location: location.href };
}
