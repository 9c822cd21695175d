// Protects Lambda functions behind REST APIs, HTTP APIs of both payload formats, and function URLs.
import { admit, type Rules, requireRules } from './admit.ts';
import type { Claims } from './claims.ts';
import { isAuthError, refuse } from './errors.ts';
import type { RequestLike } from './token-from.ts';
import type { Verifier } from './verifier.ts';

type Values = { [name: string]: string | undefined };
/** What is read of an event, of either payload format. */
export type ApiEvent = {
  httpMethod?: string;
  /** Of a REST API, without its stage. */
  path?: string;
  /** Of an HTTP API or a function URL. */
  rawPath?: string;
  headers?: Values | null;
  multiValueHeaders?: { [name: string]: string[] | undefined } | null;
  cookies?: string[];
  requestContext?: object;
};

export type ApiResult = { statusCode: number; headers: { [name: string]: string }; body: string };

/** Returns method, path and headers of an event. */
export function requestOf(event: ApiEvent): RequestLike {
  const { http } = (event.requestContext ?? {}) as { http?: { method?: string } };
  return { method: event.httpMethod ?? http?.method, url: event.path ?? event.rawPath, headers: headersOf(event) };
}

/** Returns the headers of an event, with all values if it has them. Payload format 2.0 has the cookies apart. */
export const headersOf = ({ multiValueHeaders, headers, cookies }: Omit<ApiEvent, 'requestContext'>) => ({
  ...(multiValueHeaders ?? headers),
  ...(cookies && { cookie: cookies.join('; ') }),
});

/**
 * Returns a handler that calls `handle` with the claims of the caller, and responds to requests without a valid token, or
 * when `handle` throws an `AuthError`.
 */
export function withAuth<Event extends ApiEvent, Context, Result>(
  verifier: Verifier,
  handle: (event: Event, claims: Claims, context: Context) => Promise<Result>,
  rules: Rules<Event> = {},
) {
  requireRules(rules);
  return async (event: Event, context: Context): Promise<Result | ApiResult> => {
    try {
      const claims = await admit(verifier, requestOf(event), rules, event);
      return await handle(event, claims, context);
    } catch (error) {
      if (!isAuthError(error)) throw error;
      const { statusCode, headers, body } = error;
      return { statusCode, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
    }
  };
}

/** An event of an HTTP API or a function URL, with its body. */
export type FetchEvent = ApiEvent & { rawQueryString?: string; body?: string | undefined; isBase64Encoded?: boolean };

/**
 * Returns a handler of HTTP APIs and function URLs, payload format 2.0, from one of the Fetch API, such as that of an MCP server
 * behind `mcp.handle`. `origin` is the address that clients call: an event names only the host of API Gateway. Responses are
 * texts and sent as a whole, so streams must end.
 */
export function fetchHandler(origin: string, handle: (request: Request) => Promise<Response>) {
  return async (event: FetchEvent): Promise<ApiResult> => {
    const { method = 'GET', url = '/' } = requestOf(event);
    const query = event.rawQueryString ? `?${event.rawQueryString}` : '';
    const headers = Object.entries(headersOf(event)).map(([name, value]): [string, string] => [name, String(value)]);
    const { body, isBase64Encoded } = event;
    const sent = body !== undefined && isBase64Encoded ? Uint8Array.from(atob(body), byteOf) : (body ?? null);
    const response = await handle(new Request(new URL(`${url}${query}`, origin), { method, headers, body: sent }));
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}
const byteOf = (char: string): number => char.charCodeAt(0);

/**
 * Returns the claims that the authorizer of this package found, in the function behind it. Throws INVALID_TOKEN if the
 * token has expired since: API Gateway caches what an authorizer returns. Throws a TypeError without that authorizer.
 */
export function authorizedClaims(event: { requestContext: object }, now = Date.now()): Claims {
  const { authorizer } = event.requestContext as { authorizer?: Context & { lambda?: Context } };
  const json = (authorizer?.lambda ?? authorizer)?.claims;
  if (typeof json !== 'string') throw new TypeError('authorizedClaims: this route has no authorizer of Gatehouse');
  const { authenticatedAt, issuedAt, expiresAt, ...rest } = JSON.parse(json);
  const claims: Claims = {
    ...rest,
    authenticatedAt: new Date(authenticatedAt),
    issuedAt: new Date(issuedAt),
    expiresAt: new Date(expiresAt),
  };
  if (!(claims.expiresAt.getTime() > now)) refuse('INVALID_TOKEN', { cause: new Error('expired') });
  return claims;
}

type Context = { claims?: unknown };
