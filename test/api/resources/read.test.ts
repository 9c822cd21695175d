// Tests the actions that read rows: envelopes, pages, relations, aggregates, counts, cursors, rights and tenants.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, expectWellFormed, refusal } from '../../support/api.ts';
import { outcomes } from '../../support/race.ts';
import { permissionsOf, project, query, task, type Worker, worker } from '../../support/resources.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();
let owner: Worker;
let stranger: Worker;
// biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
type Row = any;
/** alpha: active with three tasks, one in the trash; beta: planned with one task; gamma: active without tasks. */
let tasks: Row[];

beforeAll(async () => {
  [owner, stranger] = [await worker(service), await worker(service)];
});
const alpha = prepared(() => project(owner, { name: 'alpha', status: 'active', budget: 10, costCentre: 'zz-hidden' }));
const beta = prepared(() => project(owner, { name: 'beta', budget: 30 }));
const gamma = prepared(() => project(owner, { name: 'gamma', status: 'active', tags: ['x', 'y'] }));
const trashed = prepared(() => project(owner, { name: 'trashed', status: 'done' }));
beforeAll(async () => {
  await owner.delete(`/projects/${trashed.id}`);
  tasks = [
    await task(owner, alpha.id, { title: 'one', hours: 1, isDone: true }),
    await task(owner, alpha.id, { title: 'two', hours: 3 }),
    await task(owner, beta.id, { title: 'three', hours: 5 }),
    await task(owner, alpha.id, { title: 'gone', hours: 100 }),
  ];
  await owner.delete(`/tasks/${tasks[3].id}`);
  await project(stranger, { name: 'theirs' });
});

const list = (parameters: Record<string, unknown> = {}, by = owner) => by.get(`/projects${query(parameters)}`);
const names = async (parameters: Record<string, unknown>) => {
  const reply = await list(parameters);
  return [reply.body.items?.map(({ name }: Row) => name) ?? answerOf(reply), reply.body.total];
};

