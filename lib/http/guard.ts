// Who is calling, and what with. Authentication comes before the body is read, and both before the operation runs.
import type * as z from 'zod/mini';
import { fail } from '../contract/errors.ts';
import type { Access, Operation } from '../contract/operation.ts';
import type { AccessClaims, RefreshClaims } from '../crypto/jwt.ts';
import * as admins from '../domain/admins.ts';
import * as sessions from '../domain/sessions.ts';
import * as tokens from '../domain/tokens.ts';
import { config } from '../platform/config.ts';
import { cookieName } from './cookies.ts';
import { adminBinding, demandSameSite, userBinding } from './csrf.ts';
import { parseObject } from './json.ts';
import { cookie, header, isCookieMode, type Request } from './request.ts';

const MAX_BODY = 64 * 1024;

/** What the access of an operation yields: the actor, the claims, or a refresh token. */
export type Caller =
  | { kind: 'nobody' }
  | { kind: 'user'; actor: sessions.Actor }
  | { kind: 'admin'; actor: admins.AdminActor }
  | { kind: 'claims'; claims: AccessClaims | RefreshClaims | undefined };

/** Establishes the caller as the operation demands, or throws 401 or 403. Reads the store at most once. */
export async function identify(request: Request, access: Access): Promise<Caller> {
  switch (access) {
    case 'public':
    case 'secret':
    case 'refresh':
      return { kind: 'nobody' };
    case 'user':
    case 'pending': {
      const claims = await accessClaims(request);
      return { kind: 'user', actor: await sessions.authenticate(claims, access === 'pending') };
    }
    case 'optional':
      return { kind: 'claims', claims: await anyClaims(request) };
    case 'admin': {
      const value = cookie(request, cookieName('admin'));
      const actor = await admins.authenticate(value);
      await demandSameSite(request, adminBinding(value as string));
      return { kind: 'admin', actor };
    }
  }
}

/** The claims of the access token sent, by header or cookie, with the CSRF rule applied to a cookie. */
async function accessClaims(request: Request): Promise<AccessClaims> {
  const sent = accessToken(request) ?? fail('NO_AUTH_PROVIDED');
  const claims = await tokens.readAccess(sent.token);
  if (typeof claims === 'string') return fail('INVALID_TOKEN');
  if (sent.fromCookie) await demandSameSite(request, userBinding(claims.sid));
  return claims;
}

function accessToken(request: Request): { token: string; fromCookie: boolean } | undefined {
  const authorization = request.headers.get('authorization') ?? [];
  if (authorization.length > 1) fail('CONFLICTING_CREDENTIALS');
  const bearer = authorization[0] === undefined ? undefined : /^bearer +(\S+) *$/i.exec(authorization[0])?.[1];
  if (config().tokenType === 'header' && authorization.length)
    return bearer === undefined ? undefined : { token: bearer, fromCookie: false };
  const token = cookie(request, cookieName('access'));
  return token === undefined ? undefined : { token, fromCookie: true };
}

/** For logout: an expired access token will do, and in a browser the refresh cookie when the other is gone or dead. */
async function anyClaims(request: Request): Promise<AccessClaims | RefreshClaims | undefined> {
  const sent = accessToken(request);
  const access = sent ? await tokens.readAccess(sent.token, true) : 'invalid';
  const byHeader = sent !== undefined && !sent.fromCookie;
  if (typeof access === 'string' && byHeader) return fail('INVALID_TOKEN');
  const claims = typeof access === 'string' ? await refreshClaims(cookie(request, cookieName('refresh'))) : access;
  if (claims && !byHeader) await demandSameSite(request, userBinding(claims.sid));
  return claims;
}

async function refreshClaims(token: string | undefined): Promise<RefreshClaims | undefined> {
  const claims = token === undefined ? 'invalid' : await tokens.readRefresh(token);
  return typeof claims === 'string' ? undefined : claims;
}

/**
 * The refresh token: from the cookie in cookie mode, from the body in header mode. Throws CONFLICTING_CREDENTIALS when
 * both are there and differ, and the CSRF errors for a cookie.
 */
export async function refreshToken(request: Request, inBody: string | undefined): Promise<string | undefined> {
  if (!isCookieMode(request)) return inBody;
  const token = cookie(request, cookieName('refresh'));
  if (token !== undefined && inBody !== undefined && token !== inBody) fail('CONFLICTING_CREDENTIALS');
  const claims = await refreshClaims(token);
  if (claims) await demandSameSite(request, userBinding(claims.sid));
  return token;
}

/** Refresh tokens in the browser's cookies, for the list of its accounts. */
export function browserTokens(request: Request): string[] {
  const token = isCookieMode(request) ? cookie(request, cookieName('refresh')) : undefined;
  return token === undefined ? [] : [token];
}

/** Body and query as the operation declares them; what it doesn't declare is dropped. Throws 400, 413, 415. */
export function readInput(request: Request, { body, query }: Operation): { body: unknown; query: unknown } {
  return {
    body: body && validated(body, bodyOf(request)),
    query: query && validated(query, queryOf(request)),
  };
}

function bodyOf(request: Request): Record<string, unknown> {
  if (request.body.length > MAX_BODY) fail('PAYLOAD_TOO_LARGE');
  if (!request.body.length) return {};
  const type = header(request, 'content-type') ?? '';
  const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type);
  if (!isJson || request.headers.has('content-encoding')) fail('UNSUPPORTED_MEDIA_TYPE');
  return parseObject(textOf(request.body));
}

function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return fail('INVALID_JSON');
  }
}

/** Each parameter once, without brackets: what servers make of the rest differs. */
function queryOf(request: Request): Record<string, string> {
  const odd = [...request.query].find(([name, values]) => values.length > 1 || name.includes('['));
  if (odd) fail('INVALID_INPUT', { message: 'A query parameter must be sent once, without brackets.' });
  return Object.fromEntries([...request.query].map(([name, values]) => [name, values[0] ?? '']));
}

function validated(schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  return fail('INVALID_INPUT', { message: complaint(result.error.issues[0]) });
}

const UNITS: Readonly<Record<string, string>> = { string: ' characters long', array: ' entries long' };

/** The first bad field and what it should be, without a word of what was sent. */
function complaint(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'The request is not valid.';
  const field = issue.path.map(String).join('.') || 'body';
  switch (issue.code) {
    case 'invalid_type':
      return `${field}: ${issue.input === undefined ? 'is required' : `must be of type ${issue.expected}`}`;
    case 'too_small':
      return `${field}: must be at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
    case 'too_big':
      return `${field}: must be at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    case 'invalid_value':
      return `${field}: must be one of ${issue.values.map(String).join(', ')}`;
    case 'custom':
      return `${field}: ${issue.message}`;
    default:
      return `${field}: is not valid`;
  }
}
