// The exported handlers against events as API Gateway may send them: whatever the shape, the same answer.
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { handler } from '../../../functions/authentication.ts';
import { bearer, newEmail, newPassword, type User, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService();
let user: User;
beforeAll(async () => {
  user = await service.signup(await service.tenant());
});

const context = (remainingMs = 10_000) => ({ getRemainingTimeInMillis: () => remainingMs }) as Context;

/** An event with nothing in it that the request doesn't need. */
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

const call = async (sent: APIGatewayProxyEvent, within = context()) => {
  const { statusCode, headers, body } = await handler(sent, within);
  return { statusCode, headers, body: JSON.parse(body) };
};

const loginBody = () =>
  JSON.stringify({ tenantId: user.tenant.id, credentials: { email: user.email, password: user.password } });
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a body', () => {
  test.each([
    ['as text', () => ({ body: loginBody() })],
    ['in base64', () => ({ body: Buffer.from(loginBody()).toString('base64'), isBase64Encoded: true })],
  ])('%s logs in', async (_, body) => {
    expect((await call(event('POST', '/auth/login', { headers: JSON_TYPE, ...body() }))).statusCode).toBe(200);
  });

  test('that is missing is an empty one', async () => {
    const { body } = await call(event('POST', '/auth/login'));
    expect(body.code).toBe('INVALID_INPUT');
  });
});

describe('headers', () => {
  test.each([
    ['single', () => ({ headers: bearer(user.tokens) })],
    ['multi-value', () => ({ multiValueHeaders: { authorization: [bearer(user.tokens).authorization as string] } })],
    ['capitalised', () => ({ headers: { Authorization: bearer(user.tokens).authorization as string } })],
  ])('%s authenticate', async (_, headers) => {
    expect((await call(event('GET', '/auth/me', headers()))).body.email).toBe(user.email);
  });

  test('that are missing altogether are no reason to fail', async () => {
    expect((await call(event('GET', '/auth/me'))).body.code).toBe('NO_AUTH_PROVIDED');
  });
});

describe('the query', () => {
  test.each([
    ['single', () => ({ queryStringParameters: { slug: user.tenant.slug } })],
    ['multi-value', () => ({ multiValueQueryStringParameters: { slug: [user.tenant.slug] } })],
  ])('%s finds the tenant', async (_, query) => {
    expect((await call(event('GET', '/auth/tenants/lookup', query()))).body.id).toBe(user.tenant.id);
  });
});

test('a request context without an address is served', async () => {
  const { statusCode } = await call(event('GET', '/auth/client-config', { requestContext: undefined as never }));
  expect(statusCode).toBe(200);
});

test('running out of time is said in time, in the four fields and with the headers', async () => {
  const input = { tenantId: user.tenant.id, email: newEmail(), password: newPassword() };
  const late = event('POST', '/auth/signup', { headers: JSON_TYPE, body: JSON.stringify(input) });
  const { statusCode, headers, body } = await call(late, context(1501));
  expect([statusCode, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(headers).toMatchObject({
    'retry-after': '2',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  // The work goes on, as it does in a process that Lambda thaws: it is not to lose its table.
  await until(() => service.local.events().some(({ detail }) => (detail as { email?: string }).email === input.email));
});
