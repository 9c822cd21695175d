// Implements the TypeScript SDK: one method per operation, typed from the contract: `client.authentication.login({ …
// })`. It works in browsers and in Node. It holds the tokens, refreshes them when they expire (once for all waiting
// calls), and throws `GatehouseError` for every response that is not 2xx.
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
import { codeVerifier, type SecretStorage } from './verifier.ts';

export type { Tokens } from './session.ts';
export type { SecretStorage } from './verifier.ts';

/** An error response of the service. Branch on `code`. */
export class GatehouseError extends Error {
  readonly statusCode: number;
  readonly code: ErrorCode;
  /** The seconds of the `Retry-After` header, if the response has one. */
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
  /** The tokens of an earlier session to continue. */
  tokens?: Tokens;
  /** Called when the tokens change, with `undefined` when the session ends. Store them here. */
  onTokens?: (tokens: Tokens | undefined) => void;
  /** The token of a trusted device from an earlier login. With it, a login skips the second factor. */
  trustToken?: string;
  /** Called when that token changes: each login replaces it. Store it here. */
  onTrustToken?: (token: string) => void;
  /** With `cookie`, tokens stay in HTTP-only cookies that scripts cannot read. */
  delivery?: 'header' | 'cookie';
  /** Keeps the secret that codes are bound to. Default: the `sessionStorage` of the tab, or memory outside a browser. */
  storage?: SecretStorage;
  fetch?: typeof fetch;
};

type Flat<T> = T extends undefined ? unknown : T;
type Input<R extends string, O extends Operation> = Flat<Sent<O['body']>> &
  Flat<Sent<O['query']>> &
  Record<ParamNames<R>, string>;
type Method<R extends string, O extends Operation> =
  // biome-ignore lint/complexity/noBannedTypes: an input without required fields accepts `{}`
  {} extends Input<R, O>
    ? (input?: Input<R, O>) => Promise<Parsed<O['reply']>>
    : (input: Input<R, O>) => Promise<Parsed<O['reply']>>;

/** The methods of a group, by operation name. */
type Methods<G> = {
  [R in keyof G & string as G[R] extends Operation ? G[R]['name'] : never]: Method<R, G[R] & Operation>;
};
/** A request by path. `body` is sent as JSON. */
export type ClientRequest = { method: string; path: string; body?: unknown; headers?: Record<string, string> };
export type Client = { [Name in GroupName]: Methods<(typeof groups)[Name]> } & {
  /** Returns the current tokens. */
  tokens: () => Tokens | undefined;
  /** Sends a request of the session to a path of the service, such as a resource (./resources.ts). */
  request: (request: ClientRequest) => Promise<unknown>;
};

type Message = { url: URL; method: string; body?: string; headers?: Record<string, string> };

const AUTHENTICATED: readonly string[] = ['user', 'pending', 'enrolling', 'optional'];

const LOGIN = 'POST /auth/login';
const START = 'GET /auth/sso/{provider}';
const RESET = 'POST /auth/verify-forgot-password-otp';

