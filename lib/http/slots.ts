// The accounts of a browser. The active one has the cookies every request uses; the refresh tokens of up to four others
// wait in slots. What a cookie holds counts only if its signature does, and no token is ever in two of them.
import { ApiError, fail } from '../contract/errors.ts';
import type { Body } from '../contract/index.ts';
import type { RefreshClaims } from '../crypto/jwt.ts';
import type { BrowserToken } from '../domain/account/profile.ts';
import { seconds } from '../platform/clock.ts';
import { config } from '../platform/config.ts';
import { type CookieName, clearCookie, cookieName, SLOTS, setCookie } from './cookies.ts';
import { requireSameSite, userBinding } from './csrf.ts';
import { refreshClaims } from './guard.ts';
import { cookie, isCookieMode, type Request } from './request.ts';

type Held = { token: string; claims: RefreshClaims };
type Place = Held | undefined;

/** What a cookie holds, if it verifies. Sent twice, it holds nothing: which of them counts, nobody can say. */
async function heldIn(request: Request, which: CookieName): Promise<Place> {
  const [token, ...more] = request.cookies.get(cookieName(which)) ?? [];
  const claims = token && !more.length ? await refreshClaims(token) : undefined;
  return claims && { token: token as string, claims };
}

/**
 * The cookies that change in the slots when an account becomes the active one: who was active waits from now on, nobody
 * waits twice or for himself, and what is no token of ours goes.
 */
export async function park(request: Request, active: string): Promise<string[]> {
  const [before, ...waiting] = await Promise.all([heldIn(request, 'refresh'), ...SLOTS.map((w) => heldIn(request, w))]);
  const isSent = SLOTS.map((which) => request.cookies.has(cookieName(which)));
  const after = arrange(before, waiting, isSent, active);
  return SLOTS.flatMap((which, at) => {
    const held = after[at];
    if (held) return held === waiting[at] ? [] : setCookie(which, held.token, ageOf(held));
    return isSent[at] ? clearCookie(which) : [];
  });
}

/** What the slots hold when `active` becomes the active account. */
function arrange(before: Place, waiting: readonly Place[], isSent: readonly boolean[], active: string): Place[] {
  const seen = new Set([active]);
  const [leaving, ...kept] = [before, ...waiting].map((held) => {
    if (!held || seen.has(held.claims.sub)) return undefined;
    seen.add(held.claims.sub);
    return held;
  });
  if (!leaving) return kept;
  // A place that changes anyway, then an empty one, then that of who has waited longest: only the active account gets
  // new tokens, so they were made active in the order of their tokens.
  const worth = (at: number): number => kept[at]?.claims.iat ?? (isSent[at] ? -2 : -1);
  const place = SLOTS.map((_, at) => at).reduce((best, at) => (worth(at) < worth(best) ? at : best));
  return kept.with(place, leaving);
}

/** How long the browser keeps a token that waits: as long as when it was active. */
const ageOf = ({ claims }: Held): number | undefined => (claims.eph ? undefined : Math.max(1, claims.exp - seconds()));

type Named = Body<'POST /auth/refresh-token'>;

const slotOf = ({ slot }: Named): CookieName | undefined => SLOTS[(slot ?? 0) - 1];

/**
 * Returns the refresh token to exchange: in header mode that of the body, in cookie mode that of the active account or
 * of the one in `slot`. Throws CONFLICTING_CREDENTIALS when cookie and body name different tokens, and the CSRF errors.
 */
export async function refreshTokenOf(request: Request, body: Named): Promise<string | undefined> {
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

/** Returns a handler that throws the refusal of a token again, and clears the slot that held it: it will never do. */
export const clearingSlot =
  (request: Request, body: Named) =>
  (error: unknown): never => {
    const slot = slotOf(body);
    const isRefusal = error instanceof ApiError && error.body.statusCode === 401;
    if (!slot || !isCookieMode(request) || !isRefusal) throw error;
    const headers = { ...error.headers, 'set-cookie': clearCookie(slot) };
    return fail(error.code, { message: error.message, headers, cause: error });
  };

/** The refresh tokens this browser holds, the active one first. None in header mode. */
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

/** Refresh tokens that wait in this browser, for a caller who came by its cookies. */
export function waitingTokens(request: Request): string[] {
  const byHeader = config().tokenType === 'header' && request.headers.has('authorization');
  return byHeader ? [] : browserTokens(request).flatMap(({ slot, token }) => (slot === null ? [] : token));
}
