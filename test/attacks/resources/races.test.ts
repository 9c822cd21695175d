// Attacks rows by twenty callers at once. Afterwards counters, unique claims, index entries and events say what is true.
import { describe, expect, test } from '@jest/globals';
import { feedAtRest } from '../../support/api.ts';
import { outcomes, race } from '../../support/race.ts';
import { project, type Worker, worker } from '../../support/resources.ts';
import { everyRow } from '../../support/rows.ts';
import { prepared, useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: true });
// biome-ignore lint/suspicious/noExplicitAny: what came back is what tests look into
type Json = any;

const owner = prepared(() => worker(service));

/** Compares what the service says of the projects of the tenant with what is in the table, and with the events. */
async function expectTruth(by: Worker): Promise<void> {
  await feedAtRest(service);
  const items = (await everyRow()).filter(({ pk }) => pk.includes(by.tenant.id)) as Json[];
  const rows = items.filter(({ type, id }) => type === 'row' && id.startsWith('prj_'));
  const isTrashed = ({ deletedAt }: Json) => deletedAt !== undefined;
  const [live, trash] = [rows.filter((row) => !isTrashed(row)), rows.filter(isTrashed)];
  const total = async (path: string) => (await by.get(path)).body.total;
  expect({
    list: await total('/projects?take=1'),
    trash: await total('/projects?take=1&onlyDeleted=1'),
    both: await total('/projects/get/counts?filter={"withDeleted":true}'),
    read: (await by.get('/projects/get/all')).body.length,
  }).toEqual({ list: live.length, trash: trash.length, both: rows.length, read: live.length });
  const claims = items.filter(({ type }) => type === 'row-claim').map(({ id }) => id);
  expect(claims.sort()).toEqual(rows.map(({ id }) => id).sort());
  const entries = items.filter(({ type, id }) => type === 'row-entry' && id.startsWith('prj_')).map(({ id }) => id);
  expect(entries.sort()).toEqual(live.flatMap(({ id }) => [id, id]).sort());
  const events = (service.local.events() as Json[]).filter(
    ({ detail }) => detail.tenantId === by.tenant.id && detail.resource === 'projects',
  );
  const ofRow = Map.groupBy(events, ({ detail }) => detail.rowId as string);
  for (const [id, each] of ofRow) {
    const sorted = each.toSorted((a, b) => a.detail.version - b.detail.version);
    expect(sorted.map(({ detail }) => detail.version)).toEqual(sorted.map((_, at) => at + 1));
    const last = sorted.at(-1);
    const row = rows.find((one) => one.id === id);
    expect([id, last?.detailType === 'svc.row_deleted', row?.version ?? last?.detail.version]).toEqual([
      id,
      row === undefined,
      last?.detail.version,
    ]);
  }
  expect(rows.filter(({ id }) => !ofRow.has(id))).toEqual([]);
  expect(ofRow.size).toBeGreaterThan(2);
}

describe('twenty callers at once', () => {
  test('that create, change, order, trash, restore and purge rows leave counters, claims and events true', async () => {
    const rows = await Promise.all(Array.from({ length: 4 }, () => project(owner)));
    const ids = rows.map(({ id }) => id as string);
    const statuses = new Set<number>();
    for (let round = 0; round < 3; round++) {
      const replies = await race(20, (at) => {
        const id = ids[(at + round) % ids.length] as string;
        switch (at % 10) {
          case 0:
            return owner.delete(`/projects/${id}`);
          case 1:
            return owner.put(`/projects/${id}/restore`);
          case 2:
            return owner.put(`/projects/${id}`, { name: `n${at}`, status: 'active' });
          case 3:
            return owner.put('/projects/reorder', { ids: ids.toReversed() });
          case 4:
            return owner.delete(`/projects/delete/bulk?ids=${ids.join('&ids=')}`);
          case 5:
            return owner.put('/projects/restore/bulk', { ids });
          case 6:
            return owner.put('/projects/bulk', {
              bulk: ids.map((each) => ({ id: each, dueAt: '2026-01-01T00:00:00Z' })),
            });
          case 7:
            return owner.post('/projects', { name: 'new', slug: `same-${round}` });
          case 8:
            return owner.put(`/projects/${id}`, { slug: `moved-${round}` });
          default:
            return round === 2 ? owner.delete(`/projects/${id}/trash`) : owner.get(`/projects/${id}`);
        }
      });
      for (const { status } of replies) statuses.add(status);
    }
    expect([...statuses].filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([]);
    await expectTruth(owner);
  });

  test('one of twenty creations takes a unique value, and a purge frees it for one of twenty others', async () => {
    const create = () => race(20, () => owner.post('/projects', { name: 'x', slug: 'wanted' }));
    const made = await create();
    expect(outcomes(made)).toEqual({ 201: 1, '409 CRUD_CONFLICT': 19 });
    const id = made.find(({ status }) => status === 201)?.body.id;
    await owner.delete(`/projects/${id}`);
    const replies = await race(20, (at) =>
      at % 2 ? owner.delete(`/projects/${id}/trash`) : owner.post('/projects', { name: 'x', slug: 'wanted' }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 201).length).toBeLessThan(2);
    await expectTruth(owner);
  });

  test('T-26: restores, purges and changes of a row in the trash have one winner each', async () => {
    const { id } = await project(owner);
    await owner.delete(`/projects/${id}`);
    const replies = await race(
      21,
      (at) =>
        [
          () => owner.put(`/projects/${id}/restore`),
          () => owner.delete(`/projects/${id}/trash`),
          () => owner.put(`/projects/${id}`, { name: 'changed' }),
        ][at % 3]?.() as ReturnType<Worker['get']>,
    );
    const won = (which: number) => replies.filter(({ status }, at) => at % 3 === which && status === 200).length;
    expect(won(0) + won(1)).toBe(1);
    if (won(1)) expect(won(2)).toBe(0);
    await expectTruth(owner);
  });

  test('that move unique values in a circle leave each with one row', async () => {
    const [a, b, c] = (await Promise.all([project(owner), project(owner), project(owner)])) as [Json, Json, Json];
    const slugs = [a.slug, b.slug, c.slug];
    const replies = await race(20, (at) =>
      owner.put('/projects/bulk', {
        bulk: [a, b, c].map(({ id }, place) => ({ id, slug: slugs[(place + 1 + (at % 2)) % 3] })),
      }),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const now = await Promise.all([a, b, c].map(async ({ id }) => (await owner.get(`/projects/${id}`)).body.slug));
    expect(now.sort()).toEqual(slugs.sort());
    await expectTruth(owner);
  });
});
