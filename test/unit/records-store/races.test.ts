// Races twenty callers for rows: each guarantee holds for one winner, and counters and claims are exact afterwards.
import { expect, test } from '@jest/globals';
import { retryOnConflict } from '../../../lib/platform/retry.ts';
import { countRows, findRow } from '../../../lib/records/store/read.ts';
import type { Collection, Row } from '../../../lib/records/store/row.ts';
import {
  changeRows,
  createRows,
  purgeRows,
  restoreRows,
  trashRows,
  type Written,
} from '../../../lib/records/store/write.ts';
import { race, tally } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { useTable } from '../store/support.ts';
import { boxes, collectionOf, events, newRow, order, parts, readAll, store } from './support.ts';

useTable();

const NOW = Date.parse('2026-05-01T00:00:00.000Z');
const outcomes = (written: readonly Written[]) => tally(written.map((each) => JSON.stringify(each)));
const find = async (collection: Collection, id: string): Promise<Row> => (await findRow(collection, id, 'live')) as Row;

/** Checks that counters, entries and claims are those of the rows that are there. */
async function requireConsistent(collection: Collection): Promise<void> {
  const items = (await everyRow()).filter(({ pk }) => pk.startsWith(`T#${collection.tenantId}#C#parts`));
  const typed = (type: string, place = '') => items.filter((item) => item.type === type && item.pk.includes(place));
  const trash = typed('row', '#TRASH').length;
  const live = typed('row').length - trash;
  expect(await countRows(collection)).toEqual({ live, trash });
  expect(typed('row-entry')).toHaveLength(live * parts.indexes.length);
  const rows = typed('row') as unknown as Row[];
  const claimed = rows.flatMap(({ id, data }) =>
    ['code', 'size'].flatMap((field) => (field in data ? `${field} ${id}` : [])),
  );
  expect(
    typed('row-claim')
      .map(({ sk, id }) => `${sk.split('#')[0]} ${id}`)
      .sort(),
  ).toEqual(claimed.sort());
  for (const by of ['', 'weight', 'status,name']) {
    const read = await readAll(collection, { order: order(by) });
    expect(read.map(({ id }) => id).sort()).toEqual(rows.flatMap(({ id, deletedAt }) => (deletedAt ? [] : id)).sort());
  }
}

test('one of twenty creations with the same unique value succeeds', async () => {
  const collection = collectionOf();
  const written = await race(20, () => createRows(collection, [newRow(collection, { code: 'same' })], events()));
  expect(outcomes(written)).toEqual({ '"done"': 1, '{"taken":"code"}': 19 });
  await requireConsistent(collection);
});

test('one of twenty restores, trashings and purges of a row in the trash decides what becomes of it', async () => {
  const collection = collectionOf();
  const row = newRow(collection, { code: 'a' });
  await store(collection, [row]);
  await trashRows(collection, [row], NOW, events());
  const trashed = (await findRow(collection, row.id, 'trash')) as Row;
  const written = await race(20, (caller) =>
    caller % 2
      ? restoreRows(collection, [trashed], NOW, events())
      : purgeRows(collection, [trashed], 'trash', events()),
  );
  expect(outcomes(written)).toEqual({ '"done"': 1, '{"changed":true}': 19 });
  await requireConsistent(collection);
});

test('rows that are restored and trashed by twenty callers at once are in one place', async () => {
  const collection = collectionOf();
  const row = newRow(collection, { code: 'a', status: 'a' });
  await store(collection, [row]);
  await race(20, (caller) =>
    retryOnConflict('row', async () => {
      const place = caller % 2 ? 'live' : 'trash';
      const found = await findRow(collection, row.id, place);
      if (!found) return 'not there';
      const written =
        place === 'live'
          ? await trashRows(collection, [found], NOW, events())
          : await restoreRows(collection, [found], NOW, events());
      return written === 'done' ? written : undefined;
    }),
  );
  await requireConsistent(collection);
});

