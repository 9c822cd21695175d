// Compares the deployed API with the contract: every operation reaches its function, everything else a function that
// responds 404 or 405, and API Gateway's own responses look like our errors.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ResponseType } from 'aws-cdk-lib/aws-apigateway';
import { gatewayPath, type Served, servedBy } from '../../infra/routes.ts';
import { gatewayBody } from '../../infra/stack/gateway/rest-body.ts';
import { gatewayResponses } from '../../infra/stack/gateway/rest-responses.ts';
import { type ErrorCode, errorBody, errorCodes } from '../../lib/contract/errors.ts';
import { groupNames, groups, kebab } from '../../lib/contract/index.ts';
import { methodOf, type Operation, paramNames, pathOf } from '../../lib/contract/operation.ts';
import { CORS_HEADERS, SECURITY_HEADERS } from '../../lib/http/headers.ts';
import { only, resourcesOf, synthesise, textOf } from '../support/synthesis.ts';

type Method = {
  responses: Record<string, unknown>;
  parameters?: { name: string; in: string }[];
  'x-amazon-apigateway-integration': { type: string; httpMethod: string; uri: unknown };
};
type Body = {
  openapi: string;
  paths: Record<string, Record<string, Method>>;
  'x-amazon-apigateway-minimum-compression-size': number;
};
type GatewayResponse = {
  statusCode: string;
  responseParameters: Record<string, string>;
  responseTemplates: Record<string, string>;
};
type MethodSetting = {
  HttpMethod: string;
  ResourcePath: string;
  ThrottlingRateLimit: number;
  ThrottlingBurstLimit: number;
};

const ANY = 'x-amazon-apigateway-any-method';
const template = synthesise();
const body = only(template, 'AWS::ApiGateway::RestApi').Properties.Body as Body;
const served = servedBy({ hasResources: false });
const operations = groupNames.flatMap((group) =>
  Object.entries(groups[group]).map(([route, operation]) => {
    const name = functionOf(kebab(group), route);
    const behind = served.find((each) => each.name === name) as Served;
    return { name, route, path: gatewayPath(behind, pathOf(route)), operation: operation as Operation };
  }),
);
/** Refreshes have another function than their group (docs/decisions/0096-a-bill-and-alarms-by-traffic.md). */
function functionOf(group: string, route: string): string {
  return route === 'POST /auth/refresh-token' ? 'account' : group;
}

const pages = served.flatMap((each) => each.pages);
const protocols = served.flatMap(({ protocol }) => protocol ?? []);

const functionBehind = (method: Method | undefined): string | undefined =>
  method &&
  /:lambda:path\/2015-03-31\/functions\/arn:.*:function:Gatehouse-([a-z-]+):live\/invocations$/.exec(
    textOf(method['x-amazon-apigateway-integration'].uri),
  )?.[1];

