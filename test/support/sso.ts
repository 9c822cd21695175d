// Logs in with an identity provider, step by step, as a browser does.
import { randomBytes } from 'node:crypto';
import { CHALLENGE, VERIFIER } from './binding.ts';
import { cookieHeader, type Reply, type Send } from './http.ts';
import { type IdentityProvider, type Person, type Realm, startIdentityProvider } from './identity-provider.ts';
import { newEmail, prepared, running, type Service, type Tenant, useService } from './service.ts';

export const HOME = 'https://app.example.com/signed-in?from=sso';
export const PROVIDER = 'acme';

/** A tenant whose identity provider this is. */
export const tenantWith = (service: Service, realm: Realm, settings: Record<string, unknown> = {}): Promise<Tenant> =>
  service.tenant({ redirectUris: [HOME], ssoProviders: [realm.settings(PROVIDER)], ...settings });

/** Runs a service and an identity provider for the tests of a file, with a realm that a tenant logs in with. */
export function useSso(): { service: Service; idp: IdentityProvider; realm: Realm; tenant: Tenant } {
  const service = useService();
  const idp = running(() => startIdentityProvider());
  const realm = prepared(() => idp.realm());
  return { service, idp, realm, tenant: prepared(() => tenantWith(service, realm)) };
}

/** Returns a new person with an address that the provider vouches for. */
export const stranger = (more: Record<string, unknown> = {}): Person => ({
  sub: `sub-${randomBytes(8).toString('hex')}`,
  email: newEmail(),
  email_verified: true,
  name: 'Ada Lovelace',
  ...more,
});

/** The path of a start. An empty `codeChallenge` omits it. */
export function startPath(tenant: Pick<Tenant, 'id'>, query: Record<string, string> = {}, provider = PROVIDER): string {
  const all = { tenantId: tenant.id, redirectUri: HOME, codeChallenge: CHALLENGE, ...query };
  const sent = Object.entries(all).filter(([name, value]) => name !== 'codeChallenge' || value !== '');
  return `/auth/sso/${provider}?${new URLSearchParams(sent)}`;
}

export type Trip = { location: string; cookie: string };

/** The browser leaves: where to, and with which cookie. */
export async function leave(
  service: Service,
  tenant: Tenant,
  query: Record<string, string> = {},
  provider = PROVIDER,
): Promise<Trip> {
  const reply = await service.get(startPath(tenant, query, provider));
  if (reply.status !== 302) throw new Error(`start: ${reply.status} ${reply.text}`);
  return { location: reply.headers.location as string, cookie: cookieHeader(reply) };
}

/** The browser comes back, with the cookie it left with unless `options` say otherwise. */
export const comeBack = (service: Service, back: URL, { cookie }: Pick<Trip, 'cookie'>, options: Send = {}) =>
  service.get(`${back.pathname}${back.search}`, { ...options, headers: { cookie, ...options.headers } });

/** There and back. */
export async function roundTrip(
  service: Service,
  tenant: Tenant,
  realm: Realm,
  person: Person,
  query: Record<string, string> = {},
  provider = PROVIDER,
): Promise<Reply> {
  const trip = await leave(service, tenant, query, provider);
  const back = realm.logIn(trip.location, person);
  return comeBack(service, back.pathname.startsWith('/auth/sso/') ? await posted(service, back) : back, trip);
}

/** Where a provider's form leads on to. The cookie is Lax: browsers don't send it with a form from elsewhere. */
export async function posted(service: Service, { pathname, searchParams }: URL): Promise<URL> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' };
  const reply = await service.send('POST', pathname, { raw: searchParams.toString(), headers });
  if (reply.status !== 303) throw new Error(`form: ${reply.status} ${reply.text}`);
  return new URL(reply.headers.location as string);
}

/** The code that a callback hands on. */
export function codeIn(reply: Reply): string {
  const code = reply.status === 302 && new URL(reply.headers.location as string).searchParams.get('code');
  if (!code) throw new Error(`callback: ${reply.status} ${reply.text}`);
  return code;
}

/** The code for tokens, with the verifier unless `credentials` has another one. */
export const exchange = (
  service: Service,
  tenant: Pick<Tenant, 'id'>,
  credentials: Record<string, unknown>,
  more: Record<string, unknown> = {},
  options: Send = {},
): Promise<Reply> =>
  service.post(
    '/auth/login',
    { tenantId: tenant.id, providerName: PROVIDER, credentials: { codeVerifier: VERIFIER, ...credentials }, ...more },
    options,
  );

/** A nonce for an id token, issued to the holder of the verifier. */
export async function newNonce(
  service: Service,
  tenant: Pick<Tenant, 'id'>,
  codeChallenge = CHALLENGE,
  provider = PROVIDER,
): Promise<string> {
  const reply = await service.post(`/auth/sso/${provider}/nonce`, { tenantId: tenant.id, codeChallenge });
  if (reply.status !== 200) throw new Error(`nonce: ${reply.status} ${reply.text}`);
  return reply.body.nonce;
}

/** An id token that an app gets from the provider's own SDK with a nonce of the service. */
export const newToken = async (
  service: Service,
  tenant: Pick<Tenant, 'id'>,
  realm: Realm,
  person: Person,
  provider = PROVIDER,
): Promise<string> => realm.idToken(person, { nonce: await newNonce(service, tenant, CHALLENGE, provider) });

/** Runs all steps. Returns the reply of the login. */
export async function logIn(service: Service, tenant: Tenant, realm: Realm, person: Person): Promise<Reply> {
  return exchange(service, tenant, { code: codeIn(await roundTrip(service, tenant, realm, person)) });
}

/** The settings of a service whose admins log in with the realm. */
export function adminProvider({ settings }: Realm): Record<string, string> {
  const { name, trustEmail: _, ...provider } = settings('staff');
  return {
    GATEHOUSE_ADMIN_PROVIDER: String(name),
    GATEHOUSE_SSO_PROVIDERS: JSON.stringify({ [String(name)]: provider }),
  };
}

/** The browser of an admin leaves for the provider, and comes back as this person. Returns what it came back with. */
export async function adminTrip(service: Service, realm: Realm, person: Person): Promise<Trip & { back: URL }> {
  const reply = await service.get('/auth/admin/sso');
  if (reply.status !== 302) throw new Error(`start: ${reply.status} ${reply.text}`);
  const trip = { location: reply.headers.location as string, cookie: cookieHeader(reply) };
  return { ...trip, back: realm.logIn(trip.location, person) };
}
