// Checks writes of rows: what one transaction leaves behind, and what it refuses.
import { describe, expect, test } from '@jest/globals';
import { countRows, findRow } from '../../../lib/records/store/read.ts';
import type { Collection, Row } from '../../../lib/records/store/row.ts';
import {
  changeRows,
  createRows,
  mostRows,
  purgeRows,
  restoreRows,
  trashRows,
  type Written,
} from '../../../lib/records/store/write.ts';
import { everyRow } from '../../support/rows.ts';
import { useTable } from '../store/support.ts';
import { boxes, collectionOf, events, newRow, order, parts, readAll, store } from './support.ts';

useTable();

const NOW = Date.parse('2026-05-01T00:00:00.000Z');

/** The items of a tenant by type, without its counters. */
async function itemsOf({ tenantId }: Collection): Promise<Record<string, number>> {
  const items = (await everyRow()).filter(({ pk, type }) => pk.startsWith(`T#${tenantId}#C#`) && type !== 'row-count');
  return Object.fromEntries([...Map.groupBy(items, ({ type }) => type)].map(([type, each]) => [type, each.length]));
}

const change = (collection: Collection, before: Row, data: Row['data']): Promise<Written> =>
  changeRows(collection, [{ before, after: { ...before, data } }], events());
const current = async (collection: Collection, { id }: Row, place: 'live' | 'trash' = 'live'): Promise<Row> =>
  (await findRow(collection, id, place)) as Row;

test('a row has its entries, claims and place in the counters from creation to purge, and then nothing', async () => {
  const collection = collectionOf();
  const row = newRow(collection, { code: 'a', size: 1, status: 'a', name: 'n' });
  await store(collection, [row]);
  expect(await itemsOf(collection)).toEqual({ row: 1, 'row-entry': 4, 'row-claim': 2 });
  expect(await countRows(collection)).toEqual({ live: 1, trash: 0 });

  expect(await trashRows(collection, [row], NOW, events())).toBe('done');
  const trashed = await current(collection, row, 'trash');
  const at = '2026-05-01T00:00:00.000Z';
  expect(trashed).toMatchObject({ data: row.data, version: 2, deletedAt: at, updatedAt: at, createdAt: row.createdAt });
  expect(await findRow(collection, row.id, 'live')).toBeUndefined();
  expect(await itemsOf(collection)).toEqual({ row: 1, 'row-claim': 2 });
  expect(await countRows(collection)).toEqual({ live: 0, trash: 1 });

  expect(await restoreRows(collection, [trashed], NOW + 1, events())).toBe('done');
  const restored = await current(collection, row);
  expect(restored).toMatchObject({ data: row.data, version: 3, updatedAt: '2026-05-01T00:00:00.001Z' });
  expect(restored).not.toHaveProperty('deletedAt');
  expect(await itemsOf(collection)).toEqual({ row: 1, 'row-entry': 4, 'row-claim': 2 });

  expect(await trashRows(collection, [restored], NOW, events())).toBe('done');
  expect(await purgeRows(collection, [await current(collection, row, 'trash')], 'trash', events())).toBe('done');
  expect(await itemsOf(collection)).toEqual({});
  expect(await countRows(collection)).toEqual({ live: 0, trash: 0 });
});

test('a live row is purged with all that belongs to it', async () => {
  const collection = collectionOf();
  const row = newRow(collection, { code: 'a', size: 1 });
  await store(collection, [row]);
  expect(await purgeRows(collection, [row], 'trash', events())).toEqual({ changed: true });
  expect(await purgeRows(collection, [row], 'live', events())).toBe('done');
  expect(await itemsOf(collection)).toEqual({});
  expect(await countRows(collection)).toEqual({ live: 0, trash: 0 });
});

test('a change moves the entries of the indexes whose values changed, and raises the version', async () => {
  const collection = collectionOf();
  const row = newRow(collection, { status: 'a', name: 'n', weight: 1 });
  await store(collection, [row, newRow(collection, { weight: 2 })]);
  const entry = async (weight: number) =>
    (await everyRow()).filter(
      ({ pk, sk }) => pk.includes(collection.tenantId) && pk.endsWith('#X#weight') && sk.includes(row.id) && weight,
    );
  const [before] = await entry(1);
  expect(await change(collection, row, { status: 'b', name: 'n', weight: 1 })).toBe('done');
  expect(await entry(1)).toEqual([before]);
  const changed = await current(collection, row);
  expect(changed.version).toBe(2);
  expect(await change(collection, changed, { status: 'b', weight: 3 })).toBe('done');
  expect((await readAll(collection, { order: order('weight') })).map(({ data }) => data.weight)).toEqual([2, 3]);
  expect((await current(collection, row)).data).toEqual({ status: 'b', weight: 3 });
  expect(await itemsOf(collection)).toEqual({ row: 2, 'row-entry': 8 });
  // The version that was read is not the one that is stored.
  expect(await change(collection, changed, {})).toEqual({ changed: true });
  expect(await trashRows(collection, [row], NOW, events())).toEqual({ changed: true });
});

