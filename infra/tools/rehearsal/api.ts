// Emulates API Gateway from the template's own definition: routes a path and a method to a function, completes the
// event, and responds without a function where the gateway would.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { withoutEndingSlash } from '../../../lib/http/request.ts';
import type { Response } from '../../../lib/http/response.ts';
import { functionNames, RESOURCES } from '../../functions.ts';
import { MAINTENANCE } from '../../stack/lambda.ts';
import { ACCOUNT, arn } from '../local/aws/account.ts';
import type { Handler } from '../local/gateway/gateway.ts';
import { qualifiedNameIn } from './assembly/names.ts';
import type { Stack } from './assembly/template.ts';
import { checkPaths, isDeclared } from './completeness.ts';
import type { Findings } from './findings.ts';
import { like } from './iam/policy.ts';
import type { Invoke } from './runtime/functions.ts';
import { RuntimeFailure } from './runtime/runtime.ts';
import { createThrottles } from './throttles.ts';

const ANY = 'x-amazon-apigateway-any-method';
/** The limit of a synchronous invocation (AWS Lambda developer guide, "Lambda quotas"). */
const MAX_EVENT = 6 * 1024 * 1024;
const URI = /:lambda:path\/2015-03-31\/functions\/(arn:[^/]+:function:[^/]+)\/invocations$/;

/** Returns the row of a deployed function. One name may end with another one: the longest is meant. */
const rowIn = (deployed: string): string | undefined =>
  functionNames.filter((row) => deployed.endsWith(`-${row}`)).sort((a, b) => b.length - a.length)[0];

/** Returns the handler of requests. Faults of the definition are reported at once. */
export function serveApi(
  { api, functions, aliases, permissions }: Pick<Stack, 'api' | 'functions' | 'aliases' | 'permissions'>,
  invoke: Invoke,
  findings: Findings,
): Handler {
  const isHttp = api.kind === 'http';
  const all = Object.entries(api.body.paths).map(([path, methods]) => ({ path, methods, ...compile(path) }));
  const isDefault = ({ methods }: (typeof all)[number]) => methods[ANY]?.isDefaultRoute === true;
  const defaultRoute = all.find(isDefault);
  const routes = all.filter((route) => !isDefault(route));
  const passes = createThrottles(api.throttles);
  checkPaths(api, { hasResources: functions.some(({ name }) => rowIn(name) === RESOURCES) }, findings);
  routes.sort((a, b) => compare(a.ranks, b.ranks));
  /** The function that an integration leads to, by its alias if the URI names one. */
  const targetOf = (uri = ''): { qualified: string; name: string } | undefined => {
    const invoked = URI.exec(uri)?.[1] ?? '';
    const name = functions.find((each) => each.arn === invoked)?.name;
    const alias = aliases.find((each) => each.arn === invoked)?.function;
    const found = functions.find((each) => each.name === (name ?? alias));
    return found && { qualified: qualifiedNameIn(invoked), name: found.name };
  };
  for (const { path, methods } of all) {
    for (const [method, operation] of Object.entries(methods)) {
      const { type, httpMethod, uri, payloadFormatVersion } = operation['x-amazon-apigateway-integration'];
      const where = `${method === ANY ? 'ANY' : method.toUpperCase()} ${path}`;
      if (type === 'mock') continue;
      if (type !== 'aws_proxy' || httpMethod !== 'POST')
        findings.add('wiring', where, `${httpMethod} ${type} cannot work`);
      if (isHttp && payloadFormatVersion !== '1.0')
        findings.add('wiring', where, `sends events of format ${payloadFormatVersion}, which functions cannot read`);
      if (!targetOf(uri)) findings.add('wiring', where, `leads to ${uri}, which is not a function of the template`);
    }
  }

  /** A permission for an alias is not one for the function, and the other way round. */
  const mayInvoke = (qualified: string, method: string, path: string): boolean => {
    const call = arn('execute-api', `${api.id}/${api.stage}/${method}${path}`);
    return permissions.some(
      ({ function: target, principal, sourceArn = '*' }) =>
        target === qualified && principal === 'apigateway.amazonaws.com' && like(sourceArn, call),
    );
  };

  /** The response that the definition has for a gateway response type. */
  const gatewayResponse = (type: string, status: string, sent: APIGatewayProxyEvent): Response => {
    if (isHttp) return refusedByHttpApi(type);
    const responses = api.body['x-amazon-apigateway-gateway-responses'] ?? {};
    const given = responses[type] ?? responses[status < '500' ? 'DEFAULT_4XX' : 'DEFAULT_5XX'];
    const headers = Object.entries(given?.responseParameters ?? {}).flatMap(([name, value]) => {
      const copied = /^method\.request\.header\.(.+)$/.exec(value)?.[1];
      const text = copied === undefined ? value.replace(/^'|'$/g, '') : sent.headers[copied];
      return text === undefined ? [] : [[name.replace('gatewayresponse.header.', ''), text]];
    });
    return {
      statusCode: Number(given?.statusCode ?? status),
      headers: { 'content-type': 'application/json', ...Object.fromEntries(headers) },
      multiValueHeaders: {},
      body: given?.responseTemplates?.['application/json'] ?? '{"message":"Internal server error"}',
    };
  };

  return async (sent) => {
    const event = isHttp ? { ...sent, version: '1.0', path: decoded(sent.path) } : sent;
    const { httpMethod: method } = event;
    // Only a REST API serves a path with a slash behind it as the path without it.
    const path = isHttp ? event.path : withoutEndingSlash(event.path);
    const route = routes.find(({ pattern }) => pattern.test(path)) ?? defaultRoute;
    const own = route?.methods[method.toLowerCase()];
    const operation = own ?? route?.methods[ANY];
    // Throttles come before the integration.
    if (route && operation && !passes(isHttp && !own ? 'ANY' : method, route.path))
      return gatewayResponse('THROTTLED', '429', event);
    const integration = operation?.['x-amazon-apigateway-integration'];
    const target = targetOf(integration?.uri);
    if (!route || !target) return gatewayResponse('MISSING_AUTHENTICATION_TOKEN', '403', event);
    const { name, qualified } = target;
    const where = `${method} ${route.path}`;
    if (!mayInvoke(qualified, method, route.path)) {
      findings.add('denied', 'apigateway.amazonaws.com', `lambda:InvokeFunction on ${name}, for ${where}`);
      return gatewayResponse('API_CONFIGURATION_ERROR', '500', event);
    }
    if ((event.body?.length ?? 0) > MAX_EVENT) return gatewayResponse('REQUEST_TOO_LARGE', '413', event);
    try {
      const pathParameters = route.pattern.exec(path)?.groups;
      const requestContext = contextOf(event, api, route.path);
      const reply = await invoke(name, {
        ...event,
        resource: route.path,
        pathParameters: pathParameters ? { ...pathParameters } : null,
        requestContext,
      });
      if (!isResponse(reply)) findings.add('response', where, `${name} returned what API Gateway cannot pass on`);
      else {
        // In maintenance, 503 is what clients are meant to get.
        const isFailure = reply.statusCode >= 500 && !name.endsWith(`-${MAINTENANCE}`);
        if (isFailure || isMisrouted(method, route.path, reply))
          findings.add('response', where, `${name} responded ${reply.statusCode} ${reply.body}`);
        return reply;
      }
    } catch (error) {
      if (!(error instanceof RuntimeFailure)) throw error; // `invoke` has reported it
    }
    return gatewayResponse('INTEGRATION_FAILURE', '504', event);
  };
}

