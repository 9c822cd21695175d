// Checks that rows get the index entries and claims of a declaration that is newer than they are, beside callers who
// change them, and that a table which lost parts of transactions becomes whole.
import { describe, expect, test } from '@jest/globals';
import { resync } from '../../../infra/tools/restore/resync.ts';
import { newTenantId } from '../../../lib/platform/ids.ts';
import { retryOnConflict } from '../../../lib/platform/retry.ts';
import { choice, number, reference, text } from '../../../lib/records/declare/fields.ts';
import { registry } from '../../../lib/records/declare/registry.ts';
import { hasMany, type Resource, resource } from '../../../lib/records/declare/resource.ts';
import { compareBy } from '../../../lib/records/query/order.ts';
import { planOf } from '../../../lib/records/store/plan.ts';
import { countRows, findRow } from '../../../lib/records/store/read.ts';
import type { Collection, Row } from '../../../lib/records/store/row.ts';
import {
  changeRows,
  createRows,
  mostRows,
  purgeRows,
  restoreRows,
  trashRows,
} from '../../../lib/records/store/write.ts';
import { removeAll, transact, type Write } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { race } from '../../support/race.ts';
import { everyRow } from '../../support/rows.ts';
import { useTable } from '../store/support.ts';
import { events, newRow, order, readAll, store } from './support.ts';

useTable();

const NOW = Date.parse('2026-05-01T00:00:00.000Z');
const note = { description: 'For tests.', optional: true } as const;

type Indexes = readonly (
  | readonly ('tier' | 'name' | 'score')[]
  | { building: readonly ('tier' | 'name' | 'score')[] }
)[];

/** One resource in several versions of its declaration. */
const declared = (indexes: Indexes, unique?: true | 'building') =>
  resource({
    name: 'clients',
    singular: 'client',
    prefix: 'cli',
    description: 'Rows that are older than an index.',
    fields: {
      tier: choice(['basic', 'gold'], note),
      name: text({ max: 60, ...note }),
      score: number(note),
      number: text({ max: 20, ...note, ...(unique && { unique }) }),
    },
    indexes,
    softDelete: true,
  });

const OLD = declared([['score']]);
const BUILDING = declared([{ building: ['tier', 'name'] }], 'building');
const BUILT = declared([['tier', 'name']], true);

const run = async (of: Resource) => (await resync({ clients: of })).rows;
const itemsOf = async ({ tenantId }: Pick<Collection, 'tenantId'>) =>
  (await everyRow()).filter(({ pk }) => pk.startsWith(`T#${tenantId}#C#`));
const inIndex = async (collection: Collection, name: string) =>
  (await itemsOf(collection)).filter(({ pk }) => pk.endsWith(`#X#${name}`));
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);

/** The versions of a declaration, in one tenant. */
const versionsOf = () => {
  const tenantId = newTenantId();
  const of = (each: Resource): Collection => ({ tenantId, resource: each });
  return { old: of(OLD), building: of(BUILDING), built: of(BUILT) };
};

const tierOf = (at: number) => (at % 3 ? 'gold' : 'basic');

/** Checks that each list by the index has every row that it should have, and each claim leads to its row. */
async function requireWhole(built: Collection): Promise<void> {
  const items = await itemsOf(built);
  const all = items.filter(({ type }) => type === 'row') as unknown as Row[];
  const live = all.filter(({ deletedAt }) => deletedAt === undefined);
  for (const tier of ['basic', 'gold']) {
    const where = { kind: 'test', path: { field: 'tier' }, operator: '$eq', operand: tier } as const;
    expect(planOf(built.resource, where, [], 'live').access).toBe('index');
    const byName = compareBy<Row>(
      order('name'),
      ({ data }) => data.name ?? null,
      ({ id }) => id,
    );
    const wanted = live.filter(({ data }) => data.tier === tier).sort(byName);
    expect(idsOf(await readAll(built, { where, order: order('name') }))).toEqual(idsOf(wanted));
  }
  const claims = items.filter(({ type }) => type === 'row-claim').map(({ id }) => id);
  const numbers = all.filter(({ data }) => data.number !== undefined);
  expect([...claims].sort()).toEqual(idsOf(numbers).sort());
  for (const { id, data } of numbers) {
    const where = { kind: 'test', path: { field: 'number' }, operator: '$eq', operand: data.number as string } as const;
    expect(planOf(built.resource, where, [], 'all').access).toBe('keys');
    expect(idsOf(await readAll(built, { where, rows: 'all' }))).toEqual([id]);
  }
  expect(await countRows(built)).toEqual({ live: live.length, trash: all.length - live.length });
}

