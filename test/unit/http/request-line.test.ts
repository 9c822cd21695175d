// Checks the log line that each request writes: actor, address, operation, outcome and cost. The line records every
// authentication, refusal and change (OWASP ASVS 16.3), so it must be written no matter how a request ends.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { handler } from '../../../functions/authentication.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';
import { idOf } from '../../support/stored-users.ts';

beforeAll(async () => {
  // Without the change feed, only requests are logged.
});
const service = useService({}, { changeFeed: false });
const tenant = prepared(() => service.tenant());
const user = prepared(() => service.signup(tenant));

/** Returns the log line of the request that `work` makes, and expects exactly one. */
async function lineOf(work: () => Promise<unknown>): Promise<Line> {
  const requests = ofEvent(await logged(work), 'request');
  expect(requests).toHaveLength(1);
  return requests[0] as Line;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('the request line holds every field of docs/observability.md', async () => {
  const headers = { ...bearer(user.tokens), 'user-agent': 'Browser/1' };
  const line = await lineOf(() => service.get('/auth/me?token=canary', { headers, ip: '127.1.2.3' }));
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    event: 'request',
    requestId: expect.stringMatching(UUID),
    lambdaRequestId: expect.stringMatching(UUID),
    operation: 'me',
    route: 'GET /auth/me',
    tenant: tenant.id,
    actor: idOf(user),
    outcome: 'ok',
    code: null,
    status: 200,
    ms: expect.any(Number),
    readUnits: 3,
    writeUnits: 0,
    trips: 1,
    ip: '127.1.2.3',
    userAgent: 'Browser/1',
  });
});

describe('the actor in the request line', () => {
  test('is the user after a successful login', async () => {
    expect(await lineOf(() => service.login(user))).toMatchObject({
      operation: 'login',
      outcome: 'ok',
      tenant: tenant.id,
      actor: idOf(user),
      identifier: expect.stringMatching(/^[\w-]{16}$/),
    });
  });

  test('is absent after a failed login, where the e-mail address appears only as a stable pseudonym', async () => {
    const wrong = { ...user, password: newPassword() };
    const [line, again] = [await lineOf(() => service.login(wrong)), await lineOf(() => service.login(wrong))];
    const { identifier } = await lineOf(() => service.login({ ...wrong, email: newEmail() }));
    expect(line).toMatchObject({ outcome: 'refused', code: 'INVALID_CREDENTIALS', status: 401, tenant: tenant.id });
    expect(line).not.toHaveProperty('actor');
    expect(again.identifier).toBe(line.identifier);
    expect(identifier).not.toBe(line.identifier);
    expect(JSON.stringify(line)).not.toContain(user.email);
  });

  test('is the owner of a refused token, and is absent when the token is forged', async () => {
    const { tokens } = await service.signup(tenant);
    const headers = bearer(tokens);
    await service.post('/auth/logout', {}, { headers });
    const ended = await lineOf(() => service.get('/auth/me', { headers }));
    expect(ended).toMatchObject({
      code: 'SESSION_NOT_FOUND',
      tenant: tenant.id,
      actor: expect.stringMatching(/^usr_/),
    });
    const forged = await lineOf(() => service.get('/auth/me', { headers: bearer(`${user.tokens.accessToken}x`) }));
    expect(forged).toMatchObject({ code: 'INVALID_TOKEN', outcome: 'refused' });
    expect(forged).not.toHaveProperty('actor');
  });

  test('is the owner of the refresh token in a refresh', async () => {
    const { tokens } = await service.signup(tenant);
    const refresh = () => service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
    const line = await lineOf(refresh);
    expect(line).toMatchObject({ operation: 'refreshToken', outcome: 'ok', tenant: tenant.id });
    expect(line.actor).toMatch(/^usr_/);
  });

  test('is the new user after a sign-up', async () => {
    const line = await lineOf(() => service.signup(tenant));
    expect(line).toMatchObject({ operation: 'signup', outcome: 'ok', tenant: tenant.id });
    expect(line.actor).toMatch(/^usr_/);
  });

  test('is the admin in an admin operation, while the tenant is the one that the operation concerns', async () => {
    await service.adminCookie();
    const change = () => service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { name: 'New' });
    const line = await lineOf(change);
    expect(line).toMatchObject({ outcome: 'ok', tenant: tenant.id, actor: expect.stringMatching(/^adm_/) });
    const read = await lineOf(() => service.admin('GET', `/auth/admin/api/users/${idOf(user)}`));
    expect(read).toMatchObject({ tenant: tenant.id, actor: line.actor });
  });

  test('is the admin after an admin login, and is absent when the password was wrong', async () => {
    const { adminLogin } = service;
    const wrong = { ...adminLogin, password: newPassword() };
    const login = (body: object) => lineOf(() => service.post('/auth/admin/login', body));
    expect(await login(wrong)).not.toHaveProperty('actor');
    expect(await login(adminLogin)).toMatchObject({ outcome: 'ok', actor: expect.stringMatching(/^adm_/) });
  });
});

