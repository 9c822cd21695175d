// Functions and authorizers of the server package. Events of REST APIs come from the local gateway; it has none of HTTP
// APIs and of authorizers, so those are built as the API Gateway developer guide shows them.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type {
  APIGatewayAuthorizerResult,
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2,
  APIGatewayProxyResult,
  APIGatewayRequestAuthorizerEvent,
  APIGatewayRequestAuthorizerEventV2,
  APIGatewaySimpleAuthorizerResult,
  APIGatewayTokenAuthorizerEvent,
  Context,
} from 'aws-lambda';
import { createGateway } from '../../../infra/tools/local/gateway/gateway.ts';
import { policyAuthorizer, simpleAuthorizer } from '../../../lib/packages/server/authorizer.ts';
import { type Claims, requirePermission } from '../../../lib/packages/server/index.ts';
import { authorizedClaims, withAuth } from '../../../lib/packages/server/lambda.ts';
import { now } from '../../../lib/platform/clock.ts';
import { send } from '../../support/http.ts';
import { bearer, prepared, useService } from '../../support/service.ts';
import { network, refusal, verifierOf } from '../../support/verifier.ts';

const service = useService();
let base = '';
const events: APIGatewayProxyEvent[] = [];
const handled = async (event: { path?: string; rawPath?: string }, claims: Claims): Promise<APIGatewayProxyResult> => {
  if ((event.path ?? event.rawPath) === '/none') requirePermission(claims, 'none.at.all');
  return { statusCode: 200, body: JSON.stringify(claims.userId) };
};

const user = prepared(async () => service.signup(await service.tenant()));
beforeAll(async () => {
  const handler = withAuth<APIGatewayProxyEvent, Context, APIGatewayProxyResult>(
    verifierOf(service, { cookies: true }),
    handled,
  );
  const handle = async (event: APIGatewayProxyEvent, context: Context) => {
    events.push(event);
    return (await handler(event, context)) as never;
  };
  const server = createGateway(Promise.resolve({ handle, stage: '', loadPages: async () => async () => undefined }));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterServer = () => server.close();
});
let afterServer: () => unknown;
afterAll(() => void afterServer());

const call = (path: string, headers: Record<string, string | string[]>, method = 'GET') =>
  send(base, method, path, { headers });
const CONTEXT = {} as Context;

describe('a function of a REST API', () => {
  test('gets the claims of a valid token', async () => {
    expect(await call('/', bearer(user.tokens))).toMatchObject({ status: 200, body: expect.stringMatching(/^usr_/) });
  });

  test('responds to requests that it refuses, and to checks that fail in it, with the four fields', async () => {
    expect(await call('/', {})).toMatchObject({
      status: 401,
      headers: { 'content-type': 'application/json', 'x-amzn-remapped-www-authenticate': 'Bearer' },
      body: { statusCode: 401, error: 'Unauthorized', message: expect.any(String), code: 'NO_AUTH_PROVIDED' },
    });
    expect(await call('/none', bearer(user.tokens))).toMatchObject({
      status: 403,
      body: { code: 'MISSING_REQUIRED_PERMISSIONS' },
    });
  });

  test('takes the cookie, except with a change that another site sends', async () => {
    const cookie = `svc_access=${user.tokens.accessToken}`;
    expect((await call('/', { cookie })).status).toBe(200);
    const foreign = await call('/', { cookie, origin: 'https://evil.example' }, 'POST');
    expect(foreign).toMatchObject({ status: 403, body: { code: 'CSRF_ORIGIN_REJECTED' } });
  });

  test('works without headers of several values', async () => {
    await call('/', bearer(user.tokens));
    const event = {
      ...events.at(-1),
      multiValueHeaders: null,
      headers: { AUTHORIZATION: bearer(user.tokens).authorization },
    };
    const handler = withAuth<APIGatewayProxyEvent, Context, APIGatewayProxyResult>(verifierOf(service), handled);
    expect(await handler(event as never, CONTEXT)).toMatchObject({ statusCode: 200 });
    expect(await handler({ ...event, headers: null } as never, CONTEXT)).toMatchObject({ statusCode: 401 });
  });
});

