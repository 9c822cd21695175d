// Prevents cross-site request forgery. When a cookie authenticates a change, the request must prove its origin, by a
// token bound to the session (OWASP CSRF cheat sheet, signed double submit) or by the headers that browsers set.
import { fail } from '../contract/errors.ts';
import type { Reply } from '../contract/index.ts';
import { acceptedKeys, signingKey } from '../crypto/purpose-keys.ts';
import { digest, hmac, randomSecret, sameSecret } from '../crypto/secrets.ts';
import * as tokens from '../domain/sessions/tokens.ts';
import * as origins from '../domain/tenants/origins.ts';
import { rootSecret } from '../platform/aws/secrets.ts';
import { now } from '../platform/clock.ts';
import { tenantId } from '../platform/ids.ts';
import { config } from '../platform/settings/config.ts';
import { cookieName, SLOTS } from './cookies.ts';
import { cookie, header, type Request } from './request.ts';

export const CSRF_HEADER = 'x-csrf-token';

/** The session that a token is bound to. */
export const userBinding = (sessionId: string): string => `user:${sessionId}`;
export const adminBinding = (adminCookie: string): string => `admin:${digest(adminCookie)}`;
export const setupBinding = (setupCookie: string): string => `setup:${digest(setupCookie)}`;
const ANONYMOUS = 'anonymous';

/** Returns a token: a random part and one MAC for each session of this browser, of users and of an admin. */
export async function issue(bindings: string[]): Promise<string> {
  const { key } = signingKey(await rootSecret('session'), 'csrf', now());
  const random = randomSecret(16);
  return [random, ...(bindings.length ? bindings : [ANONYMOUS]).map((binding) => hmac(key, random, binding))].join('.');
}

/** The reply of GET /auth/csrf for the sessions that the request's cookies name. */
export async function describe(request: Request): Promise<Reply<'GET /auth/csrf'>> {
  if (config().csrf === 'off') return { enabled: false };
  const access = cookie(request, cookieName('access'));
  const refresh = cookie(request, cookieName('refresh'));
  // A token for the session of an admin or a setup link is for the pages of the deployment, not for those that tenants list.
  const origin = header(request, 'origin');
  const mayAct = origin === undefined || origins.isConfigured(origin);
  const admin = mayAct ? cookie(request, cookieName('admin')) : undefined;
  const setup = mayAct ? cookie(request, cookieName('setup')) : undefined;
  const parked = SLOTS.map((slot) => cookie(request, cookieName(slot)));
  const fromAccess = access === undefined ? 'invalid' : await tokens.readAccess(access, true);
  const active = typeof fromAccess === 'string' ? await sessionOf(refresh) : fromAccess.sid;
  // If no account is active, one of the waiting accounts may become active.
  const sessions = active === undefined ? await Promise.all(parked.map(sessionOf)) : [active];
  const bindings = [
    ...sessions.flatMap((session) => (session === undefined ? [] : [userBinding(session)])),
    ...(admin === undefined ? [] : [adminBinding(admin)]),
    ...(setup === undefined ? [] : [setupBinding(setup)]),
  ];
  return { enabled: true, csrfToken: await issue(bindings), headerName: CSRF_HEADER, cookieName: cookieName('csrf') };
}

async function sessionOf(refreshToken: string | undefined): Promise<string | undefined> {
  const claims = refreshToken === undefined ? 'invalid' : await tokens.readRefresh(refreshToken);
  return typeof claims === 'string' ? undefined : claims.sid;
}

/**
 * Throws CSRF_TOKEN_INVALID or CSRF_ORIGIN_REJECTED unless a cookie alone may authorise this change. A token bound to
 * any of `bindings` is enough. `tenants` are the tenants of those sessions: their lists say which origins are known.
 * A request without Origin and Fetch Metadata does not come from a browser, and only browsers can be tricked.
 */
export async function requireSameSite(
  request: Request,
  bindings: readonly string[],
  tenants: readonly string[] = [],
): Promise<void> {
  const mode = config().csrf;
  if (mode === 'off' || request.method === 'GET' || (await isValid(header(request, CSRF_HEADER), bindings))) return;
  const origin = header(request, 'origin');
  const site = header(request, 'sec-fetch-site')?.toLowerCase();
  const own = new URL(config().baseUrl).origin;
  if (mode === 'auto') {
    if (site === 'same-origin' || site === 'none' || origin === own) return;
    if (site === undefined && origin === undefined) return;
  }
  const ids = tenants.flatMap((text) => tenantId(text) ?? []);
  const isKnown =
    origin === undefined || origins.isConfigured(origin) || (ids.length > 0 && (await origins.isListed(origin, ids)));
  fail(isKnown ? 'CSRF_TOKEN_INVALID' : 'CSRF_ORIGIN_REJECTED');
}

/**
 * Throws CSRF_ORIGIN_REJECTED for a page of another origin, also for one that a tenant lists: it may act in the user's name,
 * but not agree in it.
 */
export function requireOwnPage(request: Request): void {
  const [origin, site] = [header(request, 'origin'), header(request, 'sec-fetch-site')?.toLowerCase()];
  const isOwn = origin === new URL(config().baseUrl).origin || site === 'same-origin';
  if (!isOwn && !(origin === undefined && site === undefined)) fail('CSRF_ORIGIN_REJECTED');
}

/** One for an admin's session, one for that of a setup link, and one for each waiting account. */
const MOST_MACS = 2 + SLOTS.length;

async function isValid(token: string | undefined, bindings: readonly string[]): Promise<boolean> {
  const [random, ...macs] = token?.split('.') ?? [];
  if (!random || macs.length > MOST_MACS) return false;
  const keys = acceptedKeys(await rootSecret('session'), 'csrf', now());
  return [...keys.values()].some((key) =>
    bindings.some((binding) => {
      const expected = hmac(key, random, binding);
      return macs.some((mac) => sameSecret(mac, expected));
    }),
  );
}
