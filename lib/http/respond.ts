// Turns the result of a row into a response: JSON, and tokens either in the body (header mode) or in HTTP-only cookies
// (cookie mode). No other file knows the difference.
import { type CookieEffect, isRedirect, type Operation, type Sent } from '../contract/operation.ts';
import { redirectOrForm } from '../contract/shapes.ts';
import type { AdminInstructions } from '../domain/admins/device.ts';
import type { Delivery } from '../domain/sessions/delivery.ts';
import type { Instructions } from '../domain/sessions/device/binding.ts';
import { nextChallenge } from '../domain/sessions/device/challenge.ts';
import { PROOF_TTL } from '../domain/sessions/device/texts.ts';
import { MAX_TOKENS } from '../domain/sessions/trusted-devices.ts';
import * as origins from '../domain/tenants/origins.ts';
import { config } from '../platform/settings/config.ts';
import { adminRegistration, bindingCookie, boundReply, credentialsOf, registration } from './binding.ts';
import { cached } from './caching.ts';
import { boundCookieName, clearCookie, cookieName, SLOTS, setCookie, TRUST_SEPARATOR } from './cookies.ts';
import { adminBinding, issue, setupBinding, userBinding } from './csrf.ts';
import { OAUTH_HEADERS } from './errors.ts';
import { formPage } from './form-page.ts';
import { MEDIA_HEADERS } from './headers.ts';
import { header, inCookieMode, isCookieMode, type Request, trustTokens } from './request.ts';
import type { Response } from './response.ts';
import { reload } from './same-site-reload.ts';
import { letWait, park, refreshTokens } from './slots.ts';

/** `maxAge` in seconds. */
type CookieValue = { value: string; maxAge: number };

/** What a row returns for each effect. The other fields of the result are those of the reply. */
type EffectResult = {
  'start-session': Delivery;
  'end-session': object;
  'start-admin': { cookie: CookieValue };
  'end-admin': object;
  'start-setup': { cookie: CookieValue };
  'end-setup': object;
  'start-sso': { location: string; browser: CookieValue; binding: string | undefined };
  'end-sso': { location: string; delivery?: Delivery; active?: Parameters<typeof letWait>[1] };
  'may-end-session': { location: string; ended: boolean };
  csrf: { csrfToken?: string };
  'drop-slots': { dead: readonly number[] };
  'bind-device': Instructions | AdminInstructions;
};

/** What the row of an operation returns: the reply, with what the operation's effect on cookies needs. */
export type Result<O extends Operation> = (O['browser'] extends { cookies: 'bind-device' }
  ? unknown
  : Sent<O['reply']>) &
  (O['browser'] extends { cookies: infer E extends CookieEffect } ? EffectResult[E] : unknown);
/** The result of a row of any operation. */
export type AnyResult = EffectResult[CookieEffect];

/**
 * Makes the response. The contract's schema parses the reply, so an undeclared field never leaves. `browser`: the
 * secret that an operation with `binds` leaves in the browser, in cookie mode.
 */
export async function respond(
  operation: Operation,
  result: AnyResult,
  request: Request,
  browser: string | undefined,
): Promise<Response> {
  const {
    body,
    cookies: own,
    headers: more,
  }: Applied = operation.browser?.cookies
    ? await applied(operation.browser?.cookies, result, request)
    : { body: result, cookies: [] };
  // A sign-up that starts a session sends no code.
  const isAwaited = operation.browser?.binds && !('session' in result && result.session);
  const cookies = [...own, ...(isAwaited && browser !== undefined ? [bindingCookie(browser)] : [])];
  const multiValueHeaders: Record<string, string[]> = cookies.length ? { 'set-cookie': cookies } : {};
  if (isRedirect(operation)) {
    if ('isUnproved' in result) return reload(request);
    const { location, form } = redirectOrForm.parse(body);
    if (form) return formPage(location, form, request);
    return { statusCode: operation.status, headers: { location, ...more }, multiValueHeaders, body: '' };
  }
  const reply = operation.reply.parse(body);
  const response = {
    statusCode: operation.status,
    headers: operation.browser?.media
      ? { 'content-type': operation.browser?.media, ...MEDIA_HEADERS }
      : { 'content-type': 'application/json; charset=utf-8', ...(operation.errorForm ? OAUTH_HEADERS : {}), ...more },
    multiValueHeaders,
    body: operation.browser?.media ? (reply as { content: string }).content : JSON.stringify(reply),
  };
  return operation.browser?.cache ? cached(response, operation.browser?.cache, request) : response;
}

type Applied = { body: unknown; cookies: string[]; headers?: Record<string, string> };
type Effects = { [E in CookieEffect]: (result: EffectResult[E], request: Request) => Promise<Applied> };

const applied = <E extends CookieEffect>(effect: E, result: EffectResult[E], request: Request): Promise<Applied> =>
  effects[effect](result, request);

