// Signs users in by redirect: the browser goes to the pages of Gatehouse and comes back with a code (RFC 6749 4.1 with
// PKCE). The session then works as any other: only its refresh and its end use the endpoints of applications. The client
// itself does not know, so that it grows for no one else: its `fetch` translates these two requests. A session that began
// with a form of the page's own is refreshed and ended as in any client: its refresh token names no application.
import { build, type ClientOptions } from './client.ts';
import type { UserClient } from './clients.ts';
import { type ClientErrorCode, GatehouseError } from './error.ts';
import { parsed } from './json.ts';
import { userRoutes } from './routes.ts';
import { claimsOf, type TokenStorage, type Tokens } from './token-storage.ts';
import { codeVerifier, ownStorage, type SecretStorage } from './verifier.ts';

export type RedirectOptions = Omit<ClientOptions, 'delivery'> & {
  /** The id of the application, prefix `app_`. */
  applicationId: string;
  /** Where the browser returns to: a registered address. An app has one with its own scheme. */
  redirectUri: string;
  /** Default: `openid profile email offline_access account`. The session is renewed with `offline_access` alone. */
  scope?: string | undefined;
  /** Where the browser goes after `signOut`: a registered address. Default: a page of Gatehouse. */
  postLogoutRedirectUri?: string | undefined;
  /** Opens an address. Default: this page goes there. An app opens the system's browser. */
  navigate?: ((url: string) => unknown) | undefined;
};

export type SignInOptions = {
  /** The id or slug of the tenant. Without it the user chooses. */
  tenant?: string | undefined;
  /** The address that the page fills in. */
  loginHint?: string | undefined;
  /** `none`: fail instead of showing a page. */
  prompt?: 'none' | 'login' | 'select_account' | 'create' | undefined;
  /** The languages of the pages, best first, separated by spaces. */
  uiLocales?: string | undefined;
  /** The address of this page that is shown after the return. Default: the redirect URI. */
  returnTo?: string | undefined;
};

export type SignOutOptions = {
  /**
   * Also ends the session at Gatehouse, with those of all applications that began from it. This page goes there. Default:
   * `true`. With `false`, the next person at this browser is signed in again without a question.
   */
  everywhere?: boolean | undefined;
  /** Where the browser goes then: a registered address. Default: that of the client. */
  postLogoutRedirectUri?: string | undefined;
};

/** A client whose users sign in on the pages of Gatehouse. */
export type RedirectClient = UserClient & {
  /** Goes to the sign-in page. In a browser, nothing after it runs for long. */
  signIn: (options?: SignInOptions) => Promise<void>;
  /**
   * Finishes a sign-in if `url`, by default the address of this page, is the return of one, and returns whether it was.
   * Removes code and state from the address bar. Throws `SIGN_IN_REFUSED` if Gatehouse refuses, and `SIGN_IN_MISMATCH`
   * if the return does not belong to the sign-in that this tab began. Call it when the page or the app starts.
   */
  handleRedirect: (url?: string) => Promise<boolean>;
  /** Ends the session, by default also that at Gatehouse. A session that a form began has none there: this page stays. */
  signOut: (options?: SignOutOptions) => Promise<void>;
};

type Pending = { state: string; nonce: string; verifier: string; returnTo?: string | undefined };
type TokenReply = Record<'access_token' | 'refresh_token' | 'id_token' | 'error' | 'error_description', string>;
type Fields = Readonly<Record<string, string | undefined>>;

const NAME = 'gatehouse.signIn';
const SCOPE = 'openid profile email offline_access account';

