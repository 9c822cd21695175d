// Signs users in to an application whose pages a server renders: the browser goes to Gatehouse and comes back with a code.
// The server keeps the tokens in a cookie that it encrypts, so that neither a script nor a database holds them.

import { decodeJwt } from 'jose';
import * as oauth from 'oauth4webapi';
import { type Claims, readClaims } from './claims.ts';
import { AuthError, refuse } from './errors.ts';
import { ownPath } from './own-path.ts';
import { pendingSignIns } from './pending-sign-ins.ts';
import { type CookieJar, cookieJar } from './sealed-cookies.ts';
import type { HeadersLike } from './token-from.ts';

export type SignInOptions = {
  /** The base URL of Gatehouse. */
  issuer: string;
  /** The id of an application of kind `server`, prefix `app_`. */
  applicationId: string;
  applicationSecret: string;
  /** Where the browser returns to: a registered address of this server. */
  redirectUri: string;
  /** Encrypts the cookies: 32 random bytes in base64url. The first of several encrypts, and all decrypt. */
  keys: string | readonly string[];
  /** Default: `openid profile email offline_access`. */
  scope?: string;
  /** Where the browser goes after a logout everywhere: a registered address. Default: a page of Gatehouse. */
  postLogoutRedirectUri?: string;
  /** How long the browser keeps the session, in seconds. Gatehouse may end it sooner. Default: 30 days. */
  maxAge?: number;
  fetch?: typeof fetch;
  /** Takes a line for each failure that no user can mend, such as a wrong `applicationSecret`. Default: `console.error`. */
  log?: (line: string) => void;
  /** The current time in milliseconds. Default: `Date.now`. */
  now?: () => number;
};

export type BeginOptions = {
  /** The path of this server that the user goes on to. Default: `/`. */
  returnTo?: string | undefined;
  tenant?: string | undefined;
  loginHint?: string | undefined;
  prompt?: 'none' | 'login' | 'select_account' | 'create' | undefined;
  uiLocales?: string | undefined;
};

/** A request of a browser to this server. `url` may be a path. */
export type BrowserRequest = { url: string; headers: HeadersLike };

/** Who is signed in. */
export type SignedIn = {
  /** What the access token says. */
  claims: Claims;
  /** The claims of the id token, such as `email` and `name`. */
  user: Readonly<Record<string, unknown>>;
  /** For calls of your own API. */
  accessToken: string;
};

/** Where the browser goes, with the cookies to set. */
export type Redirect = { location: string; setCookie: string[] };

export type SignIn = {
  readonly redirectUri: string;
  /** Returns the way to the sign-in page. With the request, sign-ins that its browser left long ago are forgotten. */
  begin: (options?: BeginOptions, request?: Pick<BrowserRequest, 'headers'>) => Promise<Redirect>;
  /** Finishes a sign-in at the redirect URI. Throws `SignInError`. */
  finish: (request: BrowserRequest) => Promise<Redirect>;
  /** Returns who is signed in by an access token that is still valid. It asks Gatehouse nothing and refreshes nothing. */
  read: (request: Pick<BrowserRequest, 'headers'>) => Promise<SignedIn | undefined>;
  /** Returns who is signed in, and the cookies to set: the session may have been refreshed, or have ended. */
  session: (request: Pick<BrowserRequest, 'headers'>) => Promise<{ session?: SignedIn; setCookie: string[] }>;
  /** Ends the session, and that at Gatehouse unless `everywhere` is `false`. Call it for a POST. */
  signOut: (
    request: Pick<BrowserRequest, 'headers'>,
    options?: { everywhere?: boolean; returnTo?: string },
  ) => Promise<Redirect>;
};

/** Why a sign-in failed. `reason` is the error of OAuth, or `mismatch`: this browser did not begin it. */
export class SignInError extends AuthError {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    const message = `The sign-in failed: ${reason}.`;
    super({ statusCode: 400, error: 'Bad Request', message, code: 'SIGN_IN_FAILED' }, { cause });
    this.reason = reason;
  }
}

type Pending = { state: string; nonce: string; verifier: string; returnTo: string };
type Held = { accessToken: string; refreshToken: string; user: Record<string, unknown>; idToken?: string };