describe('GET /projects', () => {
  test('returns the rows of the caller’s tenant in the order of creation, and their number', async () => {
    const reply = await list();
    expectWellFormed(reply);
    expect(reply.body).toEqual({ items: [alpha, beta, gamma], total: 3 });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.text).not.toMatch(/hidden|costCentre/);
  });

  test.each([
    ['equality', { where: { name: 'beta' } }, ['beta'], 1],
    ['operators that must all hold', { where: { budget: { $gte: 10, $lt: 30 } } }, ['alpha'], 1],
    ['null, which no comparison finds', { where: { budget: { $ne: 10 } } }, ['beta'], 1],
    ['$isNull', { where: { budget: { $isNull: true } } }, ['gamma'], 1],
    ['$or', { where: { $or: [{ name: 'gamma' }, { budget: 30 }] } }, ['beta', 'gamma'], 2],
    ['texts of a list', { where: { tags: { $contArr: ['x'] } } }, ['gamma'], 1],
    ['the text of a number', { where: { budget: '30' } }, ['beta'], 1],
    ['an order', { order: { name: 'DESC' } }, ['gamma', 'beta', 'alpha'], 3],
    ['nulls last', { order: { budget: 'ASC' } }, ['alpha', 'beta', 'gamma'], 3],
    ['nulls first', { order: { budget: 'DESC' } }, ['gamma', 'beta', 'alpha'], 3],
    ['two keys', { order: { status: 'ASC', name: 'DESC' } }, ['gamma', 'alpha', 'beta'], 3],
    ['a page', { take: 1, skip: 1 }, ['beta'], 3],
    ['limit, which wins over take', { take: 1, limit: 2 }, ['alpha', 'beta'], 3],
    ['a page beyond the end', { skip: 9 }, [], 3],
    ['a filtered page', { where: { status: 'active' }, take: 1, skip: 1 }, ['gamma'], 2],
    ['an index in its order', { where: { status: 'active' }, order: { name: 'ASC' } }, ['alpha', 'gamma'], 2],
    ['rows in the trash as well', { withDeleted: 'true' }, ['alpha', 'beta', 'gamma', 'trashed'], 4],
    ['rows in the trash alone', { onlyDeleted: 'TRUE' }, ['trashed'], 1],
    ['existing related rows', { where: { tasks: { $exists: true } } }, ['alpha', 'beta'], 2],
    ['missing related rows', { where: { tasks: { $notExists: true } } }, ['gamma'], 1],
  ])('supports %s', async (_, parameters, expected, total) => {
    expect(await names(parameters)).toEqual([expected, total]);
  });

  test('takes brackets and dots for JSON', async () => {
    const forms = [
      'where={"status":"active","name":{"$in":["alpha","x"]}}',
      'where[status]=active&where[name][$in][]=alpha&where[name][$in][]=x',
      'where.status=active&where.name.$in=alpha&where.name.$in=x',
    ];
    const replies = await Promise.all(forms.map((form) => owner.get(`/projects?${form}`)));
    expect(replies.map(({ body }) => body)).toEqual(forms.map(() => ({ items: [alpha], total: 1 })));
  });

  test.each([
    ['where[name]=a&where={}', 'INVALID_INPUT'],
    ['where[name=a', 'INVALID_INPUT'],
    ['where[name].$eq=a', 'INVALID_INPUT'],
    ['where[]=a&where[name]=a', 'INVALID_INPUT'],
    ['where[__proto__][name]=a', 'INVALID_INPUT'],
    ['where.constructor=a', 'INVALID_INPUT'],
    [`where${'[$and]'.repeat(30)}=a`, 'INVALID_INPUT'],
    [Array.from({ length: 201 }, () => 'select=id').join('&'), 'INVALID_INPUT'],
    ['=a', 'INVALID_INPUT'],
    ['page=2', 'INVALID_INPUT'],
    ['where={', 'CRUD_INVALID_JSON'],
    ['where={"nope":1}', 'CRUD_INVALID_FIELD'],
    ['where={"costCentre":"zz"}', 'CRUD_INVALID_FIELD'],
    ['where={"name":{"$nope":1}}', 'CRUD_INVALID_OPERATOR'],
    ['where={"name":null}', 'CRUD_INVALID_OPERAND'],
    ['where={"budget":{"$between":[2,1]}}', 'CRUD_INVALID_OPERAND'],
    ['where={"budget":{"$in":[]}}', 'CRUD_INVALID_OPERAND'],
    ['where={"$or":{}}', 'CRUD_INVALID_OPERAND'],
    ['order={"nope":"ASC"}', 'CRUD_INVALID_FIELD'],
    ['order={"name":"asc"}', 'INVALID_INPUT'],
    ['take=0', 'INVALID_INPUT'],
    ['take=201', 'CRUD_PAGE_TOO_LARGE'],
    ['skip=-1', 'INVALID_INPUT'],
    ['cursor=nope', 'CURSOR_INVALID'],
    ['relations=["nope"]', 'CRUD_INVALID_FIELD'],
    ['where={"tasks.title":"one"}', 'CRUD_INVALID_FIELD'],
    [`where={"$or":[${Array.from({ length: 60 }, () => '{"name":"a"}').join()}]}`, 'CRUD_QUERY_TOO_COMPLEX'],
  ] as const)('rejects %.60s', async (parameters, code) => {
    expect(answerOf(await owner.get(`/projects?${parameters}`))).toEqual(refusal(code));
  });

  test('shows relations with their own columns and filters, the id always included', async () => {
    const reply = await list({
      where: { name: 'alpha' },
      select: ['name'],
      relations: { tasks: { select: ['title'] }, 'tasks.project': { select: ['name'] } },
    });
    const inner = { id: alpha.id, name: 'alpha' };
    expect(reply.body.items).toEqual([
      {
        ...inner,
        tasks: [
          { id: tasks[0].id, title: 'one', project: inner },
          { id: tasks[1].id, title: 'two', project: inner },
        ],
      },
    ]);
  });

  test('T-85: joins: a filter of a relation drops rows and related rows, and lowers the total', async () => {
    const byRelation = await list({ relations: { tasks: { where: { hours: { $gt: 1 } } } }, select: ['name'] });
    const byColumn = await list({ relations: ['tasks'], where: { 'tasks.hours': { $gt: 1 } }, select: ['name'] });
    expect(byRelation.body).toEqual({
      total: 2,
      items: [
        { id: alpha.id, name: 'alpha', tasks: [tasks[1]] },
        { id: beta.id, name: 'beta', tasks: [tasks[2]] },
      ],
    });
    expect(byColumn.body).toEqual(byRelation.body);
    expect(await names({ relations: { tasks: { joinType: 'inner' } } })).toEqual([['alpha', 'beta'], 2]);
    expect(await names({ relations: ['tasks'] })).toEqual([['alpha', 'beta', 'gamma'], 3]);
    const isOr = { $or: [{ 'tasks.title': 'one' }, { name: 'gamma' }] };
    expect((await list({ relations: ['tasks'], where: isOr })).body.items).toEqual([
      { ...alpha, tasks: [tasks[0]] },
      { ...gamma, tasks: [] },
    ]);
  });

  test('orders by a column of a relation to one', async () => {
    const reply = await owner.get(
      `/tasks${query({ relations: ['project'], order: { 'project.name': 'DESC', title: 'ASC' } })}`,
    );
    expect(reply.body.items.map(({ title, project }: Row) => [title, project.name])).toEqual([
      ['three', 'beta'],
      ['one', 'alpha'],
      ['two', 'alpha'],
    ]);
  });
});

