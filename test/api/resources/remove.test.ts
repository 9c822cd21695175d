// Tests the actions that delete, trash and restore rows, and the order of rows: exact replies, places and rights.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, expectWellFormed, refusal } from '../../support/api.ts';
import { outcomes, race, tally } from '../../support/race.ts';
import { permissionsOf, project, query, task, type Worker, worker } from '../../support/resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();
let owner: Worker;
let stranger: Worker;

beforeAll(async () => {
  [owner, stranger] = [await worker(service), await worker(service)];
});

const DELETED = { success: true, message: 'Successfully deleted' };
const RESTORED = { success: true, message: 'Successfully restored' };
const REORDERED = { success: true, message: 'Successfully reordered' };
const NO_ITEMS = { success: true, message: 'No items to delete' };

const projects = (count: number, by = owner) => Promise.all(Array.from({ length: count }, () => project(by)));
const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);
const repeated = (ids: readonly string[]): string => `?${ids.map((id) => `ids=${id}`).join('&')}`;
const show = (id: string, by = owner) => by.get(`/projects/${id}`);
const inTrash = (id: string, by = owner) => by.get(`/projects/${id}?onlyDeleted=true`);
const places = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => [(await show(id)).status, (await inTrash(id)).status]));
const LIVE = [200, 404];
const TRASHED = [404, 200];
const GONE = [404, 404];

describe('DELETE /projects/{id}', () => {
  test('T-34: moves the row to the trash, where only the right to the trash shows it', async () => {
    const [row] = await projects(1);
    const reply = await owner.delete(`/projects/${row.id}`);
    expectWellFormed(reply);
    expect([reply.status, reply.body]).toEqual([200, DELETED]);
    const trashed = await inTrash(row.id);
    expect(trashed.body).toEqual({
      ...row,
      version: 2,
      deletedAt: expect.stringMatching(/Z$/),
      updatedAt: trashed.body.deletedAt,
    });
    expect(await places([row.id])).toEqual([TRASHED]);
    const reader = await worker(service, permissionsOf(['projects'], ['read']), owner.tenant);
    expect(answerOf(await inTrash(row.id, reader))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
    expect(answerOf(await reader.get('/projects?withDeleted=1'))).toEqual(refusal('MISSING_REQUIRED_PERMISSIONS'));
    expect((await reader.get('/projects?withDeleted=false')).status).toBe(200);
  });

  test('succeeds once among twenty callers', async () => {
    const [row] = await projects(1);
    const replies = await race(20, () => owner.delete(`/projects/${row.id}`));
    expect(outcomes(replies)).toEqual({ 200: 1, '404 CRUD_NOT_FOUND': 19 });
  });

  test('does not find a row of another tenant, and leaves it', async () => {
    const [row] = await projects(1);
    expect(answerOf(await stranger.delete(`/projects/${row.id}`))).toEqual(refusal('CRUD_NOT_FOUND'));
    expect(await places([row.id])).toEqual([LIVE]);
  });
});

describe('PUT /projects/{id}/restore', () => {
  test('brings the row back with its values, and once', async () => {
    const [row] = await projects(1);
    await owner.delete(`/projects/${row.id}`);
    const reply = await owner.put(`/projects/${row.id}/restore`);
    expect([reply.status, reply.body]).toEqual([200, RESTORED]);
    expect((await show(row.id)).body).toEqual({ ...row, version: 3, updatedAt: expect.any(String) });
    expect(answerOf(await owner.put(`/projects/${row.id}/restore`))).toEqual(refusal('CRUD_NOT_FOUND'));
  });

  test('never fails for a unique value: it stays taken in the trash', async () => {
    const row = await project(owner, { slug: 'kept-in-trash' });
    await owner.delete(`/projects/${row.id}`);
    expect(answerOf(await owner.post('/projects', { name: 'x', slug: 'kept-in-trash' }))).toEqual(
      refusal('CRUD_CONFLICT'),
    );
    expect((await owner.put(`/projects/${row.id}/restore`)).status).toBe(200);
  });

  test('wins or loses against a final deletion, never both', async () => {
    for (const row of await projects(3)) {
      await owner.delete(`/projects/${row.id}`);
      const replies = await race(20, (caller) =>
        caller % 2 ? owner.put(`/projects/${row.id}/restore`) : owner.delete(`/projects/${row.id}/trash`),
      );
      expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 404: 19 });
      const isRestored = replies.find(({ status }) => status === 200)?.body.message === RESTORED.message;
      expect(await places([row.id])).toEqual([isRestored ? LIVE : GONE]);
    }
  });
});

