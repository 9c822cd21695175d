// Creates users who have rights on resources, sends requests about rows, and serves resources of a test's own.
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Registry } from '../../lib/records/index.ts';
import { type ServeOptions, serveResources } from '../../lib/records/serve.ts';
import { giveRoles } from './api.ts';
import { newRole, PERMISSIONS } from './grants.ts';
import type { Reply, Send } from './http.ts';
import { bearer, type Service, type Tenant, type User } from './service.ts';

export const RIGHTS = ['read', 'create', 'update', 'delete', 'trash'] as const;
export type Right = (typeof RIGHTS)[number];

export const permissionsOf = (resources: readonly string[], rights: readonly Right[] = RIGHTS): string[] =>
  resources.flatMap((resource) => rights.map((right) => `${resource}.${right}`));

/** A user with permissions, and their requests. */
export type Worker = User & {
  get: (path: string, more?: Send) => Promise<Reply>;
  post: (path: string, body?: unknown, more?: Send) => Promise<Reply>;
  put: (path: string, body?: unknown, more?: Send) => Promise<Reply>;
  delete: (path: string, more?: Send) => Promise<Reply>;
};

/** Signs a user up who has these permissions by a role: in a new tenant unless one is given. */
export async function worker(
  service: Service,
  permissions: readonly string[] = permissionsOf(['projects', 'tasks']),
  tenant?: Tenant,
): Promise<Worker> {
  const user = await service.signup(tenant ?? (await service.tenant()));
  for (const name of permissions) await service.admin('POST', PERMISSIONS, { name }); // it may exist
  if (permissions.length) {
    const role = await newRole(service, { tenantId: user.tenant.id, permissions });
    await giveRoles(user, [role.id]);
  }
  const call = (method: string, path: string, more: Send = {}) =>
    service.send(method, path, { ...more, headers: { ...bearer(user.tokens), ...more.headers } });
  return {
    ...user,
    get: (path, more) => call('GET', path, more),
    post: (path, body, more) => call('POST', path, { body, ...more }),
    put: (path, body, more) => call('PUT', path, { body, ...more }),
    delete: (path, more) => call('DELETE', path, more),
  };
}

/** A query string of JSON parameters. Texts are sent as they are. */
export const query = (parameters: Record<string, unknown>): string =>
  `?${new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )}`;

let made = 0;
/** Creates a row and returns it. */
export async function project(by: Worker, more: Record<string, unknown> = {}) {
  const slug = `p-${++made}-${randomUUID()}`;
  return created(await by.post('/projects', { name: `Project ${made}`, slug, ...more }));
}

export async function task(by: Worker, projectId: string, more: Record<string, unknown> = {}) {
  return created(await by.post('/tasks', { projectId, title: `Task ${++made}`, ...more }));
}

function created({ status, text, body }: Reply) {
  if (status !== 201) throw new Error(`created: ${text}`);
  return body;
}

// biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
export type Answer = { status: number; body: any; text: string };

/** Serves resources of a test's own to users of the service, which must run. */
export function serveOwn(all: Registry, options?: ServeOptions) {
  const handler = serveResources(all, options);
  return async (
    by: User,
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const sent = {
      ...bearer(by.tokens),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    const event = {
      httpMethod: method,
      path: pathname,
      headers: sent,
      multiValueHeaders: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value]])),
      multiValueQueryStringParameters: Object.fromEntries(
        [...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]),
      ),
      body: body === undefined ? null : JSON.stringify(body),
      isBase64Encoded: false,
      requestContext: { requestId: randomUUID(), identity: { sourceIp: '127.0.0.1' } },
    } as unknown as APIGatewayProxyEvent;
    const context = { getRemainingTimeInMillis: () => 10_000, awsRequestId: randomUUID() } as Context;
    const { statusCode, body: text } = await handler(event, context);
    return { status: statusCode, text, body: JSON.parse(text) };
  };
}
