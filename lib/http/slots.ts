// Manages the accounts of a browser. The active account has the cookies that every request uses; the refresh tokens of
// up to four others wait in slots. A cookie counts only if its token verifies, and a token is never in two cookies.
import { ApiError, fail } from '../contract/errors.ts';
import type { Body } from '../contract/index.ts';
import type { RefreshClaims } from '../crypto/jwt.ts';
import type { BrowserToken } from '../domain/account/profile.ts';
import { seconds } from '../platform/clock.ts';
import { type SessionId, slotOf as slotNumberOf } from '../platform/ids.ts';
import { config } from '../platform/settings/config.ts';
import { type CookieName, clearCookie, cookieName, SLOTS, setCookie } from './cookies.ts';
import { requireSameSite, userBinding } from './csrf.ts';
import { refreshClaims } from './guard.ts';
import { cookie, isCookieMode, type Request } from './request.ts';

type Held = { token: string; claims: RefreshClaims };
type Place = Held | undefined;

/** Returns the token in a cookie, if it verifies. A cookie sent twice is ambiguous: it counts as empty. */
async function heldIn(request: Request, which: CookieName): Promise<Place> {
  const [token, ...more] = request.cookies.get(cookieName(which)) ?? [];
  return token && !more.length ? heldAs(token) : undefined;
}

async function heldAs(token: string): Promise<Place> {
  const claims = await refreshClaims(token);
  return claims && { token, claims };
}

type Named = Pick<RefreshClaims, 'sub' | 'sid'>;
/** Whether the token is one of a pending login. It is no session, so it takes the place of none. */
const isPending = ({ sid }: Named): boolean => slotNumberOf(sid as SessionId) === undefined;
const nameOf = (named: Named): string => (isPending(named) ? `${named.sub} pending` : named.sub);
/** Returns the names of what does not wait while the session is active. A session replaces the pending login. */
const replacedBy = (active: Named): string[] => [active.sub, `${active.sub} pending`].slice(isPending(active) ? 1 : 0);

/**
 * Returns the slot cookies that change when a session becomes the active one. The account that was active waits from
 * now on. No account waits twice or while it is active, and cookies without a valid token are cleared. While a second
 * factor is outstanding, the account's session waits: a user who gives up keeps it.
 */
export const park = (request: Request, active: Named): Promise<string[]> => rearrange(request, active, undefined);

/** Returns the slot cookies that change when a new session waits, and `active` stays the active one. */
export const letWait = (request: Request, active: Named, refreshToken: string): Promise<string[]> =>
  rearrange(request, active, refreshToken);

async function rearrange(request: Request, active: Named, fresh: string | undefined): Promise<string[]> {
  const [before, ...waiting] = await Promise.all([
    fresh === undefined ? heldIn(request, 'refresh') : heldAs(fresh),
    ...SLOTS.map((w) => heldIn(request, w)),
  ]);
  const isSent = SLOTS.map((which) => request.cookies.has(cookieName(which)));
  const after = arrange(before, waiting, isSent, active);
  return SLOTS.flatMap((which, at) => {
    const held = after[at];
    if (held) return held === waiting[at] ? [] : setCookie(which, held.token, ageOf(held));
    return isSent[at] ? clearCookie(which) : [];
  });
}

/** Returns the contents of the slots when `active` becomes the active session. */
function arrange(before: Place, waiting: readonly Place[], isSent: readonly boolean[], active: Named): Place[] {
  const seen = new Set(replacedBy(active));
  const [leaving, ...kept] = [before, ...waiting].map((held) => {
    if (!held || seen.has(nameOf(held.claims))) return undefined;
    seen.add(nameOf(held.claims));
    return held;
  });
  if (!leaving) return kept;
  // Prefers a slot that changes anyway, then an empty one, then the one of the account that has waited longest. Only
  // the active account gets new tokens, so the oldest token waited longest.
  const worth = (at: number): number => kept[at]?.claims.iat ?? (isSent[at] ? -2 : -1);
  const place = SLOTS.map((_, at) => at).reduce((best, at) => (worth(at) < worth(best) ? at : best));
  return kept.with(place, leaving);
}

/** Seconds the browser keeps a waiting token: until the same time as when it was active. */
const ageOf = ({ claims }: Held): number | undefined => (claims.eph ? undefined : Math.max(1, claims.exp - seconds()));

type Choice = Body<'POST /auth/refresh-token'>;

const slotOf = ({ slot }: Choice): CookieName | undefined => SLOTS[(slot ?? 0) - 1];

/**
 * Returns the refresh token to exchange: in header mode that of the body, in cookie mode that of the active account or
 * of the session in `slot`. Throws CONFLICTING_CREDENTIALS when cookie and body name different tokens, and the CSRF
 * errors.
 */
export async function refreshTokenOf(request: Request, body: Choice): Promise<string | undefined> {
  const { refreshToken } = body;
  if (!isCookieMode(request)) return refreshToken;
  const slot = slotOf(body);
  const token = cookie(request, cookieName(slot ?? 'refresh'));
  if (token !== undefined && refreshToken !== undefined && token !== refreshToken) fail('CONFLICTING_CREDENTIALS');
  const claims = await refreshClaims(token);
  // Scripts hold the CSRF token of the active account when they make another one active.
  const active = slot && (await heldIn(request, 'refresh'));
  const sessions = [claims, active?.claims].flatMap((each) => each?.sid ?? []);
  if (claims) await requireSameSite(request, sessions.map(userBinding), [claims.tid]);
  return token;
}

/** Returns a handler that rethrows an error. If a token was sent and refused, it clears the slot that held the token. */
export const clearingSlot =
  (request: Request, body: Choice) =>
  (error: unknown): never => {
    const slot = slotOf(body);
    const isRefusal = error instanceof ApiError && error.body.statusCode === 401;
    if (!slot || !isCookieMode(request) || !isRefusal || !request.cookies.has(cookieName(slot))) throw error;
    const headers = { ...error.headers, 'set-cookie': clearCookie(slot) };
    return fail(error.code, { message: error.message, headers, cause: error });
  };

/** Returns the refresh tokens of this browser, the active one first. None in header mode. */
export function browserTokens(request: Request): BrowserToken[] {
  if (!isCookieMode(request)) return [];
  const all: [number | null, CookieName][] = [
    [null, 'refresh'],
    ...SLOTS.map((w, at) => [at + 1, w] as [number, CookieName]),
  ];
  return all.flatMap(([slot, which]) => {
    const token = cookie(request, cookieName(which));
    return token === undefined ? [] : { slot, token };
  });
}

/**
 * Returns the refresh tokens in the cookies of a request, also of one that the browser makes on its own, without the header
 * of a mode. A cookie sent twice counts as empty: no reply fails by it whose tokens are made.
 */
export const refreshTokens = (request: Request): string[] =>
  (['refresh', ...SLOTS] as const).flatMap((which) => {
    const [token, ...more] = request.cookies.get(cookieName(which)) ?? [];
    return token && !more.length ? [token] : [];
  });

/** Returns the refresh tokens that wait in this browser, if cookies authenticated the caller. */
export function waitingTokens(request: Request): string[] {
  const byHeader = config().tokenType === 'header' && request.headers.has('authorization');
  return byHeader ? [] : browserTokens(request).flatMap(({ slot, token }) => (slot === null ? [] : token));
}
