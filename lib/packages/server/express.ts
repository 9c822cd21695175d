// Protects routes of Express 4 and 5, and of frameworks with the same middleware.
import { admit, keepClaims, type Rules, requireRules } from './admit.ts';
import { type AuthError, isAuthError } from './errors.ts';
import type { SignedIn, SignIn } from './sign-in.ts';
import { redirectOf } from './sign-in-routes.ts';
import type { RequestLike } from './token-from.ts';
import type { Verifier } from './verifier.ts';

export { claimsOf } from './admit.ts';

export type ExpressRequest = {
  method: string;
  originalUrl?: string;
  headers: Record<string, string | string[] | undefined>;
  params: Record<string, unknown>;
};
export type ExpressResponse = {
  status(code: number): unknown;
  set(headers: Record<string, string>): unknown;
  json(body: unknown): unknown;
};
type Next = (error?: unknown) => void;

/** Returns a middleware that passes requests with a valid token, and responds to all others. */
export function requireAuth(verifier: Verifier, rules: Rules<ExpressRequest> = {}) {
  requireRules(rules);
  return async (request: ExpressRequest, response: ExpressResponse, next: Next): Promise<void> => {
    try {
      keepClaims(request, await admit(verifier, sentOf(request), rules, request));
    } catch (error) {
      return errorHandler(error, request, response, next);
    }
    next();
  };
}

const sentOf = ({ method, headers, originalUrl: url }: ExpressRequest): RequestLike => ({ method, headers, url });

/** Responds to what `requirePermission` and the like throw in a handler: `app.use(errorHandler)` after your routes. */
export function errorHandler(error: unknown, _request: ExpressRequest, response: ExpressResponse, next: Next): void {
  if (isAuthError(error)) respond(response, error);
  else next(error);
}

function respond(response: ExpressResponse, { statusCode, headers, body }: AuthError): void {
  response.status(statusCode);
  response.set(headers);
  response.json(body);
}

export type SignInRequest = ExpressRequest & { url: string };
export type SignInResponse = ExpressResponse & {
  append(name: string, value: string[]): unknown;
  redirect(status: number, url: string): unknown;
};

/** The session of a request that passed `signInRoutes`. */
const SESSION = Symbol.for('@gatehouse-auth/server/session');
type WithSession = { [SESSION]?: SignedIn };

/** Returns who is signed in; `undefined` for a visitor. Needs `signInRoutes` in front of the route. */
export const sessionOf = (request: object): SignedIn | undefined => (request as WithSession)[SESSION];

/**
 * Returns a middleware that serves the sign-in: `GET /sign-in?returnTo=`, the path of the redirect URI, and
 * `POST /sign-out`. For all other requests it reads the session, which `sessionOf` returns.
 */
export function signInRoutes(signIn: SignIn) {
  return async (request: SignInRequest, response: SignInResponse, next: Next): Promise<void> => {
    try {
      const redirect = await redirectOf(signIn, request);
      if (redirect) {
        response.append('set-cookie', redirect.setCookie);
        response.set({ 'cache-control': 'no-store' });
        response.redirect(303, redirect.location);
        return;
      }
      const { session, setCookie } = await signIn.session(request);
      if (setCookie.length) response.append('set-cookie', setCookie);
      if (session) (request as WithSession)[SESSION] = session;
    } catch (error) {
      return errorHandler(error, request, response, next);
    }
    next();
  };
}

/** Returns a middleware that sends visitors to the sign-in page, and back to where they were. */
export function requireSignIn() {
  return (request: SignInRequest, response: SignInResponse, next: Next): void => {
    if (sessionOf(request)) next();
    else response.redirect(303, `/sign-in?returnTo=${encodeURIComponent(request.url)}`);
  };
}
