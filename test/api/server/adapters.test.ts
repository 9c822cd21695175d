// The adapters of the server package in real applications of Express, Hono and Fastify, with tokens of a running service.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import * as onExpress from '../../../lib/packages/server/express.ts';
import * as onFastify from '../../../lib/packages/server/fastify.ts';
import * as onHono from '../../../lib/packages/server/hono.ts';
import { requirePermission, type Verifier } from '../../../lib/packages/server/index.ts';
import { holder, newPermission } from '../../support/grants.ts';
import { send } from '../../support/http.ts';
import { bearer, type User, useService } from '../../support/service.ts';
import { verifierOf } from '../../support/verifier.ts';

const service = useService();
let user: User;
let token = '';
let permission = '';
let role = '';
const stops: (() => unknown)[] = [];
const bases: Record<string, string> = {};

/** The same application in each framework. */
beforeAll(async () => {
  permission = (await newPermission(service)).name;
  const held = await holder(service, [permission]);
  user = held.user;
  role = held.role.name;
  token = (await service.login(user)).body.accessToken;
  const verifier = verifierOf(service, { cookies: true });
  bases.Express = await expressApp(verifier);
  bases.Fastify = await fastifyApp(verifier);
  bases.Hono = await honoApp(verifier);
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

async function expressApp(verifier: Verifier): Promise<string> {
  const { claimsOf, errorHandler, requireAuth } = onExpress;
  const app = express();
  app.all('/me', requireAuth(verifier), (request, response) => {
    response.json(claimsOf(request).userId);
  });
  app.get('/permission', requireAuth(verifier, { permission, role }), (_, response) => void response.json('in'));
  app.get('/none', requireAuth(verifier, { permission: 'none.at.all' }), (_, response) => void response.json('in'));
  app.get('/role', requireAuth(verifier, { role: 'Nobody' }), (_, response) => void response.json('in'));
  app.get('/in-handler', requireAuth(verifier), async (request) => requirePermission(claimsOf(request), 'none.at.all'));
  app.get(
    '/tenants/:id',
    requireAuth(verifier, { tenant: ({ params }) => params.id }),
    (_, response) => void response.json('in'),
  );
  app.get('/online', requireAuth(verifier, { online: true }), (_, response) => void response.json('in'));
  app.get('/unprotected', (request, response) => void response.json(claimsOf(request).userId));
  app.use(errorHandler);
  app.use(((_error, _request, response, _next) => {
    response.status(500).json('fault');
  }) satisfies express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  stops.push(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function fastifyApp(verifier: Verifier): Promise<string> {
  const { claimsOf, requireAuth } = onFastify;
  const app = fastify();
  app.all('/me', { onRequest: requireAuth(verifier) }, async (request) => JSON.stringify(claimsOf(request).userId));
  app.get('/permission', { onRequest: requireAuth(verifier, { permission, role }) }, async () => '"in"');
  app.get('/none', { onRequest: requireAuth(verifier, { permission: 'none.at.all' }) }, async () => '"in"');
  app.get('/role', { onRequest: requireAuth(verifier, { role: 'Nobody' }) }, async () => '"in"');
  app.get('/in-handler', { onRequest: requireAuth(verifier) }, async (request) => {
    requirePermission(claimsOf(request), 'none.at.all');
  });
  app.get(
    '/tenants/:id',
    { onRequest: requireAuth(verifier, { tenant: ({ params }) => (params as { id: string }).id }) },
    async () => '"in"',
  );
  app.get('/online', { onRequest: requireAuth(verifier, { online: true }) }, async () => '"in"');
  app.get('/unprotected', async (request) => claimsOf(request).userId);
  stops.push(() => app.close());
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Hono speaks Fetch: Fastify carries its requests, because its own server is another package. */
async function honoApp(verifier: Verifier): Promise<string> {
  const { claimsOf, requireAuth } = onHono;
  const app = new Hono();
  app.all('/me', requireAuth(verifier), (context) => context.json(claimsOf(context).userId));
  app.get('/permission', requireAuth(verifier, { permission, role }), (context) => context.json('in'));
  app.get('/none', requireAuth(verifier, { permission: 'none.at.all' }), (context) => context.json('in'));
  app.get('/role', requireAuth(verifier, { role: 'Nobody' }), (context) => context.json('in'));
  app.get('/in-handler', requireAuth(verifier), (context) => {
    requirePermission(claimsOf(context), 'none.at.all');
    return context.json('in');
  });
  const tenant = requireAuth(verifier, { tenant: ({ req }) => req.param('id') });
  app.get('/tenants/:id', tenant, (context) => context.json('in'));
  app.get('/online', requireAuth(verifier, { online: true }), (context) => context.json('in'));
  app.get('/unprotected', (context) => context.json(claimsOf(context).userId));
  const carrier = fastify();
  carrier.all('/*', async ({ method, url, headers }, reply) => {
    const sent = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return reply.send(await app.fetch(new Request(`http://localhost${url}`, { method, headers: sent })));
  });
  stops.push(() => carrier.close());
  return carrier.listen({ port: 0, host: '127.0.0.1' });
}

describe.each(['Express', 'Fastify', 'Hono'])('%s', (framework) => {
  const call = (path: string, headers: Record<string, string | string[]> = bearer(token), method = 'GET') =>
    send(bases[framework] as string, method, path, { headers });

  test('passes a valid token on, with its claims', async () => {
    const { status, body } = await call('/me');
    expect([status, body]).toEqual([200, expect.stringMatching(/^usr_/)]);
  });

  test.each([
    ['no token', {}, 401, 'NO_AUTH_PROVIDED', 'Bearer'],
    ['another scheme', { authorization: 'Basic eDp5' }, 401, 'NO_AUTH_PROVIDED', 'Bearer'],
    ['a forged token', { authorization: 'Bearer a.b.c' }, 401, 'INVALID_TOKEN', 'Bearer error="invalid_token"'],
  ])('refuses %s with a challenge', async (_, headers, status, code, challenge) => {
    const reply = await call('/me', headers as Record<string, string>);
    expect(reply).toMatchObject({ status, body: { statusCode: status, error: 'Unauthorized', code } });
    expect(Object.keys(reply.body).sort()).toEqual(['code', 'error', 'message', 'statusCode']);
    expect(reply.headers['www-authenticate']).toBe(challenge);
  });

  test('passes a user with the permission and the role, and refuses others', async () => {
    expect((await call('/permission')).body).toBe('in');
    expect(await call('/none')).toMatchObject({ status: 403, body: { code: 'MISSING_REQUIRED_PERMISSIONS' } });
    expect(await call('/role')).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  test('responds to a check that fails in a handler', async () => {
    const { status, body } = await call('/in-handler');
    expect([status, body]).toEqual([
      403,
      {
        statusCode: 403,
        error: 'Forbidden',
        message: 'A permission is missing.',
        code: 'MISSING_REQUIRED_PERMISSIONS',
      },
    ]);
  });

  test('passes users of the tenant in the path only', async () => {
    expect((await call(`/tenants/${user.tenant.id}`)).body).toBe('in');
    expect(await call('/tenants/ten_other')).toMatchObject({ status: 403, body: { code: 'NOT_A_MEMBER_OF_TENANT' } });
  });

  test('refuses an ended session where it asks online, and only there', async () => {
    const ended = (await service.login(user)).body;
    expect((await call('/online', bearer(ended))).body).toBe('in');
    await service.post('/auth/logout', {}, { headers: bearer(ended) });
    expect(await call('/online', bearer(ended))).toMatchObject({ status: 401, body: { code: 'SESSION_NOT_FOUND' } });
    expect((await call('/me', bearer(ended))).status).toBe(200);
  });

  test('takes the cookie, and refuses a change that another site sends with it', async () => {
    const cookie = `svc_csrf=x; svc_access=${token}`;
    expect((await call('/me', { cookie })).status).toBe(200);
    expect((await call('/me', { cookie, 'sec-fetch-site': 'same-origin' }, 'POST')).status).toBe(200);
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'same-site' };
    expect(await call('/me', foreign, 'POST')).toMatchObject({ status: 403, body: { code: 'CSRF_ORIGIN_REJECTED' } });
    expect((await call('/me', { ...foreign, ...bearer(token) }, 'POST')).status).toBe(200);
    const twice = await call('/me', { cookie: `${cookie}; svc_access=other` });
    expect(twice).toMatchObject({ status: 400, body: { code: 'CONFLICTING_CREDENTIALS' } });
  });

  test('fails without a protection in front of a handler that reads claims', async () => {
    expect((await call('/unprotected')).status).toBe(500);
  });
});