/**
 * Creates a client of the service at `baseUrl`. Each method takes one object with path parameters, query and body. A
 * browser must navigate to an operation that redirects, so those methods send nothing and return its `location`. Codes
 * and nonces that it requests are bound to it: no other client can use them.
 */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch;
  const jar = cookieJar();
  const cookieMode = options.delivery === 'cookie';
  let { trustToken } = options;
  let csrfToken: Promise<string | undefined> | undefined;

  const attempt = async (message: Message, bearer?: string, csrf?: string): Promise<unknown> => {
    const { url, method, body, headers } = message;
    const response = await send(url, {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(cookieMode ? { 'x-access-token-type': 'cookie' } : {}),
        ...(csrf === undefined ? {} : { 'x-csrf-token': csrf }),
        ...headers,
        ...jar.headers(),
      },
      body,
    });
    jar.store(response);
    const reply = (await response.json()) as never;
    if (response.ok) return reply;
    throw new GatehouseError(reply, Number(response.headers.get('retry-after')) || undefined);
  };

  /**
   * Sends a request. When the service rejects its CSRF token, fetches the token of the session and sends it once more.
   */
  const transmit = async (message: Message, bearer?: string): Promise<unknown> => {
    const used = message.method === 'GET' ? undefined : csrfToken;
    try {
      return await attempt(message, bearer, await used);
    } catch (error) {
      if (codeOf(error) !== 'CSRF_TOKEN_INVALID') throw error;
      // The token was missing or of another session. The service did nothing yet, so a second attempt is safe.
      if (csrfToken === used) csrfToken = freshCsrfToken();
      return attempt(message, bearer, await csrfToken);
    }
  };
  const freshCsrfToken = (): Promise<string | undefined> =>
    attempt(address(options.baseUrl, 'GET /auth/csrf', {})).then(
      (reply) => (reply as { csrfToken?: string }).csrfToken,
      () => undefined,
    );

  const request = (route: string, input: Record<string, unknown>, bearer?: string): Promise<unknown> => {
    const trust = route === LOGIN && trustToken !== undefined ? { 'x-svc-device-trust': trustToken } : undefined;
    return transmit({ ...address(options.baseUrl, route, input), headers: trust }, bearer);
  };

  const session = createSession(options, {
    refresh: (refreshToken) => request('POST /auth/refresh-token', { refreshToken }) as Promise<Partial<Tokens>>,
    // In cookie mode the browser drops an expired access cookie, so the request carries no credential.
    isExpired: (error, hasTokens) =>
      codeOf(error) === 'INVALID_TOKEN' ? hasTokens || cookieMode : cookieMode && codeOf(error) === 'NO_AUTH_PROVIDED',
    isOver: (error) => error instanceof GatehouseError && error.statusCode === 401,
  });

  const keepTrust = (reply: { trustToken?: string }): void => {
    if (reply.trustToken === undefined) return;
    trustToken = reply.trustToken;
    options.onTrustToken?.(trustToken);
  };

  const verifier = codeVerifier(options.storage);
  /** Adds what binds a code or nonce to this client. In cookie mode a cookie does that, except for redirects. */
  const bound = async (route: string, { binds }: Operation, input: Record<string, unknown>) => {
    const asks = route === START ? input.mode !== 'cookie' : binds && !cookieMode;
    if (asks && input.codeChallenge === undefined) return { ...input, codeChallenge: await verifier.challenge() };
    const held = verifier.held();
    if (held === undefined) return input;
    if (route === RESET && !cookieMode) return { codeVerifier: held, ...input };
    const credentials = input.credentials as Record<string, unknown> | undefined;
    const isProof = credentials?.code !== undefined || credentials?.token !== undefined;
    // In cookie mode only the code of a redirect is bound to the secret.
    const isOurs = !cookieMode || (input.providerName !== 'passwordless' && credentials?.code !== undefined);
    return route === LOGIN && isProof && isOurs
      ? { ...input, credentials: { codeVerifier: held, ...credentials } }
      : input;
  };

  const call = async (route: string, operation: Operation, sent: Record<string, unknown> = {}): Promise<unknown> => {
    const input = await bound(route, operation, sent);
    if (isRedirect(operation)) return { location: address(options.baseUrl, route, input).url.href };
    const reply = AUTHENTICATED.includes(operation.access)
      ? await session.authorised((bearer) => request(route, input, bearer))
      : await request(route, input);
    if (operation.cookies === 'start-session') {
      session.hold(reply as Partial<Tokens>);
      if (route === LOGIN) verifier.forget();
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
  const byPath: Client['request'] = ({ method, path, body, headers }) => {
    const message = { url: urlOf(options.baseUrl, path), method, headers };
    return session.authorised((bearer) => transmit({ ...message, body: JSON.stringify(body) }, bearer));
  };
  return { ...Object.fromEntries(methods), tokens: session.tokens, request: byPath } as Client;
}

const codeOf = (error: unknown): ErrorCode | undefined => (error instanceof GatehouseError ? error.code : undefined);

/** Puts path parameters into the path, and the rest into the query of a GET or the body of any other method. */
function address(baseUrl: string, route: string, input: Record<string, unknown>): Message {
  const rest = { ...input };
  let path = pathOf(route);
  for (const name of paramNames(path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name])));
    delete rest[name];
  }
  const url = urlOf(baseUrl, path);
  const method = methodOf(route);
  if (method === 'GET') {
    for (const [name, value] of Object.entries(rest))
      if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const hasBody = method !== 'GET' && Object.values(rest).some((value) => value !== undefined);
  return { url, method, body: hasBody ? JSON.stringify(rest) : undefined };
}

const urlOf = (baseUrl: string, path: string): URL => new URL(baseUrl.replace(/\/$/, '') + path);
