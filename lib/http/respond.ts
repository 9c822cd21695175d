// How a result leaves: as JSON, and where tokens are concerned in the body (header mode) or in HTTP-only cookies
// (cookie mode). The only place that knows the difference.
import { type CookieEffect, isRedirect, type Operation } from '../contract/operation.ts';
import type { Delivery } from '../domain/sessions/delivery.ts';
import { MAX_TOKENS } from '../domain/sessions/trusted-devices.ts';
import { config } from '../platform/config.ts';
import { clearCookie, SLOTS, setCookie, TRUST_SEPARATOR } from './cookies.ts';
import { adminBinding, issue, userBinding } from './csrf.ts';
import { inCookieMode, trustTokens } from './guard.ts';
import { isCookieMode, type Request } from './request.ts';
import { park } from './slots.ts';

export type Response = {
  statusCode: number;
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
  body: string;
};

/** What a login by an identity provider answers on its way there, and back. */
type Departure = { location: string; browser: { value: string; maxAge: number } };
type Landing = { location: string; delivery?: Delivery };

type AdminLogin = { cookie: { value: string; maxAge: number } };

/** The reply of an operation. It is parsed by the contract's schema: a field that isn't declared doesn't leave. */
export async function respond(operation: Operation, result: unknown, request: Request): Promise<Response> {
  const { body, cookies } = operation.cookies
    ? await effects[operation.cookies](result as never, request)
    : { body: result, cookies: [] };
  const multiValueHeaders: Record<string, string[]> = cookies.length ? { 'set-cookie': cookies } : {};
  if (isRedirect(operation)) {
    const { location } = operation.reply.parse(body) as { location: string };
    return { statusCode: operation.status, headers: { location }, multiValueHeaders, body: '' };
  }
  return {
    statusCode: operation.status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    multiValueHeaders,
    body: JSON.stringify(operation.reply.parse(body)),
  };
}

type Effect = (result: never, request: Request) => Promise<{ body: unknown; cookies: string[] }>;

const effects: Record<CookieEffect, Effect> = {
  'start-session': async (delivery: Delivery, request) => {
    const { cookies, ...body } = delivery;
    if (!cookies || !isCookieMode(request)) return { body, cookies: [] };
    const { accessToken, refreshToken, trustToken, ...rest } = body;
    const age = (seconds: number) => (cookies.persistent ? seconds : undefined);
    return {
      body: rest,
      cookies: [
        ...(trustToken === undefined ? [] : [deviceCookie(trustToken, request)]),
        setCookie('access', accessToken as string, age(cookies.accessTtl)),
        setCookie('refresh', refreshToken as string, age(cookies.refreshTtl)),
        ...(await csrfCookie(userBinding(cookies.sessionId), age(cookies.refreshTtl))),
        ...(await park(request, cookies.userId)),
      ],
    };
  },
  'end-session': async (result: unknown, request) => ({
    body: result,
    cookies:
      isCookieMode(request) || request.cookies.size
        ? [clearCookie('access'), clearCookie('refresh'), clearCookie('csrf')]
        : [],
  }),
  'start-admin': async ({ cookie, ...body }: AdminLogin) => ({
    body,
    cookies: [
      setCookie('admin', cookie.value, cookie.maxAge),
      ...(await csrfCookie(adminBinding(cookie.value), cookie.maxAge)),
    ],
  }),
  'end-admin': async (result: unknown) => ({ body: result, cookies: [clearCookie('admin'), clearCookie('csrf')] }),
  'start-sso': async ({ location, browser }: Departure) => ({
    body: { location },
    cookies: [setCookie('sso', browser.value, browser.maxAge)],
  }),
  'end-sso': async ({ location, delivery }: Landing, request) => {
    const session = delivery && (await effects['start-session'](delivery as never, inCookieMode(request)));
    return { body: { location }, cookies: [clearCookie('sso'), ...(session?.cookies ?? [])] };
  },
  csrf: async (result: { csrfToken?: string }) => ({
    body: result,
    cookies: result.csrfToken ? [setCookie('csrf', result.csrfToken)] : [],
  }),
  'drop-slots': async ({ dead, ...body }: { dead: readonly number[] }) => ({
    body,
    cookies: dead.flatMap((slot) => SLOTS[slot - 1] ?? []).map(clearCookie),
  }),
};

/** The new token first, then those of other accounts, as many as are looked at. */
function deviceCookie(trustToken: string, request: Request): string {
  const [device] = trustToken.split('.');
  const others = trustTokens(request).filter(
    (token) => /^[\w.-]{1,128}$/.test(token) && token.split('.')[0] !== device,
  );
  const tokens = [trustToken, ...others].slice(0, MAX_TOKENS);
  return setCookie('device', tokens.join(TRUST_SEPARATOR), config().ttl.trustedDevice);
}

const csrfCookie = async (binding: string, maxAge: number | undefined): Promise<string[]> =>
  config().csrf === 'off' ? [] : [setCookie('csrf', await issue([binding]), maxAge)];