const SCOPE = 'openid profile email offline_access';
const DAY = 24 * 60 * 60;
const PENDING_SECONDS = 60 * 60;
/** The request that carries the token takes time. */
const AHEAD_SECONDS = 30;
/** Claims of an id token that are about the token and not about the user. */
const PROTOCOL = ['iss', 'aud', 'exp', 'iat', 'nonce', 'at_hash', 'jti', 'azp'];

/** Creates the sign-in of an application. Create one for a process. It fetches nothing before the first sign-in. */
export function createSignIn(options: SignInOptions): SignIn {
  const { issuer, applicationId, redirectUri, scope = SCOPE, maxAge = 30 * DAY, now = Date.now } = options;
  const log = options.log ?? ((line: string) => console.error(line));
  const provider = providerOf(issuer);
  const self = { client_id: applicationId, [oauth.clockSkew]: 0 };
  const secret = oauth.ClientSecretBasic(options.applicationSecret);
  const isSecure = new URL(redirectUri).protocol === 'https:';
  const sending = {
    ...(options.fetch && { [oauth.customFetch]: options.fetch as never }),
    [oauth.allowInsecureRequests]: !issuer.startsWith('https:'),
  };
  const cookies = (name: string): CookieJar => cookieJar(name, options.keys, { isSecure, now });
  const pendings = pendingSignIns(cookies);
  const sessionCookie = cookies('gatehouse_session');
  const refreshing = new Map<string, Promise<Held | undefined>>();
  /**
   * Throws the refusal for a request that the token endpoint did not serve. Waiting mends no refused client: the mistake is
   * in the options of this server.
   */
  const failed = (error: unknown): never => {
    const refusal = refusalOf(error);
    if (!refusal) return refuse('SERVICE_UNAVAILABLE', { cause: error, headers: { 'retry-after': '1' } });
    log(`gatehouse: ${issuer} refuses application ${applicationId}: ${refusal}`);
    return refuse('INTERNAL_ERROR', { cause: error });
  };
  /** oauth4webapi reads the clock of the machine. */
  const client = () => ({ ...self, [oauth.clockSkew]: Math.round((now() - Date.now()) / 1000) });

  const heldOf = (reply: oauth.TokenEndpointResponse, user = {}): Held => {
    const { access_token: accessToken, refresh_token: refreshToken = '', id_token: idToken } = reply;
    const claims = oauth.getValidatedIdTokenClaims(reply);
    return { accessToken, refreshToken, user: claims ? aboutUser(claims) : user, ...(idToken && { idToken }) };
  };

  /** Returns the tokens of the next generation, once for all callers; `undefined` if the session has ended. */
  const refresh = (held: Held): Promise<Held | undefined> => {
    const { refreshToken } = held;
    const running =
      refreshing.get(refreshToken) ??
      (async () => {
        const sent = await oauth.refreshTokenGrantRequest(provider, client(), secret, refreshToken, sending);
        return heldOf(await oauth.processRefreshTokenResponse(provider, client(), sent), held.user);
      })()
        .catch((error) => {
          if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') return undefined;
          return failed(error);
        })
        .finally(() => refreshing.delete(refreshToken));
    refreshing.set(refreshToken, running);
    return running;
  };

  const save = ({ accessToken, refreshToken, user }: Held, headers: HeadersLike): Promise<string[]> =>
    sessionCookie.seal({ accessToken, refreshToken, user }, maxAge, headers);

  return {
    redirectUri,
    begin: async ({ returnTo = '/', tenant, loginHint, prompt, uiLocales } = {}, { headers } = { headers: {} }) => {
      const verifier = oauth.generateRandomCodeVerifier();
      const [state, nonce] = [oauth.generateRandomState(), oauth.generateRandomNonce()];
      const query = {
        client_id: applicationId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        tenant,
        login_hint: loginHint,
        prompt,
        ui_locales: uiLocales,
      };
      const pending: Pending = { state, nonce, verifier, returnTo: ownPath(returnTo, redirectUri) };
      return {
        location: `${provider.authorization_endpoint}?${parametersOf(query)}`,
        setCookie: [...pendings.abandoned(headers), ...(await pendings.of(state).seal(pending, PENDING_SECONDS, {}))],
      };
    },

    finish: async ({ url, headers }) => {
      const returned = new URL(url, redirectUri).searchParams.get('state') ?? '';
      const pendingCookie = pendings.of(returned);
      const { state, nonce, verifier, returnTo } = (await pendingCookie.open<Pending>(headers)) ?? mismatch();
      try {
        const sent = oauth.validateAuthResponse(provider, client(), new URL(url, redirectUri), state);
        const request = [provider, client(), secret, sent, redirectUri, verifier, sending] as const;
        const reply = await oauth.processAuthorizationCodeResponse(
          provider,
          client(),
          await oauth.authorizationCodeGrantRequest(...request),
          { expectedNonce: nonce, requireIdToken: true },
        );
        return {
          location: returnTo,
          setCookie: [...(await save(heldOf(reply), headers)), ...pendingCookie.clear(headers)],
        };
      } catch (error) {
        if (error instanceof oauth.AuthorizationResponseError) throw new SignInError(error.error, error);
        if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant')
          throw new SignInError(error.error, error);
        if (error instanceof oauth.OperationProcessingError) return mismatch(error);
        return failed(error);
      }
    },

    read: async ({ headers }) => {
      const held = await sessionCookie.open<Held>(headers);
      const found = held && signedInOf(held);
      return found && found.claims.expiresAt.getTime() > now() ? found : undefined;
    },

    session: async ({ headers }) => {
      const held = await sessionCookie.open<Held>(headers);
      if (!held) return { setCookie: [] };
      const found = signedInOf(held);
      const left = found ? found.claims.expiresAt.getTime() - now() : 0;
      if (found && left > AHEAD_SECONDS * 1000) return { session: found, setCookie: [] };
      const next = await refresh(held).catch((error) => {
        // What is still valid is used while Gatehouse does not respond.
        if (left <= 0) throw error;
        return held;
      });
      const session = next && signedInOf(next);
      if (!next || !session) return { setCookie: sessionCookie.clear(headers) };
      return { session, setCookie: next === held ? [] : await save(next, headers) };
    },

    signOut: async ({ headers }, { everywhere = true, returnTo = '/' } = {}) => {
      const held = await sessionCookie.open<Held>(headers);
      const setCookie = sessionCookie.clear(headers);
      if (!everywhere) {
        // The browser is signed out also while Gatehouse does not respond. No one holds the token then.
        if (held)
          await oauth
            .revocationRequest(provider, client(), secret, held.refreshToken, sending)
            .then(oauth.processRevocationResponse)
            .catch((error) => log(`gatehouse: a session was not ended at ${issuer}: ${refusalOf(error) ?? error}`));
        return { location: ownPath(returnTo, redirectUri), setCookie };
      }
      // With an id token, Gatehouse asks nothing.
      const next = held && (await refresh(held).catch(() => undefined));
      const query = {
        client_id: applicationId,
        id_token_hint: next?.idToken,
        post_logout_redirect_uri: options.postLogoutRedirectUri,
      };
      return { location: `${provider.end_session_endpoint}?${parametersOf(query)}`, setCookie };
    },
  };
}

