// Tests transactions: all writes or none, and the labels of the writes that were refused.
import { describe, expect, test } from '@jest/globals';
import * as table from '../../../lib/store/dynamo/table.ts';
import { race } from '../../support/race.ts';
import { newKey, type Thing, thing, useTable } from './support.ts';

useTable();

const read = (key: { pk: string; sk: string }) => table.get<Thing>(key, 'thing');

test('a transaction applies every kind of write', async () => {
  const [created, put, updated, removed] = [newKey(), newKey(), newKey(), newKey()];
  const [checked, absent, added] = [newKey(), newKey(), newKey()];
  for (const key of [updated, removed, checked]) await table.create(thing(key, 1));
  const result = await table.transact({
    created: { create: thing(created, 2) },
    put: { put: thing(put, 2) },
    updated: { update: { ...updated, set: { value: 2 }, if: '#value = :one', values: { one: 1 } } },
    removed: { remove: { ...removed, if: '#value = :one', values: { one: 1 } } },
    checked: { check: { ...checked, if: '#value = :one', values: { one: 1 } } },
    absent: { absent: absent },
    added: { add: { ...added, type: 'thing', numbers: { value: 2 } } },
  });
  expect(result).toBe('done');
  const written = [created, put, updated, added];
  expect(await Promise.all(written.map(read))).toEqual(written.map((key) => thing(key, 2)));
  expect(await read(removed)).toBeUndefined();
  expect(await read(checked)).toEqual(thing(checked, 1));
});

test('a transaction skips writes that are undefined', async () => {
  const [alone, listed] = [newKey(), newKey()];
  const result = await table.transact({
    skipped: undefined,
    alone: { create: thing(alone, 1) },
    list: [undefined, { create: thing(listed, 1) }],
  });
  expect(result).toBe('done');
  expect(await table.getMany([alone, listed])).toEqual([thing(alone, 1), thing(listed, 1)]);
});

describe('a refused write', () => {
  const failing: [string, (there: table.Item, absent: table.Item) => table.Write][] = [
    ['create over an item', (there) => ({ create: there })],
    ['update of no item', (_, { pk, sk }) => ({ update: { pk, sk, set: { value: 1 } } })],
    [
      'update against its condition',
      ({ pk, sk }) => ({ update: { pk, sk, set: { a: 5 }, if: '#value = :b', values: { b: 5 } } }),
    ],
    ['removal of no item', (_, { pk, sk }) => ({ remove: { pk, sk } })],
    ['removal against its condition', ({ pk, sk }) => ({ remove: { pk, sk, if: '#value = :b', values: { b: 5 } } })],
    ['check of no item', (_, { pk, sk }) => ({ check: { pk, sk, if: '#value <> :b', values: { b: 5 } } })],
    ['absence of an item', ({ pk, sk }) => ({ absent: { pk, sk } })],
  ];

  test.each(failing)('(%s) undoes the other writes and is reported by its label', async (_, write) => {
    const [there, absent, other, last] = [newKey(), newKey(), newKey(), newKey()];
    await table.create(thing(there, 1));
    const result = await table.transact({
      other: { create: thing(other, 1) },
      refused: write(thing(there, 1), thing(absent, 1)),
      last: { put: thing(last, 1) },
    });
    expect(result).toEqual(new Set(['refused']));
    expect(await table.getMany([there, absent, other, last])).toEqual([
      thing(there, 1),
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is reported with every other refused write, also within a list', async () => {
    const [first, second] = [newKey(), newKey()];
    await table.create(thing(first, 1));
    await table.create(thing(second, 1));
    const result = await table.transact({
      first: { create: thing(first, 2) },
      skipped: undefined,
      put: { put: thing(newKey(), 2) },
      list: [undefined, { put: thing(newKey(), 2) }, { create: thing(second, 2) }],
      after: { put: thing(newKey(), 2) },
    });
    expect(result).toEqual(new Set(['first', 'list']));
    // @ts-expect-error A label that no write has does not compile.
    expect(result === 'done' || result.has('third')).toBe(false);
  });
});

test('of twenty transactions for the same item one succeeds, the others report its label and leave nothing', async () => {
  const prize = newKey();
  const traces = Array.from({ length: 20 }, () => newKey('TRACE'));
  const results = await race(20, (caller) =>
    table.transact({
      trace: { create: thing(traces[caller]!, caller) },
      skipped: undefined,
      prize: [{ create: thing(prize, caller) }],
      other: { put: thing(newKey('OTHER'), caller) },
    }),
  );
  const winners = results.flatMap((result, caller) => (result === 'done' ? [caller] : []));
  expect(winners).toHaveLength(1);
  expect(results.filter((result) => result !== 'done')).toEqual(Array(19).fill(new Set(['prize'])));
  expect((await table.getMany(traces)).filter(Boolean)).toEqual([thing(traces[winners[0]!]!, winners[0]!)]);
  expect((await read(prize))?.value).toBe(winners[0]);
});

test('thirty transactions that move one unit each lose none', async () => {
  const [from, to] = [newKey(), newKey()];
  await table.create(thing(from, 20));
  await table.create(thing(to, 0));
  const move = () =>
    table.transact({
      from: { update: { ...from, add: { value: -1 }, if: '#value > :zero', values: { zero: 0 } } },
      to: { update: { ...to, add: { value: 1 } } },
    });
  const results = await race(30, move);
  expect(results.filter((result) => result === 'done')).toHaveLength(20);
  expect(results.filter((result) => result !== 'done')).toEqual(Array(10).fill(new Set(['from'])));
  expect([(await read(from))?.value, (await read(to))?.value]).toEqual([0, 20]);
});
