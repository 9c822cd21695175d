// Tests preflight and CORS headers of every declared path for a script of another origin. Generated from the contract.
import { describe, expect, test } from '@jest/globals';
import { methodOf, pathOf } from '../../../lib/contract/operation.ts';
import { SECURITY_HEADERS } from '../../../lib/http/headers.ts';
import { answerOf, expectWellFormed, methodsAt, operationsAt, pathFor, refusal } from '../../support/api.ts';
import { operations } from '../../support/ledger.ts';
import { useService } from '../../support/service.ts';

const APP = 'https://app.example.com';
const EVIL = 'https://evil.example';
const service = useService({ GATEHOUSE_ALLOWED_ORIGINS: APP });

const paths = [...new Set(operations.map(({ route }) => pathFor(route)))];
const options = (path: string, headers: Record<string, string>) => service.send('OPTIONS', path, { headers });

/** A read that may be sent by POST allows POST, where no other operation has the path literally. */
function allowedMethods(path: string): string[] {
  const at = operationsAt(path);
  const literal = at.some(({ route }) => pathOf(route) === path);
  const mayPost = at.some(
    ({ route, operation }) => operation.input?.overridable && (!literal || pathOf(route) === path),
  );
  return [...new Set([...methodsAt(path), ...(mayPost ? ['POST'] : [])])].sort();
}

const OF_ALL = [
  'authorization',
  'content-type',
  'dpop',
  'idempotency-key',
  'x-csrf-token',
  'x-access-token-type',
  'x-svc-device-trust',
];
const OF_ROWS = ['x-http-method-override', 'x-method-override', 'if-match'];
const allowedHeaders = (path: string): string[] =>
  operationsAt(path).some(({ operation }) => operation.input?.structured) ? [...OF_ALL, ...OF_ROWS] : OF_ALL;

describe.each(paths)('OPTIONS %s', (path) => {
  const asked = { 'access-control-request-method': methodsAt(path)[0] as string };

  test.each([
    ['a listed origin', () => APP],
    ['the own origin', () => service.baseUrl],
  ])('allows %s with 204', async (_, origin) => {
    const reply = await options(path, {
      ...asked,
      origin: origin(),
      'access-control-request-headers': 'x-anything',
    });
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(reply.headers).toMatchObject({
      ...SECURITY_HEADERS,
      vary: 'Origin',
      'access-control-allow-origin': origin(),
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': allowedMethods(path).join(', '),
      'access-control-allow-headers': allowedHeaders(path).join(', '),
      'access-control-max-age': '600',
    });
  });

  const isOpen = operationsAt(path).some(({ operation }) => operation.browser?.anyOrigin);
  test.each([EVIL, 'null'])('rejects the origin %s with 403, unless the path is open to all', async (origin) => {
    if (isOpen) {
      const { status, headers } = await options(path, { ...asked, origin });
      expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      return;
    }
    const reply = await options(path, { ...asked, origin });
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('CSRF_ORIGIN_REJECTED'));
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('rejects with 405 a request that is no preflight', async () => {
    for (const headers of [{}, { origin: APP }, asked] as Record<string, string>[]) {
      const reply = await options(path, headers);
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('METHOD_NOT_ALLOWED'));
      expect(reply.headers.allow).toBe(methodsAt(path).join(', '));
    }
  });

  test('lets only a listed origin read an error of an unknown route below it', async () => {
    const ask = (origin: string) => service.send('DELETE', `${path}/x/y/z`, { headers: { origin } });
    const [listed, other] = [await ask(APP), await ask(EVIL)];
    expect(answerOf(listed)).toEqual(refusal('ROUTE_NOT_FOUND'));
    expect([listed, other].map(({ headers }) => headers['access-control-allow-origin'])).toEqual([APP, undefined]);
  });
});

const CLOSED = [undefined, undefined, undefined, 'Origin'];
/** An operation without cookies: no credentials, and no list. */
const OPEN = ['*', undefined, 'retry-after, www-authenticate', 'Origin'];

test.each(operations)('$route lets only a listed origin read its response, unless it is open to all', async (each) => {
  const { route, operation } = each;
  for (const origin of [APP, EVIL]) {
    const body = operation.body ? { body: {} } : {};
    const reply = await service.send(methodOf(route), pathFor(route), { headers: { origin }, ...body });
    expect([
      reply.headers['access-control-allow-origin'],
      reply.headers['access-control-allow-credentials'],
      reply.headers['access-control-expose-headers'],
      reply.headers.vary,
    ]).toEqual(
      origin === APP
        ? [APP, 'true', 'retry-after, x-amzn-requestid, x-ignored-fields', 'Origin']
        : operation.browser?.anyOrigin
          ? OPEN
          : CLOSED,
    );
  }
});

test('a refusal names the request, and a listed origin and the client can read the name', async () => {
  const reply = await service.get('/auth/me', { headers: { origin: APP } });
  const name = reply.headers['x-amzn-requestid'];
  expect([reply.status, name]).toEqual([401, expect.stringMatching(/^[\w-]{36}$/)]);
  expect(reply.headers['access-control-expose-headers']).toContain('x-amzn-requestid');
  const error = await service
    .client()
    .authentication.me()
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'NO_AUTH_PROVIDED', requestId: expect.stringMatching(/^[\w-]{36}$/) });
});

test('OPTIONS of an unknown path responds with 404', async () => {
  const reply = await options('/auth/nothing', { origin: APP, 'access-control-request-method': 'GET' });
  expect(answerOf(reply)).toEqual(refusal('ROUTE_NOT_FOUND'));
  expect(reply.headers['access-control-allow-origin']).toBe(APP);
});