function mismatch(cause?: unknown): never {
  throw new SignInError('mismatch', cause);
}

/** Returns why the token endpoint refused this application; `undefined` for a fault that may pass. */
function refusalOf(error: unknown): string | undefined {
  // The only challenge of these endpoints is that of `invalid_client`.
  if (error instanceof oauth.WWWAuthenticateChallengeError)
    return 'applicationSecret is wrong, or the application is unknown or disabled (invalid_client)';
  if (!(error instanceof oauth.ResponseBodyError) || error.status >= 500 || error.status === 429) return undefined;
  return `${error.error_description} (${error.error})`;
}

const providerOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth2/authorize`,
  token_endpoint: `${issuer}/oauth2/token`,
  revocation_endpoint: `${issuer}/oauth2/revoke`,
  end_session_endpoint: `${issuer}/oauth2/logout`,
  authorization_response_iss_parameter_supported: true,
  id_token_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA'],
});

function signedInOf({ accessToken, user }: Held): SignedIn | undefined {
  const claims = readClaims(decodeJwt(accessToken));
  return claims?.kind === 'user' ? { claims, user, accessToken } : undefined;
}

const aboutUser = (claims: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !PROTOCOL.includes(name)));

function parametersOf(query: Readonly<Record<string, string | undefined>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
