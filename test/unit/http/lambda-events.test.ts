// Calls the exported handler with every shape of event that API Gateway may send, and expects the same response.
import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { handler } from '../../../functions/authentication.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const user = prepared(async () => service.signup(await service.tenant()));

const context = (remainingMs = 10_000) => ({ getRemainingTimeInMillis: () => remainingMs }) as Context;

/** Returns an event with only the fields that the request needs. */
const event = (httpMethod: string, path: string, more: Partial<APIGatewayProxyEvent> = {}): APIGatewayProxyEvent =>
  ({
    httpMethod,
    path,
    headers: null,
    body: null,
    isBase64Encoded: false,
    requestContext: { identity: { sourceIp: '192.0.2.1' } },
    ...more,
  }) as never;

const call = async (sent: APIGatewayProxyEvent, lambdaContext = context()) => {
  const { statusCode, headers, body } = await handler(sent, lambdaContext);
  return { statusCode, headers, body: JSON.parse(body) };
};

const loginBody = () =>
  JSON.stringify({ tenantId: user.tenant.id, credentials: { email: user.email, password: user.password } });
const JSON_TYPE = { 'content-type': 'application/json' };

describe('the handler', () => {
  test.each([
    ['a text body', () => ({ body: loginBody() })],
    ['a base64 body', () => ({ body: Buffer.from(loginBody()).toString('base64'), isBase64Encoded: true })],
  ])('logs a user in with %s', async (_, body) => {
    expect((await call(event('POST', '/auth/login', { headers: JSON_TYPE, ...body() }))).statusCode).toBe(200);
  });

  test('treats a missing body as an empty one: INVALID_INPUT', async () => {
    const { body } = await call(event('POST', '/auth/login'));
    expect(body.code).toBe('INVALID_INPUT');
  });
});

describe('the handler authenticates a request by', () => {
  test.each([
    ['headers', () => ({ headers: bearer(user.tokens) })],
    [
      'multiValueHeaders',
      () => ({ multiValueHeaders: { authorization: [bearer(user.tokens).authorization as string] } }),
    ],
    ['a capitalised header name', () => ({ headers: { Authorization: bearer(user.tokens).authorization as string } })],
  ])('%s', async (_, headers) => {
    expect((await call(event('GET', '/auth/me', headers()))).body.email).toBe(user.email);
  });

  test('no headers at all: it returns NO_AUTH_PROVIDED instead of an internal error', async () => {
    expect((await call(event('GET', '/auth/me'))).body.code).toBe('NO_AUTH_PROVIDED');
  });
});

describe('the handler', () => {
  test.each([
    ['queryStringParameters', () => ({ queryStringParameters: { slug: user.tenant.slug } })],
    ['multiValueQueryStringParameters', () => ({ multiValueQueryStringParameters: { slug: [user.tenant.slug] } })],
  ])('reads the query from %s', async (_, query) => {
    expect((await call(event('GET', '/auth/tenants/lookup', query()))).body.id).toBe(user.tenant.id);
  });
});

test('the handler serves an event whose request context has no IP address', async () => {
  const { statusCode } = await call(event('GET', '/auth/client-config', { requestContext: undefined as never }));
  expect(statusCode).toBe(200);
});

test('the handler responds 503 with body and headers before the function runs out of time', async () => {
  const input = { tenantId: user.tenant.id, email: newEmail(), password: newPassword() };
  const late = event('POST', '/auth/signup', { headers: JSON_TYPE, body: JSON.stringify(input) });
  const { statusCode, headers, body } = await call(late, context(1501));
  expect([statusCode, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(headers).toMatchObject({
    'retry-after': expect.stringMatching(/^[2-5]$/),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  // Nothing of it is written when Lambda thaws the process: repeating it succeeds.
  const again = event('POST', '/auth/signup', { headers: JSON_TYPE, body: JSON.stringify(input) });
  expect((await call(again)).statusCode).toBe(200);
});
