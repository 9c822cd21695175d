// Checks reads by plans against the evaluator: no row is lost or comes twice, in the order of the query where the plan
// says so, from every position, and with changes between pages.
import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inContext, resourceUse } from '../../../lib/platform/request-context.ts';
import { matches, subjectOf } from '../../../lib/records/query/evaluate.ts';
import { compareBy, compareTexts } from '../../../lib/records/query/order.ts';
import type { Condition, Order, Query } from '../../../lib/records/query/tree.ts';
import { newBudget } from '../../../lib/records/store/budget.ts';
import { positionIn } from '../../../lib/records/store/index-entries.ts';
import { partitionOf } from '../../../lib/records/store/partitions.ts';
import { planOf } from '../../../lib/records/store/plan.ts';
import { childrenOf, countRows, findRow, findRows, readRows } from '../../../lib/records/store/read.ts';
import { type Collection, type Row, valuesOf } from '../../../lib/records/store/row.ts';
import { changeRows, purgeRows, trashRows } from '../../../lib/records/store/write.ts';
import { create, type Item } from '../../../lib/store/dynamo/table.ts';
import { useTable } from '../store/support.ts';
import { condition, data, orders } from './queries.ts';
import { boxes, collectionOf, events, newRow, order, parts, readAll, store } from './support.ts';

useTable();

const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => id);

/** Rows with values by chance, several of them created in the same millisecond. */
async function stored(collection: Collection, count: number): Promise<Row[]> {
  const start = Date.parse('2026-03-01T00:00:00.000Z');
  const rows = fc
    .sample(data, { numRuns: count, seed: 7 })
    .map((each, at) => newRow(collection, each, start + Math.floor(at / 4)));
  await store(collection, rows);
  return rows;
}

const fulfils = (collection: Collection, where: Condition | undefined) => (row: Row) =>
  matches(where, subjectOf(valuesOf(collection, row)));

const sorted = (collection: Collection, rows: readonly Row[], by: Order): Row[] =>
  rows.toSorted(
    compareBy(
      by,
      (row, { field }) => valuesOf(collection, row)[field] ?? null,
      ({ id }) => id,
    ),
  );

describe('readRows', () => {
  const collection = collectionOf();
  const other = collectionOf();
  const places: Record<'live' | 'trash', Row[]> = { live: [], trash: [] };
  beforeAll(async () => {
    const rows = await stored(collection, 90);
    await stored(other, 20);
    const trashed = rows.filter((_, at) => at % 4 === 1);
    for (let first = 0; first < trashed.length; first += 10) {
      await trashRows(collection, trashed.slice(first, first + 10), 1e12, events());
    }
    places.live = await findRows(collection, idsOf(rows), 'live');
    places.trash = await findRows(collection, idsOf(trashed), 'trash');
  });

  test('returns every row that fulfils a condition, once, in the order of the query if the plan says so', async () => {
    const every = () => [...places.live, ...places.trash];
    const rowsIn = { live: () => places.live, trash: () => places.trash, all: every } as const;
    const accesses = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constant(null).chain(() => condition(every())),
        orders,
        fc.constantFrom<Query['rows']>('live', 'live', 'live', 'trash', 'all'),
        fc.constantFrom(1, 2, 7, 50),
        fc.nat(),
        async (where, by, rows, batch, at) => {
          const plan = planOf(parts, where, by, rows);
          accesses.add(`${plan.access} ${plan.isOrdered} ${rows}`);
          const expected = sorted(collection, rowsIn[rows]().filter(fulfils(collection, where)), by);
          const read = await readAll(collection, { where, order: by, rows }, { batch });
          expect(new Set(idsOf(read)).size).toBe(read.length);
          const found = read.filter(fulfils(collection, where));
          expect(idsOf(plan.isOrdered ? found : sorted(collection, found, by))).toEqual(idsOf(expected));
          if (!plan.isOrdered || !read.length) return;
          const position = at % read.length;
          const rest = await readAll(collection, { where, order: by, rows }, { batch, after: read[position] as Row });
          expect(idsOf(rest)).toEqual(idsOf(read.slice(position + 1)));
        },
      ),
      { numRuns: 400, seed: 15 },
    );
    // All kinds of plans were among them.
    expect([...accesses].sort()).toEqual(
      ['all', 'keys']
        .flatMap((access) =>
          ['false', 'true'].flatMap((is) => ['all', 'live', 'trash'].map((rows) => `${access} ${is} ${rows}`)),
        )
        .concat('index false live', 'index true live')
        .sort(),
    );
  });

  test('never returns a row of another tenant', async () => {
    const own = new Set(idsOf([...places.live, ...places.trash]));
    for (const rows of ['live', 'trash', 'all'] as const) {
      for (const by of ['', 'weight', '-status,-name']) {
        for (const row of await readAll(collection, { rows, order: order(by) })) expect(own.has(row.id)).toBe(true);
      }
    }
    const foreign = idsOf(await readAll(other, {}));
    const where: Condition = { kind: 'test', path: { field: 'id' }, operator: '$in', operand: foreign };
    expect(await readAll(collection, { where })).toEqual([]);
    expect(await findRows(collection, foreign, 'live')).toEqual([]);
    expect(await findRow(collection, foreign[0] as string, 'live')).toBeUndefined();
  });
});

