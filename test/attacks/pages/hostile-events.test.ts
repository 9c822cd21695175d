// Threat: an attacker sends paths, methods and headers that make the function of pages read another file, fail or repeat
// what was sent. It looks names up in a fixed table, so every event gets a page, an asset or an error of the catalogue.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { buildPages } from '../../../infra/web/build.ts';
import { servePages } from '../../../lib/http/pages/serve-pages.ts';

const directory = mkdtempSync(join(tmpdir(), 'gatehouse-hostile-pages-'));
let handle: ReturnType<typeof servePages>;
beforeAll(async () => {
  await buildPages(directory);
  handle = servePages(directory, 'https://auth.example.com/v1');
});
afterAll(() => rmSync(directory, { recursive: true }));

const MARK = 'zq<"mark">';
const respond = (event: object) => handle(event as APIGatewayProxyEvent);
const get = (path: unknown, more: object = {}) => respond({ httpMethod: 'GET', path, ...more });

const PATHS: unknown[] = [
  '',
  '/',
  '//',
  '///login',
  '/login/../../etc/passwd',
  '/../login',
  '/login/..',
  '/login/%2e%2e/%2e%2e/index.js',
  '/assets/../login.html',
  '/assets/..%2f..%2findex.js',
  '/assets/%2e%2e%2findex.js',
  '/assets/..\\login.html',
  '/assets/.',
  '/assets//',
  '/assets/\0',
  '/assets/__proto__',
  '/__proto__',
  '/constructor',
  '/login\0',
  '/login;x',
  '/login?x',
  '/login#x',
  '/LOGIN',
  `/login/${'x'.repeat(1_000_000)}`,
  `/${'/'.repeat(100_000)}`,
  `/login/${'%2f'.repeat(100_000)}`,
  '/login/\ud800',
  '/\u202elogin',
  '\r\nset-cookie: a=b',
  undefined,
  null,
  7,
  {},
  ['/login'],
];

describe('an event', () => {
  test.each(PATHS)('gets a page, an asset or 404 (path %#)', async (path) => {
    for (const httpMethod of ['GET', 'HEAD']) {
      const { statusCode, headers, body } = await respond({ httpMethod, path });
      expect([200, 404]).toContain(statusCode);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(body).not.toMatch(/root:|exports\./);
      if (statusCode === 404) expect(JSON.parse(body).code).toBe('ROUTE_NOT_FOUND');
    }
  });

  test.each(['POST', 'get', 'TRACE', 'CONNECT', 'OPTIONS', '', 'GET\r\n', '__proto__', undefined, null, 7, {}])(
    'of another method than GET and HEAD gets 405 (%j)',
    async (httpMethod) => {
      const { statusCode, headers, body } = await respond({ httpMethod, path: '/login' });
      expect([statusCode, headers.allow, JSON.parse(body)]).toEqual([
        405,
        'GET, HEAD',
        expect.objectContaining({ statusCode: 405, code: 'METHOD_NOT_ALLOWED' }),
      ]);
    },
  );

  test.each([
    {},
    { path: null, httpMethod: null, headers: null, multiValueHeaders: null, body: null, requestContext: null },
    { httpMethod: 'GET', path: '/login', multiValueHeaders: { 'if-none-match': null } },
    { httpMethod: 'GET', path: '/login', multiValueHeaders: { 'if-none-match': [null, 7, {}] } },
    { httpMethod: 'GET', path: '/login', multiValueHeaders: { 'if-none-match': [`"${'x'.repeat(1_000_000)}"`] } },
    { httpMethod: 'GET', path: '/login', multiValueHeaders: { 'if-none-match': [','.repeat(1_000_000)] } },
    { httpMethod: 'GET', path: '/login', multiValueHeaders: [] },
    { httpMethod: 'GET', path: '/login', body: 'x'.repeat(5_000_000), isBase64Encoded: true },
    { httpMethod: 'GET', path: '/login', queryStringParameters: { __proto__: 'x' } },
  ])('that is not complete gets a response (%#)', async (event) => {
    expect([200, 404]).toContain((await respond(event)).statusCode);
  });
});

test('nothing of a request is in a response', async () => {
  const plain = await get('/login');
  const many = { [MARK]: [MARK], host: [MARK], 'x-forwarded-host': [MARK], cookie: [MARK], 'accept-language': [MARK] };
  const marked = await get(`/login/${MARK}`, {
    multiValueHeaders: many,
    headers: { host: MARK },
    multiValueQueryStringParameters: { [MARK]: [MARK], tenant: [MARK] },
    body: MARK,
    requestContext: { domainName: MARK, stage: MARK, requestId: MARK },
  });
  expect(marked).toEqual(plain);
  expect(JSON.stringify(await get(`/${MARK}`))).not.toContain('mark');
  expect(JSON.stringify(await respond({ httpMethod: MARK, path: '/login' }))).not.toContain('mark');
});

test.each([
  ['https://auth.example.com/v1', '/v1/'],
  ['https://auth.example.com/v1/', '/v1/'],
  ['https://auth.example.com', '/'],
  ['https://auth.example.com/$&/"><script>', '/$&/%22%3E%3Cscript%3E/'],
])('the base of a deployment at %s is %s', async (address, base) => {
  const { body } = await servePages(directory, address)({ httpMethod: 'GET', path: '/login' } as APIGatewayProxyEvent);
  expect(body).toContain(`<base href="${base}">`);
  expect(body.match(/<script/g)).toHaveLength(1);
});
