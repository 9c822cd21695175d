// Decides which pages of other origins may call the service and read its responses. Origins are listed and compared
// exactly; `*` is sent for operations that use no cookie, and never with credentials. An origin that a tenant lists may read responses about sessions of that tenant only, and
// never responses about an admin.
import { fail } from '../contract/errors.ts';
import { COOKIE_ACCESS, type Group, methodOf, type Operation } from '../contract/operation.ts';
import * as tokens from '../domain/sessions/tokens.ts';
import * as origins from '../domain/tenants/origins.ts';
import { type TenantId, tenantId } from '../platform/ids.ts';
import { config } from '../platform/settings/config.ts';
import { type CookieName, cookieName, SLOTS, TRUST_HEADER } from './cookies.ts';
import { CSRF_HEADER } from './csrf.ts';
import { refreshClaims } from './guard.ts';
import { CORS_HEADERS } from './headers.ts';
import { mayOverride, OVERRIDE_HEADERS } from './override.ts';
import type { Request } from './request.ts';
import type { Response } from './response.ts';
import type { Match } from './router.ts';

/** Which lists of origins count: the configuration's alone, or those of tenants as well. */
export type Origins = 'configured' | 'tenants';
type Headers = Record<string, string>;

/** Lists of tenants count for operations of their users. They do not count for admins or for public documents. */
export const originsOf = (group: Group): Origins =>
  Object.values(group).some(({ access }) => access === 'user' || access === 'refresh') ? 'tenants' : 'configured';

/** The headers that scripts may send besides those that CORS always allows. */
const READ = [
  'authorization',
  'content-type',
  'dpop',
  'idempotency-key',
  CSRF_HEADER,
  'x-access-token-type',
  TRUST_HEADER,
];
/** Those of operations that make use of them. */
const OF_ROWS = [...OVERRIDE_HEADERS, 'if-match'];
/** Seconds a browser may cache a preflight. Short, so that an origin removed from the list is refused soon. */
const MAX_AGE = '600';

/** For operations that use no cookie: what the caller sends in headers and body is all that counts. */
const ANY_ORIGIN: Headers = {
  vary: CORS_HEADERS.vary,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after, www-authenticate',
};
const VARY: Headers = { vary: CORS_HEADERS.vary };
const granted = (origin: string): Headers => ({ ...CORS_HEADERS, 'access-control-allow-origin': origin });

/** Whether a browser asks if it may send a script's request to another origin. */
export const isPreflight = (request: Request): boolean =>
  request.method === 'OPTIONS' && request.headers.has('origin') && request.headers.has('access-control-request-method');

/** Returns the headers that the configuration grants to the origin, without a read. */
export function configuredHeaders(request: Request): Headers {
  const origin = sentOrigin(request);
  if (origin === undefined) return {};
  return origin !== null && origins.isConfigured(origin) ? granted(origin) : VARY;
}

/** Returns the CORS headers of a response, errors included. Never throws: if the lookup fails, nothing is granted. */
export async function corsHeaders(request: Request, operation: Operation, from: Origins): Promise<Headers> {
  const origin = sentOrigin(request);
  const known = configuredHeaders(request);
  if (operation.browser?.anyOrigin && isNotGranted(known)) return ANY_ORIGIN;
  if (!origin || known !== VARY || from === 'configured' || isAboutAdmin(request, operation)) return known;
  const isListed = sessionTenants(request, operation)
    .then((tenants) => origins.isListed(origin, tenants))
    .catch(() => false);
  return (await isListed) ? granted(origin) : VARY;
}

/** Responds to a preflight for a path with these operations. Throws CSRF_ORIGIN_REJECTED. */
export async function preflight(request: Request, at: readonly Match[], from: Origins): Promise<Response> {
  const origin = sentOrigin(request);
  const known = configuredHeaders(request);
  const isOpen = at.some(({ operation }) => operation.browser?.anyOrigin) && isNotGranted(known);
  const isListed = isOpen || known !== VARY || (from === 'tenants' && origin && (await origins.isListed(origin, [])));
  if (!isListed || !origin) return fail('CSRF_ORIGIN_REJECTED', { headers: VARY });
  const isOfRows = at.some(({ operation }) => operation.input?.structured);
  const methods = new Set([...at.map(({ route }) => methodOf(route)), ...(mayOverride(at) ? ['POST'] : [])]);
  return {
    statusCode: 204,
    headers: {
      ...(isOpen ? ANY_ORIGIN : granted(origin)),
      'access-control-allow-methods': [...methods].sort().join(', '),
      'access-control-allow-headers': [...READ, ...(isOfRows ? OF_ROWS : [])].join(', '),
      'access-control-max-age': MAX_AGE,
    },
    multiValueHeaders: {},
    body: '',
  };
}

/** Whether the configuration says nothing about the sender. */
const isNotGranted = (known: Headers): boolean => !('access-control-allow-origin' in known);

/** Whether the response is about the session of an admin: a CSRF token covers it beside those of users. */
const isAboutAdmin = (request: Request, { browser: { cookies } = {} }: Operation): boolean =>
  cookies === 'csrf' && request.cookies.has(cookieName('admin'));

/** Returns `undefined` if no origin was sent, and `null` for more than one. */
function sentOrigin(request: Request): string | null | undefined {
  const [origin, ...more] = request.headers.get('origin') ?? [];
  return more.length ? null : origin;
}

/** Returns the tenants of the sessions that the response may be about, as far as the cookies name them. */
async function sessionTenants(request: Request, { access, browser: { cookies } = {} }: Operation): Promise<TenantId[]> {
  const readsCookies = COOKIE_ACCESS.includes(access) || cookies === 'csrf' || cookies === 'drop-slots';
  const isBearer = config().tokenType === 'header' && request.headers.has('authorization');
  if (!readsCookies || isBearer) return [];
  const names: CookieName[] = ['refresh', ...(cookies === 'drop-slots' ? SLOTS : [])];
  const sent = (which: CookieName): readonly string[] => request.cookies.get(cookieName(which)) ?? [];
  const claims = await Promise.all([
    ...sent('access').map((token) => tokens.readAccess(token, true)),
    ...names.flatMap(sent).map(refreshClaims),
  ]);
  const ids = claims.flatMap((each) => (typeof each === 'object' ? (tenantId(each.tid) ?? []) : []));
  return [...new Set(ids)];
}