test('every log line of a request holds its request id, operation and tenant', async () => {
  const lines = await logged(() => service.login({ ...user, password: newPassword() }));
  expect(lines.map(({ event }) => event)).toEqual(['login_failed', 'request']);
  const [failed, request] = lines as [Line, Line];
  const { requestId, operation, identifier } = request;
  expect(failed).toMatchObject({ requestId, operation, tenant: tenant.id });
  expect(identifier).toBeDefined();
});

describe('the request line of a request without an operation', () => {
  test('names the route "unknown" and leaves out the path', async () => {
    const line = await lineOf(() => service.get('/auth/canary-of-a-path'));
    expect(line).toMatchObject({ route: 'unknown', outcome: 'refused', code: 'ROUTE_NOT_FOUND' });
    expect(JSON.stringify(line)).not.toContain('canary');
  });

  test('names the route "preflight" for a CORS preflight', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const line = await lineOf(() => service.send('OPTIONS', '/auth/login', { headers }));
    expect(line).toMatchObject({ route: 'preflight', code: 'CSRF_ORIGIN_REJECTED' });
  });
});

describe('the request line of a handler called directly', () => {
  const event = (more: Partial<APIGatewayProxyEvent> = {}): APIGatewayProxyEvent =>
    ({ httpMethod: 'GET', path: '/auth/client-config', headers: null, body: null, ...more }) as never;
  const context = (remainingMs = 10_000) =>
    ({ getRemainingTimeInMillis: () => remainingMs, awsRequestId: 'lambda-1' }) as Context;

  test('is written with SERVICE_UNAVAILABLE before the function runs out of time', async () => {
    const body = JSON.stringify({ tenantId: tenant.id, email: newEmail(), password: newPassword() });
    const headers = { 'content-type': 'application/json' };
    const late = event({ httpMethod: 'POST', path: '/auth/signup', headers, body });
    const lines = await logged(() => handler(late, context(1501)));
    expect(lines.map((line) => line.event)).toEqual(['unavailable', 'request']);
    expect(lines[1]).toMatchObject({
      lambdaRequestId: 'lambda-1',
      operation: 'signup',
      tenant: tenant.id,
      outcome: 'failed',
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
    });
  });

  test('holds the trace id when Lambda sets one', async () => {
    expect(await lineOf(() => handler(event(), context()))).not.toHaveProperty('traceId');
    process.env._X_AMZN_TRACE_ID = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
    const line = await lineOf(() => handler(event(), context()));
    delete process.env._X_AMZN_TRACE_ID;
    expect(line.traceId).toBe('1-5759e988-bd862e3fe1be46a994272793');
  });

  test.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', undefined],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', undefined],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', undefined],
    ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', undefined],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" forged', undefined],
  ])('holds the trace of the caller when traceparent is valid: %j gives %j', async (traceparent, expected) => {
    const line = await lineOf(() => handler(event({ headers: { traceparent } }), context()));
    expect(line.callerTraceId).toBe(expected);
  });

  test.each([
    ['8a4e4076-cf8d-482b-820e-62097c23864a', '8a4e4076-cf8d-482b-820e-62097c23864a'],
    ['forged" id', 'lambda-1'],
    ['x'.repeat(65), 'lambda-1'],
    [undefined, 'lambda-1'],
  ])('holds the request id of the gateway when it is well-formed: %j gives %j', async (requestId, expected) => {
    const line = await lineOf(() => handler(event({ requestContext: { requestId } as never }), context()));
    expect(line.requestId).toBe(expected);
  });

  test('cuts the user agent to 200 characters', async () => {
    const headers = { 'user-agent': `${'x'.repeat(5000)}\r\nforged` };
    expect((await lineOf(() => handler(event({ headers }), context()))).userAgent).toBe('x'.repeat(200));
  });
});

test('docs/observability.md names every log field and every event', async () => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/observability.md'), 'utf8');
  const lines = await logged(async () => {
    await service.login(user);
    await service.login({ ...user, password: newPassword() });
  });
  const sources = readdirSync(join(import.meta.dirname, '../../../lib'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, '../../../lib', file), 'utf8'));
  const events = sources.flatMap((source) => [...source.matchAll(/\blog\.\w+\('(\w+)'/g)].map((match) => match[1]));
  expect(events.length).toBeGreaterThan(20);
  const names = new Set([...lines.flatMap(Object.keys), 'traceId', 'callerTraceId', ...events]);
  expect([...names].filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
});
