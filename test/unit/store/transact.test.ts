// transact: all writes or none, and which of them stood in the way.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as table from '../../../lib/store/dynamo/table.ts';
import { race } from '../../support/race.ts';
import { newKey, startTable, type Thing, thing } from './support.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterAll(() => stop());

const read = (key: { pk: string; sk: string }) => table.get<Thing>(key, 'thing');

test('applies every kind of write', async () => {
  const [created, put, updated, removed, checked] = [newKey(), newKey(), newKey(), newKey(), newKey()];
  for (const key of [updated, removed, checked]) await table.create(thing(key, 1));
  const result = await table.transact([
    { create: thing(created, 2) },
    { put: thing(put, 2) },
    { update: { ...updated, set: 'SET #value = :two', if: '#value = :one', values: { one: 1, two: 2 } } },
    { remove: { ...removed, if: '#value = :one', values: { one: 1 } } },
    { check: { ...checked, if: '#value = :one', values: { one: 1 } } },
  ]);
  expect(result).toBe(true);
  expect(await Promise.all([created, put, updated].map(read))).toEqual([created, put, updated].map((k) => thing(k, 2)));
  expect(await read(removed)).toBeUndefined();
  expect(await read(checked)).toEqual(thing(checked, 1));
});

describe('one write that fails', () => {
  const failing: [string, (there: table.Item, absent: table.Item) => table.Write][] = [
    ['create over an item', (there) => ({ create: there })],
    ['update of no item', (_, { pk, sk }) => ({ update: { pk, sk, set: 'SET #value = :one', values: { one: 1 } } })],
    [
      'update against its condition',
      ({ pk, sk }) => ({ update: { pk, sk, set: 'SET #a = :b', if: '#value = :b', values: { b: 5 } } }),
    ],
    ['removal of no item', (_, { pk, sk }) => ({ remove: { pk, sk } })],
    ['removal against its condition', ({ pk, sk }) => ({ remove: { pk, sk, if: '#value = :b', values: { b: 5 } } })],
    ['check of no item', (_, { pk, sk }) => ({ check: { pk, sk, if: '#value <> :b', values: { b: 5 } } })],
  ];

  test.each(failing)('%s: undoes the others and is named', async (_, write) => {
    const [there, absent, other, last] = [newKey(), newKey(), newKey(), newKey()];
    await table.create(thing(there, 1));
    const writes = [{ create: thing(other, 1) }, write(thing(there, 1), thing(absent, 1)), { put: thing(last, 1) }];
    expect(await table.transact(writes)).toEqual([1]);
    expect(await table.getMany([there, absent, other, last])).toEqual([
      thing(there, 1),
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('every failed one is named', async () => {
    const [first, second] = [newKey(), newKey()];
    await table.create(thing(first, 1));
    await table.create(thing(second, 1));
    const writes = [{ create: thing(first, 2) }, { put: thing(newKey(), 2) }, { create: thing(second, 2) }];
    expect(await table.transact(writes)).toEqual([0, 2]);
  });
});

test('of thirty transactions for the same item one wins, and nothing of the others stays', async () => {
  const prize = newKey();
  const traces = Array.from({ length: 30 }, () => newKey('TRACE'));
  const results = await race(30, (caller) =>
    table.transact([{ create: thing(traces[caller]!, caller) }, { create: thing(prize, caller) }]),
  );
  const winners = results.flatMap((result, caller) => (result === true ? [caller] : []));
  expect(winners).toHaveLength(1);
  expect(results.filter((result) => result !== true)).toEqual(Array(29).fill([1]));
  expect((await table.getMany(traces)).filter(Boolean)).toEqual([thing(traces[winners[0]!]!, winners[0]!)]);
  expect((await read(prize))?.value).toBe(winners[0]);
});

test('thirty transactions that move one unit each lose none', async () => {
  const [from, to] = [newKey(), newKey()];
  await table.create(thing(from, 20));
  await table.create(thing(to, 0));
  const move = () =>
    table.transact([
      { update: { ...from, set: 'SET #value = #value - :one', if: '#value > :zero', values: { one: 1, zero: 0 } } },
      { update: { ...to, set: 'SET #value = #value + :one', values: { one: 1 } } },
    ]);
  const results = await race(30, move);
  expect(results.filter((result) => result === true)).toHaveLength(20);
  expect([(await read(from))?.value, (await read(to))?.value]).toEqual([0, 20]);
});
