// Provides what the API tests share: the clock, the claims of tokens, and the checks that every response must pass.
import { STATUS_CODES } from 'node:http';
import { expect } from '@jest/globals';
import { type ErrorCode, statusOf } from '../../lib/contract/errors.ts';
import { oauthErrorOf } from '../../lib/contract/oauth-errors.ts';
import { methodOf, pathOf } from '../../lib/contract/operation.ts';
import { SECURITY_HEADERS } from '../../lib/http/headers.ts';
import { advance } from '../../lib/platform/clock.ts';
import type { TenantId, UserId } from '../../lib/platform/ids.ts';
import { update } from '../../lib/store/dynamo/table.ts';
import * as keys from '../../lib/store/keys.ts';
import type { Reply } from './http.ts';
import { cookieHeader } from './http.ts';
import { operations } from './ledger.ts';
import type { Service, User } from './service.ts';
import { claimsOf } from './tokens.ts';
import { PATIENCE_MS } from './until.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Asks for cookies instead of tokens in the body. */
export const COOKIES = { 'x-access-token-type': 'cookie' };

/** Runs `action` with the clock `ms` ahead, and puts the clock back. */
export async function later<T>(ms: number, action: () => Promise<T>): Promise<T> {
  advance(ms);
  try {
    return await action();
  } finally {
    advance(-ms);
  }
}

/** Status and code of the error, the two things most tests ask about. */
export const answerOf = ({ status, body }: Reply): [number, string | undefined] => [
  status,
  status < 300 ? undefined : body?.code,
];

/** Returns what `answerOf` returns for a response with the error `code`. */
export const refusal = (code: ErrorCode): [number, string] => [statusOf(code), code];

export { claimsOf, headerOf } from './tokens.ts';

/** What holds for every reply, and for every refusal. */
export function expectWellFormed(reply: Reply): void {
  const mayBeKept = reply.status === 200 && reply.headers.etag !== undefined;
  expect(reply.headers).toMatchObject({
    ...SECURITY_HEADERS,
    ...(mayBeKept && { 'cache-control': 'public, max-age=300' }),
  });
  if (reply.status >= 300 && reply.status < 400) {
    expect([URL.canParse(reply.headers.location ?? ''), reply.text]).toEqual([true, '']);
    return;
  }
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  if (reply.status < 300) return;
  if ('error_description' in reply.body) {
    expectOAuthError(reply);
    return;
  }
  expect(Object.keys(reply.body).sort()).toEqual(['code', 'error', 'message', 'statusCode']);
  expect(reply.body).toMatchObject({
    statusCode: reply.status,
    error: STATUS_CODES[reply.status],
    message: expect.stringMatching(/\S/),
    code: expect.stringMatching(/^[A-Z_]+$/),
  });
  expect(statusOf(reply.body.code)).toBe(reply.status);
  // API Gateway renames it (infra/tools/local/gateway/headers.ts).
  if (reply.status === 401) {
    // The local run keeps the challenge under its own name; API Gateway renames it.
    for (const name of ['www-authenticate', 'x-amzn-remapped-www-authenticate'])
      expect([name, reply.headers[name]]).toEqual([name, 'Bearer']);
  }
}

/** RFC 6749 5.2, with our code. */
function expectOAuthError({ status, headers, body }: Reply): void {
  expect(Object.keys(body).sort()).toEqual(['code', 'error', 'error_description']);
  expect(body).toMatchObject({
    error: oauthErrorOf(body.code),
    error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
  });
  expect([statusOf(body.code), headers.pragma]).toEqual([status, 'no-cache']);
  if (status === 401) expect(headers['www-authenticate']).toMatch(/^(Basic|Bearer)\b/);
}

/** Returns the path of a route, with ids that do not exist. */
export const pathFor = (route: string): string => pathOf(route).replace(/\{[^}]+\}/g, 'nobody');