describe('pages', () => {
  /** Reads page by page, each after the last row of the one before. `between` runs after each page. */
  async function pages(
    collection: Collection,
    by: Order,
    take: number,
    between: () => Promise<unknown>,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    for (let more = true; more; ) {
      const plan = planOf(collection.resource, undefined, by, 'live');
      const after = rows.at(-1);
      const page: Row[] = [];
      for await (const some of readRows(collection, plan, {
        budget: newBudget(''),
        batch: take,
        ...(after && { after }),
      })) {
        page.push(...some);
        if (page.length >= take) break;
      }
      rows.push(...page.slice(0, take));
      more = page.length >= take;
      await between();
    }
    return rows;
  }

  test.each(['', '-createdAt', '-id', 'weight', '-weight', '-weight,-createdAt', 'status,name', '-status,-name'])(
    'lose and repeat no row that was there throughout when rows come and go between them, ordered by "%s"',
    async (by) => {
      const collection = collectionOf();
      const rows = await stored(collection, 60);
      const extra = rows.filter((_, at) => at % 5 === 0);
      const kept = rows.filter((_, at) => at % 5 !== 0);
      const added = fc.sample(data, { numRuns: 200, seed: 8 });
      const read = await pages(collection, order(by), 7, async () => {
        const [gone] = extra.splice(0, 1);
        if (gone) expect(await purgeRows(collection, [gone], 'live', events())).toBe('done');
        await store(
          collection,
          [newRow(collection, added.pop(), Date.parse('2026-03-01T00:00:00.005Z'))].slice(
            0,
            added.length > 185 ? 1 : 0,
          ),
        );
      });
      expect(new Set(idsOf(read)).size).toBe(read.length);
      expect(idsOf(read)).toEqual(expect.arrayContaining(idsOf(kept)));
      const keptOnly = read.filter(({ id }) => kept.some((row) => row.id === id));
      expect(idsOf(keptOnly)).toEqual(idsOf(sorted(collection, kept, order(by))));
    },
  );

  test('continue after a row that does not exist any more', async () => {
    const collection = collectionOf();
    const rows = await stored(collection, 12);
    for (const by of ['', '-createdAt', 'weight', '-weight', '-status,-name']) {
      const all = await readAll(collection, { order: order(by) });
      const ghost = newRow(collection, (all[5] as Row).data, Date.parse((all[5] as Row).createdAt));
      const compare = (row: Row) => idsOf(sorted(collection, [row, ghost], order(by)))[1] === row.id;
      expect(idsOf(await readAll(collection, { order: order(by) }, { after: ghost }))).toEqual(
        idsOf(all.filter(compare)),
      );
    }
    expect(rows).toHaveLength(12);
  });

  test('cost the same at 100 and at 2000 rows when an index or the collection has their order', async () => {
    const small = collectionOf();
    const large = collectionOf();
    const values = (at: number): Row['data'] => ({
      weight: at % 9,
      status: ['a', 'b', 'c'][at % 3] as string,
      name: `n${at}`,
    });
    for (const [collection, count] of [
      [small, 100],
      [large, 2000],
    ] as const) {
      const rows = Array.from({ length: count }, (_, at) => newRow(collection, values(at)));
      const bulks = Array.from({ length: Math.ceil(count / 10) }, (_, at) => rows.slice(at * 10, at * 10 + 10));
      for (let first = 0; first < bulks.length; first += 20) {
        await Promise.all(bulks.slice(first, first + 20).map((bulk) => store(collection, bulk)));
      }
    }
    const where: Condition = { kind: 'test', path: { field: 'status' }, operator: '$eq', operand: 'a' };
    const costOf = (collection: Collection, by: string, filter?: Condition) =>
      inContext({}, async () => {
        const plan = planOf(parts, filter, order(by), 'live');
        const first = await readRows(collection, plan, { budget: newBudget(''), batch: 20 }).next();
        const { readUnits, trips } = resourceUse();
        return { units: readUnits, trips, rows: (first.value as Row[]).length, isOrdered: plan.isOrdered };
      });
    const total = (collection: Collection) =>
      inContext({}, async () => [await countRows(collection), resourceUse().readUnits, resourceUse().trips]);
    for (const [by, filter] of [
      ['', undefined],
      ['-createdAt', undefined],
      ['weight', undefined],
      ['name', where],
      ['-name', where],
    ] as const) {
      const [one, other] = [await costOf(small, by, filter), await costOf(large, by, filter)];
      expect(one).toMatchObject({ isOrdered: true, rows: 20 });
      expect(other).toEqual(one);
      expect(one.units).toBeLessThanOrEqual(25);
      expect(one.trips).toBeLessThanOrEqual(2);
    }
    expect(await total(small)).toEqual([{ live: 100, trash: 0 }, 8, 1]);
    expect(await total(large)).toEqual([{ live: 2000, trash: 0 }, 8, 1]);
  });
});