test('lists by an index that was built beside twenty callers have every row', async () => {
  const { old, building, built } = versionsOf();
  const rows = Array.from({ length: 240 }, (_, at) =>
    newRow(old, { tier: tierOf(at), name: `n${at % 50}`, score: at, number: `${at}` }),
  );
  await store(old, rows);
  await trashRows(old, rows.slice(0, 10), NOW, events());
  expect(
    planOf(BUILDING, { kind: 'test', path: { field: 'tier' }, operator: '$eq', operand: 'gold' }, [], 'live'),
  ).toMatchObject({ access: 'all' });

  let isBuilt = false;
  const callers = race(20, async (caller) => {
    for (let step = 0; !isBuilt || step < 10; step++) {
      const { id } = rows[(caller * 12 + step * 7) % rows.length] as Row;
      await retryOnConflict('row', async () => {
        const place = step % 4 === 3 ? 'trash' : 'live';
        const row = await findRow(building, id, place);
        if (!row) return 'elsewhere';
        const data = { ...row.data, ...(step % 3 ? { tier: tierOf(step) } : { number: `${id.slice(-6)} ${step}` }) };
        const written =
          place === 'trash'
            ? await restoreRows(building, [row], NOW, events())
            : step % 5 === 4
              ? await trashRows(building, [row], NOW, events())
              : step % 17 === 16
                ? await purgeRows(building, [row], 'live', events())
                : await changeRows(building, [{ before: row, after: { ...row, data } }], events());
        return written === 'done' ? written : undefined;
      });
      if (step % 6 === 5) await createRows(building, [newRow(building, { tier: tierOf(step), name: 'new' })], events());
    }
  });
  const report = await run(BUILDING).finally(() => {
    isBuilt = true;
  });
  await callers;
  expect(report.made).toBeGreaterThan(100);
  expect(report.problems).toEqual([]);
  await requireWhole(built);
  expect(await inIndex(built, 'score')).toEqual([]);

  const before = await everyRow();
  expect(await run(BUILT)).toMatchObject({ made: 0, removed: 0, corrected: 0, busy: 0, problems: [] });
  expect(await everyRow()).toEqual(before);
});

test('entries of an index and claims of a field that are not declared any more are removed, of all tenants', async () => {
  const [one, other] = [versionsOf(), versionsOf()];
  for (const { built } of [one, other]) await store(built, [newRow(built, { tier: 'gold', name: 'a', number: '1' })]);
  expect(await inIndex(one.built, 'tier.name')).toHaveLength(1);
  await run(declared([{ building: ['score'] }]));
  for (const { built } of [one, other]) {
    const types = (await itemsOf(built)).map(({ type, pk }) => `${type}${pk.endsWith('#X#score') ? ' score' : ''}`);
    expect(types.sort()).toEqual(['row', 'row-count', 'row-entry score']);
  }
});

test('rows of a resource that is not declared stay as they are', async () => {
  const { built } = versionsOf();
  await store(built, [newRow(built, { number: '1' })]);
  const before = await itemsOf(built);
  expect((await resync({})).rows).toMatchObject({ collections: 0, removed: 0 });
  expect(await itemsOf(built)).toEqual(before);
});

