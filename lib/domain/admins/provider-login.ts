// Logs admins in by the identity provider of the deployment (OpenID Connect, authorization code with PKCE). The provider is
// their first factor, in place of the password. Only an existing admin can log in: the first time by an address that the
// provider verified, which links issuer and subject, and afterwards by these alone.
import { ApiError, fail } from '../../contract/errors.ts';
import { seal } from '../../crypto/seal.ts';
import { digest, randomSecret } from '../../crypto/secrets.ts';
import { rootSecret } from '../../platform/aws/secrets.ts';
import { iso, now, seconds } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { count } from '../../platform/metrics.ts';
import { note } from '../../platform/request-context.ts';
import { config } from '../../platform/settings/config.ts';
import * as store from '../../store/admins/admin-flows.ts';
import * as admins from '../../store/admins/admins.ts';
import { outboxWrite } from '../../store/outbox.ts';
import { auditEvent } from '../audit.ts';
import * as limits from '../credentials/limits.ts';
import { networkHash, withNetwork } from '../credentials/networks.ts';
import { open } from '../keys/sealed.ts';
import type { Client } from '../sessions/caller.ts';
import { RECENT_MS } from '../sessions/step-up.ts';
import { mayLinkByAddress } from '../sso/identity-rules.ts';
import { authorizationUrl, type CallbackQuery, type FlowSecrets, redeem } from '../sso/oauth-client.ts';
import type { Profile } from '../sso/profile.ts';
import { adminProvider } from '../sso/providers.ts';
import { isOfNow } from '../still-counts.ts';
import { newSession, viewOf } from './admin-sessions.ts';
import { type GivenFactor, refuseFactor, requireFactor } from './factor.ts';
import { noteRefusalByProvider } from './failed-login.ts';

const CALLBACK = '/auth/admin/sso/callback';
/** Seconds from the start to the session (OWASP ASVS 6.5.5, as for a code). */
const FLOW_TTL = 10 * 60;
const KEEP_SECONDS = 86_400;
/** For all calls to the provider together: the browser waits meanwhile, and so does the function. */
const PROVIDER_MS = 4500;

const sealContext = (hash: string): string => `admin-flow|${hash}`;
/** A login there counts as a recent one here, so it must not be older. */
const MAX_AGE = RECENT_MS / 1000;
const requireProvider = async () => (await adminProvider(CALLBACK, MAX_AGE)) ?? fail('PROVIDER_NOT_FOUND');

/** Begins a flow and returns where to send the browser. Throws PROVIDER_NOT_FOUND, RATE_LIMITED and `Unavailable`. */
export async function start({ ip }: Client) {
  const provider = await requireProvider();
  await limits.consume('sso-ip', limits.network(ip));
  const [state, browser] = [randomSecret(), randomSecret()];
  const secrets: FlowSecrets = { nonce: randomSecret(), verifier: randomSecret() };
  const location = await authorizationUrl(provider, state, secrets, AbortSignal.timeout(PROVIDER_MS));
  const hash = digest(browser);
  const createdAt = now();
  const expiresAt = createdAt + FLOW_TTL * 1000;
  await store.begin({
    ...store.flowKey(hash),
    type: 'admin-flow',
    state: digest(state),
    issuer: provider.issuer,
    clientId: provider.clientId,
    sealed: seal(await rootSecret('seal'), sealContext(hash), JSON.stringify(secrets)),
    createdAt,
    expiresAt,
    ttl: seconds(expiresAt) + KEEP_SECONDS,
  });
  return { location, browser: { value: browser, maxAge: FLOW_TTL }, binding: undefined };
}

/**
 * Uses the state of the query, if this browser began the flow, and records whom the provider has proved. Returns where the
 * browser goes: our page, which explains errors to the person. Throws PROVIDER_NOT_FOUND and `Unavailable`.
 */