describe('a row that moves while rows are read', () => {
  /** Reads pages of five rows and makes a change after the first one. */
  async function readDuring(
    collection: Collection,
    by: string,
    rows: Query['rows'],
    move: (first: Row) => Promise<unknown>,
  ) {
    const plan = planOf(parts, undefined, order(by), rows);
    const pages: Row[][] = [];
    for await (const page of readRows(collection, plan, { budget: newBudget(''), batch: 5 })) {
      if (pages.push(page) === 1) expect(await move(page[0] as Row)).toBe('done');
    }
    return idsOf(pages.flat());
  }

  test('comes once, also when its new position is still to be read', async () => {
    const collection = collectionOf();
    await store(
      collection,
      Array.from({ length: 20 }, (_, at) => newRow(collection, { weight: at })),
    );
    const read = await readDuring(collection, 'weight', 'live', (before) =>
      changeRows(collection, [{ before, after: { ...before, data: { weight: 100 } } }], events()),
    );
    expect([read.length, new Set(read).size]).toEqual([20, 20]);
    const trashed = await readDuring(collection, '', 'all', (row) => trashRows(collection, [row], 1e12, events()));
    expect(trashed).toHaveLength(20);
    expect(new Set(trashed).size).toBe(20);
  });

  test('is left out at the position of an entry that it has left', async () => {
    const collection = collectionOf();
    const rows = [1, 2, 3].map((weight) => newRow(collection, { weight }));
    await store(collection, rows);
    const [row] = rows as [Row];
    const [stale, ghost] = [positionIn(['weight'], { ...row, data: { weight: 9 } }), newRow(collection, { weight: 2 })];
    const { pk } = partitionOf(collection, ['weight']);
    await create({ pk, sk: stale, type: 'row-entry', id: row.id } as Item);
    await create({ pk, sk: positionIn(['weight'], ghost), type: 'row-entry', id: ghost.id } as Item);
    expect(idsOf(await readAll(collection, { order: order('weight') }))).toEqual(idsOf(rows));
    expect(idsOf(await readAll(collection, { order: order('-weight') }))).toEqual(idsOf(rows.toReversed()));
    const where: Condition = { kind: 'test', path: { field: 'weight' }, operator: '$gt', operand: 0 };
    expect(planOf(parts, where, order('name'), 'live')).toMatchObject({ access: 'index', isOrdered: false });
    expect(idsOf(await readAll(collection, { where, order: order('name') }, { batch: 1 }))).toEqual(idsOf(rows));
  });
});

