// Builds a client from a table of routes. It holds the tokens, refreshes them when they expire (once for all waiting
// calls), and throws `GatehouseError` for every response that is not 2xx.
import type { Tokens as LoginReply } from './generated/types.ts';
import { createSession, type SessionEndReason, type SessionOptions } from './session.ts';
import type { Tokens } from './token-storage.ts';
import { type CallOptions, createTransport, type Message } from './transport.ts';
import { codeVerifier, type SecretStorage } from './verifier.ts';

export type ClientOptions = SessionOptions & {
  /** The address of the service. `''` in a page that the service's own host serves. */
  baseUrl: string;
  /** The token of a trusted device from an earlier login. With it, a login skips the second factor. */
  trustToken?: string | undefined;
  /** Called when that token changes: each login replaces it. Store it here. */
  onTrustToken?: ((token: string) => void) | undefined;
  /** Keeps the secret that codes are bound to. Default: the `sessionStorage` of the tab, or memory outside a browser. */
  storage?: SecretStorage | undefined;
  /** How long a request may take, in milliseconds. Default: 30 000. */
  timeoutMs?: number | undefined;
  fetch?: typeof fetch | undefined;
};

/** A request by path. `body` is sent as JSON. */
export type ClientRequest = CallOptions & {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string> | undefined;
};

/** A session began or changed, with the reply of the service, or ended. */
export type SessionChange = { reply: LoginReply } | { reason: SessionEndReason };

/** What every client has beside its operations. */
export type BaseClient = {
  /** How the client gets its tokens: its option, by default `header`. */
  readonly delivery: ClientOptions['delivery'];
  /**
   * Calls `listener` when a session begins, changes its account or ends through this client. Refreshes are no change.
   * An end may be reported more than once. Returns a function that stops it.
   */
  subscribe: (listener: (change: SessionChange) => void) => () => void;
  /** Reads `tokenStorage` again if there is no session: another tab may have logged in. No other method does. */
  resume: () => Promise<void>;
  /** Returns the tokens that the client holds now. */
  tokens: () => Tokens | undefined;
  /**
   * Returns an access token for your own API, valid for 30 seconds at least. Refreshes it if need be, once for all
   * callers. `undefined` without a session, and in cookie mode. Throws `GatehouseError` if the service is not reached.
   */
  accessToken: () => Promise<string | undefined>;
  /**
   * Calls your own API as `fetch` does, with the access token, or in cookie mode with cookies. After a 401 it refreshes
   * the session and sends the request once more, unless its body is a stream. The token goes to the given address: call
   * only hosts that you trust with it.
   */
  fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Sends a request of the session to a path of the service, such as a resource (./resources.ts). */
  request: (request: ClientRequest) => Promise<unknown>;
};

type Input = Readonly<Record<string, unknown>>;
type Reply = LoginReply;

const LOGIN = 'POST /auth/login';
const REFRESH = 'POST /auth/refresh-token';
const START = 'GET /auth/sso/{provider}';
const RESET = 'POST /auth/verify-forgot-password-otp';

