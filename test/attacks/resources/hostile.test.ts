// Attacks resources with names, ids, values and bodies that are not what they seem. No request is answered with a 5xx.
import { describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { project, query, task, worker } from '../../support/resources.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, prepared, useService } from '../../support/service.ts';

const service = useService();

const owner = prepared(() => worker(service));
const row = prepared(() => project(owner, { budget: 1 }));

const raw = (method: string, path: string, body: string) =>
  service.send(method, path, { raw: body, headers: { ...bearer(owner.tokens), 'content-type': 'application/json' } });

describe('T-35: an id', () => {
  const IDS = [
    '..',
    '%2e%2e',
    '%2F',
    'a%2Fb',
    '%00',
    'x'.repeat(2000),
    '%ff',
    '%e0%80',
    'prj_',
    '__proto__',
    '%F0%9F%A6%8A',
  ];

  test.each([...IDS, 'prj_%23row', 'get', '*'])('like %s is that of no row, in every action', async (id) => {
    for (const [method, suffix] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['PUT', '/restore'],
      ['DELETE', '/trash'],
    ]) {
      const body = method === 'PUT' && !suffix ? { name: 'x' } : undefined;
      const reply = await service.send(method as string, `/projects/${id}${suffix}`, {
        headers: bearer(owner.tokens),
        body,
      });
      expect([id, method, suffix, reply.status]).toEqual([id, method, suffix, 404]);
    }
  });

  test('of a row is exact: no case, space, line or semicolon more', async () => {
    for (const id of [
      row.id.toUpperCase(),
      `${row.id}%20`,
      `${row.id}%0a`,
      `${row.id};x`,
      `%20${row.id}`,
      `${row.id}%00`,
    ])
      expect((await owner.get(`/projects/${id}`)).status).toBe(404);
  });
});

test('T-19: texts like keys, placeholders and expressions are values and nothing else', async () => {
  const stranger = await worker(service);
  const texts = [
    ':v0',
    '#n0',
    '#type = :row',
    'TEN#x#projects',
    `${owner.tenant.id}#projects`,
    '){}',
    '$' + '{id}',
    '%',
    '\\',
    '\u0001',
    '\u007f',
  ];
  for (const text of texts) {
    const { id } = await project(owner, { name: text, slug: text, tags: [text], status: 'done' });
    for (const where of [
      { name: text },
      { slug: text },
      { status: 'done', name: text },
      { tags: { $contArr: [text] } },
    ]) {
      const { items } = (await owner.get(`/projects${query({ where })}`)).body;
      expect([text, items.map((each: { id: string }) => each.id)]).toEqual([text, [id]]);
      expect((await stranger.get(`/projects${query({ where })}`)).body.total).toBe(0);
    }
  }
  const foreign = await stranger.post('/tasks', { projectId: `${owner.tenant.id}#${row.id}`, title: 'x' });
  expect(answerOf(foreign)).toEqual(refusal('INVALID_INPUT'));
});

