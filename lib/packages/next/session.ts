// Reads the session of a request, and verifies the access token in it.
import { type Claims, createVerifier, isAuthError, type Verifier } from '../server/index.ts';
import { createSignIn, type SignedIn, type SignIn, type SignInOptions } from '../server/sign-in-routes.ts';
import type { HeadersLike } from '../server/token-from.ts';
import { sentAfter } from './cookies.ts';

type Given = string | undefined;

/** The options of `createGatehouse`. Texts may come from the environment, which a build does not have: they are read at the first request. */
export type GatehouseOptions = Omit<
  SignInOptions,
  'issuer' | 'applicationId' | 'applicationSecret' | 'keys' | 'redirectUri' | 'postLogoutRedirectUri'
> & {
  /** The base URL of Gatehouse, `https://auth.example.com`. */
  issuer: Given;
  /** The id of an application of kind `server`, prefix `app_`. */
  applicationId: Given;
  applicationSecret: Given;
  /** Encrypts the cookies: 32 random bytes in base64url. The first of several encrypts, and all decrypt. */
  keys: Given | readonly string[];
  /** The public origin of this application, `https://app.example.com`. Its redirect URI is `<origin><path>/callback`. */
  origin: Given;
  /** Where the route handlers are. Default: `/auth`. */
  path?: string;
  /** The `aud` of the tokens: GATEHOUSE_AUDIENCE of the deployment. Default: `issuer`. */
  audience?: string;
  /** The path that a user sees after signing out. `<origin><signedOutPath>` is registered. Default: a page of Gatehouse. */
  signedOutPath?: string;
  /** The path that gets `?error=` with the reason of a failed sign-in. Default: a response of status 400. */
  errorPath?: string;
  /** Also accept admins who act as a user (`actorId` in the claims). Default: `false`. */
  acting?: boolean;
};

/** Who is signed in. */
export type Session = {
  /** What the verified access token says. */
  claims: Claims;
  /** The claims of the id token, such as `email` and `name`. */
  user: Readonly<Record<string, unknown>>;
  /** Returns the access token, for calls of your own API. A function, so that React refuses to send a session to the browser. */
  accessToken: () => string;
};

/** The session of a request, and the `Set-Cookie` headers of its response. */
export type Current = { session: Session | null; setCookie: string[] };

export type Sessions = {
  readonly origin: string;
  readonly path: string;
  readonly options: GatehouseOptions;
  readonly signIn: SignIn;
  readonly verifier: Verifier;
  /** Returns the session without a refresh; `null` for none and for an expired access token. */
  read: (headers: HeadersLike) => Promise<Session | null>;
  /** Returns the session, refreshed if its access token has expired. */
  current: (headers: HeadersLike) => Promise<Current>;
  /** Returns the session, refreshed ahead of the end of its access token, so that what is behind the proxy refreshes nothing. */
  renewed: (headers: HeadersLike) => Promise<Current>;
  /** Throws unless the cookies that a sign-in sets are those of a session: the next page would send the browser back for ever. */
  requireKept: (setCookie: readonly string[]) => Promise<void>;
};

/** Creates what reads sessions. Throws a TypeError for an option that is missing or wrong. */
export function createSessions(options: GatehouseOptions): Sessions {
  const { path = '/auth', signedOutPath } = options;
  const text = (name: 'issuer' | 'applicationId' | 'applicationSecret' | 'origin'): string =>
    options[name] || missing(name);
  const [issuer, applicationId] = [text('issuer'), text('applicationId')];
  const origin = text('origin');
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw new TypeError('origin must be one, without a path');
  if (!/^(\/[\w-]+)+$/.test(path)) throw new TypeError('path must begin with a slash and end without one');
  const signIn = createSignIn({
    ...options,
    issuer,
    applicationId,
    applicationSecret: text('applicationSecret'),
    keys: options.keys || missing('keys'),
    redirectUri: `${origin}${path}/callback`,
    ...(signedOutPath !== undefined && { postLogoutRedirectUri: origin + signedOutPath }),
  });
  const verifier = createVerifier({
    issuer,
    audience: options.audience ?? issuer,
    acting: options.acting ?? false,
    ...(options.fetch && { fetch: options.fetch }),
    ...(options.now && { now: options.now }),
  });

  /** The seal says that this key made the cookie. The token says for which application and deployment. */
  const verified = async ({ accessToken, user }: SignedIn): Promise<Session | null> => {
    const claims = await verifier.verify(accessToken).catch((error) => {
      if (isAuthError(error) && error.code === 'INVALID_TOKEN') return null;
      throw error;
    });
    if (claims?.applicationId !== applicationId) return null;
    return { claims, user, accessToken: () => accessToken };
  };
  const read: Sessions['read'] = async (headers) => {
    const found = await signIn.read({ headers });
    return found ? verified(found) : null;
  };
  const renewed: Sessions['renewed'] = async (headers) => {
    const { session, setCookie } = await signIn.session({ headers });
    return { session: session ? await verified(session) : null, setCookie };
  };

  return {
    origin,
    path,
    options,
    signIn,
    verifier,
    read,
    renewed,
    current: async (headers) => {
      const session = await read(headers);
      return session ? { session, setCookie: [] } : renewed(headers);
    },
    requireKept: async (setCookie) => {
      if (await read({ cookie: sentAfter(null, setCookie) })) return;
      throw new TypeError('the access token is for another audience: set the option audience to GATEHOUSE_AUDIENCE');
    },
  };
}

function missing(name: string): never {
  throw new TypeError(`createGatehouse: the option ${name} is missing`);
}