describe('T-86: aggregates', () => {
  const aggregates = [
    { fn: 'count', field: 'tasks.id', as: 'n' },
    { fn: 'sum', field: 'tasks.hours', as: 'sum' },
    { fn: 'avg', field: 'tasks.hours', as: 'avg' },
    { fn: 'min', field: 'tasks.title', as: 'min' },
    { fn: 'count', field: 'tasks.id', as: 'done', where: { isDone: true } },
  ];

  test('are attached to each row, without the trash, and empty ones are 0 or null', async () => {
    const reply = await list({ aggregates, select: ['name'] });
    expect(reply.body).toEqual({
      total: 3,
      items: [
        { id: alpha.id, name: 'alpha', n: 2, sum: 4, avg: 2, min: 'one', done: 1 },
        { id: beta.id, name: 'beta', n: 1, sum: 5, avg: 5, min: 'three', done: 0 },
        { id: gamma.id, name: 'gamma', n: 0, sum: 0, avg: null, min: null, done: 0 },
      ],
    });
  });

  test('filter and order all rows before the page', async () => {
    const [n] = aggregates;
    expect(await names({ aggregates: [n], having: { n: { $gte: 1 } }, order: { n: 'ASC' }, take: 1 })).toEqual([
      ['beta'],
      2,
    ]);
    expect(await names({ aggregates: [n], order: { n: 'DESC', name: 'ASC' } })).toEqual([
      ['alpha', 'beta', 'gamma'],
      3,
    ]);
  });

  test.each([
    [{ aggregates, order: { nope: 'ASC' } }, 'CRUD_INVALID_FIELD'],
    [{ aggregates, having: { name: 'x' } }, 'CRUD_INVALID_FIELD'],
    [{ aggregates: [{ fn: 'max', field: 'tasks.reviewNote', as: 'x' }] }, 'CRUD_INVALID_FIELD'],
    [{ aggregates, cursor: '' }, 'INVALID_INPUT'],
  ] as const)('reject %j', async (parameters, code) => {
    expect(answerOf(await list(parameters))).toEqual(refusal(code));
  });
});

describe('cursors', () => {
  const walk = async (parameters: Record<string, unknown>, by = owner) => {
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null && pages.length < 9; ) {
      const { body } = await list({ ...parameters, cursor }, by);
      expect(Object.keys(body)).toEqual(['items', 'next']);
      pages.push(body.items.map(({ name }: Row) => name));
      cursor = body.next;
    }
    return pages;
  };

  test.each([
    ['the default order', {}, [['alpha', 'beta'], ['gamma']]],
    ['an index', { where: { status: 'active' }, order: { name: 'DESC' }, take: 1 }, [['gamma'], ['alpha']]],
    ['an order in memory with nulls', { order: { budget: 'DESC' } }, [['gamma', 'beta'], ['alpha']]],
    ['a filter by related rows', { where: { tasks: { $exists: true } }, take: 1 }, [['alpha'], ['beta']]],
    [
      'the trash',
      { withDeleted: 'true' },
      [
        ['alpha', 'beta'],
        ['gamma', 'trashed'],
      ],
    ],
  ])('continue a list by %s', async (_, parameters, pages) => {
    expect(await walk({ take: 2, ...parameters })).toEqual(pages);
  });

  test('belong to one query of one user, and show no hidden value', async () => {
    const { next } = (await list({ cursor: '', take: 1, order: { name: 'ASC' } })).body;
    expect(Buffer.from(next.split('.')[0], 'base64url').toString()).not.toContain('hidden');
    const same = { cursor: next, order: { name: 'ASC' } };
    expect((await list({ ...same, take: 5 })).body.items).toHaveLength(2);
    const colleague = await worker(service, permissionsOf(['projects']), owner.tenant);
    const replies = [
      await list({ ...same, where: { name: 'alpha' } }),
      await list({ cursor: next, order: { name: 'DESC' } }),
      await list(same, stranger),
      await list(same, colleague),
      await owner.get(`/tasks${query({ cursor: next })}`),
      await list({ ...same, cursor: `${next}x` }),
    ];
    expect(outcomes(replies)).toEqual({ '400 CURSOR_INVALID': 6 });
  });
});

