// Compares the HTTP API of `gateway=http` with the contract, with the REST API that it replaces, and runs it in the rehearsal.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Stack } from 'aws-cdk-lib';
import { functionNames, rowOf } from '../../infra/functions.ts';
import { EVERYTHING, GATEWAY_RESOURCES, httpRoutes, methodsOf, servedBy } from '../../infra/routes.ts';
import { readSettings } from '../../infra/settings/read.ts';
import { synthesise as assemble, SETTINGS } from '../../infra/tools/rehearsal/assembly/synthesise.ts';
import { describeFinding } from '../../infra/tools/rehearsal/findings.ts';
import { type Rehearsal, startRehearsal } from '../../infra/tools/rehearsal/run.ts';
import { errorBody } from '../../lib/contract/errors.ts';
import { createClient, GatehouseError } from '../../lib/packages/client/node.ts';
import { Gatehouse } from '../../lib/packages/construct/gatehouse.ts';
import { send } from '../support/http.ts';
import {
  only,
  type Resource,
  resourcesOf,
  SENDER,
  synthesise,
  type Template,
  textOf,
  withApp,
} from '../support/synthesis.ts';

type Operation = { 'x-amazon-apigateway-integration': { $ref: string }; isDefaultRoute?: boolean };
type Integration = { type: string; httpMethod: string; payloadFormatVersion: string; uri: unknown };
type Body = {
  paths: Record<string, Record<string, Operation>>;
  components: { 'x-amazon-apigateway-integrations': Record<string, Integration> };
};
type Throttle = { ThrottlingRateLimit: number; ThrottlingBurstLimit: number };

const ANY = 'x-amazon-apigateway-any-method';

const HTTP = { ...SENDER, gateway: 'http' };
const DOMAIN = { domainName: 'auth.example.com', hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };
const template = synthesise({ ...HTTP, resources: 'on' });
const bodyOf = (of: Template) => only(of, 'AWS::ApiGatewayV2::Api').Properties.Body as Body;
const stageOf = (of: Template) => only(of, 'AWS::ApiGatewayV2::Stage').Properties;
const body = bodyOf(template);
const served = servedBy(EVERYTHING).flatMap((each) =>
  methodsOf(each).map((method) => ({ ...method, name: each.name })),
);

