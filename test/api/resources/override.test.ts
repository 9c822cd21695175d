// Tests the POST that is read as a GET: the same bytes, status and right as the GET, and no effect anywhere else.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { groupOf, overridable } from '../../../lib/records/declare/group.ts';
import { resources } from '../../../lib/records/resources/index.ts';
import { answerOf, cookieSession, expectWellFormed, refusal } from '../../support/api.ts';
import { cookieHeader } from '../../support/http.ts';
import { permissionsOf, project, query, task, worker } from '../../support/resources.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();

const owner = prepared(() => worker(service));
const row = prepared(() => project(owner, { name: 'alpha', status: 'active', budget: 3 }));
beforeAll(async () => {
  await project(owner, { name: 'beta' });
  await task(owner, row.id);
});

const GET = { 'x-http-method-override': 'GET' };
const read = (path: string, body: unknown, headers: Record<string, string | string[]> = GET) =>
  owner.post(path, body, { headers });

describe('a POST that says GET', () => {
  const PARAMETERS = {
    where: { status: { $in: ['active', 'done'] }, budget: { $lt: 5 } },
    order: { name: 'DESC' },
    select: ['name'],
    relations: { tasks: { select: ['title'], where: { isDone: false } } },
    take: 5,
  };
  const texts = Object.fromEntries(Object.entries(PARAMETERS).map(([name, value]) => [name, JSON.stringify(value)]));

  test.each(['/projects', '/projects/get/all'])('T-71: to %s returns the bytes of the GET', async (path) => {
    const got = await owner.get(`${path}${query(PARAMETERS)}`);
    expect(got.status).toBe(200);
    for (const body of [PARAMETERS, texts]) {
      const posted = await read(path, body);
      expectWellFormed(posted);
      expect([posted.status, posted.text]).toEqual([200, got.text]);
    }
  });

  test('reads single rows, counts and cursors as well', async () => {
    const [one, oneByPost] = [
      await owner.get(`/projects/${row.id}?select=["name"]`),
      await read(`/projects/${row.id}`, { select: ['name'] }),
    ];
    expect(oneByPost.text).toBe(one.text);
    const filter = { where: { status: 'active' } };
    const counted = await read('/projects/get/counts', { filter, groupByKey: ['status'] });
    expect(counted.body).toEqual({ total: 1, data: [{ count: 1, status: 'active' }] });
    expect((await read('/projects', { cursor: '', take: 1 })).body).toMatchObject({ items: [row] });
  });

  test.each([
    ['x-http-method-override', 'get'],
    ['X-HTTP-Method-Override', 'GeT'],
    ['x-method-override', 'GET'],
  ])('may say so by %s: %s', async (name, value) => {
    expect((await read('/projects', { take: 1 }, { [name]: value })).body).toMatchObject({ items: [row], total: 2 });
  });

  test('may say so in its body', async () => {
    for (const _method of ['GET', 'get']) {
      const reply = await owner.post('/projects', { _method, take: 1 });
      expect([reply.status, reply.body.total]).toEqual([200, 2]);
    }
  });

  test('takes as many ids as a filter may have', async () => {
    const ids = [row.id, ...Array.from({ length: 199 }, (_, at) => `prj_${String(at).padStart(30, '0')}`)];
    for (const where of [{ id: { $in: ids } }, JSON.stringify({ id: { $in: ids } })])
      expect((await read('/projects', { where })).body).toEqual({ items: [row], total: 1 });
    const more = await read('/projects', { where: { id: { $in: [...ids, 'x'] } } });
    expect(more.status).toBe(400);
  });

  test('T-74: takes parameters from URL and body, but none from both', async () => {
    const reply = await read('/projects?take=1', { order: { name: 'DESC' } });
    expect(reply.body.items.map(({ name }: { name: string }) => name)).toEqual(['beta']);
    expect(answerOf(await read('/projects?take=1', { take: 1 }))).toEqual(refusal('INVALID_INPUT'));
    expect(answerOf(await read('/projects?where[status]=done', { where: {} }))).toEqual(refusal('INVALID_INPUT'));
  });

  test('needs the right to read, and no right to create', async () => {
    const reader = await worker(service, permissionsOf(['projects'], ['read']), owner.tenant);
    const writer = await worker(service, permissionsOf(['projects'], ['create']), owner.tenant);
    expect((await reader.post('/projects', {}, { headers: GET })).status).toBe(200);
    expect(answerOf(await writer.post('/projects', {}, { headers: GET }))).toEqual(
      refusal('MISSING_REQUIRED_PERMISSIONS'),
    );
  });

  test('needs no CSRF token in cookie mode, as a GET', async () => {
    const cookie = cookieHeader(await cookieSession(service, owner));
    const foreign = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const send = (headers: object) => service.post('/projects', { take: 1 }, { headers: { ...foreign, ...headers } });
    expect((await send(GET)).status).toBe(200);
    expect((await send({})).status).toBe(403);
  });

  test.each([['DELETE'], ['PUT'], ['POST'], ['HEAD'], ['GET, DELETE'], [''], [['GET', 'GET']], [['GET', 'DELETE']]])(
    'T-70: is refused when the header is %j',
    async (value) => {
      const reply = await read('/projects', {}, { 'x-http-method-override': value });
      expect(answerOf(reply)).toEqual(refusal('INVALID_INPUT'));
    },
  );

  test('is refused when both headers are there', async () => {
    expect(answerOf(await read('/projects', {}, { ...GET, 'x-method-override': 'GET' }))).toEqual(
      refusal('INVALID_INPUT'),
    );
  });

  test.each([
    ['an array', '[]', 'application/json', 'INVALID_INPUT'],
    ['a text', '"where"', 'application/json', 'INVALID_INPUT'],
    ['no JSON', '{', 'application/json', 'INVALID_JSON'],
    ['a parameter twice', '{"take":1,"take":2}', 'application/json', 'INVALID_JSON'],
    ['a prototype key', '{"where":{"__proto__":{"name":"x"}}}', 'application/json', 'INVALID_INPUT'],
    ['a form', 'take=1', 'application/x-www-form-urlencoded', 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text', '{}', 'text/plain', 'UNSUPPORTED_MEDIA_TYPE'],
    ['too many bytes', `{"where":"${'x'.repeat(70_000)}"}`, 'application/json', 'PAYLOAD_TOO_LARGE'],
    ['an unknown parameter', '{"nope":1}', 'application/json', 'INVALID_INPUT'],
    ['another method', '{"_method":"DELETE"}', 'application/json', 'INVALID_INPUT'],
  ] as const)('T-73: is refused with %s in its body', async (_, raw, type, code) => {
    const headers = { ...bearer(owner.tokens), ...GET, 'content-type': type };
    expect(answerOf(await service.send('POST', '/projects', { raw, headers }))).toEqual(refusal(code));
  });
});

describe('elsewhere the header and the member of the body have no effect', () => {
  test.each([
    ['a login', '/auth/login'],
    ['a signup', '/auth/signup'],
    ['a password reset', '/auth/forgot-password'],
    ['an invitation', '/auth/invite'],
  ])('in %s', async (_, path) => {
    const plain = await service.post(path, { tenantId: 'x' });
    const overriding = await service.post(path, { tenantId: 'x', _method: 'GET' }, { headers: GET });
    expect([overriding.status, overriding.text]).toEqual([plain.status, plain.text]);
  });

  test('in changes of rows', async () => {
    const bulk = [{ name: 'by bulk', slug: 'by-bulk' }];
    expect((await read('/projects/bulk', { bulk })).status).toBe(201);
    expect(answerOf(await owner.post('/projects/bulk', { _method: 'GET', bulk }))).toEqual(refusal('INVALID_INPUT'));
    expect((await owner.put(`/projects/${row.id}`, { name: 'alpha' }, { headers: GET })).status).toBe(200);
    expect(answerOf(await owner.post(`/projects/${row.id}?_method=GET`, { name: 'x' }))).toEqual(
      refusal('METHOD_NOT_ALLOWED'),
    );
    expect((await owner.post('/projects?_method=GET', { name: 'x', slug: 'in-url' })).status).toBe(201);
  });
});

test('gateways learn which paths take a POST besides those that the contract has', () => {
  expect(overridable(groupOf(resources))).toEqual([
    'POST /projects/get/all',
    'POST /projects/get/counts',
    'POST /projects/{id}',
    'POST /tasks/get/all',
    'POST /tasks/get/counts',
    'POST /tasks/{id}',
  ]);
});

test('a preflight allows the method and the headers of an override, for resources alone', async () => {
  const ask = (path: string) =>
    service.send('OPTIONS', path, {
      headers: { origin: new URL(service.baseUrl).origin, 'access-control-request-method': 'POST' },
    });
  const [rows, login] = [await ask(`/projects/${row.id}`), await ask('/auth/login')];
  expect([rows.status, rows.headers['access-control-allow-methods']]).toEqual([204, 'DELETE, GET, POST, PUT']);
  expect(rows.headers['access-control-allow-headers']).toMatch(/x-http-method-override.*if-match/);
  expect(login.headers['access-control-allow-headers'] ?? '').not.toContain('override');
});
