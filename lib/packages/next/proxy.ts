// Refreshes sessions in front of the pages, which cannot set cookies, and sends visitors to sign in.
/// <reference path="./next.d.ts" />
import { NextResponse } from 'next/server';
import { AuthError, bodyOf, isAuthError } from '../server/errors.ts';
import { sentAfter, withCookies } from './cookies.ts';
import { isNavigation, redirect, refusalOf } from './requests.ts';
import type { Current, Sessions } from './session.ts';

export type ProxyOptions = {
  /** The paths of pages that visitors are sent to sign in for, with all paths below them. */
  protect?: readonly string[];
};

/**
 * Returns the function of `proxy.ts`. It protects no data: a page and a route handler
 * ask `auth()` themselves.
 */
export function proxyWith(sessions: () => Sessions) {
  return ({ protect = [] }: ProxyOptions = {}) => {
    if (!protect.every((each) => each.startsWith('/'))) throw new TypeError('the paths of protect begin with a slash');
    return async (request: Request): Promise<Response> => {
      const { origin, path, renewed } = sessions();
      const { pathname, search } = new URL(request.url);
      // These set cookies themselves.
      if (isBelow(pathname, path)) return NextResponse.next();
      const isProtected = protect.some((each) => isBelow(decoded(pathname), each));
      const found = await renewed(request.headers).catch((error): Current | Response => {
        if (isProtected || !isAuthError(error)) return refusalOf(error);
        // An open page works while Gatehouse does not respond.
        return { session: null, setCookie: [] };
      });
      if (found instanceof Response) return found;
      const { session, setCookie } = found;
      if (isProtected && !session) {
        const visitor = isNavigation(request)
          ? redirect(signInUrl(origin, path, pathname + search))
          : refusalOf(new AuthError(bodyOf('NO_AUTH_PROVIDED')));
        return withCookies(visitor, setCookie);
      }
      const headers = new Headers(request.headers);
      // Otherwise the page would read the tokens that were just replaced.
      if (setCookie.length) headers.set('cookie', sentAfter(headers.get('cookie'), setCookie));
      const response = NextResponse.next({ request: { headers } });
      for (const each of setCookie) response.headers.append('set-cookie', each);
      return response;
    };
  };
}

const isBelow = (path: string, parent: string): boolean =>
  path === parent || path.startsWith(parent.endsWith('/') ? parent : `${parent}/`);

/** Returns the path as Next.js routes it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const signInUrl = (origin: string, path: string, returnTo: string): string =>
  `${origin}${path}/sign-in?${new URLSearchParams({ returnTo })}`;
