// Sends a browser to an identity provider, and logs its user in, links the identity or shows it when it returns. Each visit is a
// flow, bound to the browser that began it.
import { ApiError, fail } from '../../contract/errors.ts';
import type { Query } from '../../contract/index.ts';
import { randomSecret } from '../../crypto/secrets.ts';
import { now } from '../../platform/clock.ts';
import { type SessionId, type TenantId, tenantId, type UserId } from '../../platform/ids.ts';
import { log } from '../../platform/log.ts';
import { note } from '../../platform/request-context.ts';
import { config } from '../../platform/settings/config.ts';
import * as store from '../../store/people/sso.ts';
import { findWhole } from '../../store/tenants/tenant-cache.ts';
import type { Tenant } from '../../store/tenants/tenants.ts';
import { bindingOf, requireBinding } from '../credentials/binding.ts';
import * as limits from '../credentials/limits.ts';
import { open } from '../keys/sealed.ts';
import { byGet } from '../own-address.ts';
import { wholeTenant } from '../sessions/authenticate.ts';
import { actorBehind, type BrowserCookies } from '../sessions/browser-session.ts';
import type { Actor, Client } from '../sessions/caller.ts';
import type { Delivery } from '../sessions/delivery.ts';
import { isOfNow } from '../still-counts.ts';
import { loginWithProfile } from './accounts.ts';
import { type Departure, depart, PROVIDER_MS, readHandle, sealContext } from './departure.ts';
import { newExchangeCode } from './exchange-codes.ts';
import { isAskedBy, type Link, linkIdentity } from './link.ts';
import { type CallbackQuery, type FlowSecrets, redeem } from './oauth-client.ts';
import type { Profile } from './profile.ts';
import { isProviderName, ownProviderOf, providerOf } from './providers.ts';
import { recordingRefusals } from './refusals.ts';
import { trialOf } from './trial.ts';

type Start = Query<'GET /auth/sso/{provider}'>;

/**
 * Where the browser goes after the login. In cookie mode, also the session that it gets. `active`: the session that stays
 * the active one of the browser, while the new one waits for the person to choose it.
 */
type Landing = { location: string; delivery?: Delivery; active?: { sub: UserId; sid: SessionId } };

const onlyActive = (tenant: Tenant | undefined): Tenant | undefined =>
  tenant?.status === 'active' ? tenant : undefined;

/**
 * Begins a flow and returns where to send the browser. `client.browser`: the secret that the browser has, in either
 * mode. `isFromElsewhere`: another site sent the browser here, perhaps without a word to the person. Throws TENANT_ID_REQUIRED, PROVIDER_NOT_FOUND (for unknown tenants too), REDIRECT_NOT_ALLOWED, RATE_LIMITED,
 * `Unavailable`, and INVALID_INPUT in header mode without a challenge, unless the tenant allows that: the code in the
 * address of the page must be of use to that page alone (OWASP ASVS 10.4.6, RFC 9700 2.1.1).
 */
export async function start(
  name: string,
  input: Start,
  { ip, browser: held }: Client,
  isFromElsewhere = false,
): Promise<Departure> {
  if (!input.tenantId) return fail('TENANT_ID_REQUIRED');
  const id = tenantId(input.tenantId);
  if (!id || !isProviderName(name)) return fail('PROVIDER_NOT_FOUND');
  const [stored, { hash: network, count, resetAt }] = await Promise.all([
    findWhole(id),
    limits.consume('sso-ip', limits.network(ip)),
  ]);
  const tenant = onlyActive(stored);
  const provider = tenant && (await providerOf(tenant, name));
  if (!provider) return fail('PROVIDER_NOT_FOUND');
  const mode = input.mode ?? config().tokenType;
  const { redirectUri, codeChallenge = null } = input;
  if (!isRedirectAllowed(tenant, { redirectUri, mode })) return fail('REDIRECT_NOT_ALLOWED');
  const secret = mode === 'cookie' ? (held ?? randomSecret()) : undefined;
  const binding = secret === undefined ? input.codeChallenge : bindingOf(undefined, { browser: secret });
  if (tenant.settings.binding?.redirects !== 'optional') requireBinding(binding);
  const purpose = {
    redirectUri,
    mode,
    codeChallenge,
    binding: binding ?? null,
    ...(isFromElsewhere && { isFromElsewhere }),
  };
  return { ...(await depart(tenant, provider, purpose, { hash: network, count, resetAt })), binding: secret };
}