/** Returns a client with a method for each route (generated/routes.ts). */
export function build(
  options: ClientOptions,
  routes: Readonly<Record<string, Readonly<Record<string, string>>>>,
): BaseClient {
  const transmit = createTransport(options);
  const isCookie = options.delivery === 'cookie';
  const base = options.baseUrl.replace(/\/$/, '');
  let { trustToken } = options;

  const listeners = new Set<(change: SessionChange) => void>();
  const notify = (change: SessionChange): void => {
    for (const listener of listeners) listener(change);
  };
  const session = createSession(
    options,
    `gatehouse ${base}`,
    (refreshToken) => transmit(messageOf(REFRESH, { refreshToken })) as Promise<Partial<Tokens>>,
    (reason) => notify({ reason }),
  );
  const verifier = codeVerifier(options.storage);

  /** Adds what binds a code or nonce to this client. In cookie mode a cookie does that, except for redirects. */
  const bound = async (route: string, binds: boolean, input: Input): Promise<Input> => {
    if (route === REFRESH && !isCookie) return { refreshToken: session.tokens()?.refreshToken, ...input };
    const asks = route === START ? input.mode !== 'cookie' : binds && !isCookie;
    if (asks && input.codeChallenge === undefined) return { ...input, codeChallenge: await verifier.challenge() };
    const held = verifier.held();
    if (held === undefined) return input;
    if (route === RESET && !isCookie) return { codeVerifier: held, ...input };
    const credentials = input.credentials as Input | undefined;
    const isProof = credentials?.code !== undefined || credentials?.token !== undefined;
    // In cookie mode only the code of a redirect is bound to the secret.
    const isOurs = !isCookie || (input.providerName !== 'passwordless' && credentials?.code !== undefined);
    return route === LOGIN && isProof && isOurs
      ? { ...input, credentials: { codeVerifier: held, ...credentials } }
      : input;
  };

  const call = async (row: string, sent: Input = {}, callOptions: CallOptions = {}): Promise<unknown> => {
    const [method, path, flags = ''] = row.split(' ');
    const route = `${method} ${path}`;
    const has = (flag: string): boolean => flags.includes(flag);
    const message = messageOf(route, await bound(route, has('b'), sent));
    // A browser must navigate to what redirects.
    if (has('r')) return { location: base + message.path };
    if (route === LOGIN && trustToken !== undefined) message.headers = { 'x-svc-device-trust': trustToken };
    const send = (bearer?: string) => transmit(message, callOptions, bearer) as Promise<Reply>;
    const reply = await (has('a') ? session.authorised(send) : send());
    if (has('s')) {
      await session.hold(reply);
      if (route === LOGIN) verifier.forget();
      if (reply.trustToken !== undefined) {
        trustToken = reply.trustToken;
        options.onTrustToken?.(trustToken);
      }
      notify({ reply });
    }
    if (has('e')) await session.end('LOGGED_OUT');
    return reply;
  };

  const own: BaseClient['fetch'] = async (url, init = {}) => {
    const send = (bearer: string | undefined): Promise<Response> => {
      const headers = new Headers(init.headers);
      if (bearer) headers.set('authorization', `Bearer ${bearer}`);
      return (options.fetch ?? fetch)(url, { ...(isCookie && { credentials: 'include' }), ...init, headers });
    };
    const bearer = await session.accessToken();
    const used = session.tokens();
    const response = await send(bearer);
    const isRepeatable = !init.body || !('getReader' in Object(init.body));
    if (response.status !== 401 || !(bearer || isCookie) || !isRepeatable) return response;
    const isRenewed = await session.renew(used).then(
      () => isCookie || session.tokens() !== undefined,
      () => false,
    );
    return isRenewed ? send(session.tokens()?.accessToken) : response;
  };

  const operations = Object.entries(routes).map(([group, methods]) => [
    group,
    Object.fromEntries(
      Object.entries(methods).map(([name, row]) => [
        name,
        (input?: Input, callOptions?: CallOptions) => call(row, input, callOptions),
      ]),
    ),
  ]);
  return {
    ...Object.fromEntries(operations),
    delivery: options.delivery,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    resume: session.resume,
    tokens: session.tokens,
    accessToken: session.accessToken,
    fetch: own,
    request: ({ method, path, body, headers, ...callOptions }: ClientRequest) =>
      session.authorised((bearer) =>
        transmit({ path, method, headers, body: JSON.stringify(body) }, callOptions, bearer),
      ),
  };
}

/** Puts path parameters into the path, and the rest into the query of a GET or the body of any other method. */
function messageOf(route: string, input: Input): Message {
  const [method = '', template = ''] = route.split(' ');
  const rest = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  const entries = Object.entries(rest).filter(([, value]) => value !== undefined);
  if (method !== 'GET') return { method, path, body: entries.length ? JSON.stringify(rest) : undefined };
  // By strings: the URL class of React Native appends a slash to paths.
  const query = entries.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  return { method, path: query ? `${path}?${query}` : path };
}