describe('a unique field that is being built', () => {
  test('has its duplicates reported by id, and the value of the others claimed', async () => {
    const { old, building, built } = versionsOf();
    const rows = ['same', 'same', 'own'].map((each) => newRow(old, { number: each }));
    await store(old, rows);
    await trashRows(old, rows.slice(0, 1), NOW, events());
    const [first, second, third] = rows as [Row, Row, Row];
    const { problems } = await run(BUILDING);
    const named = problems.filter((each) => each.includes(old.tenantId));
    expect(named).toEqual([
      `${old.tenantId} clients number: ${[first.id, second.id].sort().join(' and ')} have the same value`,
    ]);
    expect(await createRows(building, [newRow(building, { number: 'own' })], events())).toEqual({ taken: 'number' });

    // Both may leave the value, and it is free afterwards.
    for (const [at, { id }] of [second, third].entries()) {
      const before = (await findRow(building, id, 'live')) as Row;
      const after = { ...before, data: { number: `new ${at}` } };
      expect(await changeRows(building, [{ before, after }], events())).toBe('done');
    }
    expect((await run(BUILDING)).problems.filter((each) => each.includes(old.tenantId))).toEqual([]);
    await requireWhole(built);
    const trashed = (await findRow(built, first.id, 'trash')) as Row;
    expect(await purgeRows(built, [trashed], 'trash', events())).toBe('done');
    await requireWhole(built);
    expect(await createRows(built, [newRow(built, { number: 'same' })], events())).toBe('done');
  });

  test('keeps the claim of one row when another one with the same value changes or is purged', async () => {
    const { old, building } = versionsOf();
    const rows = ['same', 'same', 'same'].map((each) => newRow(old, { number: each }));
    await store(old, rows);
    await run(BUILDING);
    const claims = (await itemsOf(old)).filter(({ type }) => type === 'row-claim');
    const holder = claims[0]?.id as string;
    const [one, other] = rows.filter(({ id }) => id !== holder) as [Row, Row];
    const after = { ...one, data: { number: 'new' } };
    expect(await changeRows(building, [{ before: one, after }], events())).toBe('done');
    expect(await purgeRows(building, [other], 'live', events())).toBe('done');
    expect((await itemsOf(old)).filter(({ type }) => type === 'row-claim')).toContainEqual(claims[0]);
    expect(await createRows(building, [newRow(building, { number: 'same' })], events())).toEqual({ taken: 'number' });
  });

  test('gives a value to one of twenty rows that want it from a row without a claim', async () => {
    const { old, building } = versionsOf();
    const [owner, ...others] = ['x', ...Array.from({ length: 20 }, (_, at) => `${at}`)].map((each) =>
      newRow(old, { number: each }),
    ) as [Row, ...Row[]];
    await store(old, [owner, ...others]);
    const written = await race(20, (caller) => {
      const before = others[caller] as Row;
      const changes = [
        { before: owner, after: { ...owner, data: { number: `left ${caller}` } } },
        { before, after: { ...before, data: { number: 'x' } } },
      ];
      return changeRows(building, changes, events());
    });
    expect(written.filter((each) => each === 'done')).toHaveLength(1);
    await run(BUILDING);
    await requireWhole({ ...old, resource: BUILT });
  });
});

test('rows are whole after a restore that kept parts of transactions', async () => {
  const { built } = versionsOf();
  const rows = Array.from({ length: 12 }, (_, at) =>
    newRow(built, { tier: tierOf(at), name: `${at}`, number: `${at}` }),
  );
  await store(built, rows);
  const [, , , twice] = rows as [Row, Row, Row, Row];
  const items = await itemsOf(built);
  const lost = items.filter(
    ({ id, type }) =>
      (id === rows[0]?.id && type === 'row') ||
      (id === rows[1]?.id && type === 'row-entry') ||
      (id === rows[2]?.id && type === 'row-claim'),
  );
  expect(lost).toHaveLength(3);
  await removeAll(lost);
  // A row that was being trashed: gone from one place, and its old version back there.
  const old = items.filter(({ id, type }) => id === twice.id && type === 'row');
  await trashRows(built, [twice], NOW, events());
  await transact({ restored: old.map((item): Write => ({ put: item })) });
  await transact({
    count: { add: { ...keys.rowCount(built.tenantId, 'clients', 3), type: 'row-count', numbers: { live: 7 } } },
  });
  const report = await run(BUILT);
  expect(report).toMatchObject({ made: 2, busy: 0, problems: [] });
  expect(report.removed).toBe(3);
  expect(report.corrected).toBeGreaterThan(0);
  expect(await findRow(built, twice.id, 'live')).toBeUndefined();
  await requireWhole(built);
  expect(await run(BUILT)).toMatchObject({ made: 0, removed: 0, corrected: 0, busy: 0 });
});