/**
 * Begins a flow that links an identity to the account of the caller, and returns where to send the browser. It returns
 * to our account page, with the cookies of the same session. Throws PROVIDER_NOT_FOUND, RATE_LIMITED and `Unavailable`.
 */
export async function startLink(actor: Actor, name: string, { ip }: Client): Promise<Departure> {
  const [tenant, { hash, count, resetAt }] = await Promise.all([
    wholeTenant(actor),
    limits.consume('sso-ip', limits.network(ip)),
  ]);
  const provider = (await providerOf(tenant, name)) ?? fail('PROVIDER_NOT_FOUND');
  const link = { user: actor.user.id, session: actor.session.id };
  const purpose = { redirectUri: accountPage(), mode: 'cookie', codeChallenge: null, binding: null, link } as const;
  return { ...(await depart(tenant, provider, purpose, { hash, count, resetAt })), binding: undefined };
}

/**
 * Begins a flow that shows what a login by the tenant's own provider would bring, also by one that is off, and returns where to
 * send the browser. Throws PROVIDER_NOT_FOUND, RATE_LIMITED and `Unavailable`.
 */
export async function startTrial(id: TenantId, name: string, { ip }: Client): Promise<Departure> {
  const [stored, { hash, count, resetAt }] = await Promise.all([
    findWhole(id),
    limits.consume('sso-ip', limits.network(ip)),
  ]);
  const tenant = onlyActive(stored);
  const provider = (tenant && ownProviderOf(tenant, name)) ?? fail('PROVIDER_NOT_FOUND');
  const purpose = {
    redirectUri: trialPage(),
    mode: 'cookie',
    codeChallenge: null,
    binding: null,
    trial: true,
  } as const;
  return { ...(await depart(tenant as Tenant, provider, purpose, { hash, count, resetAt })), binding: undefined };
}

/** The page of the sign-in pages to which a provider's login returns. It has a use for cookies alone, not for a code. */
const ownPage = (): string => `${config().baseUrl}/login/back`;
/** The page from which people link identities. No login returns there. */
const accountPage = (): string => `${config().baseUrl}/account/security`;
/** The page that shows what a trial brought. No login returns there. */
const trialPage = (): string => `${config().baseUrl}/setup/tried`;

/**
 * Whether the URI is in the tenant's settings, or our own page in cookie mode. Nothing is parsed, so nothing can be
 * parsed in two ways.
 */
const isRedirectAllowed = (
  tenant: Tenant,
  { redirectUri, mode, link, trial }: Pick<store.SsoFlow, 'redirectUri' | 'mode' | 'link' | 'trial'>,
): boolean => {
  if (trial) return redirectUri === trialPage();
  if (link) return redirectUri === accountPage();
  return (
    (mode === 'cookie' && redirectUri === ownPage()) || (tenant.settings.redirectUris?.includes(redirectUri) ?? false)
  );
};

/** What the browser shows when it comes back: the value of the flow's cookie, and the cookies of its session. */
export type Returning = { flow: string | undefined; session: BrowserCookies };

/**
 * Consumes the flow of the query's state, if this browser began it with this provider, and logs its user in or links the
 * identity. If several callers show one state, exactly one gets that far. Throws PROVIDER_NOT_FOUND,
 * SSO_STATE_INVALID, SSO_TOKEN_INVALID, `Unavailable`, and what `loginWithProfile` throws. The provider's own error
 * texts are never repeated.
 */
