// Finds the access token in the headers of a request.
import { refuse } from './errors.ts';

/** The headers of the Fetch API, of Node, or of a Lambda event. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A request. Without `method`, it counts as one that changes something. `url`: its address, or path and query, which proofs of
 * bound tokens are about.
 */
export type RequestLike = { method?: string | undefined; url?: string | undefined; headers: HeadersLike };

/** The cookie of the access token, and the origin that it is for. */
export type AccessCookie = { name: string; origin: string };

/**
 * Returns the cookie of a deployment. Over https its prefix ties it to one host (lib/http/cookies.ts): it reaches an API
 * only if both have the same host.
 */
export const accessCookie = (issuer: string): AccessCookie => {
  const { protocol, origin } = new URL(issuer);
  return { name: protocol === 'https:' ? '__Host-svc_access' : 'svc_access', origin };
};

/** Browsers may send these across sites; they must change nothing (RFC 9110 9.2.1). */
const SAFE: readonly (string | undefined)[] = ['GET', 'HEAD', 'OPTIONS'];
export const isSafe = (method: string | undefined): boolean => SAFE.includes(method?.toUpperCase());

/**
 * Returns the token of the Authorization header, or if there is no such header and `cookie` is given, that of the cookie.
 * Throws CONFLICTING_CREDENTIALS if either is sent twice, and CSRF_ORIGIN_REJECTED if another site makes the browser
 * send the cookie with a change.
 */
export function tokenFrom({ method, headers }: RequestLike, cookie?: AccessCookie): string | undefined {
  const authorization = valuesOf(headers, 'authorization');
  if (authorization.length > 1) refuse('CONFLICTING_CREDENTIALS');
  if (authorization[0] !== undefined) return /^bearer +(\S+) *$/i.exec(authorization[0])?.[1];
  if (!cookie) return undefined;
  const sent = cookiesOf(headers, cookie.name);
  if (sent.length > 1) refuse('CONFLICTING_CREDENTIALS');
  const token = sent[0] || undefined;
  if (token !== undefined && !isSafe(method)) requireOwnOrigin(headers, cookie.origin);
  return token;
}

/**
 * Throws CSRF_ORIGIN_REJECTED if a page of another origin caused the request. The service's own rule (lib/http/csrf.ts): a request
 * without both headers does not come from a browser.
 */
export function requireOwnOrigin(headers: HeadersLike, own: string): void {
  const site = valuesOf(headers, 'sec-fetch-site')[0]?.toLowerCase();
  const origin = valuesOf(headers, 'origin')[0];
  if (site === 'same-origin' || site === 'none' || origin === own) return;
  if (site !== undefined || origin !== undefined) refuse('CSRF_ORIGIN_REJECTED');
}

/** Returns the token of the scheme DPoP, with the proofs that came with it (RFC 9449 7.1). */
export function boundTokenFrom({ headers }: RequestLike): { token: string; proofs: string[] } | undefined {
  const [authorization] = valuesOf(headers, 'authorization');
  const token = /^dpop +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? undefined : { token, proofs: valuesOf(headers, 'dpop') };
}

function valuesOf(headers: HeadersLike, name: string): string[] {
  if (isFetchHeaders(headers)) return [headers.get(name) ?? []].flat();
  return Object.entries(headers).flatMap(([each, value]) =>
    each.toLowerCase() === name && value !== undefined ? value : [],
  );
}

const isFetchHeaders = (headers: HeadersLike): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';

const cookiePairs = (headers: HeadersLike): string[] =>
  valuesOf(headers, 'cookie')
    .flatMap((line) => line.split(';'))
    .map((pair) => pair.trim());

/** Returns the names of all cookies, in the order of the request. */
export const cookieNames = (headers: HeadersLike): string[] =>
  cookiePairs(headers).flatMap((pair) => pair.split('=', 1));

/** Returns the values of all cookies of this name. */
export const cookiesOf = (headers: HeadersLike, name: string): string[] =>
  cookiePairs(headers).flatMap((pair) => (pair.startsWith(`${name}=`) ? pair.slice(name.length + 1) : []));