describe('a function of an HTTP API', () => {
  const handler = () =>
    withAuth<APIGatewayProxyEventV2, Context, APIGatewayProxyResult>(verifierOf(service, { cookies: true }), handled);
  const event = (method: string, more: Partial<APIGatewayProxyEventV2>) =>
    ({
      version: '2.0',
      rawPath: '/',
      headers: {},
      requestContext: { http: { method, path: '/' } },
      ...more,
    }) as APIGatewayProxyEventV2;

  test('gets the claims of a valid token, from the header or a cookie', async () => {
    const cookies = ['svc_csrf=x', `svc_access=${user.tokens.accessToken}`];
    expect(await handler()(event('GET', { headers: bearer(user.tokens) }), CONTEXT)).toMatchObject({ statusCode: 200 });
    expect(await handler()(event('GET', { cookies }), CONTEXT)).toMatchObject({ statusCode: 200 });
    const foreign = event('POST', { cookies, headers: { origin: 'https://evil.example' } });
    expect(await handler()(foreign, CONTEXT)).toMatchObject({ statusCode: 403 });
    expect(await handler()(event('GET', {}), CONTEXT)).toMatchObject({ statusCode: 401 });
  });
});

const ARN = 'arn:aws:execute-api:eu-central-1:123456789012:abcdef123/prod/GET/orders/7';
const STAGE = 'arn:aws:execute-api:eu-central-1:123456789012:abcdef123/prod/*';
const tokenEvent = (authorizationToken: string): APIGatewayTokenAuthorizerEvent => ({
  type: 'TOKEN',
  methodArn: ARN,
  authorizationToken,
});
const requestEvent = (headers: Record<string, string>) =>
  ({
    type: 'REQUEST',
    methodArn: ARN,
    httpMethod: 'GET',
    headers,
    multiValueHeaders: null,
  }) as unknown as APIGatewayRequestAuthorizerEvent;
const simpleEvent = (headers: Record<string, string>, cookies?: string[]) =>
  ({
    version: '2.0',
    type: 'REQUEST',
    routeArn: ARN,
    headers,
    cookies,
  }) as unknown as APIGatewayRequestAuthorizerEventV2;
const sent = () => bearer(user.tokens);