/** Returns the methods of all operations whose route matches the path, in order. */
export const methodsAt = (path: string): string[] =>
  [...new Set(operationsAt(path).map(({ route }) => methodOf(route)))].sort();

/** Returns the operations whose route matches the path. */
export function operationsAt(path: string): typeof operations {
  const segments = path.split('/');
  const fits = (template: string): boolean => {
    const parts = template.split('/');
    return parts.length === segments.length && parts.every((part, at) => part.startsWith('{') || part === segments[at]);
  };
  return operations.filter(({ route }) => fits(pathOf(route)));
}

/** Replaces an account's roles, including with roles that no operation would assign. */
export async function giveRoles({ tokens, tenant }: User, roleIds: readonly string[]): Promise<void> {
  const key = keys.user(tenant.id as TenantId, claimsOf(tokens.accessToken).sub as UserId);
  const result = await update(key, { set: 'SET #roleIds = :roleIds', values: { roleIds } });
  if ('refused' in result) throw new Error('there is no such user');
}

/** Switches an account off behind the back of the directory. */
export async function disable({ tokens, tenant }: User): Promise<void> {
  const key = keys.user(tenant.id as TenantId, claimsOf(tokens.accessToken).sub as UserId);
  const result = await update(key, { set: 'SET #isActive = :no', values: { no: false } });
  if ('refused' in result) throw new Error('there is no such user');
}

/** The cookies of a new admin session. The admin must exist. */
export async function adminSession(service: Service): Promise<string> {
  const reply = await service.post('/auth/admin/login', service.adminLogin);
  if (reply.status !== 201) throw new Error(`admin login: ${reply.text}`);
  return cookieHeader(reply);
}

/** The account's cookies of a new session in cookie mode. */
export async function cookieSession(service: Service, user: User, body: Record<string, unknown> = {}): Promise<Reply> {
  const { email, password, tenant } = user;
  const login = { tenantId: tenant.id, credentials: { email, password }, ...body };
  const reply = await service.post('/auth/login', login, { headers: COOKIES });
  if (reply.status !== 200) throw new Error(`login: ${reply.text}`);
  return reply;
}

// biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
type Published = { source: string; detailType: string; detail: any };

/** The audit log's entries of this action about this tenant, as soon as there are any. */
export async function auditedAction(
  service: Service,
  action: string,
  tenantId: string,
): Promise<Published['detail'][]> {
  const found = await publishedAbout(service, 'svc.admin_action', { action, tenantId });
  return found.map(({ detail }) => detail);
}

/** Events of this kind about this tenant, as soon as there are any. */
export const published = (service: Service, detailType: string, tenantId: string): Promise<Published[]> =>
  publishedAbout(service, detailType, { tenantId });

/** Events of this kind whose details hold all of `about`, as soon as there are any. */
export async function publishedAbout(
  service: Service,
  detailType: string,
  about: Record<string, unknown>,
): Promise<Published[]> {
  for (const started = Date.now(); ; ) {
    const events = service.local.events() as Published[];
    const found = events.filter(
      ({ detailType: type, detail }) =>
        type === detailType && Object.entries(about).every(([key, value]) => detail[key] === value),
    );
    if (found.length || Date.now() - started > PATIENCE_MS) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until all events of what was done before are published: the change feed keeps their order. */
export async function feedAtRest(service: Service): Promise<void> {
  const { id } = await service.tenant();
  await published(service, 'svc.tenant_created', id);
}

/** The audit log's entries about this target, once `enough` says so. */
export async function audited(
  service: Service,
  targetId: string,
  enough: (found: Published['detail'][]) => boolean = (found) => found.length > 0,
): Promise<Published['detail'][]> {
  for (const started = Date.now(); ; ) {
    const events = service.local.events() as Published[];
    const found = events
      .filter(({ detailType, detail }) => detailType === 'svc.admin_action' && detail.targetId === targetId)
      .map(({ detail }) => detail);
    if (enough(found) || Date.now() - started > PATIENCE_MS) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
