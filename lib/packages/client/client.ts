// Builds a client from a table of routes. It holds the tokens, refreshes them when they expire (once for all waiting
// calls), and throws `GatehouseError` for every response that is not 2xx.

import type { CallOptions } from './call-options.ts';
import { GatehouseError } from './error.ts';
import { createSession, type SessionEndReason, type SessionOptions } from './session.ts';
import { claimsOf, type Tokens } from './token-storage.ts';
import { createTransport, type Message } from './transport.ts';
import type { Tokens as LoginReply } from './types.ts';
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
  /** The address of the service, without a slash at its end. The hosted pages are below it. */
  readonly baseUrl: string;
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
type Reply = Partial<LoginReply> & { session?: unknown };
type Operation = (input?: Input, options?: CallOptions) => Promise<unknown>;

const LOGIN = '/auth/login';
const PASSKEY = '/auth/passkeys/login';
const REFRESH = '/auth/refresh-token';
const RESET = '/auth/verify-forgot-password-otp';

/** The methods by the first flag of a row. A POST has none. */
const METHODS: Readonly<Record<string, string>> = { g: 'GET', d: 'DELETE', p: 'PATCH', u: 'PUT' };

/** Returns a client with a method for each row of the tables (routes.ts). */
export function build(options: ClientOptions, tables: Readonly<Record<string, string>>): BaseClient {
  const isCookie = options.delivery === 'cookie';
  const base = options.baseUrl.replace(/\/$/, '');
  let { trustToken } = options;

  const listeners = new Set<(change: SessionChange) => void>();
  const notify = (change: SessionChange): void => {
    for (const listener of listeners) listener(change);
  };
  const fetchWith = (url: string | URL, init: RequestInit): Promise<Response> => (options.fetch ?? fetch)(url, init);
  const transmit = createTransport(options, (path, init) =>
    fetchWith(base + path, { credentials: 'include', ...init }),
  );
  const session = createSession(
    options,
    `gatehouse ${base}`,
    (refreshToken) => transmit(messageOf('POST', REFRESH, { refreshToken })) as Promise<Reply>,
    (reason) => notify({ reason }),
  );
  const verifier = codeVerifier(options.storage);

  /** Adds what binds a code or nonce to this client. In cookie mode a cookie does that, except for redirects. */
  const bound = async (path: string, has: (flag: string) => boolean, input: Input): Promise<Input> => {
    if (has('b') && (has('r') ? input.mode !== 'cookie' : !isCookie))
      return { ...input, codeChallenge: input.codeChallenge ?? (await verifier.challenge()) };
    const codeVerifier = verifier.held();
    if ((path === RESET || path === PASSKEY) && !isCookie) return { codeVerifier, ...input };
    const credentials = (input.credentials ?? {}) as Input;
    const { code, token } = credentials;
    // In cookie mode only the code of a redirect is bound to the secret.
    const isOurs = isCookie ? code && input.providerName !== 'passwordless' : code || token;
    return path === LOGIN && isOurs ? { ...input, credentials: { codeVerifier, ...credentials } } : input;
  };

  const operation =
    (method: string, path: string, flags: string): Operation =>
    async (sent = {}, callOptions) => {
      const has = (flag: string): boolean => flags.includes(flag);
      const input = await bound(path, has, sent);
      // A browser must navigate to what redirects.
      if (has('r')) return { location: base + messageOf(method, path, input).path };
      const headers = path === LOGIN && trustToken ? { 'x-svc-device-trust': trustToken } : undefined;
      const send = (bearer?: string) => {
        const values = path === REFRESH ? { refreshToken: session.tokens()?.refreshToken, ...input } : input;
        return transmit({ ...messageOf(method, path, values), headers }, callOptions, bearer) as Promise<Reply>;
      };
      const once = () => (has('a') || path === REFRESH ? session.authorised<Reply>(send) : send());
      let reply = await once();
      const held = session.tokens();
      // An expired token gets the reply of a stranger. So does a pending login, which is for no audience.
      if (has('f') && !reply.session && held && claimsOf(held).aud) {
        await session.accessToken(true);
        reply = await once();
      }
      if (has('s')) {
        await session.hold(reply);
        if (path === LOGIN || path === PASSKEY) verifier.forget();
        if (reply.trustToken) {
          trustToken = reply.trustToken;
          options.onTrustToken?.(trustToken);
        }
        notify({ reply: reply as LoginReply });
      }
      if (has('e')) await session.end('LOGGED_OUT');
      return reply;
    };

  const groups: Record<string, Record<string, Operation>> = {};
  for (const [group, table] of Object.entries(tables)) {
    const [prefix, ...rows] = table.split(' ');
    const operations: Record<string, Operation> = {};
    for (const row of rows) {
      const [name = '', flags = '', path = `/${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`] = row.split(':');
      operations[name] = operation(METHODS[flags[0] as string] ?? 'POST', prefix + path, flags);
    }
    groups[group] = operations;
  }

  return {
    ...groups,
    delivery: options.delivery,
    baseUrl: base,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    resume: session.resume,
    tokens: session.tokens,
    accessToken: session.accessToken,
    fetch: async (url, init = {}) => {
      let response: Response | undefined;
      const send = async (bearer?: string): Promise<Reply> => {
        const headers = new Headers(init.headers);
        if (bearer) headers.set('authorization', `Bearer ${bearer}`);
        response = undefined;
        response = await fetchWith(url, { ...(isCookie && { credentials: 'include' }), ...init, headers });
        // A stream can be read once.
        if (response.status === 401 && !Object(init.body).getReader)
          throw new GatehouseError('', { code: 'INVALID_TOKEN', statusCode: 401 });
        // The reply of another party does not say that there is a session.
        return { session: null };
      };
      await session.accessToken();
      await session.authorised(send).catch((error) => {
        if (!response) throw error;
      });
      return response;
    },
    request: ({ method, path, body, headers, ...callOptions }) =>
      session.authorised((bearer) =>
        transmit({ path, method, headers, body: JSON.stringify(body) }, callOptions, bearer),
      ),
  } as BaseClient;
}

/** Puts path parameters into the path, and the rest into the query of a GET or the body of any other method. */
function messageOf(method: string, template: string, input: Input): Message {
  const encoded = (value: unknown): string => encodeURIComponent(String(value));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encoded(input[name]));
  const rest = Object.entries(input).filter(([name, value]) => value !== undefined && !template.includes(`{${name}}`));
  // By strings: the URL class of React Native appends a slash to paths.
  const query = rest.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
  if (method === 'GET') return { method, path: query ? `${path}?${query}` : path };
  return { method, path, body: query ? JSON.stringify(Object.fromEntries(rest)) : undefined };
}
