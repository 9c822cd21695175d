// Authenticates the caller of an operation by the credential that the request carries.
import { fail } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { AccessClaims, RefreshClaims } from '../crypto/jwt.ts';
import * as admins from '../domain/admins/sessions.ts';
import { mayEnrol, provedAt } from '../domain/sessions/mfa-policy.ts';
import * as sessions from '../domain/sessions/sessions.ts';
import { requireRecent } from '../domain/sessions/step-up.ts';
import * as tokens from '../domain/sessions/tokens.ts';
import { config } from '../platform/config.ts';
import { note } from '../platform/request-context.ts';
import { cookieName, TRUST_HEADER, TRUST_SEPARATOR } from './cookies.ts';
import { adminBinding, requireSameSite, userBinding } from './csrf.ts';
import { cookie, isCookieMode, type Request } from './request.ts';

/** What authentication yields for the access of an operation: nothing, an actor, or claims. */
export type Caller =
  | { kind: 'nobody' }
  | { kind: 'user'; actor: sessions.Actor }
  | { kind: 'admin'; actor: admins.AdminActor }
  | { kind: 'claims'; claims: AccessClaims | RefreshClaims | undefined };

/** Authenticates the caller as the operation requires. Throws 401 or 403. Reads the store at most once. */
export async function identify(request: Request, { access, stepUp }: Operation): Promise<Caller> {
  switch (access) {
    case 'public':
    case 'secret':
    case 'refresh':
      return { kind: 'nobody' };
    case 'user':
    case 'pending':
    case 'enrolling': {
      const actor = await sessions.authenticate(await accessClaims(request), MAY_PEND[access]);
      if (stepUp) requireRecent(provedAt(actor));
      return { kind: 'user', actor };
    }
    case 'optional':
      return { kind: 'claims', claims: await anyClaims(request) };
    case 'admin': {
      const value = cookie(request, cookieName('admin'));
      const actor = await admins.authenticate(value);
      note({ actor: actor.admin.id });
      await requireSameSite(request, [adminBinding(value as string)]);
      if (stepUp) requireRecent(actor.session.createdAt);
      return { kind: 'admin', actor };
    }
  }
}

/** Which pending logins may call the operation. */
const MAY_PEND: Readonly<Record<'user' | 'pending' | 'enrolling', (actor: sessions.Actor) => boolean>> = {
  user: () => false,
  pending: () => true,
  enrolling: ({ user, tenant }) => mayEnrol(user, tenant),
};

/** Returns the claims of the access token in the header or the cookie. Applies the CSRF rule to a cookie. */
async function accessClaims(request: Request): Promise<AccessClaims> {
  const sent = accessToken(request) ?? fail('NO_AUTH_PROVIDED');
  const claims = await tokens.readAccess(sent.token);
  if (typeof claims === 'string') return fail('INVALID_TOKEN');
  noteOwner(claims);
  if (sent.fromCookie) await requireSameSite(request, [userBinding(claims.sid)], [claims.tid]);
  return claims;
}

/** The signature proves the token's owner, even if the token is refused for another reason. */
const noteOwner = ({ tid, sub }: AccessClaims | RefreshClaims): void => note({ tenant: tid, actor: sub });

function accessToken(request: Request): { token: string; fromCookie: boolean } | undefined {
  const authorization = request.headers.get('authorization') ?? [];
  if (authorization.length > 1) fail('CONFLICTING_CREDENTIALS');
  const bearer = authorization[0] === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization[0])?.[1];
  if (config().tokenType === 'header' && authorization.length)
    return bearer === undefined ? undefined : { token: bearer, fromCookie: false };
  const token = cookie(request, cookieName('access'));
  return token === undefined ? undefined : { token, fromCookie: true };
}

/**
 * Returns the claims for logout. An expired access token is enough, and so is a browser's refresh cookie if the access
 * cookie is missing or invalid.
 */
async function anyClaims(request: Request): Promise<AccessClaims | RefreshClaims | undefined> {
  const sent = accessToken(request);
  const access = sent ? await tokens.readAccess(sent.token, true) : 'invalid';
  const byHeader = sent !== undefined && !sent.fromCookie;
  if (typeof access === 'string' && byHeader) return fail('INVALID_TOKEN');
  const claims = typeof access === 'string' ? await refreshClaims(cookie(request, cookieName('refresh'))) : access;
  if (claims) noteOwner(claims);
  if (claims && !byHeader) await requireSameSite(request, [userBinding(claims.sid)], [claims.tid]);
  return claims;
}

/** Returns the claims of a refresh token, or `undefined` if it does not verify. */
export async function refreshClaims(token: string | undefined): Promise<RefreshClaims | undefined> {
  const claims = token === undefined ? 'invalid' : await tokens.readRefresh(token);
  return typeof claims === 'string' ? undefined : claims;
}

/** Returns the tokens of trusted devices: from headers, or in cookie mode from the cookie that holds all of them. */
export function trustTokens(request: Request): string[] {
  if (!isCookieMode(request)) return [...(request.headers.get(TRUST_HEADER) ?? [])];
  return (request.cookies.get(cookieName('device')) ?? []).flatMap((value) => value.split(TRUST_SEPARATOR));
}

/** Returns the secret of a browser that began a login by an identity provider. Throws CONFLICTING_CREDENTIALS. */
export const flowSecret = (request: Request): string | undefined => cookie(request, cookieName('sso'));

/** Returns the request as one in cookie mode. A navigation cannot set the header that asks for it. */
export const inCookieMode = (request: Request): Request => ({
  ...request,
  headers: new Map([...request.headers, ['x-access-token-type', ['cookie']]]),
});
