// Turns an API Gateway event into a request. The client's address comes from the gateway's request context, because
// clients write X-Forwarded-For and similar headers themselves. Behind a trusted proxy, proxy.ts replaces it.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { fail } from '../contract/errors.ts';
import { config } from '../platform/settings/config.ts';
import { cookieName, SLOTS, TRUST_HEADER, TRUST_SEPARATOR } from './cookies.ts';

export type Request = Readonly<{
  method: string;
  path: string;
  headers: ReadonlyMap<string, readonly string[]>;
  cookies: ReadonlyMap<string, readonly string[]>;
  query: ReadonlyMap<string, readonly string[]>;
  body: Buffer;
  ip: string;
  /** It was a POST, and is read as a GET whose parameters may be in the body (override.ts). */
  parametersInBody?: true;
}>;

/** Bytes. Nothing reads a longer body. */
export const MAX_BODY = 64 * 1024;
/** Path and query together (OWASP ASVS 4.2.5). */
const MAX_URL = 4096;

/** Never throws. A malformed event becomes a request that is refused later. */
export function readRequest(event: APIGatewayProxyEvent): Request {
  const headers = collect(event.multiValueHeaders, event.headers, (name) => name.toLowerCase());
  return {
    method: event.httpMethod,
    path: withoutEndingSlash(event.path),
    headers,
    cookies: parseCookies((headers.get('cookie') ?? []).join('; ')),
    query: collect(event.multiValueQueryStringParameters, event.queryStringParameters, (name) => name),
    body: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    ip: event.requestContext?.identity?.sourceIp ?? '0.0.0.0',
  };
}

/** API Gateway serves a path with one slash behind it as the path without it, and leaves the slash in the event. */
export const withoutEndingSlash = (path: string): string => path.replace(/(?<=[^/])\/$/, '');

type Values = Record<string, string[] | undefined> | null | undefined;
type Value = Record<string, string | undefined> | null | undefined;

function collect(many: Values, one: Value, rename: (name: string) => string): Map<string, string[]> {
  const all = new Map<string, string[]>();
  const entries: [string, string[]][] = many
    ? Object.entries(many).map(([name, values]) => [name, values ?? []])
    : Object.entries(one ?? {}).map(([name, value]) => [name, value === undefined ? [] : [value]]);
  for (const [name, values] of entries) all.set(rename(name), [...(all.get(rename(name)) ?? []), ...values]);
  return all;
}

/** Returns the cookie pairs undecoded: the service's own cookies need no decoding. */
function parseCookies(header: string): Map<string, string[]> {
  const cookies = new Map<string, string[]>();
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at < 1) continue;
    const name = pair.slice(0, at).trim();
    cookies.set(name, [...(cookies.get(name) ?? []), pair.slice(at + 1).trim()]);
  }
  return cookies;
}

/** Whether path and query are longer than any operation needs. */
export function isUrlTooLong({ path, query }: Request): boolean {
  let length = path.length;
  for (const [name, values] of query) length += values.reduce((sum, value) => sum + name.length + value.length + 2, 0);
  return length > MAX_URL;
}

/** Returns the first value of a header, for headers where a repetition does no harm. */
export const header = (request: Request, name: string): string | undefined => request.headers.get(name)?.[0];

/**
 * Returns the value of a cookie. Throws CONFLICTING_CREDENTIALS if it was sent twice: proxies and browsers disagree
 * which one counts.
 */
export function cookie(request: Request, name: string): string | undefined {
  const values = request.cookies.get(name);
  if (values && values.length > 1) return fail('CONFLICTING_CREDENTIALS');
  return values?.[0] || undefined;
}

/** Whether tokens travel in cookies, by configuration or because the request asks for it. */
export const isCookieMode = (request: Request): boolean =>
  config().tokenType === 'cookie' || header(request, 'x-access-token-type')?.toLowerCase() === 'cookie';

/** Whether the request is made in the session of a setup link. A user may be signed in to the same browser. */
export const isSetupMode = (request: Request): boolean =>
  header(request, 'x-access-token-type')?.toLowerCase() === 'setup';

/** Returns what lets a caller repeat the request (domain/repeats.ts). */
export const sentWith = ({ headers, method, path, body }: Request) => ({
  keys: headers.get('idempotency-key') ?? [],
  operation: `${method} ${path}`,
  body,
});

/** Returns the tokens of trusted devices: from headers, or in cookie mode from the cookie that holds all of them. */
export function trustTokens(request: Request): string[] {
  if (!isCookieMode(request)) return [...(request.headers.get(TRUST_HEADER) ?? [])];
  return (request.cookies.get(cookieName('device')) ?? []).flatMap((value) => value.split(TRUST_SEPARATOR));
}

/**
 * Returns the refresh tokens that came with a request that they do not authenticate: from the cookies, or in header mode
 * from the header of trusted devices, where a client may send the last one it had. None of them is verified.
 */
export function sessionTokens(request: Request): string[] {
  if (!isCookieMode(request)) return trustTokens(request);
  return (['refresh', ...SLOTS] as const).flatMap((which) => request.cookies.get(cookieName(which)) ?? []);
}

/** Returns the request as one in cookie mode. A navigation cannot set the header that asks for it. */
export const inCookieMode = (request: Request): Request => ({
  ...request,
  headers: new Map([...request.headers, ['x-access-token-type', ['cookie']]]),
});
