// Makes the Lambda handler of SCIM. It is a protocol with a contract of its own (RFC 7643 and 7644), so its operations are not those of
// lib/contract: clients are directories, which learn what there is from /ServiceProviderConfig, /ResourceTypes and /Schemas.
import middy from '@middy/core';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { authenticate, type Caller } from '../../domain/scim/authenticate.ts';
import { noteRefusal } from '../../domain/scim/refusals.ts';
import { SECURITY_HEADERS } from '../../http/headers.ts';
import { throughProxy } from '../../http/proxy.ts';
import { isUrlTooLong, type Request, readRequest } from '../../http/request.ts';
import { noteSender, withRequestLog } from '../../http/request-log.ts';
import type { Response } from '../../http/response.ts';
import { Unavailable } from '../../platform/errors.ts';
import { note } from '../../platform/request-context.ts';
import { config } from '../../platform/settings/config.ts';
import { ScimError } from '../errors.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { type Result, refused, respond } from './respond.ts';

/** The route of the gateway. All methods have it. */
export const ROUTE = 'ANY /scim/v2/{connection}/{resource+}';

/** As lib/http/serve.ts: the time left to respond before Lambda ends the function. */
const TIMEOUT_MARGIN_MS = 1500;

/** Returns the handler. It responds to every event and never throws. */
export function serveScim() {
  const handler = middy<APIGatewayProxyEvent, Response, Error, Context>({
    timeoutEarlyInMillis: TIMEOUT_MARGIN_MS,
    timeoutEarlyResponse: () => {
      throw new Unavailable('out of time');
    },
  })
    .use({ after: secured, onError: secured })
    .use({
      onError: (handled) => {
        handled.response = refused(handled.error);
      },
    })
    .handler((event) => respondTo(readRequest(event)).catch(refused));
  return withRequestLog(handler);
}

const secured: middy.MiddlewareFn<APIGatewayProxyEvent, Response> = ({ response }) => {
  if (response) response.headers = { ...SECURITY_HEADERS, ...response.headers };
};

async function respondTo(received: Request): Promise<Response> {
  // Throws while a setting is invalid, before anything is done with the request.
  config();
  note({ route: ROUTE });
  const request = await throughProxy(received);
  noteSender(request);
  if (isUrlTooLong(request)) throw new ScimError(400, 'The address is too long.');
  // Some clients end a path with a slash.
  const [, , , connection = '', ...segments] = request.path.replace(/\/$/, '').split('/').map(decoded);
  // Before anything else: only a caller with a token learns what there is.
  const caller = await authenticate(request.headers.get('authorization') ?? [], connection, request.ip);
  try {
    const { operation, id } = operationAt(request.method, segments);
    note({ operation: operation.name });
    const result: Result = await operation.run({ caller, request, id });
    return respond(result);
  } catch (error) {
    const response = refused(error);
    await noteRefused(caller, request.method, segments, response);
    return response;
  }
}

/** Notes a refusal, which has no value of the request. A failure of the service is none. */
async function noteRefused(
  caller: Caller,
  method: string,
  [resource = '']: readonly string[],
  { statusCode: status, body }: Response,
): Promise<void> {
  if (status >= 500) return;
  const { scimType, detail } = JSON.parse(String(body)) as { scimType?: string; detail: string };
  const reason = scimType ? `${scimType}: ${detail}` : detail;
  await noteRefusal(caller, { method, resource: RESOURCES.includes(resource) ? resource : '', status, reason });
}

/** All others are text of the client. */
const RESOURCES: readonly string[] = [
  'Users',
  'Groups',
  'ServiceProviderConfig',
  'ResourceTypes',
  'Schemas',
  '.search',
];

/** The ids of schemas have colons, which some clients encode. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the operation of a method at the segments of a path behind the connection. Throws 404, 405 and 501. */
function operationAt(method: string, segments: readonly string[]): { operation: Operation; id: string } {
  const fitting = OPERATIONS.filter(({ path }) => fits(path, segments));
  const found = fitting.find((each) => each.method === method);
  if (found) return { operation: found, id: segments[found.path.indexOf('{id}')] ?? '' };
  if (!fitting.length) throw new ScimError(404, 'There is no such resource.');
  const allow = [...new Set(fitting.map((each) => each.method))].sort().join(', ');
  throw new ScimError(405, 'This method is not allowed here.', undefined, { allow });
}

const fits = (path: readonly string[], segments: readonly string[]): boolean =>
  path.length === segments.length &&
  path.every((part, at) => part === segments[at] || (part === '{id}' && segments[at] !== ''));