test('a change of many rows and a purge of one of them exclude each other', async () => {
  const collection = collectionOf();
  const rows = Array.from({ length: 10 }, () => newRow(collection));
  await store(collection, rows);
  const written = await race(20, async (caller) => {
    if (caller % 2) return purgeRows(collection, [rows[caller % 10] as Row], 'live', events());
    const moved = rows.map((before, at) => ({ before, after: { ...before, order: at } }));
    return changeRows(collection, moved, events());
  });
  const changed = written.filter((each, caller) => each === 'done' && caller % 2 === 0).length;
  const purged = written.filter((each, caller) => each === 'done' && caller % 2 === 1).length;
  expect(changed ? [changed, purged] : [0, purged]).toEqual(changed ? [1, 0] : [0, 5]);
  await requireConsistent(collection);
});

test('no one of twenty changes of a row is lost when each is retried', async () => {
  const collection = collectionOf();
  const row = newRow(collection, { weight: 0, name: 'n' });
  await store(collection, [row]);
  await race(20, (caller) =>
    retryOnConflict('row', async () => {
      const before = await find(collection, row.id);
      const data = { ...before.data, weight: Number(before.data.weight) + 1, code: `c${caller}` };
      const written = await changeRows(collection, [{ before, after: { ...before, data } }], events());
      return written === 'done' ? written : undefined;
    }),
  );
  expect(await find(collection, row.id)).toMatchObject({ version: 21, data: { weight: 20 } });
  await requireConsistent(collection);
});

test('twenty callers that rename their rows to the same unique value leave one with it', async () => {
  const collection = collectionOf();
  const rows = Array.from({ length: 20 }, (_, at) => newRow(collection, { code: `${at}` }));
  await store(collection, rows);
  const written = await race(20, (caller) => {
    const before = rows[caller] as Row;
    return changeRows(collection, [{ before, after: { ...before, data: { code: 'same' } } }], events());
  });
  expect(outcomes(written)).toEqual({ '"done"': 1, '{"taken":"code"}': 19 });
  await requireConsistent(collection);
});

test('no child is created for a parent that was trashed before', async () => {
  const own = collectionOf(boxes);
  const collection = { tenantId: own.tenantId, resource: parts };
  const box = newRow(own);
  await store(own, [box]);
  let isTrashed = false;
  await race(20, async (caller) => {
    if (caller === 7) {
      expect(await trashRows(own, [box], NOW, events())).toBe('done');
      isTrashed = true;
      return;
    }
    const isLate = isTrashed;
    const written = await createRows(collection, [newRow(collection, { boxId: box.id })], events());
    if (isLate) expect(written).toEqual({ missing: 'boxId' });
    else expect(['"done"', '{"missing":"boxId"}']).toContain(JSON.stringify(written));
  });
  expect(await createRows(collection, [newRow(collection, { boxId: box.id })], events())).toEqual({ missing: 'boxId' });
  await requireConsistent(collection);
});

test('counters are exact after twenty callers created, trashed, restored and purged rows', async () => {
  const collection = collectionOf();
  await race(20, async (caller) => {
    const rows = Array.from({ length: 3 }, () => newRow(collection, { weight: caller }));
    expect(await createRows(collection, rows, events())).toBe('done');
    const [first, second] = rows as [Row, Row];
    if (caller % 2) expect(await trashRows(collection, [first, second], NOW, events())).toBe('done');
    if (caller % 4 !== 1) return;
    const trashed = (await findRow(collection, first.id, 'trash')) as Row;
    const gone = (await findRow(collection, second.id, 'trash')) as Row;
    expect(await restoreRows(collection, [trashed], NOW, events())).toBe('done');
    expect(await purgeRows(collection, [gone], 'trash', events())).toBe('done');
  });
  expect(await countRows(collection)).toEqual({ live: 60 - 20 + 5, trash: 20 - 10 });
  await requireConsistent(collection);
});