describe('a body cannot choose', () => {
  test.each([
    ['T-20: the id of a new row', 'POST', '', () => ({ name: 'x', slug: 'own-id', id: row.id })],
    ['T-21: when a row was deleted', 'PUT', '/', () => ({ deletedAt: '2026-01-01T00:00:00Z' })],
    ['T-21: when it was created', 'PUT', '/', () => ({ name: 'x', createdAt: '2026-01-01T00:00:00Z' })],
    ['T-21: its version', 'PUT', '/', () => ({ name: 'x', version: 9 })],
    ['T-21: its place', 'PUT', '/', () => ({ name: 'x', order: 9 })],
    ['its tenant', 'PUT', '/', () => ({ name: 'x', tenantId: 'ten_x' })],
    ['its key', 'PUT', '/', () => ({ name: 'x', pk: 'x', sk: 'x' })],
    ['how it is stored', 'PUT', '/', () => ({ name: 'x', data: { name: 'y' }, type: 'user' })],
    ['T-23: related rows', 'PUT', '/', () => ({ name: 'x', tasks: [{ id: 'tsk_x', title: 'x' }] })],
    ['T-24: a value against the schema', 'PUT', '/', () => ({ name: '', status: 'unknown' })],
    ['T-24: a value that a bulk would not check', 'PUT', '/bulk', () => ({ bulk: [{ id: row.id, budget: -1 }] })],
    [
      'T-25: two changes of one row',
      'PUT',
      '/bulk',
      () => ({
        bulk: [
          { id: row.id, name: 'x' },
          { id: row.id, name: 'y' },
        ],
      }),
    ],
    ['T-25: a change of no row', 'PUT', '/bulk', () => ({ bulk: [{ name: 'x' }] })],
    ['T-25: no change at all', 'PUT', '/bulk', () => ({ bulk: [] })],
    ['T-28: objects for ids', 'PUT', '/reorder', () => ({ ids: [{ id: row.id }] })],
    [
      'T-28: three thousand places',
      'PUT',
      '/reorder',
      () => ({ ids: Array.from({ length: 3000 }, (_, at) => `x${at}`) }),
    ],
    ['T-28: a place twice', 'PUT', '/reorder', () => ({ ids: [row.id, row.id] })],
  ] as const)('%s, and nothing is stored', async (_, method, path, body) => {
    const before = (await owner.get(`/projects/${row.id}`)).text;
    const items = (await everyRow()).length;
    const at = `/projects${path === '/' ? `/${row.id}` : path}`;
    const reply = await owner[method === 'POST' ? 'post' : 'put'](at, body());
    expect([reply.status, reply.body.code]).toEqual([400, expect.stringMatching(/INVALID_INPUT|QUERY_TOO_COMPLEX/)]);
    expect((await owner.get(`/projects/${row.id}`)).text).toBe(before);
    expect((await everyRow()).length).toBe(items);
  });

  test.each(['1e400', '-1e400', '-0', '-0.0', '9007199254740993', '1e-400', '1e-131', '1'.repeat(42), '"1e3"', 'NaN'])(
    'T-64: a number like %s, as a value or as an operand',
    async (number) => {
      for (const reply of [
        await raw('PUT', `/projects/${row.id}`, `{"budget":${number}}`),
        await raw('POST', '/projects', `{"name":"x","slug":"number","budget":${number}}`),
      ])
        expect(reply.status).toBe(400);
      if (number === '"1e3"') return; // it is a number as an operand: operands of a URL are texts
      for (const operator of ['$eq', '$gt', '$in', '$between']) {
        const operand = operator === '$in' ? `[${number}]` : operator === '$between' ? `[0,${number}]` : number;
        const where = encodeURIComponent(`{"budget":{"${operator}":${operand}}}`);
        expect((await owner.get(`/projects?where=${where}`)).status).toBe(400);
      }
    },
  );

  test('T-60 T-63: the prototype of anything, in any position and encoding', async () => {
    const attempts = [
      ...['__proto__', 'constructor', 'prototype'].flatMap((key) => [
        owner.get(`/projects?where[${key}][name]=x`),
        owner.get(`/projects?where.${key}=x`),
        owner.get(`/projects?${key}[where]=x`),
        owner.get(`/projects?order={"${key}":"ASC"}`.replace(/["{}]/g, encodeURIComponent)),
        owner.get(`/projects?where=${encodeURIComponent(`{"name":{"${key}":1}}`)}`),
        owner.get(`/projects?relations=${encodeURIComponent(`{"tasks":{"where":{"${key}":{"title":"x"}}}}`)}`),
        owner.get(`/projects?aggregates=${encodeURIComponent(`[{"fn":"${key}","field":"tasks.id","as":"x"}]`)}`),
        owner.get(`/projects?aggregates=${encodeURIComponent(`[{"fn":"count","field":"tasks.id","as":"${key}"}]`)}`),
        owner.get(`/projects/get/counts?groupByKey=${key}`),
        owner.get(`/projects/get/counts?filter[${key}][where]=x`),
        owner.delete(`/projects/delete/bulk?ids[${key}]=x`),
        raw('POST', '/projects', `{"name":"x","slug":"x","${key}":{"isPublic":true}}`),
        raw('POST', '/projects/bulk', `{"bulk":[{"name":"x","slug":"x","${key}":{"isPublic":true}}]}`),
        raw('POST', '/projects', `{"_method":"GET","where":{"${key}":{"name":"x"}}}`),
      ]),
    ];
    for (const [at, { status, body }] of (await Promise.all(attempts)).entries())
      expect([at, status, body.code]).toEqual([at, 400, expect.any(String)]);
    const fresh: Record<string, unknown> = {};
    expect([Object.keys(fresh), fresh.isPublic, fresh.where]).toEqual([[], undefined, undefined]);
  });
});

test('T-54: long texts in place of times, ids, numbers and versions are refused at once', async () => {
  const long = '1'.repeat(60_000);
  for (const where of [{ dueAt: long }, { id: long }, { budget: long }, { version: long }, { isPublic: long }])
    expect((await owner.post('/projects', { where }, { headers: { 'x-http-method-override': 'GET' } })).status).toBe(
      400,
    );
  // Digits of a fraction are not kept.
  const precise = await owner.put(`/projects/${row.id}`, { dueAt: `2026-01-01T00:00:00.${long.slice(0, 4000)}Z` });
  expect(precise.body.dueAt).toBe('2026-01-01T00:00:00.111Z');
  expect(
    (await owner.put(`/projects/${row.id}`, { name: 'x' }, { headers: { 'if-match': long.slice(0, 8000) } })).status,
  ).toBe(400);
});

test('T-76 T-77: replies are not cached, by GET and by POST, and a body that is too large is refused in our form', async () => {
  await task(owner, row.id);
  const headers = { 'x-http-method-override': 'GET' };
  for (const reply of [
    await owner.get('/projects'),
    await owner.post('/projects', {}, { headers }),
    await owner.post('/projects', { where: 1 }, { headers }),
    await owner.get(`/projects/${row.id}`),
    await owner.get('/projects/get/counts'),
  ])
    expect(reply.headers['cache-control']).toBe('no-store');
  const large = await owner.post('/projects', { where: { name: 'x'.repeat(300_000) } }, { headers });
  expect([large.status, Object.keys(large.body).sort()]).toEqual([413, ['code', 'error', 'message', 'statusCode']]);
});

test('dates at the ends of time are stored as they are, or refused, and sort as times', async () => {
  const by = await worker(service);
  const times = [
    '0000-01-01T00:00:00Z',
    '1969-12-31T23:59:59.999Z',
    '2026-02-28T23:59:59Z',
    '9999-12-31T23:59:59.999Z',
  ];
  for (const dueAt of times.toReversed()) await project(by, { dueAt });
  const { items } = (await by.get(`/projects${query({ order: { dueAt: 'ASC' }, select: ['dueAt'] })}`)).body;
  expect(items.map(({ dueAt }: { dueAt: string }) => dueAt)).toEqual(times.map((each) => new Date(each).toISOString()));
  for (const dueAt of [
    '2026-02-29T00:00:00Z',
    '2026-01-01T24:00:01Z',
    '2026-13-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01',
  ])
    expect((await by.put(`/projects/${row.id}`, { dueAt })).status).toBe(400);
  for (const where of [
    { dueAt: { $gt: '9999-12-31T23:59:59-01:00' } },
    { createdAt: '2026-02-30' },
    { dueAt: { $lt: 1e12 } },
  ])
    expect(answerOf(await by.get(`/projects${query({ where })}`))).toEqual(refusal('CRUD_INVALID_OPERAND'));
});
