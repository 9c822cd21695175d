// Names the cookies of sign-ins that have begun. Each sign-in has its own, so that two tabs can be signing in.
import type { CookieJar } from './sealed-cookies.ts';
import { cookieNames, type HeadersLike } from './token-from.ts';

const PREFIX = 'gatehouse_sign_in_';
/** Characters of the state that are part of the cookie's name. All of it is compared. */
const NAMED = 8;
/** Each has 700 bytes, and Node accepts 16 KB of headers. */
const MOST = 5;
const FIRST_PIECE = new RegExp(`${PREFIX}([\\w-]{${NAMED}})\\.0$`);

export type PendingSignIns = {
  /** Returns the jar of the sign-in with this state. No other jar opens its cookie. */
  of: (state: string) => CookieJar;
  /** Returns the headers that remove the oldest cookies, so that there is room for one more. */
  abandoned: (headers: HeadersLike) => string[];
};

/** `jarOf` returns the jar of a name. */
export function pendingSignIns(jarOf: (name: string) => CookieJar): PendingSignIns {
  const of = (state: string): CookieJar => jarOf(PREFIX + state.slice(0, NAMED));
  return {
    of,
    abandoned: (headers) =>
      cookieNames(headers)
        .flatMap((name) => FIRST_PIECE.exec(name)?.[1] ?? [])
        // Browsers send the oldest cookie first (RFC 6265 5.4).
        .slice(0, 1 - MOST)
        .flatMap((state) => of(state).clear(headers)),
  };
}