export async function callback(
  name: string,
  query: CallbackQuery,
  browser: Returning,
  client: Client,
): Promise<Landing> {
  const [state, cookie] = [readHandle(query.state), readHandle(browser.flow)];
  const id = state?.tenant ?? cookie?.tenant;
  note({ tenant: id });
  const [stored, flow] = await Promise.all([
    id && findWhole(id),
    state &&
      cookie &&
      store.consumeFlow(state.tenant, state.hash, { provider: name, browser: cookie.hash, now: now() }),
  ]);
  const tenant = onlyActive(stored);
  const provider = flow?.trial && tenant ? ownProviderOf(tenant, name) : await providerOf(tenant, name);
  if (!provider || (flow && !tenant)) return fail('PROVIDER_NOT_FOUND');
  if (!state || !flow || !tenant) return fail('SSO_STATE_INVALID');
  if (!isRedirectAllowed(tenant, flow)) return fail('SSO_STATE_INVALID');
  if (flow.issuer !== provider.issuer || flow.clientId !== provider.clientId) return fail('SSO_STATE_INVALID');
  if (!isOfNow(flow.createdAt)) return fail('SSO_STATE_INVALID');
  const secrets: FlowSecrets = JSON.parse(await open(sealContext(state.hash), flow.sealed));
  try {
    const { link } = flow;
    if (link && !isAskedBy(link, await actorBehind(browser.session, client))) return fail('SSO_STATE_INVALID');
    const redeemed = () =>
      redeem(provider, query, secrets, AbortSignal.timeout(PROVIDER_MS)).catch((error: unknown) => {
        log.info('sso_failed', { tenant: tenant.id, provider: name, ip: client.ip });
        throw error;
      });
    if (link) return await landLinked(tenant, flow, link, await redeemed());
    if (flow.trial) return await landTried(tenant, flow, await redeemed());
    const landing = await recordingRefusals(tenant, name, client, async () =>
      land(tenant, flow, await redeemed(), client),
    );
    return flow.isFromElsewhere ? await keepingActive(landing, browser.session, client) : landing;
  } catch (error) {
    // Our page explains it to the person. For a page of an application, the response is the error.
    const isOurs = [ownPage(), accountPage(), trialPage()].includes(flow.redirectUri);
    if (!isOurs || !(error instanceof ApiError) || error.body.statusCode >= 500) throw error;
    return { location: `${flow.redirectUri}?error=${error.code}` };
  }
}

/**
 * Lets the new session wait if another account is active in the browser, and goes to our page, which asks the person.
 * Otherwise any site could put its own account in the place of the person's (login CSRF: RFC 9700 4.7, RFC 6819 4.4.1.8).
 * A login that is pending asks the person anyway.
 */
async function keepingActive(landing: Landing, cookies: BrowserCookies, client: Client): Promise<Landing> {
  const session = landing.delivery?.session;
  if (!session || landing.delivery?.isRequiresMfa) return landing;
  const actor = await actorBehind(cookies, client);
  if (!actor || actor.user.id === session.userId) return landing;
  const location = `${ownPage()}?as=${session.userId}`;
  return { ...landing, location, active: { sub: actor.user.id, sid: actor.session.id } };
}

/** Links the identity, and returns to the account page. */
async function landLinked(tenant: Tenant, flow: store.SsoFlow, link: Link, profile: Profile): Promise<Landing> {
  const [result] = await Promise.all([linkIdentity(tenant, link, profile), refund(flow)]);
  return { location: `${flow.redirectUri}${result === 'taken' ? '?error=identity_taken' : ''}` };
}

/** Shows what the login brought. Browsers send what is behind `#` to no server, and nothing is stored. */
async function landTried(tenant: Tenant, flow: store.SsoFlow, profile: Profile): Promise<Landing> {
  await refund(flow);
  const shown = encodeURIComponent(JSON.stringify(trialOf(tenant, profile)));
  return { location: `${flow.redirectUri}#${shown}` };
}

const refund = ({ debit }: store.SsoFlow): Promise<void> => limits.refundIfBusy({ scope: 'sso-ip', ...debit });

/** Logs the user of the profile in, and returns where their browser goes. Throws what `loginWithProfile` throws. */
async function land(tenant: Tenant, flow: store.SsoFlow, profile: Profile, client: Client): Promise<Landing> {
  const binding = flow.binding ?? undefined;
  if (flow.mode === 'cookie') {
    const [{ delivery }] = await Promise.all([
      loginWithProfile(tenant, profile, { client, persistent: true, binding }),
      refund(flow),
    ]);
    return { location: flow.redirectUri, delivery };
  }
  const { code, write } = newExchangeCode(tenant.id, profile.provider, flow.codeChallenge);
  await Promise.all([loginWithProfile(tenant, profile, { client, write, binding }), refund(flow)]);
  const location = new URL(flow.redirectUri);
  location.searchParams.append('code', code);
  return { location: location.href };
}

/**
 * Returns the callback URL for a response that the provider posted as a form. A browser sends no cookies of this site
 * with a form from another site, but it sends them when it follows the redirect. Throws PROVIDER_NOT_FOUND and
 * PAYLOAD_TOO_LARGE.
 */
export function forward(name: string, form: CallbackQuery): { location: string } {
  if (!isProviderName(name)) return fail('PROVIDER_NOT_FOUND');
  return byGet(`/auth/callback/${name}`, form);
}