const effects: Effects = {
  'start-session': async (delivery, request) => {
    if (!delivery.session || !isCookieMode(request)) return { body: delivery, cookies: [] };
    const { session, accessToken, refreshToken, trustToken, ...body } = delivery;
    const age = (seconds: number) => (session.persistent ? seconds : undefined);
    const csrf = await newCsrf(request, userBinding(session.id), age(session.refreshTtl));
    const held = [refreshToken, ...refreshTokens(request)];
    const bound = session.bound && boundReply(await nextChallenge(session.bound, held));
    return {
      headers: { ...bound?.headers, ...(await offerOf(request, session)) },
      body: { ...body, ...csrf.field },
      cookies: [
        ...(trustToken === undefined ? [] : [deviceCookie(trustToken, request)]),
        setCookie('access', accessToken, age(session.accessTtl)),
        setCookie('refresh', refreshToken, age(session.refreshTtl)),
        ...csrf.cookies,
        ...(bound?.cookies ?? []),
        ...(await park(request, { sub: session.userId, sid: session.id })),
      ],
    };
  },
  // A page of another site can make a browser send a request without its SameSite cookies, and a response to it could
  // still clear them. So cookies are cleared only where they were sent: then the CSRF rule passed, or none was valid.
  'end-session': async (body, request) => ({
    body,
    cookies: hasSessionCookie(request) ? [clearCookie('access'), clearCookie('refresh'), clearCookie('csrf')] : [],
  }),
  'may-end-session': async ({ ended, ...body }, request) =>
    ended ? effects['end-session'](body, request) : { body, cookies: [] },
  'start-admin': async ({ cookie, ...body }, request) => {
    const csrf = await newCsrf(request, adminBinding(cookie.value), cookie.maxAge);
    return {
      headers: await adminRegistration(cookie.value),
      body: { ...body, ...csrf.field },
      cookies: [setCookie('admin', cookie.value, cookie.maxAge), ...csrf.cookies, ...withoutAdminProof(request)],
    };
  },
  'end-admin': async (body, request) => ({
    body,
    cookies: [clearCookie('admin'), clearCookie('csrf'), ...withoutAdminProof(request)],
  }),
  // The token goes to the page alone: the cookie of the token may be that of a user's session in the same browser.
  'start-setup': async ({ cookie, ...body }, request) => ({
    body: { ...body, ...(await newCsrf(request, setupBinding(cookie.value), cookie.maxAge)).field },
    cookies: [setCookie('setup', cookie.value, cookie.maxAge)],
  }),
  'end-setup': async (body) => ({ body, cookies: [clearCookie('setup')] }),
  'start-sso': async ({ browser, binding, ...body }) => ({
    body,
    cookies: [
      setCookie('sso', browser.value, browser.maxAge),
      ...(binding === undefined ? [] : [bindingCookie(binding, browser.maxAge)]),
    ],
  }),
  'end-sso': async ({ delivery, active, ...body }, request) => {
    if (active && delivery?.session) {
      const cookies = [clearCookie('sso'), ...(await letWait(request, active, delivery.refreshToken))];
      return { body, cookies, headers: await offerOf(request, delivery.session) };
    }
    const session = delivery && (await effects['start-session'](delivery, inCookieMode(request)));
    return { ...session, body, cookies: [clearCookie('sso'), ...(session?.cookies ?? [])] };
  },
  csrf: async (body) => ({ body, cookies: body.csrfToken ? [setCookie('csrf', body.csrfToken)] : [] }),
  'bind-device': async (instructions) => {
    if ('proof' in instructions) {
      const { proof, ...body } = instructions;
      const cookies = [setCookie('adminProof', proof, PROOF_TTL)];
      return { body: { ...body, credentials: credentialsOf(cookieName('adminProof')) }, cookies };
    }
    const { bound, ...body } = instructions;
    return { body: { ...body, credentials: credentialsOf(boundCookieName(bound.id)) }, ...boundReply(bound) };
  },
  'drop-slots': async ({ dead, ...body }) => ({
    body,
    cookies: dead.flatMap((slot) => SLOTS[slot - 1] ?? []).map(clearCookie),
  }),
};

/** The proof of an earlier session opens no later one, and a browser that has it would not prove its key. */
const withoutAdminProof = (request: Request): string[] =>
  request.cookies.has(cookieName('adminProof')) ? [clearCookie('adminProof')] : [];

/** Returns the header that offers the browser to bind the session, if it may. A session that waits is bound as well. */
const offerOf = async (request: Request, { id, isOffered }: NonNullable<Delivery['session']>) =>
  isOffered && config().https ? registration(request, id) : {};

const hasSessionCookie = (request: Request): boolean =>
  (['access', 'refresh'] as const).some((which) => request.cookies.has(cookieName(which)));

/** Keeps the new token first and the tokens of other accounts after it, up to the number that is read back. */
function deviceCookie(trustToken: string, request: Request): string {
  const [device] = trustToken.split('.');
  const others = trustTokens(request).filter(
    (token) => /^[\w.-]{1,128}$/.test(token) && token.split('.')[0] !== device,
  );
  const tokens = [trustToken, ...others].slice(0, MAX_TOKENS);
  return setCookie('device', tokens.join(TRUST_SEPARATOR), config().ttl.trustedDevice);
}

/**
 * Returns a token for the new session, in its cookie and for the reply: a page of another origin reads no cookie. Pages of
 * origins that only tenants list get none here. After a switch, the session belongs to another tenant than the one whose
 * list lets the page read the reply. GET /auth/csrf knows whose session it is.
 */
async function newCsrf(
  request: Request,
  binding: string,
  maxAge: number | undefined,
): Promise<{ field: { csrfToken?: string }; cookies: string[] }> {
  if (config().csrf === 'off') return { field: {}, cookies: [] };
  const csrfToken = await issue([binding]);
  const origin = header(request, 'origin');
  const mayAct = origin === undefined || origins.isConfigured(origin);
  return { field: mayAct ? { csrfToken } : {}, cookies: [setCookie('csrf', csrfToken, maxAge)] };
}