describe('an authorizer with a policy', () => {
  test('allows the methods of the stage, and hands the claims on', async () => {
    const authorize = policyAuthorizer(verifierOf(service));
    for (const event of [
      tokenEvent(sent().authorization as string),
      requestEvent({ Authorization: sent().authorization as string }),
    ]) {
      const result: APIGatewayAuthorizerResult = await authorize(event);
      expect(result.policyDocument.Statement).toEqual([
        { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: STAGE },
      ]);
      const claims = await verifierOf(service).verify(user.tokens.accessToken);
      expect(result).toMatchObject({ principalId: claims.userId, context: { tenantId: user.tenant.id } });
      // API Gateway hands only strings, numbers and booleans on.
      for (const value of Object.values(result.context ?? {})) expect(typeof value).toBe('string');
      expect(authorizedClaims({ requestContext: { authorizer: result.context } }, now())).toEqual(claims);
    }
  });

  test('throws what API Gateway turns into 401, and denies when a rule is not met', async () => {
    const authorize = policyAuthorizer(verifierOf(service));
    for (const event of [
      tokenEvent(''),
      tokenEvent('Bearer a.b.c'),
      requestEvent({}),
      requestEvent({ authorization: 'x' }),
    ])
      await expect(authorize(event)).rejects.toThrow(/^Unauthorized$/);
    const ruled = policyAuthorizer(verifierOf(service), { permission: 'none.at.all' });
    const denied = await ruled(tokenEvent(sent().authorization as string));
    expect(denied.policyDocument.Statement).toEqual([
      { Action: 'execute-api:Invoke', Effect: 'Deny', Resource: STAGE },
    ]);
    expect(denied.context).toBeUndefined();
  });

  test('reads no cookie, because a result is cached for all methods', async () => {
    const cookie = `svc_access=${user.tokens.accessToken}`;
    await expect(policyAuthorizer(verifierOf(service, { cookies: true }))(requestEvent({ cookie }))).rejects.toThrow(
      /^Unauthorized$/,
    );
  });

  test('asks online if told to', async () => {
    const authorize = policyAuthorizer(verifierOf(service), { online: true });
    const ended = (await service.login(user)).body;
    await service.post('/auth/logout', {}, { headers: bearer(ended) });
    await expect(authorize(tokenEvent(`Bearer ${ended.accessToken}`))).rejects.toThrow(/^Unauthorized$/);
    expect((await authorize(tokenEvent(sent().authorization as string))).policyDocument.Statement).toMatchObject([
      { Effect: 'Allow' },
    ]);
  });

  test('fails without a result to cache while the keys cannot be fetched', async () => {
    const net = network();
    net.isDown = true;
    const verifier = verifierOf(service, { fetch: net.fetch });
    const event = tokenEvent(sent().authorization as string);
    expect(await refusal(policyAuthorizer(verifier)(event))).toBe('503 SERVICE_UNAVAILABLE');
    expect(await refusal(simpleAuthorizer(verifier)(simpleEvent(sent())))).toBe('503 SERVICE_UNAVAILABLE');
  });

  test.each([undefined, '', 'arn:aws:execute-api:x', 'x/y'])(
    'refuses an event without a method: %j',
    async (methodArn) => {
      await expect(policyAuthorizer(verifierOf(service))({ type: 'TOKEN', methodArn })).rejects.toThrow(TypeError);
    },
  );
});

describe('an authorizer with simple responses', () => {
  test('allows a valid token, and hands the claims on', async () => {
    const result: APIGatewaySimpleAuthorizerResult & { context?: object } = await simpleAuthorizer(verifierOf(service))(
      simpleEvent(sent()),
    );
    expect(result).toMatchObject({ isAuthorized: true, context: { tenantId: user.tenant.id } });
    const requestContext = { authorizer: { lambda: result.context } };
    expect(authorizedClaims({ requestContext }, now())).toEqual(
      await verifierOf(service).verify(user.tokens.accessToken),
    );
  });

  test('refuses a missing or forged token, a cookie, and a rule that is not met', async () => {
    const authorize = simpleAuthorizer(verifierOf(service, { cookies: true }));
    for (const event of [
      simpleEvent({}),
      simpleEvent({ authorization: 'Bearer a.b.c' }),
      simpleEvent({}, [`svc_access=${user.tokens.accessToken}`]),
    ])
      expect(await authorize(event)).toEqual({ isAuthorized: false });
    expect(await simpleAuthorizer(verifierOf(service), { role: 'Nobody' })(simpleEvent(sent()))).toEqual({
      isAuthorized: false,
    });
  });
});

describe('behind an authorizer', () => {
  test('a cached result of an expired token is refused', async () => {
    const { context } = await simpleAuthorizer(verifierOf(service))(simpleEvent(sent()));
    const event = { requestContext: { authorizer: { lambda: context } } };
    const { expiresAt } = authorizedClaims(event, now());
    expect(() => authorizedClaims(event, expiresAt.getTime())).toThrow('The access token is not valid.');
  });

  test('a route without authorizer fails instead of serving strangers', () => {
    for (const requestContext of [{}, { authorizer: {} }, { authorizer: { claims: { sub: 'x' } } }])
      expect(() => authorizedClaims({ requestContext })).toThrow(TypeError);
  });
});