describe('DELETE /projects/{id}/trash', () => {
  test('T-26: deletes a row in the trash for good, and no live row', async () => {
    const [row] = await projects(1);
    expect(answerOf(await owner.delete(`/projects/${row.id}/trash`))).toEqual(refusal('CRUD_NOT_FOUND'));
    await owner.delete(`/projects/${row.id}`);
    const reply = await owner.delete(`/projects/${row.id}/trash`);
    expect([reply.status, reply.body]).toEqual([200, DELETED]);
    expect(await places([row.id])).toEqual([GONE]);
  });

  test('frees the unique value', async () => {
    const row = await project(owner, { slug: 'purged' });
    await owner.delete(`/projects/${row.id}`);
    await owner.delete(`/projects/${row.id}/trash`);
    expect((await owner.post('/projects', { name: 'x', slug: 'purged' })).status).toBe(201);
  });

  test('needs the right to the trash, as a restore does', async () => {
    const [row] = await projects(1);
    await owner.delete(`/projects/${row.id}`);
    const others = permissionsOf(['projects'], ['read', 'create', 'update', 'delete']);
    const limited = await worker(service, others, owner.tenant);
    const replies = [
      await limited.delete(`/projects/${row.id}/trash`),
      await limited.put(`/projects/${row.id}/restore`),
      await limited.delete(`/projects/trash/bulk${repeated([row.id])}`),
      await limited.put('/projects/restore/bulk', { ids: [row.id] }),
    ];
    expect(outcomes(replies)).toEqual({ '403 MISSING_REQUIRED_PERMISSIONS': 4 });
    expect(await places([row.id])).toEqual([TRASHED]);
  });
});