describe('routes', () => {
  test.each(operations)('$route reaches the function $name', ({ name, route, path }) => {
    const item = body.paths[path] ?? {};
    const method = item[methodOf(route).toLowerCase()];
    expect(functionBehind(method)).toBe(name);
    expect(functionBehind(item[ANY])).toBe(name);
    // Functions serve preflight requests too, because they know the allowed origins.
    expect(item.options).toBeUndefined();
    expect((method?.parameters ?? []).map(({ name }) => name)).toEqual(paramNames(path.replace('+', '')));
    expect(method?.['x-amazon-apigateway-integration']).toMatchObject({ type: 'aws_proxy', httpMethod: 'POST' });
  });

  test('every undeclared path reaches the function of discovery', () => {
    expect(functionBehind(body.paths['/']?.[ANY])).toBe('discovery');
    expect(functionBehind(body.paths['/{proxy+}']?.[ANY])).toBe('discovery');
  });

  test.each(pages)('GET %s and every other method reach the function of pages', (path) => {
    const item = body.paths[path] ?? {};
    expect(Object.keys(item).sort()).toEqual(['get', ANY].sort());
    expect([functionBehind(item.get), functionBehind(item[ANY])]).toEqual(['web', 'web']);
    expect((item.get?.parameters ?? []).map(({ name }) => `{${name}}`)).toEqual(
      path.match(/\{\w+/g)?.map((each) => `${each}}`) ?? [],
    );
  });

  test('every method of SCIM reaches its function', () => {
    expect(protocols).toEqual(['/scim/v2/{connection}/{resource+}']);
    const item = body.paths[protocols[0] as string] ?? {};
    expect(Object.keys(item).sort()).toEqual(['delete', 'get', 'patch', 'post', 'put', ANY].sort());
    expect(Object.values(item).map(functionBehind)).toEqual(Array(6).fill('scim'));
  });

  test('replies are compressed from the size of a packet on', () => {
    expect(body['x-amazon-apigateway-minimum-compression-size']).toBe(1400);
  });

  test('no path is routed that neither the contract, a protocol nor the pages declare', () => {
    const declared = new Set([...operations.map(({ path }) => path), ...pages, ...protocols]);
    expect(Object.keys(body.paths).filter((path) => !declared.has(path))).toEqual(['/', '/{proxy+}']);
    for (const [path, item] of Object.entries(body.paths)) {
      if (pages.includes(path) || protocols.includes(path)) continue;
      const methods = operations.filter((each) => each.path === path).map(({ route }) => methodOf(route));
      expect(Object.keys(item).sort()).toEqual([...new Set(methods.map((name) => name.toLowerCase())), ANY].sort());
    }
  });

  test('the definition is valid: every method has a response, and the linter finds nothing', () => {
    // OpenAPI 3.0.3, "Responses Object": at least one code or `default`. API Gateway is less strict.
    for (const item of Object.values(body.paths))
      for (const { responses } of Object.values(item)) expect(Object.keys(responses)).toEqual(['default']);
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-body-'));
    const file = join(directory, 'body.json');
    // A parameter that takes several segments is `{page+}` in a path of API Gateway, and OpenAPI has none.
    writeFileSync(file, JSON.stringify(body).replaceAll('+}', '}'));
    const quiet = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const linter = 'test/node_modules/@redocly/cli/bin/cli.js';
    const ran = spawnSync(process.execPath, [linter, 'lint', file, '--extends', 'spec', '--format', 'json'], {
      encoding: 'utf8',
      env: quiet,
    });
    rmSync(directory, { recursive: true });
    expect(JSON.parse(ran.stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
  });

  test('the definition is OpenAPI 3.0.1, and a change of it creates a new deployment', () => {
    expect(body.openapi).toBe('3.0.1');
    const deployed = (context: Record<string, unknown>) =>
      resourcesOf(synthesise(context), 'AWS::ApiGateway::Deployment')[0]?.[0];
    expect(deployed({ stackName: 'Other' })).not.toBe(deployed({}));
  });
});

describe('gateway responses', () => {
  const responses = gatewayResponses() as Record<string, GatewayResponse>;
  const types = Object.values(ResponseType as unknown as Record<string, unknown>)
    .filter((type) => type instanceof ResponseType)
    .map(({ responseType }) => responseType);
  const bodyOf = (type: string) => JSON.parse(responses[type]?.responseTemplates['application/json'] as string);

  test('every response type of API Gateway is defined and deployed', () => {
    expect(types.length).toBeGreaterThan(20);
    expect(Object.keys(responses).sort()).toEqual(types.sort());
    expect(gatewayBody('any', [], () => 'uri')['x-amazon-apigateway-gateway-responses']).toEqual(responses);
    expect((body as Record<string, unknown>)['x-amazon-apigateway-gateway-responses']).toEqual(responses);
  });

  test.each(types)('%s has the body of an error code, its status and our headers', (type) => {
    const { statusCode, responseParameters, responseTemplates } = responses[type] as GatewayResponse;
    const { code } = bodyOf(type) as { code: ErrorCode };
    expect(errorCodes).toContain(code);
    expect(bodyOf(type)).toEqual(errorBody(code));
    expect(statusCode).toBe(String(errorBody(code).statusCode));
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      expect(responseParameters[`gatewayresponse.header.${name}`]).toBe(`'${value}'`);
    }
    // Any page may read it, with credentials: it is the same for every caller.
    for (const [name, value] of Object.entries(CORS_HEADERS)) {
      expect(responseParameters[`gatewayresponse.header.${name}`]).toBe(`'${value}'`);
    }
    expect(responseParameters['gatewayresponse.header.access-control-allow-origin']).toBe(
      'method.request.header.origin',
    );
    // API Gateway would read `$` as a variable.
    expect(Object.values(responseTemplates).join()).not.toContain('$');
  });

  test.each([
    ['MISSING_AUTHENTICATION_TOKEN', 'ROUTE_NOT_FOUND'],
    ['THROTTLED', 'RATE_LIMITED'],
    ['QUOTA_EXCEEDED', 'RATE_LIMITED'],
    ['REQUEST_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
    ['UNSUPPORTED_MEDIA_TYPE', 'UNSUPPORTED_MEDIA_TYPE'],
    ['INTEGRATION_TIMEOUT', 'TIMEOUT'],
    ['INTEGRATION_FAILURE', 'SERVICE_UNAVAILABLE'],
    ['DEFAULT_5XX', 'INTERNAL_ERROR'],
  ])('%s responds with %s', (type, code) => {
    expect(bodyOf(type).code).toBe(code);
  });

  test.each(['THROTTLED', 'QUOTA_EXCEEDED', 'INTEGRATION_FAILURE'])('%s has a retry-after header', (type) => {
    expect(responses[type]?.responseParameters['gatewayresponse.header.retry-after']).toMatch(/^'\d+'$/);
  });
});

describe('stage', () => {
  const stage = only(template, 'AWS::ApiGateway::Stage').Properties;
  const settings = stage.MethodSettings as MethodSetting[];
  const settingOf = (method: string, path: string) =>
    settings.find(
      ({ HttpMethod, ResourcePath }) =>
        HttpMethod === method && ResourcePath === `/${path.replaceAll('/', '~1')}`.replace('/~1*', '/*'),
    );

  test.each(operations)('$route is throttled by its class', ({ route, path, operation }) => {
    const setting = settingOf(methodOf(route), path);
    const sameClass = operations.filter((other) => other.operation.rate === operation.rate);
    const rates = sameClass.map((other) => settingOf(methodOf(other.route), other.path)?.ThrottlingRateLimit);
    expect(setting?.ThrottlingBurstLimit).toBeGreaterThan(0);
    expect(new Set(rates)).toEqual(new Set([setting?.ThrottlingRateLimit]));
  });

  test('credential operations have the lowest throttle, then writes, then reads', () => {
    const rate = (method: string, path: string) => settingOf(method, path)?.ThrottlingRateLimit as number;
    expect(rate('POST', '/auth/login')).toBeLessThan(rate('POST', '/auth/logout'));
    expect(rate('POST', '/auth/logout')).toBeLessThan(rate('GET', '/auth/me'));
    expect(rate('*', '/*')).toBe(rate('GET', '/auth/me'));
  });

  test('the throttles are those that the settings choose', () => {
    const chosen = synthesise({ loginRate: 50, refreshRate: 60, readRate: 70, writeRate: 80 });
    const all = only(chosen, 'AWS::ApiGateway::Stage').Properties.MethodSettings as MethodSetting[];
    const of = (method: string, path: string) =>
      all.find((each) => each.HttpMethod === method && each.ResourcePath === path);
    expect(of('POST', '/~1auth~1login')).toMatchObject({ ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 });
    expect(of('POST', '/~1auth~1refresh-token')).toMatchObject({ ThrottlingRateLimit: 60, ThrottlingBurstLimit: 120 });
    expect(of('GET', '/~1auth~1me')).toMatchObject({ ThrottlingRateLimit: 70, ThrottlingBurstLimit: 140 });
    expect(of('POST', '/~1auth~1logout')).toMatchObject({ ThrottlingRateLimit: 80, ThrottlingBurstLimit: 160 });
    expect(of('*', '/*')).toMatchObject({ ThrottlingRateLimit: 70 });
  });

  test('one client cannot fill the throttle of any operation by itself at a moderate rate', () => {
    for (const { ThrottlingRateLimit } of settings) expect(ThrottlingRateLimit).toBeGreaterThanOrEqual(1000);
  });

  test('requests that the gateway throttled are counted from its log', () => {
    expect(only(template, 'AWS::Logs::MetricFilter').Properties).toMatchObject({
      FilterPattern: '{ $.error = "THROTTLED" }',
      MetricTransformations: [{ MetricName: 'GatewayThrottled', MetricNamespace: 'Gatehouse/Gatehouse' }],
    });
  });

  test('the access log has no header, body or query, and execution logging is off', () => {
    const { Format } = stage.AccessLogSetting as { Format: string };
    const variables = [...Format.matchAll(/\$context\.([A-Za-z.]+)/g)].map(([, name]) => name).sort();
    expect(variables).toEqual([
      'error.responseType',
      'extendedRequestId',
      'httpMethod',
      'identity.sourceIp',
      'requestId',
      'resourcePath',
      'responseLatency',
      'status',
    ]);
    for (const setting of settings) {
      expect(setting).not.toHaveProperty('LoggingLevel');
      expect(setting).toMatchObject({ DataTraceEnabled: false });
    }
  });

  test('TLS versions before 1.2 are rejected', () => {
    const { SecurityPolicy } = only(template, 'AWS::ApiGateway::RestApi').Properties;
    expect(SecurityPolicy).toBe('SecurityPolicy_TLS13_1_2_2021_06');
  });
});

test('each API function may be invoked only by this stage of this API', () => {
  const permissions = resourcesOf(template, 'AWS::Lambda::Permission').map(([, { Properties }]) => Properties);
  const [api] = resourcesOf(template, 'AWS::ApiGateway::RestApi')[0] as [string, unknown];
  const fromApi = permissions.filter(({ Principal }) => Principal === 'apigateway.amazonaws.com');
  const aliases = resourcesOf(template, 'AWS::Lambda::Alias');
  // One for each group, SCIM and the pages.
  expect(aliases).toHaveLength(groupNames.length + 2);
  expect(fromApi.map(({ FunctionName }) => textOf(FunctionName)).sort()).toEqual(
    aliases.map(([id]) => `\${${id}}`).sort(),
  );
  for (const { SourceArn } of fromApi) expect(textOf(SourceArn)).toMatch(new RegExp(`:\\$\\{${api}\\}/v1/\\*/\\*$`));
  const others = permissions.filter((each) => !fromApi.includes(each)).map(({ Principal }) => Principal);
  // The schedules of the key rotation and the watch, the ended sessions of applications, and one rotation for each root
  // secret.
  const services = [...Array(4).fill('events.amazonaws.com'), ...Array(3).fill('secretsmanager.amazonaws.com')];
  expect(others.sort()).toEqual(services);
});