/** The function that a route leads to, with its alias. */
function functionBehind(operation: Operation | undefined, { components }: Body = body): string | undefined {
  const name = operation?.['x-amazon-apigateway-integration'].$ref.replace(/^.*\//, '') ?? '';
  const uri = components['x-amazon-apigateway-integrations'][name]?.uri;
  return uri === undefined ? undefined : /:function:Gatehouse-([a-z:-]+)\/invocations$/.exec(textOf(uri))?.[1];
}

describe('routes', () => {
  test.each(served)(
    '$method $path reaches its function, with the throttle of its class or that of reads',
    ({ method, path, rate, name }) => {
      const item = body.paths[path] ?? {};
      const own = item[method.toLowerCase()];
      expect(functionBehind(own ?? item[ANY])).toBe(`${name}:live`);
      // Functions serve preflight requests and respond 405.
      expect(functionBehind(item[ANY])).toBe(`${name}:live`);
      const { RouteSettings, DefaultRouteSettings } = stageOf(template) as {
        RouteSettings: Record<string, Throttle>;
        DefaultRouteSettings: Throttle;
      };
      const throttle = RouteSettings[`${own ? method : 'ANY'} ${path}`];
      const { rate: ThrottlingRateLimit, burst: ThrottlingBurstLimit } = readSettings({}).rates[
        throttle ? rate : 'read'
      ];
      expect(throttle ?? DefaultRouteSettings).toEqual({ ThrottlingRateLimit, ThrottlingBurstLimit });
    },
  );

  test('everything else reaches the function of discovery, and nothing undeclared is routed', () => {
    expect(body.paths['/$default']?.[ANY]?.isDefaultRoute).toBe(true);
    expect(functionBehind(body.paths['/$default']?.[ANY])).toBe('discovery:live');
    const declared = new Set(served.map(({ path }) => path));
    expect(Object.keys(body.paths).filter((path) => !declared.has(path))).toEqual(['/$default']);
  });

  test('every setting of the stage is about a route of the specification, which no release removes', () => {
    const routes = Object.keys(stageOf(template).RouteSettings as object);
    expect(routes).toHaveLength(25);
    expect(routes).toEqual(expect.arrayContaining(['ANY /auth/login', 'ANY /auth/refresh-token', 'ANY /oauth2/token']));
    for (const route of routes) {
      const [method, path = ''] = route.split(' ');
      expect([method, Object.keys(body.paths[path] ?? {})]).toEqual(['ANY', [ANY]]);
    }
  });

  test('the routes are far below the quota, and each function has one integration', () => {
    const counts = [{ hasResources: false }, EVERYTHING].map((extent) => httpRoutes(servedBy(extent)).length + 1);
    expect(Math.max(...counts)).toBeLessThan(GATEWAY_RESOURCES);
    const integrations = Object.entries(body.components['x-amazon-apigateway-integrations']);
    expect(integrations.map(([name]) => name)).toEqual(servedBy(EVERYTHING).map(({ name }) => name));
    for (const [, { type, httpMethod, payloadFormatVersion }] of integrations)
      expect([type, httpMethod, payloadFormatVersion]).toEqual(['aws_proxy', 'POST', '1.0']);
  });

  test('paths that match the same request belong to one function, so no order of routes is relied on', () => {
    const routes = httpRoutes(servedBy(EVERYTHING)).filter(({ method }) => method === 'ANY');
    const overlap = (a: string, b: string): boolean => {
      const [left, right] = [a.split('/'), b.split('/')];
      const isParam = (part = '') => part.startsWith('{');
      return (
        left.length === right.length &&
        left.every((part, at) => isParam(part) || isParam(right[at]) || part === right[at])
      );
    };
    const shared = routes.flatMap((a) => routes.filter((b) => a.name !== b.name && overlap(a.path, b.path)));
    // Literal paths beat parameters in both kinds of API.
    expect(shared.map(({ path }) => path)).toEqual([]);
  });
});

describe('the stack', () => {
  const http = synthesise(HTTP);
  const rest = synthesise(SENDER);
  const isOfGateway = ({ Type }: Resource): boolean => /ApiGateway/.test(Type);

  test('everything but the API, its log role and what functions know of the address is that of a REST API', () => {
    // The ids of versions are hashes of their content, which includes the URL.
    const idsOf = (of: Template) =>
      Object.entries(of.Resources)
        .filter(([, resource]) => !isOfGateway(resource))
        .map(([id]) => id.replace(/(CurrentVersion)\w+/, '$1'))
        .sort();
    const missing = idsOf(rest).filter((id) => !idsOf(http).includes(id));
    expect(missing.map((id) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(['ApiCloudWatchRole']);
    expect(idsOf(http).filter((id) => !idsOf(rest).includes(id))).toEqual([]);
    expect(Object.keys(http.Outputs)).toEqual(Object.keys(rest.Outputs));
  });

  test('the API is at the root of its address, and functions know it so', () => {
    const url = `https://\${HttpApi}.execute-api.\${AWS::Region}.\${AWS::URLSuffix}`;
    expect([textOf(http.Outputs.ApiUrl?.Value), textOf(http.Outputs.BaseUrl?.Value)]).toEqual([url, url]);
    expect(stageOf(http).StageName).toBe('$default');
  });

  test('a new definition is published by a deployment of its own, after the aliases', () => {
    const deploymentOf = (of: Template) =>
      resourcesOf(of, 'AWS::ApiGatewayV2::Deployment')[0] as [string, Resource & { DependsOn: string[] }];
    const [id, { DependsOn }] = deploymentOf(http);
    expect(stageOf(http).DeploymentId).toEqual({ Ref: id });
    expect(stageOf(http).AutoDeploy).toBeUndefined();
    expect(deploymentOf(synthesise({ ...HTTP, resources: 'on' }))[0]).not.toBe(id);
    const aliases = resourcesOf(http, 'AWS::Lambda::Alias').map(([alias]) => alias);
    expect(DependsOn).toEqual(expect.arrayContaining(aliases));
  });

  test('each function may be invoked only by this API', () => {
    const fromApi = resourcesOf(http, 'AWS::Lambda::Permission')
      .map(([, { Properties }]) => Properties)
      .filter(({ Principal }) => Principal === 'apigateway.amazonaws.com');
    const aliases = resourcesOf(http, 'AWS::Lambda::Alias').map(([id]) => `\${${id}}`);
    expect(fromApi.map(({ FunctionName }) => textOf(FunctionName)).sort()).toEqual(aliases.sort());
    for (const { SourceArn } of fromApi) expect(textOf(SourceArn)).toMatch(/:execute-api:.*:\$\{HttpApi\}\/\*\/\*$/);
  });

  test('the access log has no header, body or query, and counts what the gateway throttled by itself', () => {
    const { Format } = stageOf(http).AccessLogSettings as { Format: string };
    const variables = [...Format.matchAll(/\$context\.([A-Za-z.]+)/g)].map(([, name]) => name).sort();
    expect(variables).toEqual([
      'error.message',
      'extendedRequestId',
      'httpMethod',
      'identity.sourceIp',
      'integration.status',
      'requestId',
      'responseLatency',
      'routeKey',
      'status',
    ]);
    expect(only(http, 'AWS::Logs::MetricFilter').Properties).toMatchObject({
      FilterPattern: '{ ($.status = "429") && ($.integration = "-") }',
      MetricTransformations: [{ MetricName: 'GatewayThrottled', MetricNamespace: 'Gatehouse/Gatehouse' }],
    });
  });

  test('a domain is mapped to the stage, and the API’s own address is closed', () => {
    const mapped = synthesise({ ...HTTP, ...DOMAIN });
    expect(only(mapped, 'AWS::ApiGatewayV2::ApiMapping').Properties).toMatchObject({
      ApiId: { Ref: 'HttpApi' },
      Stage: { Ref: 'HttpApiStage' },
    });
    expect(resourcesOf(mapped, 'AWS::ApiGateway::BasePathMapping')).toEqual([]);
    expect(only(mapped, 'AWS::ApiGatewayV2::Api').Properties.DisableExecuteApiEndpoint).toBe(true);
    expect(JSON.stringify(bodyOf(mapped))).toContain('"disableExecuteApiEndpoint":true');
    expect(JSON.stringify(bodyOf(http))).toContain('"disableExecuteApiEndpoint":false');
  });

  test('the construct hands out the API of the kind that was chosen, and says so when the other one is asked for', () => {
    const of = (context: object) =>
      withApp(
        (app, bundles) =>
          new Gatehouse(new Stack(app, 'Stack'), 'Auth', { settings: readSettings({ ...context }), bundles }),
      );
    const { httpApi, node } = of(HTTP);
    expect(httpApi.apiEndpoint).toContain('execute-api');
    expect(() => of(HTTP).api).toThrow(`${node.path}: api is the REST API. With gateway: 'http', use httpApi.`);
    expect(of(SENDER).api.restApiId).toBeDefined();
    expect(() => of(SENDER).httpApi).toThrow("httpApi needs gateway: 'http'");
  });

  test('in maintenance, every route leads to a function that may do nothing', () => {
    const closed = synthesise({ ...HTTP, maintenance: 'on' });
    const definition = bodyOf(closed);
    expect(Object.keys(definition.paths)).toEqual(Object.keys(bodyOf(http).paths));
    for (const item of Object.values(definition.paths))
      for (const operation of Object.values(item)) expect(functionBehind(operation, definition)).toBe('maintenance');
    expect(stageOf(closed).RouteSettings).toEqual(stageOf(http).RouteSettings);
    const role = only(closed, 'AWS::IAM::Role', 'MaintenanceRole').Properties;
    expect(JSON.stringify(role).match(/"Action":(\[[^\]]*\]|"[^"]*")/g)).toEqual([
      '"Action":"sts:AssumeRole"',
      '"Action":["logs:CreateLogStream","logs:PutLogEvents"]',
    ]);
  });
});

describe('the rehearsal', () => {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-http-api-'));
  const assembly = join(root, 'sound');
  const ADMIN = { email: 'admin@example.com', password: 'tangerine bicycle 41' };
  const EVE = { email: 'eve@example.com', password: 'correct horse battery' };
  let running: Rehearsal | undefined;

  beforeAll(() => assemble(assembly, { ...SETTINGS, gateway: 'http' }));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });
  const rehearse = async (directory: string): Promise<Rehearsal> => {
    running = await startRehearsal({ port: 0, assembly: directory });
    return running;
  };
  const found = ({ report }: Rehearsal): string[] => report().findings.map(describeFinding);

  test('serves a journey, its pages and every function behind the API, without findings', async () => {
    const rehearsal = await rehearse(assembly);
    const { baseUrl, adminSecretKey: secretKey } = rehearsal;
    expect(baseUrl).toMatch(/^http:\/\/localhost:\d+$/);
    const admin = createClient({ baseUrl });
    await admin.adminConsole.signup({ ...ADMIN, secretKey });
    await admin.adminConsole.login(ADMIN);
    const { tenant } = await admin.adminTenants.create({ name: 'Demo', slug: 'demo' });
    const user = createClient({ baseUrl }).authentication;
    await user.signup({ ...EVE, tenantId: tenant.id });
    await user.logout();
    await user.login({ tenantId: tenant.id, credentials: EVE });
    expect((await user.me()).email).toBe(EVE.email);
    const cookies = await fetch(`${baseUrl}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token-type': 'cookie' },
      body: JSON.stringify({ tenantId: tenant.id, credentials: EVE }),
    });
    expect(cookies.headers.getSetCookie().length).toBeGreaterThan(2);
    const page = await fetch(`${baseUrl}/login/sign-up`);
    const text = await page.text();
    expect([page.status, text.match(/<base href="([^"]*)">/)?.[1]]).toEqual([200, '/']);
    const [file] = [...text.matchAll(/(?:src|href)="(assets\/[^"]+\.css)"/g)].map(([, name]) => name);
    const style = await fetch(`${baseUrl}/${file}`);
    expect([style.status, style.headers.get('content-encoding')]).toEqual([200, null]);
    // One request to each function: what it does not know of the caller is a refusal, and never 5xx.
    const behindApi = functionNames.filter((name) => rowOf(name).trigger.kind === 'api');
    for (const name of behindApi) {
      const { method, path } = served.find((each) => each.name === name) as (typeof served)[number];
      const { status } = await send(baseUrl, method, path.replace(/\{[^}]+\}/g, 'unknown'), { body: {} });
      expect([name, status < 500]).toEqual([name, true]);
    }
    const called = rehearsal.report().functions.filter(({ invocations }) => invocations > 0);
    expect(called.map(({ name }) => name.replace('Gatehouse-', ''))).toEqual(expect.arrayContaining([...behindApi]));
    expect(found(rehearsal)).toEqual([]);
  });

  test('unknown paths and methods have our body, also with a slash behind the path', async () => {
    const { baseUrl } = await rehearse(assembly);
    const codeOf = async (method: string, path: string) => (await send(baseUrl, method, path)).body.code;
    expect(await codeOf('DELETE', '/auth/health')).toBe('METHOD_NOT_ALLOWED');
    expect(await codeOf('GET', '/nothing/here')).toBe('ROUTE_NOT_FOUND');
    expect(await codeOf('GET', '/')).toBe('ROUTE_NOT_FOUND');
    expect(await codeOf('GET', '/auth/me/')).toBe('ROUTE_NOT_FOUND');
    expect((await send(baseUrl, 'GET', '/%61uth/health')).status).toBe(200);
  });

  test('the client names a refusal of the gateway by its status, and the request by its id', async () => {
    const directory = join(root, 'slow');
    await assemble(directory, { ...SETTINGS, gateway: 'http', readRate: '1' });
    const { baseUrl } = await rehearse(directory);
    const client = createClient({ baseUrl });
    const tried = await Promise.allSettled(Array.from({ length: 20 }, () => client.discovery.health()));
    const refused = tried.flatMap((each) => (each.status === 'rejected' ? [each.reason as GatehouseError] : []));
    expect(refused[0]).toBeInstanceOf(GatehouseError);
    expect(refused[0]).toMatchObject({ code: 'UNEXPECTED_RESPONSE', statusCode: 429, requestId: expect.any(String) });
  });

  test('maintenance responds 503 with our body and retry-after to each request', async () => {
    const directory = join(root, 'maintenance');
    await assemble(directory, { ...SETTINGS, gateway: 'http', maintenance: 'drain' });
    const { baseUrl } = await rehearse(directory);
    for (const [method, path] of [
      ['GET', '/auth/health'],
      ['POST', '/auth/login'],
      ['PUT', '/nothing/here'],
    ] as const) {
      const response = await fetch(`${baseUrl}${path}`, { method });
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120']);
      expect(await response.json()).toEqual(errorBody('SERVICE_UNAVAILABLE'));
    }
  });
});