export async function callback(query: CallbackQuery, browser: string | undefined, client: Client) {
  const page = `${config().baseUrl}/console/signed-in`;
  const provider = await requireProvider();
  try {
    const hash = digest(browser ?? '');
    const flow = await store.useState(hash, digest(query.state ?? ''), now());
    if (!flow || !isOfNow(flow.createdAt)) return fail('SSO_STATE_INVALID');
    if (flow.issuer !== provider.issuer || flow.clientId !== provider.clientId) return fail('SSO_STATE_INVALID');
    const secrets: FlowSecrets = JSON.parse(await open(sealContext(hash), flow.sealed));
    const profile = await redeem(provider, query, secrets, AbortSignal.timeout(PROVIDER_MS));
    const { authAt } = profile;
    await store.recordProof(flow, { ...(await adminOf(profile)), ...(authAt !== undefined && { authAt }) });
    return { location: page };
  } catch (error) {
    if (!(error instanceof ApiError) || error.body.statusCode >= 500) throw error;
    log.info('sso_failed', { provider: provider.name, ip: client.ip });
    // Anyone can send a callback without a flow.
    if (error.code !== 'SSO_STATE_INVALID') await noteRefusalByProvider(client);
    return { location: `${page}?error=${error.code}` };
  }
}

/** Returns the admin of the profile. Throws ADMIN_USER_NOT_FOUND, also for an address that is not verified. */
async function adminOf({ provider, subject, email, isEmailProved }: Profile): Promise<store.Proved> {
  const identity = { issuer: provider.issuer, subject };
  const { admin: known } = await store.findByIdentity(identity);
  if (known) return { adminId: known.id, identity, links: false };
  const admin = email !== null && isEmailProved ? await admins.findByEmail(email) : undefined;
  if (!admin || !mayLink(admin, identity)) return fail('ADMIN_USER_NOT_FOUND');
  return { adminId: admin.id, identity, links: true };
}

/** Whether the address links the identity. It takes the place of one of an issuer that admins no longer log in with. */
const mayLink = ({ identity: held }: admins.Admin, identity: admins.AdminIdentity): boolean =>
  mayLinkByAddress(held ? [{ ...held, isActive: true }] : [], identity);

/**
 * Completes the flow of this browser with the second factor, if the admin has one. If callers race, one gets a session.
 * Throws SSO_STATE_INVALID, MFA_REQUIRED, PASSKEY_REQUIRED, MFA_CODE_INVALID, PASSKEY_INVALID and ACCOUNT_LOCKED.
 */
export async function complete(given: GivenFactor, browser: string | undefined, client: Client) {
  const flow = await store.findFlow(digest(browser ?? ''));
  const proved = flow?.proved;
  if (!flow || !proved || flow.completedAt !== undefined || flow.expiresAt <= now()) return fail('SSO_STATE_INVALID');
  const admin = await admins.find(proved.adminId);
  const isStill = admin && (proved.links ? mayLink(admin, proved.identity) : store.hasIdentity(admin, proved.identity));
  if (!isStill || !isOfNow(flow.createdAt)) return fail('SSO_STATE_INVALID');
  note({ actor: admin.id });
  const factor = await requireFactor(admin, given, client);
  const at = now();
  // The provider was asked to say when (`max_age`, OpenID Connect Core 3.1.2.1). One that does not may have let an old
  // login pass, so the session begins without a recent proof.
  const { session, cookie } = newSession(admin, client, at, proved.authAt ?? 0);
  const networks = withNetwork(admin.networks, await networkHash(admin.id, client.ip));
  const link = proved.links ? await linkOf(admin, proved.identity) : undefined;
  const isDone = await store.complete(flow, admin, session, {
    now: at,
    step: factor?.step,
    networks,
    link,
    further: factor?.writes ?? [],
  });
  if (!isDone) return factor ? refuseFactor(admin, factor, client) : fail('SSO_STATE_INVALID');
  count('AuthenticationSuccess');
  await factor?.settle();
  return { message: 'Logged in.', admin: { ...viewOf(admin), lastLoginAt: iso(at) }, cookie };
}

/** Throws SSO_STATE_INVALID if another admin has the identity by now. */
async function linkOf(admin: admins.Admin, identity: admins.AdminIdentity) {
  const { claim, admin: other } = await store.findByIdentity(identity);
  if (other) return fail('SSO_STATE_INVALID');
  const before = admin.identity ? { issuer: admin.identity.issuer } : {};
  const after = { issuer: identity.issuer };
  const linked = auditEvent({ admin }, 'admin.identity_linked', { type: 'admin', id: admin.id }, before, after);
  return { identity, claim, events: outboxWrite(null, [linked], now()) };
}
