// Attacks resources by size: replies that multiply what was read, filters that take long, rows and writes that grow.
import { expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { matching } from '../../../lib/records/actions/nodes.ts';
import { allRelated } from '../../../lib/records/actions/related.ts';
import { registry, resource, text } from '../../../lib/records/index.ts';
import { parseList } from '../../../lib/records/query/parse/parse.ts';
import { resources } from '../../../lib/records/resources/index.ts';
import { newBudget } from '../../../lib/records/store/budget.ts';
import { mostRows } from '../../../lib/records/store/limits.ts';
import type { Row } from '../../../lib/records/store/row.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { logged } from '../../support/logs.ts';
import { project, query, serveOwn, worker } from '../../support/resources.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService();

const owner = prepared(() => worker(service));

const slots = Array.from({ length: 30 }, (_, at) => `text${at}`);
const field = text({ max: 4096, optional: true, description: 'Text.' });
const open = { read: null, create: null, update: null, delete: null, trash: null } as const;
const pages = resource({
  name: 'pages',
  singular: 'page',
  prefix: 'pag',
  description: 'Long rows of a test.',
  fields: Object.fromEntries(slots.map((name) => [name, field])),
  maxPerPage: 3,
  permissions: open,
});
const call = serveOwn(registry({ pages }));
/** Four bytes each in the table, six and more in a reply. */
const LONG = '"'.repeat(4096);

test('T-42: a row that every row of a page leads to is not shown without end', async () => {
  const { id } = await project(owner);
  const bulk = Array.from({ length: mostRows(resources.tasks, 'create') }, (_, at) => ({
    projectId: id,
    title: `${at}`,
  }));
  for (let made = 0; made < 200; made += bulk.length)
    expect((await owner.post('/tasks/bulk', { bulk })).status).toBe(201);
  const all = (take: number) => owner.get(`/tasks${query({ relations: ['project.tasks'], take })}`);
  expect((await all(2)).status).toBe(200);
  // Two hundred times two hundred rows: some 200 rows were read.
  expect(answerOf(await all(200))).toEqual(refusal('CRUD_QUERY_TOO_BROAD'));
});

test('a row that grows by every update is refused at a limit that is named, and stays as it was', async () => {
  const { body } = await call(owner, 'POST', '/pages', { body: { text0: 'x' } });
  let last = body;
  const sizes: number[] = [];
  for (const name of slots) {
    const reply = await call(owner, 'PUT', `/pages/${body.id}`, { body: { [name]: LONG } });
    if (reply.status !== 200) {
      expect([reply.status, reply.body.code, reply.body.message]).toEqual([
        400,
        'INVALID_INPUT',
        expect.stringContaining('100 KB'),
      ]);
      break;
    }
    last = reply.body;
    sizes.push(reply.text.length);
  }
  expect(sizes.length).toBeLessThan(slots.length);
  expect((await call(owner, 'GET', `/pages/${body.id}`)).body).toEqual(last);
});

test('T-39: a list without pages and groups of a count are refused when they do not fit a reply', async () => {
  const other = await worker(service, []);
  for (let row = 0; row < 4; row++) await call(other, 'POST', '/pages', { body: { text0: `${row}${LONG.slice(1)}` } });
  const all = await call(other, 'GET', '/pages/get/all');
  expect([all.status, all.body.code]).toEqual([400, 'CRUD_PAGE_TOO_LARGE']);
  expect((await call(other, 'GET', '/pages/get/all?take=3')).body).toHaveLength(3);
  expect((await call(other, 'GET', '/pages/get/counts?groupByKey=text0')).body.data).toHaveLength(4);
});

test('T-45: a filter that takes longer than a request may is refused, however little was read', async () => {
  const all = registry({ pages });
  const legs = Array.from({ length: 50 }, (_, at) => ({ text0: { $iLike: `%_${'a'.repeat(200)}${at}%` } }));
  const { where } = parseList(pages, all, { where: { $or: legs } });
  const row = (at: number) =>
    ({
      id: `pag_${at}`,
      version: 1,
      createdAt: '',
      updatedAt: '',
      data: { text0: 'a'.repeat(4096) },
    }) as unknown as Row;
  let clock = 0;
  // Each look at the clock takes a tenth of a second.
  const budget = newBudget('', () => (clock += 100));
  const related = allRelated('ten_x' as TenantId, all, budget);
  const rows = Array.from({ length: 1000 }, (_, at) => row(at));
  await expect(matching(related, pages, rows, [], where)).rejects.toMatchObject({ code: 'CRUD_QUERY_TOO_BROAD' });
  // Soon after the seven seconds are over (lib/records/store/budget.ts).
  expect(clock).toBeLessThan(8000);
});

test('T-25: every kind of bulk takes as many rows as it says, and one more changes nothing', async () => {
  const of = (kind: Parameters<typeof mostRows>[1]) => mostRows(resources.projects, kind);
  let made = 0;
  const bodies = (count: number) =>
    Array.from({ length: count }, () => ({ name: 'bulk', slug: `bulk-${++made}`, dueAt: '2026-01-01T00:00:00Z' }));
  const total = async () => (await owner.get('/projects/get/counts')).body.total;
  const before = await total();
  const tooMany = await owner.post('/projects/bulk', { bulk: bodies(of('create') + 1) });
  expect([tooMany.body.message, await total()]).toEqual([`bulk: must be at most ${of('create')} entries long`, before]);
  const ids: string[] = [];
  while (ids.length < of('reorder') + 1) {
    const { status, body } = await owner.post('/projects/bulk', { bulk: bodies(of('create')) });
    expect(status).toBe(201);
    ids.push(...body.map(({ id }: { id: string }) => id));
  }
  const next = (kind: Parameters<typeof mostRows>[1], more = 0) => ids.slice(0, of(kind) + more);
  const changes = (list: string[]) => ({
    bulk: list.map((id) => ({ id, name: 'changed', slug: `bulk-${++made}`, status: 'done', dueAt: null })),
  });
  const steps = [
    ['change', (list: string[]) => owner.put('/projects/bulk', changes(list))],
    ['reorder', (list: string[]) => owner.put('/projects/reorder', { ids: list })],
    ['trash', (list: string[]) => owner.delete(`/projects/delete/bulk?ids=${list.join('&ids=')}`)],
    ['restore', (list: string[]) => owner.put('/projects/restore/bulk', { ids: list })],
    ['trash', (list: string[]) => owner.delete(`/projects/delete/bulk?ids=${list.join('&ids=')}`)],
    ['purge', (list: string[]) => owner.delete(`/projects/trash/bulk?ids=${list.join('&ids=')}`)],
  ] as const;
  for (const [kind, send] of steps) {
    const refused = await send(next(kind, 1));
    expect([kind, answerOf(refused)]).toEqual([kind, refusal('INVALID_INPUT')]);
    expect(refused.body.message).toContain(String(of(kind)));
    expect([kind, (await send(next(kind))).status]).toEqual([kind, 200]);
  }
});

test('a filtered list reads the collection, though an index has its order: not one unit for each row', async () => {
  const other = await worker(service);
  for (let row = 0; row < 60; row++)
    await project(other, { dueAt: `2026-01-${String(1 + (row % 28)).padStart(2, '0')}T00:00:00Z` });
  const read = async (parameters: Record<string, unknown>) => {
    let items: { dueAt: string }[] = [];
    const lines = await logged(async () => {
      ({ items } = (await other.get(`/projects${query(parameters)}`)).body);
    });
    return { items, units: lines.find(({ readUnits }) => readUnits !== undefined)?.readUnits as number };
  };
  const order = { dueAt: 'ASC' };
  const all = await read({ where: { name: { $ne: 'x' } }, order, take: 60 });
  expect(all.items.map(({ dueAt }) => dueAt)).toEqual(all.items.map(({ dueAt }) => dueAt).toSorted());
  expect(all.items).toHaveLength(60);
  expect(all.units).toBeLessThan(30);
  // A page by cursor reads the index, and no more than the page.
  const page = await read({ where: { name: { $ne: 'x' } }, order, take: 3, cursor: '' });
  expect(page.items).toEqual(all.items.slice(0, 3));
});