describe('a unique value', () => {
  test('is free for one row at a time, also while that row is in the trash', async () => {
    const collection = collectionOf();
    const [row, other] = [newRow(collection, { code: 'a', size: -0 }), newRow(collection, { code: 'b', size: 1 })];
    await store(collection, [row, other]);
    const create = (data: Row['data'], of = collection) => createRows(of, [newRow(of, data)], events());
    expect(await create({ code: 'a' })).toEqual({ taken: 'code' });
    expect(await create({ size: 0 })).toEqual({ taken: 'size' });
    expect(await create({ code: 'A' })).toBe('done');
    expect(await create({ code: 'a' }, collectionOf())).toBe('done');
    expect(await change(collection, other, { code: 'a' })).toEqual({ taken: 'code' });

    await trashRows(collection, [row], NOW, events());
    expect(await create({ code: 'a' })).toEqual({ taken: 'code' });
    const trashed = await current(collection, row, 'trash');
    expect(await restoreRows(collection, [trashed], NOW, events())).toBe('done');

    expect(await change(collection, await current(collection, row), { code: 'c' })).toBe('done');
    expect(await create({ code: 'a' })).toBe('done');
    expect(await create({ code: 'c' })).toEqual({ taken: 'code' });
    expect(await create({ size: 0 })).toBe('done');
    expect(await purgeRows(collection, [await current(collection, row)], 'live', events())).toBe('done');
    expect(await create({ code: 'c' })).toBe('done');
  });

  test('is not claimed by rows without a value', async () => {
    const collection = collectionOf();
    await store(collection, [newRow(collection), newRow(collection)]);
    expect(await itemsOf(collection)).toEqual({ row: 2, 'row-entry': 8 });
  });

  test('changes hands between rows of one transaction', async () => {
    const collection = collectionOf();
    const rows = [
      newRow(collection, { code: 'a' }),
      newRow(collection, { code: 'b' }),
      newRow(collection, { code: 'c' }),
    ];
    await store(collection, rows);
    const rotated = rows.map((before, at) => ({ before, after: { ...before, data: rows[(at + 1) % 3]!.data } }));
    expect(await changeRows(collection, rotated, events())).toBe('done');
    for (const { before, after } of rotated) expect((await current(collection, before)).data).toEqual(after.data);
    expect(await createRows(collection, [newRow(collection, { code: 'b' })], events())).toEqual({ taken: 'code' });
    expect(await itemsOf(collection)).toMatchObject({ 'row-claim': 3 });
  });

  test('is refused when two rows of one transaction want it', async () => {
    const collection = collectionOf();
    const rows = [newRow(collection, { code: 'a' }), newRow(collection, { code: 'a' })];
    expect(await createRows(collection, rows, events())).toEqual({ taken: 'code' });
    expect(await itemsOf(collection)).toEqual({});
  });
});

describe('a reference', () => {
  test('is refused unless it leads to a live row of the same tenant', async () => {
    const own = collectionOf(boxes);
    const collection = { tenantId: own.tenantId, resource: parts };
    const foreign = collectionOf(boxes);
    const [box, trashed, stranger] = [newRow(own), newRow(own), newRow(foreign)];
    await store(own, [box, trashed]);
    await store(foreign, [stranger]);
    await trashRows(own, [trashed], NOW, events());
    const create = (boxId: string) => createRows(collection, [newRow(collection, { boxId })], events());
    for (const id of [trashed.id, stranger.id, newRow(own).id, 'box_1', '', '#', `${box.id}#`]) {
      expect(await create(id)).toEqual({ missing: 'boxId' });
    }
    expect(await create(box.id)).toBe('done');
    expect(await createRows(collection, [newRow(collection, { parentId: box.id })], events())).toEqual({
      missing: 'parentId',
    });
  });

  test('is checked again only when it changes', async () => {
    const own = collectionOf(boxes);
    const collection = { tenantId: own.tenantId, resource: parts };
    const box = newRow(own);
    const row = newRow(collection, { boxId: box.id });
    await store(own, [box]);
    // Two rows, one check: a transaction may not name an item twice.
    await store(collection, [row, newRow(collection, { boxId: box.id })]);
    await purgeRows(own, [box], 'live', events());
    expect(await change(collection, row, { boxId: box.id, name: 'n' })).toBe('done');
    const changed = await current(collection, row);
    expect(await change(collection, changed, { boxId: newRow(own).id })).toEqual({ missing: 'boxId' });
    expect(await trashRows(collection, [changed], NOW, events())).toBe('done');
    expect(await restoreRows(collection, [await current(collection, row, 'trash')], NOW, events())).toBe('done');
  });

  test('may lead to a row of the same transaction', async () => {
    const collection = collectionOf();
    const parent = newRow(collection);
    const child = newRow(collection, { parentId: parent.id });
    await store(collection, [parent, child]);
    expect(await change(collection, parent, { parentId: parent.id })).toBe('done');
  });
});