describe('DELETE /projects/delete/bulk', () => {
  test('moves the rows of the caller’s tenant to the trash and ignores other ids', async () => {
    const own = idsOf(await projects(3));
    const [foreign] = await projects(1, stranger);
    const reply = await owner.delete(`/projects/delete/bulk${repeated([...own, foreign.id, 'nope'])}`);
    expect([reply.status, reply.body]).toEqual([200, DELETED]);
    expect(await places(own)).toEqual([TRASHED, TRASHED, TRASHED]);
    expect((await show(foreign.id, stranger)).body).toEqual(foreign);
  });

  test('takes ids in brackets, and says when there are none', async () => {
    const ids = idsOf(await projects(2));
    const reply = await owner.delete(`/projects/delete/bulk?${ids.map((id) => `ids[]=${id}`).join('&')}`);
    expect(reply.body).toEqual(DELETED);
    expect(await places(ids)).toEqual([TRASHED, TRASHED]);
    const none = await owner.delete('/projects/delete/bulk');
    expect([none.status, none.body]).toEqual([200, NO_ITEMS]);
    expect((await owner.delete('/projects/trash/bulk')).body).toEqual(NO_ITEMS);
  });

  test.each([
    ['the same id twice', '?ids=a&ids=a'],
    ['an empty id', '?ids='],
    ['an unknown parameter', '?id=a'],
    ['ids in two forms', '?ids=a&ids[]=b'],
    ['nested ids', '?ids[x]=a'],
    ['an id longer than any', `?ids=${'a'.repeat(129)}`],
    ['more ids than one transaction holds', repeated(Array.from({ length: 60 }, (__, at) => `id${at}`))],
  ])('rejects %s', async (_, parameters) => {
    expect(answerOf(await owner.delete(`/projects/delete/bulk${parameters}`))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('the bulk forms of the trash', () => {
  test('restore and delete the rows in the trash, and no live ones', async () => {
    const [a, b, live] = idsOf(await projects(3)) as [string, string, string];
    await owner.delete(`/projects/delete/bulk${repeated([a, b])}`);
    const restored = await owner.put('/projects/restore/bulk', { ids: [a, live, 'nope'] });
    expect([restored.status, restored.body]).toEqual([200, RESTORED]);
    expect(await places([a, b, live])).toEqual([LIVE, TRASHED, LIVE]);
    const purged = await owner.delete(`/projects/trash/bulk${repeated([b, live, 'nope'])}`);
    expect([purged.status, purged.body]).toEqual([200, DELETED]);
    expect(await places([a, b, live])).toEqual([LIVE, GONE, LIVE]);
  });

  test('leave rows of another tenant', async () => {
    const [row] = await projects(1);
    await owner.delete(`/projects/${row.id}`);
    await stranger.put('/projects/restore/bulk', { ids: [row.id] });
    await stranger.delete(`/projects/trash/bulk${repeated([row.id])}`);
    expect(await places([row.id])).toEqual([TRASHED]);
  });

  test.each([
    [{ ids: [] }],
    [{}],
    [{ ids: ['a', 'a'] }],
    [{ ids: [{ id: 'a' }] }],
    [{ ids: 'a' }],
    [{ ids: ['a'], x: 1 }],
  ])('reject %j', async (body) => {
    for (const path of ['/projects/restore/bulk', '/projects/reorder'])
      expect([path, ...answerOf(await owner.put(path, body))]).toEqual([path, ...refusal('INVALID_INPUT')]);
  });
});

describe('PUT /projects/reorder', () => {
  test('T-28: gives each listed row of the tenant its place and ignores other ids', async () => {
    const by = await worker(service);
    const [a, b, c] = idsOf(await projects(3, by)) as [string, string, string];
    const foreign = await project(owner);
    const reply = await by.put('/projects/reorder', { ids: [c, foreign.id, a, 'nope', b] });
    expect([reply.status, reply.body]).toEqual([200, REORDERED]);
    const list = await by.get(`/projects${query({ order: { order: 'ASC' }, select: ['order', 'version'] })}`);
    expect(list.body.items).toEqual([
      { id: c, order: 0, version: 2 },
      { id: a, order: 2, version: 2 },
      { id: b, order: 4, version: 2 },
    ]);
    expect((await show(foreign.id)).body).toEqual(foreign);
  });

  test('is one change: twenty parallel ones leave the order of one of them', async () => {
    const by = await worker(service);
    const ids = idsOf(await projects(4, by));
    const orders = Array.from({ length: 20 }, (_, at) => [...ids.slice(at % 4), ...ids.slice(0, at % 4)]);
    const replies = await race(20, (caller) => by.put('/projects/reorder', { ids: orders[caller] }));
    expect(outcomes(replies)).toEqual({ 200: 20 });
    const list = await by.get(`/projects${query({ order: { order: 'ASC' } })}`);
    expect(orders).toContainEqual(idsOf(list.body.items));
  });

  test('against deletions leaves no row that was deleted', async () => {
    const by = await worker(service);
    const ids = idsOf(await projects(4, by));
    const replies = await race(20, (caller) =>
      caller % 2 ? by.put('/projects/reorder', { ids }) : by.delete(`/projects/${ids[caller % 4]}`),
    );
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    const { body } = await by.get('/projects');
    expect(body.total).toBe(2);
    expect(idsOf(body.items).sort()).toEqual([ids[1], ids[3]].sort());
  });
});

describe('a resource without an order', () => {
  test('takes the word reorder for an id', async () => {
    expect(answerOf(await owner.put('/tasks/reorder', { title: 'a' }))).toEqual(refusal('CRUD_NOT_FOUND'));
  });

  test('shows null for a row of a relation that is deleted for good', async () => {
    const parent = await project(owner);
    const child = await task(owner, parent.id);
    await owner.delete(`/projects/${parent.id}`);
    await owner.delete(`/projects/${parent.id}/trash`);
    expect((await owner.get(`/tasks/${child.id}?relations=["project"]`)).body).toEqual({ ...child, project: null });
  });
});
