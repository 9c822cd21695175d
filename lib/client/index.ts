// The TypeScript SDK: `client.authentication.login({ … })`, one method per operation of the contract, typed from it.
// Works in browsers and in Node. Holds the tokens, refreshes them when they expire (once, however many calls wait), and
// throws `GatehouseError` for every answer that isn't 2xx.
import type { ErrorCode } from '../contract/errors.ts';
import { type GroupName, groups } from '../contract/index.ts';
import {
  isRedirect,
  methodOf,
  type Operation,
  type ParamNames,
  type Parsed,
  paramNames,
  pathOf,
  type Sent,
} from '../contract/operation.ts';
import { cookieJar } from './cookie-jar.ts';
import { createSession, type Tokens } from './session.ts';

export type { Tokens } from './session.ts';

/** An answer of the error catalogue. Branch on `code`. */
export class GatehouseError extends Error {
  readonly statusCode: number;
  readonly code: ErrorCode;
  /** Seconds to wait, where the answer said so. */
  readonly retryAfter: number | undefined;

  constructor(body: { statusCode: number; code: ErrorCode; message: string }, retryAfter: number | undefined) {
    super(body.message);
    this.statusCode = body.statusCode;
    this.code = body.code;
    this.retryAfter = retryAfter;
  }
}

export type ClientOptions = {
  baseUrl: string;
  /** Tokens of an earlier session, to go on with. */
  tokens?: Tokens;
  /** Called whenever the tokens change, with `undefined` when the session ends: the place to keep them. */
  onTokens?: (tokens: Tokens | undefined) => void;
  /** The token of a trusted device from an earlier login, which needs no second factor with it. */
  trustToken?: string;
  /** Called whenever that token is another: each login replaces it. The place to keep it. */
  onTrustToken?: (token: string) => void;
  /** `cookie`: tokens stay in HTTP-only cookies and never reach script. */
  delivery?: 'header' | 'cookie';
  fetch?: typeof fetch;
};

type Flat<T> = T extends undefined ? unknown : T;
type Input<R extends string, O extends Operation> = Flat<Sent<O['body']>> &
  Flat<Sent<O['query']>> &
  Record<ParamNames<R>, string>;
type Method<R extends string, O extends Operation> =
  // biome-ignore lint/complexity/noBannedTypes: `{}` is what an input without required fields accepts
  {} extends Input<R, O>
    ? (input?: Input<R, O>) => Promise<Parsed<O['reply']>>
    : (input: Input<R, O>) => Promise<Parsed<O['reply']>>;

/** A group as methods, by the operations' names. */
type Methods<G> = {
  [R in keyof G & string as G[R] extends Operation ? G[R]['name'] : never]: Method<R, G[R] & Operation>;
};
export type Client = { [Name in GroupName]: Methods<(typeof groups)[Name]> } & {
  /** The tokens held at the moment. */
  tokens: () => Tokens | undefined;
};

const AUTHENTICATED: readonly string[] = ['user', 'pending', 'enrolling', 'optional'];

const LOGIN = 'POST /auth/login';

/**
 * A client of the service at `baseUrl`. Methods take one object: path parameters, query and body together. What redirects
 * is for a browser to go to, not for a script to call: those methods answer the `location` it goes to.
 */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch;
  const jar = cookieJar();
  const cookieMode = options.delivery === 'cookie';
  let { trustToken } = options;
  let csrfToken: Promise<string | undefined> | undefined;

  const attempt = async (
    route: string,
    input: Record<string, unknown>,
    bearer?: string,
    csrf?: string,
  ): Promise<unknown> => {
    const { url, body } = address(options.baseUrl, route, input);
    const response = await send(url, {
      method: methodOf(route),
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(cookieMode ? { 'x-access-token-type': 'cookie' } : {}),
        ...(csrf === undefined ? {} : { 'x-csrf-token': csrf }),
        ...(trustToken !== undefined && route === LOGIN ? { 'x-svc-device-trust': trustToken } : {}),
        ...jar.headers(),
      },
      body,
    });
    jar.store(response);
    const reply = (await response.json()) as never;
    if (response.ok) return reply;
    throw new GatehouseError(reply, Number(response.headers.get('retry-after')) || undefined);
  };

  /** Cookies alone don't say where a request comes from; the token of their session does, asked for when it is missed. */
  const request = async (route: string, input: Record<string, unknown>, bearer?: string): Promise<unknown> => {
    const used = methodOf(route) === 'GET' ? undefined : csrfToken;
    try {
      return await attempt(route, input, bearer, await used);
    } catch (error) {
      if (codeOf(error) !== 'CSRF_TOKEN_INVALID') throw error;
      // It was of another session. Nothing was done yet, so the call may be made again.
      if (csrfToken === used) csrfToken = freshCsrfToken();
      return attempt(route, input, bearer, await csrfToken);
    }
  };
  const freshCsrfToken = (): Promise<string | undefined> =>
    attempt('GET /auth/csrf', {}).then(
      (reply) => (reply as { csrfToken?: string }).csrfToken,
      () => undefined,
    );

  const session = createSession(options, {
    refresh: (refreshToken) => request('POST /auth/refresh-token', { refreshToken }) as Promise<Partial<Tokens>>,
    // In cookie mode the access cookie disappears when it expires, so nothing is sent at all.
    isExpired: (error, hasTokens) =>
      codeOf(error) === 'INVALID_TOKEN' ? hasTokens || cookieMode : cookieMode && codeOf(error) === 'NO_AUTH_PROVIDED',
    isOver: (error) => error instanceof GatehouseError && error.statusCode === 401,
  });

  const keepTrust = (reply: { trustToken?: string }): void => {
    if (reply.trustToken === undefined) return;
    trustToken = reply.trustToken;
    options.onTrustToken?.(trustToken);
  };

  const call = async (route: string, operation: Operation, input: Record<string, unknown> = {}): Promise<unknown> => {
    if (isRedirect(operation)) return { location: address(options.baseUrl, route, input).url.href };
    const reply = AUTHENTICATED.includes(operation.access)
      ? await session.authorised((bearer) => request(route, input, bearer))
      : await request(route, input);
    if (operation.cookies === 'start-session') {
      session.hold(reply as Partial<Tokens>);
      keepTrust(reply as { trustToken?: string });
    }
    if (operation.cookies === 'end-session') session.hold(undefined);
    return reply;
  };

  const methods = Object.entries(groups).map(([group, operations]) => [
    group,
    Object.fromEntries(
      Object.entries(operations).map(([route, operation]) => [
        operation.name,
        (input?: Record<string, unknown>) => call(route, operation as Operation, input),
      ]),
    ),
  ]);
  return { ...Object.fromEntries(methods), tokens: session.tokens } as Client;
}

const codeOf = (error: unknown): ErrorCode | undefined => (error instanceof GatehouseError ? error.code : undefined);

/** Path parameters go into the path; the rest is the query of a GET and the body of anything else. */
function address(baseUrl: string, route: string, input: Record<string, unknown>) {
  const rest = { ...input };
  let path = pathOf(route);
  for (const name of paramNames(path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name])));
    delete rest[name];
  }
  const url = new URL(baseUrl.replace(/\/$/, '') + path);
  const method = methodOf(route);
  if (method === 'GET') {
    for (const [name, value] of Object.entries(rest))
      if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const hasBody = method !== 'GET' && Object.values(rest).some((value) => value !== undefined);
  return { url, body: hasBody ? JSON.stringify(rest) : undefined };
}