describe('the limits', () => {
  test('hold the worst case of each kind in one transaction', async () => {
    const kinds = ['create', 'change', 'reorder', 'trash', 'restore', 'purge'] as const;
    expect(Object.fromEntries(kinds.map((kind) => [kind, mostRows(parts, kind)]))).toEqual({
      create: 10,
      change: 6,
      reorder: 99,
      trash: 15,
      restore: 15,
      purge: 13,
    });
    expect(mostRows(parts)).toBe(6);
    const box = collectionOf(boxes);
    const collection = { tenantId: box.tenantId, resource: parts };
    const parents = Array.from({ length: 40 }, () => newRow(box));
    await store(box, parents);
    const full = (from: number) => (_: unknown, at: number) =>
      newRow(collection, {
        code: `${from + at}`,
        size: from + at,
        status: 'a',
        weight: at,
        boxId: parents[(from + at) % 40]!.id,
      });
    const rows = Array.from({ length: 10 }, full(0));
    expect(await createRows(collection, rows, events())).toBe('done');
    const changes = rows.slice(0, 6).map((before, at) => {
      const after = { ...before, data: { ...full(100)(0, at).data, status: 'b', weight: 50, isNew: true } };
      return { before, after };
    });
    expect(await changeRows(collection, changes, events())).toBe('done');
    await store(collection, Array.from({ length: 10 }, full(200)));
    const stored = await readAll(collection, {});
    expect(await trashRows(collection, stored.slice(0, 15), NOW, events())).toBe('done');
    const trashed = await readAll(collection, { rows: 'trash' });
    expect(await restoreRows(collection, trashed, NOW, events())).toBe('done');
    const live = await readAll(collection, {});
    expect(await purgeRows(collection, live.slice(0, 13), 'live', events())).toBe('done');
    expect(await countRows(collection)).toEqual({ live: 7, trash: 0 });
  });

  test('refuse more rows than a transaction holds, and name the number', async () => {
    const collection = collectionOf();
    const rows = Array.from({ length: 30 }, (_, at) => newRow(collection, { code: `${at}` }));
    await expect(createRows(collection, rows, events())).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'One request writes at most 10 rows.',
    });
  });

  test('refuse a row of more than 100 KB, and values that the table cannot store', async () => {
    const collection = collectionOf();
    const create = (data: Row['data']) => createRows(collection, [newRow(collection, data)], events());
    const wide = { tags: Array.from({ length: 50 }, () => 'é'.repeat(1010)) };
    expect(await create({ ...wide, name: 'x' })).toBe('done');
    await expect(create({ tags: [...wide.tags, 'x'.repeat(1400)] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'A row has at most 100 KB.',
    });
    for (const [field, value] of [
      ['weight', 2 ** 53],
      ['weight', -(2 ** 60)],
      ['weight', 1e-131],
      ['weight', Number.POSITIVE_INFINITY],
      ['name', 'a\0'],
      ['name', '\ud800'],
      ['tags', ['a\0']],
    ] as const) {
      await expect(create({ [field]: value })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    }
    await expect(create({ status: 'x'.repeat(1000) })).rejects.toMatchObject({
      message: 'status, name: these values are too long together.',
    });
    for (const weight of [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 1e-130, -0, 0.1 + 0.2]) {
      expect(await create({ weight })).toBe('done');
    }
  });

  test('refuse an id whose time is not that of the creation, because lists by creation are in the order of ids', async () => {
    const collection = collectionOf();
    const row = { ...newRow(collection), createdAt: '2020-01-01T00:00:00.000Z' };
    await expect(createRows(collection, [row], events())).rejects.toThrow('another time');
  });
});

test('a row of another tenant is neither read nor changed, also when its keys are sent along', async () => {
  const [collection, other] = [collectionOf(), collectionOf()];
  const row = newRow(collection, { code: 'a' });
  await store(collection, [row]);
  const stored = await current(collection, row);
  expect(await findRow(other, row.id, 'live')).toBeUndefined();
  expect(await change(other, stored, { code: 'b' })).toEqual({ changed: true });
  expect(await trashRows(other, [stored], NOW, events())).toEqual({ changed: true });
  expect(await purgeRows(other, [stored], 'live', events())).toEqual({ changed: true });
  expect(await restoreRows(other, [stored], NOW, events())).toEqual({ changed: true });
  expect(await current(collection, row)).toEqual(stored);
  expect(await itemsOf(other)).toEqual({});
});