test('a row whose values are too long for an index that is being built is named, and can be changed', async () => {
  const { old, building } = versionsOf();
  const row = newRow(old, { tier: 'gold', name: 'n'.repeat(1000), score: 1 });
  await store(old, [row]);
  const named = async () => (await run(BUILDING)).problems.filter((each) => each.includes(old.tenantId));
  expect(await named()).toEqual([`${old.tenantId} clients tier, name: ${row.id} has values that are too long`]);
  const changed = { ...row, data: { ...row.data, score: 2 } };
  expect(await changeRows(building, [{ before: row, after: changed }], events())).toBe('done');
  const before = (await findRow(building, row.id, 'live')) as Row;
  const after = { ...before, data: { ...before.data, name: 'n' } };
  expect(await changeRows(building, [{ before, after }], events())).toBe('done');
  expect(await named()).toEqual([]);
  await requireWhole({ ...old, resource: BUILT });
});

test('a row whose values are too long for an index can be purged', async () => {
  const { old, building } = versionsOf();
  const row = newRow(old, { tier: 'gold', name: 'n'.repeat(1000) });
  await store(old, [row]);
  expect(await purgeRows(building, [row], 'live', events())).toBe('done');
});

describe('an index on the order of rows', () => {
  const ordered = (indexes: readonly (readonly ['order'] | { building: readonly ['order'] })[]) =>
    resource({
      name: 'steps',
      singular: 'step',
      prefix: 'stp',
      description: 'Rows with an order of their own.',
      fields: { name: text({ max: 60, ...note }) },
      indexes,
      reorder: true,
    });

  test('serves lists by it, of rows that are older than the index and of those that twenty callers reorder', async () => {
    const tenantId = newTenantId();
    const old = { tenantId, resource: ordered([]) };
    const building = { tenantId, resource: ordered([{ building: ['order'] }]) };
    const built = { tenantId, resource: ordered([['order']]) };
    const rows = Array.from({ length: 60 }, (_, at) => ({ ...newRow(old), ...(at % 4 && { order: at % 7 }) }));
    await store(old, rows);
    const reordering = race(20, (caller) =>
      retryOnConflict('rows', async () => {
        const some = rows.slice(caller, caller + 5).map(({ id }) => findRow(building, id, 'live'));
        const found = (await Promise.all(some)) as Row[];
        const moved = found.map((before, at) => ({ before, after: { ...before, order: at } }));
        const written = await changeRows(building, moved, events());
        return written === 'done' ? written : undefined;
      }),
    );
    await resync({ steps: building.resource });
    await reordering;
    const all = (await itemsOf(built)).filter(({ type }) => type === 'row') as unknown as Row[];
    for (const by of ['order', '-order']) {
      expect(planOf(built.resource, undefined, order(by), 'live')).toMatchObject({ access: 'index', isOrdered: true });
      const sorted = all.toSorted(
        compareBy<Row>(
          order(by),
          (row) => row.order ?? 0,
          ({ id }) => id,
        ),
      );
      expect(idsOf(await readAll(built, { order: order(by) }))).toEqual(idsOf(sorted));
    }
    expect((await resync({ steps: built.resource })).rows).toMatchObject({ made: 0, removed: 0, problems: [] });
  });

  test('leaves room for a third of the rows in a request that reorders', () => {
    expect([mostRows(ordered([]), 'reorder'), mostRows(ordered([['order']]), 'reorder')]).toEqual([99, 33]);
    expect(planOf(ordered([]), undefined, order('order'), 'live').advice).toBe('order');
  });
});

describe('a declaration', () => {
  const declare = (indexes: Indexes, relation = false) =>
    resource({
      ...{ name: 'clients', singular: 'client', prefix: 'cli', description: 'For tests.' },
      fields: { tier: text({ max: 20, ...note }), name: text({ max: 20, ...note }), score: number(note) },
      indexes,
      relations: relation ? { parts: hasMany('parts', 'clientId') } : {},
    });

  test('is refused if it has an index twice, or builds one that it has', () => {
    expect(() => declare([['tier'], { building: ['tier'] }])).toThrow('declared twice');
    expect(() => declare([['tier'], ['tier', 'name']])).not.toThrow();
  });

  test('is refused if a relation to many needs an index that is being built', () => {
    const parts = (indexes: readonly (readonly ['clientId'] | { building: readonly ['clientId'] })[]) =>
      resource({
        ...{ name: 'parts', singular: 'part', prefix: 'prt', description: 'For tests.' },
        fields: { clientId: reference('clients', note) },
        indexes,
      });
    const clients = declare([], true);
    expect(() => registry({ clients, parts: parts([['clientId']]) })).not.toThrow();
    expect(() => registry({ clients, parts: parts([{ building: ['clientId'] }]) })).toThrow('needs an index');
  });
});