describe('the budget', () => {
  test('refuses a read past it and names the index that would help', async () => {
    const collection = collectionOf();
    await store(collection, [newRow(collection)]);
    let now = 0;
    const plan = planOf(parts, undefined, [], 'live');
    const read = (budget: ReturnType<typeof newBudget>) => readRows(collection, plan, { budget, batch: 5 }).next();
    const late = newBudget('status, name', () => now);
    expect((await read(late)).value).toHaveLength(1);
    now = 7001;
    await expect(read(late)).rejects.toMatchObject({
      code: 'CRUD_QUERY_TOO_BROAD',
      message: 'The query would read too much. An index on status, name would serve it.',
    });
    expect(() => newBudget('').debit(20_001, 0)).toThrow('Filter by more fields.');
    expect(() => newBudget('').debit(0, 9e6)).toThrow('too much');
    expect(() => newBudget('').debit(20_000, 8e6)).not.toThrow();
  });

  test('counts what a filter of the table drops', async () => {
    const collection = collectionOf();
    await stored(collection, 20);
    const where: Condition = { kind: 'test', path: { field: 'secret' }, operator: '$eq', operand: 'none has it' };
    let items = 0;
    const budget = {
      debit: (more: number) => {
        items += more;
      },
    };
    const plan = planOf(parts, where, [], 'live');
    for await (const page of readRows(collection, plan, { budget, batch: 3 })) expect(page).toEqual([]);
    expect(items).toBe(20);
  });
});

describe('childrenOf', () => {
  test('of one parent reads the collection instead of thousands of single rows', async () => {
    const own = collectionOf(boxes);
    const collection = { tenantId: own.tenantId, resource: parts };
    const parent = newRow(own);
    await store(own, [parent]);
    const rows = Array.from({ length: 1100 }, () => newRow(collection, { boxId: parent.id }));
    for (let at = 0; at < rows.length; at += 20) await store(collection, rows.slice(at, at + 20));
    const [found, units] = await inContext({}, async () => {
      const children = await childrenOf(collection, 'boxId', [parent.id], newBudget(''));
      return [idsOf([...(children.get(parent.id) ?? [])]), resourceUse().readUnits];
    });
    expect(found).toEqual(idsOf(rows).toSorted(compareTexts));
    expect(units).toBeLessThan(300);
  });

  test('returns the live children of each parent, by id, for few and for many parents', async () => {
    const own = collectionOf(boxes);
    const collection = { tenantId: own.tenantId, resource: parts };
    const parents = Array.from({ length: 60 }, () => newRow(own));
    for (let at = 0; at < 60; at += 20) await store(own, parents.slice(at, at + 20));
    const rows = parents.flatMap(({ id }, at) =>
      Array.from({ length: at % 4 }, () => newRow(collection, { boxId: id })),
    );
    await store(collection, [...rows, newRow(collection)]);
    const [gone, moved] = [rows[0] as Row, rows[3] as Row];
    await trashRows(collection, [gone], 1e12, events());
    const after = { ...moved, data: { boxId: (parents[0] as Row).id } };
    expect(await changeRows(collection, [{ before: moved, after }], events())).toBe('done');
    const current = (await readAll(collection, {})).filter(({ data: { boxId } }) => boxId);
    for (const some of [parents.slice(0, 9), parents]) {
      const found = await childrenOf(collection, 'boxId', [...idsOf(some), 'no id\0'], newBudget(''));
      expect(found.size).toBe(some.length + 1);
      for (const { id } of some) {
        const expected = idsOf(current.filter(({ data: { boxId } }) => boxId === id)).toSorted(compareTexts);
        expect(idsOf([...(found.get(id) ?? [])])).toEqual(expected);
      }
    }
    for (const some of [parents.slice(0, 9), parents]) {
      const used = newBudget('');
      used.debit(20_000, 0);
      const read = childrenOf(collection, 'boxId', idsOf(some), used);
      await expect(read).rejects.toMatchObject({ code: 'CRUD_QUERY_TOO_BROAD' });
    }
    const stranger = { ...collection, tenantId: collectionOf().tenantId };
    expect(
      [...(await childrenOf(stranger, 'boxId', idsOf(parents.slice(0, 3)), newBudget(''))).values()].flat(),
    ).toEqual([]);
  });
});
