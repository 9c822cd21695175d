// Signs users in to a Next.js application with the App Router, by redirect, with a session in an encrypted cookie.
/// <reference path="./next.d.ts" />
import { headers } from 'next/headers';
import type { Rules } from '../server/admit.ts';
import { type ProtectedHandler, protectWith } from './protect.ts';
import { type ProxyOptions, proxyWith } from './proxy.ts';
import { type RouteHandler, routeHandlers } from './routes.ts';
import { createSessions, type GatehouseOptions, type Session, type Sessions } from './session.ts';

export {
  AuthError,
  isAuthError,
  requirePermission,
  requireRole,
  requireScope,
  requireTenant,
} from '../server/index.ts';
export type { ProtectedHandler } from './protect.ts';
export type { ProxyOptions } from './proxy.ts';
export type { RouteHandler } from './routes.ts';
export type { GatehouseOptions, Session } from './session.ts';

export type Gatehouse = {
  /** For `app/auth/[...gatehouse]/route.ts`: `GET` sign-in, callback, refresh and session, `POST` sign-out. */
  handlers: { GET: RouteHandler; POST: RouteHandler };
  /**
   * Returns who is signed in, `null` for a visitor: in server components, server functions and route handlers. The signature of the token
   * is verified. It refreshes nothing, because a server component cannot set cookies: the proxy does. Throws AuthError 503
   * if the keys of Gatehouse cannot be fetched.
   */
  auth: () => Promise<Session | null>;
  /** Returns the path that signs a visitor in and leads back to `returnTo`, a path of this application. */
  signInPath: (returnTo?: string) => string;
  /** Returns a route handler that is called with `{ session, params }` if the rules hold. */
  protect: <Context extends object>(
    rules: Rules<Request>,
    handle: ProtectedHandler<Context>,
  ) => (request: Request, context: Context) => Promise<Response>;
  /** Returns the function of `proxy.ts`. */
  proxy: (options?: ProxyOptions) => (request: Request) => Promise<Response>;
};

/** Creates the sign-in of an application. It reads its options at the first request, which throws a TypeError if one is wrong. */
export function createGatehouse(options: GatehouseOptions): Gatehouse {
  let made: Sessions | undefined;
  const sessions = (): Sessions => {
    made ??= createSessions(options);
    return made;
  };
  return {
    handlers: routeHandlers(sessions),
    auth: async () => {
      // First of all: a build must find out that the page is dynamic before an option is missed.
      const sent = await headers();
      return sessions().read(sent);
    },
    signInPath: (returnTo = '/') => `${options.path ?? '/auth'}/refresh?${new URLSearchParams({ returnTo })}`,
    protect: protectWith(sessions),
    proxy: proxyWith(sessions),
  };
}