/** Creates a client whose users sign in by redirect. In a browser it needs a page of https or of localhost. */
export function createRedirectClient(options: RedirectOptions): RedirectClient {
  const { applicationId, redirectUri, scope = SCOPE, navigate = (url: string) => location.assign(url) } = options;
  const base = options.baseUrl.replace(/\/$/, '');
  const storage = options.storage ?? ownStorage() ?? memory();
  const send: typeof fetch = (...request) => (options.fetch ?? fetch)(...request);
  /** The tokens of a code, until the client takes them. */
  let received: Tokens | undefined;
  let idToken: string | undefined;
  let isLeaving = false;
  let handling: Promise<boolean> | undefined;

  const post = (path: string, fields: Fields, init: RequestInit = {}): Promise<Response> =>
    send(base + path, {
      method: 'POST',
      signal: init.signal ?? null,
      credentials: 'omit',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encoded({ client_id: applicationId, ...fields }),
    });

  /** Returns what the client expects of a refresh. */
  const refreshed = async (refreshToken: string, init: RequestInit): Promise<Response> => {
    if (received?.refreshToken === refreshToken) return json(received);
    const response = await post('/oauth2/token', { grant_type: 'refresh_token', refresh_token: refreshToken }, init);
    const text = await response.text();
    const reply = parsed(text) as TokenReply | undefined;
    if (response.ok && reply) {
      idToken = reply.id_token;
      return json(tokensOf(reply));
    }
    if (reply?.error !== 'invalid_grant') return new Response(text, response);
    return json({ statusCode: 401, code: 'REFRESH_TOKEN_INVALID', message: reply.error_description }, 401);
  };

  /** Whether the refresh token is of this application, and not of a session that a form began. */
  const isOurs = (refreshToken: string | undefined): boolean =>
    !!refreshToken && claimsOf({ accessToken: refreshToken }).client_id === applicationId;

  const sessionOptions: ClientOptions = {
    ...options,
    delivery: 'header',
    tokenStorage: options.tokenStorage ?? memoryOfTokens(options.tokens),
    fetch: async (url, init = {}) => {
      if (url === `${base}/auth/refresh-token`) {
        const { refreshToken } = parsed(String(init.body)) as Tokens;
        if (isOurs(refreshToken)) return refreshed(refreshToken, init);
      }
      const token = client.tokens()?.refreshToken;
      if (url !== `${base}/auth/logout` || !isOurs(token)) return send(url, init);
      const revoked = post('/oauth2/revoke', { token }, init);
      return isLeaving ? revoked.catch(() => undefined).then(() => json({})) : revoked;
    },
  };
  const client = build(sessionOptions, userRoutes) as UserClient;

  const exchange = async ({ verifier, nonce }: Pending, code: string | undefined): Promise<void> => {
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    const response = await post('/oauth2/token', fields).catch((cause) => fail('NETWORK', String(cause), 0, cause));
    const reply = (parsed(await response.text()) ?? {}) as TokenReply;
    if (!response.ok) fail('SIGN_IN_REFUSED', describe(reply), response.status, reply);
    const claims = claimsOf({ accessToken: reply.id_token ?? '' });
    if (claims.nonce !== nonce || claims.aud !== applicationId)
      fail('SIGN_IN_MISMATCH', 'the id token is of another sign-in');
    if (!reply.refresh_token) fail('SIGN_IN_REFUSED', 'the application may not use refresh tokens');
    idToken = reply.id_token;
    received = tokensOf(reply);
    await client.authentication.refreshToken({ refreshToken: reply.refresh_token });
    received = undefined;
  };

  const handle = async (given?: string): Promise<boolean> => {
    const url = given ?? globalThis.location?.href ?? '';
    const sent = parametersOf(url);
    if (!isSameAddress(url, redirectUri) || !sent.state || !(sent.code || sent.error)) return false;
    const pending = parsed(storage.getItem(NAME)) as Pending | undefined;
    const isBegun = pending?.state === sent.state && sent.iss === (base || location.origin);
    if (given === undefined) show((isBegun && pending.returnTo) || cleaned(url));
    if (!isBegun) return fail('SIGN_IN_MISMATCH', 'this tab did not begin the sign-in');
    storage.removeItem(NAME);
    if (sent.error) fail('SIGN_IN_REFUSED', describe(sent), 0, sent);
    await exchange(pending, sent.code);
    return true;
  };

  return {
    ...client,
    signIn: async ({ tenant, loginHint, prompt, uiLocales, returnTo } = {}) => {
      if (!globalThis.crypto?.subtle) throw new TypeError('signIn needs Web Crypto: a page of https or localhost');
      const [proof, { hash: state }, { hash: nonce }] = await Promise.all([newSecret(), newSecret(), newSecret()]);
      const pending: Pending = { state, nonce, verifier: proof.secret, returnTo };
      storage.setItem(NAME, JSON.stringify(pending));
      const query = {
        client_id: applicationId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state,
        nonce,
        code_challenge: proof.hash,
        code_challenge_method: 'S256',
        tenant,
        login_hint: loginHint,
        prompt,
        ui_locales: uiLocales,
      };
      await navigate(`${base}/oauth2/authorize?${encoded(query)}`);
    },
    handleRedirect: (url) => {
      // An effect of React may run twice.
      handling ??= handle(url).finally(() => {
        handling = undefined;
      });
      return handling;
    },
    signOut: async ({ everywhere = true, postLogoutRedirectUri = options.postLogoutRedirectUri } = {}) => {
      await client.resume();
      const held = client.tokens();
      if (!everywhere || (held && !isOurs(held.refreshToken))) return void (await client.authentication.logout());
      // Without an id token the user would be asked. After a reload, a refresh brings one.
      if (!idToken && held) await client.authentication.refreshToken().catch(() => {});
      const query = {
        client_id: applicationId,
        id_token_hint: idToken,
        post_logout_redirect_uri: postLogoutRedirectUri,
      };
      // The end at Gatehouse ends this session too. It is revoked before, so that other tabs, which look at once, find none.
      // If that fails, the page leaves all the same.
      isLeaving = true;
      await client.authentication.logout().finally(() => {
        isLeaving = false;
        idToken = undefined;
      });
      await navigate(`${base}/oauth2/logout?${encoded(query)}`);
    },
  };
}

