// A browser with an account, and an application that sends it to the OpenID provider.
import { createHash } from 'node:crypto';
import { randomSecret } from '../../lib/crypto/secrets.ts';
import { basicOf, type Known, newApplication, postForm } from './applications.ts';
import type { Reply } from './http.ts';
import { createJar, type Jar } from './jar.ts';
import type { Service, Tenant, User } from './service.ts';

export const CALLBACK = 'https://app.example.com/callback';
export const HOME = 'https://app.example.com/signed-out';

/** A `server` application that may send the browser to `HOME` after logout. */
export const newServer = (given: Parameters<typeof newApplication>[0] = {}): Promise<Known> =>
  newApplication({ kind: 'server', name: 'Shop', redirectUris: [CALLBACK], postLogoutRedirectUris: [HOME], ...given });

export type SignedIn = { jar: Jar; user: User };

/** A browser in which a new user of the tenant is logged in. */
export async function signedIn(service: Service, tenant: Tenant): Promise<SignedIn> {
  const user = await service.signup(tenant);
  return { user, jar: await loggedIn(service, user) };
}

/** A browser of its own in which the user is logged in. */
export async function loggedIn(service: Service, user: User, jar = createJar(service)): Promise<Jar> {
  const { email, password, tenant } = user;
  const reply = await jar.post('/auth/login', { tenantId: tenant.id, credentials: { email, password } });
  if (reply.status !== 200) throw new Error(`login: ${reply.text}`);
  return jar;
}

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

export type Query = Record<string, string | undefined>;

/** The parameters of a request, with `more` in addition or instead; `undefined` leaves one out. */
export function requestOf({ application }: Known, verifier: string, more: Query = {}): [string, string][] {
  const all: Query = {
    client_id: application.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid email offline_access',
    state: 'the-state',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  return Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
}

export const pathOf = (parameters: [string, string][]): string =>
  `/oauth2/authorize?${new URLSearchParams(parameters)}`;

/** Where a redirect leads: its address without the query, and the query. */
export function targetOf({ status, headers }: Reply) {
  if (headers.location === undefined) throw new Error(`no redirect: ${status}`);
  const url = new URL(headers.location);
  return { to: `${url.origin}${url.pathname}`, query: Object.fromEntries(url.searchParams), url };
}

/** Asks for a code. Returns where the browser was sent, and the verifier. */
export async function ask(jar: Pick<Jar, 'get'>, known: Known, more: Query = {}) {
  const verifier = randomSecret();
  const reply = await jar.get(pathOf(requestOf(known, verifier, more)));
  return { verifier, reply, ...targetOf(reply) };
}

/** Agrees on the consent page. Returns where the browser goes then. */
export async function agree(jar: Pick<Jar, 'get' | 'post'>, resume: string) {
  const { body: question } = await jar.get(`/oauth2/consent?resume=${resume}`);
  const reply = await jar.post('/oauth2/consent', { resume, userId: question.account?.id });
  if (reply.status !== 200) throw new Error(`consent: ${reply.text}`);
  return targetOf(await jar.get(`/oauth2/authorize?resume=${reply.body.resume}`));
}

/** Sends a signed-in browser to an authorization request. Its user agrees if they are asked. Returns where it is sent then. */
export async function approve(jar: Pick<Jar, 'get' | 'post'>, { pathname, search }: URL): Promise<URL> {
  const first = targetOf(await jar.get(`${pathname}${search}`));
  return (first.to.endsWith('/consent') ? await agree(jar, first.query.resume as string) : first).url;
}

/** A code of a signed-in browser, with its verifier. Its user agrees if they are asked. */
export async function codeOf(jar: Jar, known: Known, more: Query = {}) {
  const { to, query: first, verifier } = await ask(jar, known, more);
  const query = to.endsWith('/consent') ? (await agree(jar, first.resume as string)).query : first;
  if (query.code === undefined) throw new Error(`no code: ${JSON.stringify(query)}`);
  return { code: query.code, verifier };
}

/** Exchanges a code as the application. */
export const exchange = (
  service: Pick<Service, 'send'>,
  known: Known,
  { code, verifier }: { code: string; verifier: string },
  more: Record<string, string> = {},
): Promise<Reply> =>
  postForm(
    service,
    '/oauth2/token',
    { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK, ...more },
    { headers: basicOf(known) },
  );

export type AppTokens = { access_token: string; refresh_token: string; id_token: string };

/** The tokens of a new session of the application. */
export async function tokensOf(service: Service, jar: Jar, known: Known, more: Query = {}): Promise<AppTokens> {
  const reply = await exchange(service, known, await codeOf(jar, known, more));
  if (reply.status !== 200) throw new Error(`token: ${reply.text}`);
  return reply.body;
}

/** Exchanges a refresh token as the application. */
export const refreshAs = (
  service: Pick<Service, 'send'>,
  known: Known,
  refreshToken: string,
  more: Record<string, string> = {},
  ip?: string,
): Promise<Reply> =>
  postForm(
    service,
    '/oauth2/token',
    { grant_type: 'refresh_token', refresh_token: refreshToken, ...more },
    { headers: basicOf(known), ...(ip !== undefined && { ip }) },
  );

/** Whether the access token opens the claims about its user. */
export const userinfo = (service: Pick<Service, 'send'>, accessToken: string): Promise<Reply> =>
  service.send('GET', '/oauth2/userinfo', { headers: { authorization: `Bearer ${accessToken}` } });
