// Decides whether the user must agree before an application gets a code.
import { digest } from '../../crypto/secrets.ts';
import { isUnregistered } from '../../platform/client-ids.ts';
import { now } from '../../platform/clock.ts';
import type { GrantId, ProtectedResourceId } from '../../platform/ids.ts';
import { config } from '../../platform/settings/config.ts';
import type { Application } from '../../store/applications/applications.ts';
import type { ProtectedResource } from '../../store/applications/protected-resources.ts';
import * as grants from '../../store/people/application-grants.ts';
import { canKeepSecrets } from '../applications/kinds.ts';
import type { Actor } from '../sessions/caller.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { claimsFor, openersOf } from './claims.ts';
import { grantable } from './target.ts';

type Asking = Pick<AuthorizationRequest, 'redirectUri' | 'prompt' | 'scope' | 'claims' | 'consent'>;

/** The click of the user counts for the request that they saw, like the code that follows it at once. */
const CLICK_MS = 60_000;

const isHttps = (uri: string): boolean => uri.startsWith('https:');

/**
 * Whether each program of the user's machine could get the code: it goes to a port or a scheme that any of them can take,
 * and nothing else proves the application (RFC 8252 8.6). In a local run, a page in development is at such an address.
 */
const isClaimable = ({ kind }: Application, { redirectUri }: Pick<Asking, 'redirectUri'>): boolean =>
  !canKeepSecrets(kind) && !isHttps(redirectUri) && (kind === 'native' || isHttps(config().baseUrl));

/** Whether the user must have agreed. */
export const needsConsent = (application: Application, request: Asking): boolean =>
  application.party === 'third' ||
  application.kind === 'native' ||
  isClaimable(application, request) ||
  request.prompt.includes('consent');

/** Whether an agreement of before does not count. */
const isAskedAnew = (application: Application, request: Asking): boolean =>
  isClaimable(application, request) || request.prompt.includes('consent');

/** Returns what the browser is sent to, as the user is told it: a host, or the scheme of an app. A port says nothing. */
export function destinationOf(uri: string): string {
  const { protocol, hostname } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? hostname : protocol;
}

/** Returns what a grant for the application's request is of. Without a resource, it may use this service. */
export const placeOf = (
  { id }: Application,
  { tenant, user }: Pick<Actor, 'tenant' | 'user'>,
  resource: ProtectedResourceId | undefined,
): grants.GrantPlace => ({
  tenant: tenant.id,
  user: user.id,
  application: id,
  resource: resource ?? null,
});

/** Returns what is given by an agreement to the request. An agreement to a document counts for its addresses. */
export const givenBy = (
  application: Application,
  resource: ProtectedResource | undefined,
  request: Asking,
): grants.Given => ({
  scopes: askedScopes(application, resource, request),
  destination: destinationOf(request.redirectUri),
  resource,
  redirects: isUnregistered(application.id) ? digest(application.redirectUris.toSorted().join('\n')) : undefined,
});

/** Returns the scopes that the user is asked for: those of the request, and those that open what it asks for one by one. */
export const askedScopes = (
  application: Application,
  resource: ProtectedResource | undefined,
  { scope, claims }: Pick<Asking, 'scope' | 'claims'>,
): string[] => {
  const single = claimsFor(application, [...(claims?.userinfo ?? []), ...(claims?.idToken ?? [])]);
  return [...new Set([...grantable(application, resource, scope), ...openersOf(single)])];
};

/**
 * Returns the agreement by which the application gets a code: without a grant, if it needs none. `undefined`: the user must
 * be asked. One read if it needs one.
 */
export async function agreementOf(
  application: Application,
  { request, resource }: { request: Asking; resource?: ProtectedResource | undefined },
  actor: Pick<Actor, 'tenant' | 'user'>,
): Promise<{ grant?: GrantId } | undefined> {
  if (!needsConsent(application, request)) return {};
  const grant = await grants.find(placeOf(application, actor, resource?.id));
  if (!grant || !grants.covers(grant, givenBy(application, resource, request))) return undefined;
  const { consent } = request;
  const isClicked = consent?.grant === grant.id && now() - consent.at <= CLICK_MS;
  return isClicked || !isAskedAnew(application, request) ? { grant: grant.id } : undefined;
}