const fail = (code: ClientErrorCode, message: string, statusCode = 0, cause?: unknown): never => {
  throw new GatehouseError(message, { code, statusCode }, { cause });
};

const describe = ({ error, error_description }: Fields): string => `${error}: ${error_description}`;

const tokensOf = ({ access_token, refresh_token }: TokenReply): Tokens => ({
  accessToken: access_token,
  refreshToken: refresh_token,
});

const json = (value: unknown, status = 200): Response => new Response(JSON.stringify(value), { status });

/** By strings: the URL classes of React Native lack much. */
const encoded = (fields: Fields): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encodeURIComponent(value)}`))
    .join('&');

function parametersOf(url: string): Fields {
  const query = url.split('#')[0]?.split('?')[1] ?? '';
  const decoded = (text = ''): string => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      return '';
    }
  };
  return Object.fromEntries(query.split('&').map((pair) => pair.split('=').map(decoded)));
}

function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [one, other].map((url) => url.split(/[?#]/)[0]?.replace(/\/$/, ''));
  return a === b;
}

/** Without what the redirect has added. */
function cleaned(url: string): string {
  const clean = new URL(url);
  for (const name of ['code', 'state', 'iss', 'error', 'error_description']) clean.searchParams.delete(name);
  return clean.href;
}

/** Replaces the address of the page. Routers notice it by `popstate`. */
function show(url: string): void {
  history.replaceState(history.state, '', url);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}

/** Returns 256 random bits as a text, and its S256 hash. */
async function newSecret(): Promise<{ secret: string; hash: string }> {
  const holder = codeVerifier(memory());
  const hash = (await holder.challenge()) as string;
  return { secret: holder.held() as string, hash };
}

function memory(): SecretStorage {
  const texts = new Map<string, string>();
  return {
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => void texts.set(name, text),
    removeItem: (name) => void texts.delete(name),
  };
}

function memoryOfTokens(tokens: Tokens | undefined): TokenStorage {
  let held = tokens;
  return {
    load: () => held,
    save: (next) => {
      held = next;
    },
  };
}