/** The bodies of an HTTP API cannot be changed (API Gateway developer guide). */
const REFUSALS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  THROTTLED: [429, 'Too Many Requests'],
  REQUEST_TOO_LARGE: [413, 'Request Entity Too Large'],
  MISSING_AUTHENTICATION_TOKEN: [404, 'Not Found'],
};

function refusedByHttpApi(type: string): Response {
  const [statusCode, message] = REFUSALS[type] ?? [500, 'Internal Server Error'];
  const headers = { 'content-type': 'application/json' };
  return { statusCode, headers, multiValueHeaders: {}, body: JSON.stringify({ message }) };
}

/** An HTTP API decodes the path, and a REST API does not. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function contextOf(event: APIGatewayProxyEvent, { id, stage }: Stack['api'], resourcePath: string) {
  const { httpMethod } = event;
  return {
    ...event.requestContext,
    accountId: ACCOUNT,
    apiId: id,
    stage,
    protocol: 'HTTP/1.1',
    resourcePath,
    httpMethod,
    requestTimeEpoch: Date.now(),
  };
}

/** Whether a declared operation reached a function that does not serve it. */
const isMisrouted = (method: string, path: string, { statusCode, body }: Response): boolean =>
  statusCode === 404 && isDeclared(method, path) && body.includes('"ROUTE_NOT_FOUND"');

/** Compared segment by segment from the left: a literal wins over a parameter, a parameter over a greedy one. */
const RANK = { literal: 0, parameter: 1, greedy: 2 } as const;

function compile(path: string): { pattern: RegExp; ranks: number[] } {
  const parts = path.split('/').map((segment) => {
    const [, name, greedy] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
    if (name === undefined) return { source: segment.replace(/[.+*?^$()|[\]\\]/g, '\\$&'), rank: RANK.literal };
    return greedy
      ? { source: `(?<${name}>.+)`, rank: RANK.greedy }
      : { source: `(?<${name}>[^/]+)`, rank: RANK.parameter };
  });
  const pattern = new RegExp(`^${parts.map(({ source }) => source).join('/')}$`, 's');
  return { pattern, ranks: parts.map(({ rank }) => rank) };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] ?? -1);
}

/** What a Lambda proxy integration accepts as a response. */
const isResponse = (reply: unknown): reply is Response =>
  typeof reply === 'object' &&
  reply !== null &&
  'statusCode' in reply &&
  Number.isInteger(reply.statusCode) &&
  (!('body' in reply) || typeof reply.body === 'string');