describe('GET /projects/get/all', () => {
  test('returns a bare array of all rows, or of the first ones', async () => {
    expect((await owner.get('/projects/get/all')).body).toEqual([alpha, beta, gamma]);
    expect((await owner.get('/projects/get/all?take=2&skip=1')).body).toEqual([alpha, beta]);
  });
});

describe('GET /projects/get/counts', () => {
  const counts = (parameters: Record<string, unknown> = {}) => owner.get(`/projects/get/counts${query(parameters)}`);

  test('counts rows, filtered ones and groups', async () => {
    expect((await counts()).body).toEqual({ total: 3 });
    expect((await counts({ filter: { where: { status: 'active' } } })).body).toEqual({ total: 2 });
    expect((await counts({ filter: { onlyDeleted: true } })).body).toEqual({ total: 1 });
    expect((await counts({ filter: { relations: { tasks: { joinType: 'inner' } } } })).body).toEqual({ total: 2 });
    expect((await counts({ groupByKey: 'status' })).body).toEqual({
      total: 3,
      data: [
        { count: 2, status: 'active' },
        { count: 1, status: 'planned' },
      ],
    });
    expect((await owner.get('/projects/get/counts?groupByKey=isPublic&groupByKey=budget')).body.data).toEqual([
      { count: 1, isPublic: false, budget: 10 },
      { count: 1, isPublic: false, budget: 30 },
      { count: 1, isPublic: false, budget: null },
    ]);
  });

  test('treats a hidden key as an unknown one', async () => {
    const [hidden, unknown] = [await counts({ groupByKey: 'costCentre' }), await counts({ groupByKey: 'nope' })];
    expect([answerOf(hidden), hidden.text]).toEqual([refusal('CRUD_INVALID_FIELD'), unknown.text]);
  });

  test.each([{ where: { status: 'active' } }, { filter: { status: 'active' } }, { filter: '{' }, { filter: [] }])(
    'rejects %j',
    async (parameters) => {
      expect((await counts(parameters)).status).toBe(400);
    },
  );
});

describe('GET /projects/{id}', () => {
  test('returns the row, with columns and relations if asked', async () => {
    const reply = await owner.get(`/projects/${beta.id}${query({ select: ['slug'], relations: ['tasks'] })}`);
    expect(reply.body).toEqual({ id: beta.id, slug: beta.slug, tasks: [tasks[2]] });
  });

  test('returns CRUD_NOT_FOUND for rows in the trash, of another tenant, and with ids that are none', async () => {
    const foreign = await project(stranger);
    const ids = [trashed.id, foreign.id, tasks[0].id, 'x', '%2F', '%00', '__proto__', 'a'.repeat(3000)];
    const replies = await Promise.all(ids.map((id) => owner.get(`/projects/${id}`)));
    expect(outcomes(replies)).toEqual({ '404 CRUD_NOT_FOUND': ids.length });
    expect((await owner.get(`/projects/${trashed.id}?withDeleted=1`)).body.name).toBe('trashed');
    expect(answerOf(await owner.get(`/projects/${alpha.id}?onlyDeleted=1`))).toEqual(refusal('CRUD_NOT_FOUND'));
  });

  test.each(['id=x', 'where={}', 'skip=1', 'order={}', 'take=1'])('T-30 T-31: rejects ?%s', async (parameters) => {
    expect(answerOf(await owner.get(`/projects/${alpha.id}?${parameters}`))).toEqual(refusal('INVALID_INPUT'));
  });

  test('rejects an unknown operator in the filter of a relation', async () => {
    const relations = { tasks: { where: { title: { $nope: 1 } } } };
    const reply = await owner.get(`/projects/${alpha.id}${query({ relations })}`);
    expect(answerOf(reply)).toEqual(refusal('CRUD_INVALID_OPERATOR'));
  });
});

test('without the right to read no query is read', async () => {
  const writer = await worker(
    service,
    permissionsOf(['projects'], ['create', 'update', 'delete', 'trash']),
    owner.tenant,
  );
  const paths = ['', '/get/all', '/get/counts', `/${alpha.id}`, '/nope', '?where={', '?nope=1'];
  const replies = await Promise.all(paths.map((path) => writer.get(`/projects${path}`)));
  expect(outcomes(replies)).toEqual({ '403 MISSING_REQUIRED_PERMISSIONS': paths.length });
});

test('an anonymous caller learns nothing of a resource', async () => {
  const replies = await Promise.all(['', '/get/all', '/x'].map((path) => service.get(`/projects${path}`)));
  expect(outcomes(replies)).toEqual({ '401 NO_AUTH_PROVIDED': 3 });
});
