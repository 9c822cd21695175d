// get, getMany and query: what is there, in the order asked for, and never an item of another type.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as table from '../../lib/store/table.ts';
import { unique } from '../support/service.ts';
import { newKey, startTable, type Thing, thing } from './support.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterAll(() => stop());

describe('get', () => {
  test('answers the item as it was written', async () => {
    const key = newKey();
    await table.create(thing(key, 3));
    expect(await table.get<Thing>(key, 'thing')).toEqual(thing(key, 3));
  });

  test('takes an item of another type for none', async () => {
    const key = newKey();
    await table.create({ ...key, type: 'lock' });
    expect(await table.get<Thing>(key, 'thing')).toBeUndefined();
  });

  test('answers undefined where nothing is', async () => {
    expect(await table.get<Thing>(newKey(), 'thing')).toBeUndefined();
  });
});

describe('getMany', () => {
  test('answers in the order of the keys, with gaps where nothing is', async () => {
    const keys = Array.from({ length: 60 }, () => newKey());
    const present = keys.filter((_, index) => index % 3 !== 0);
    await Promise.all(present.map((key, index) => table.create(thing(key, index))));
    const shuffled = keys.toSorted((a, b) => a.pk.localeCompare(b.pk));
    const found = await table.getMany(shuffled);
    expect(found.map((item) => item?.pk)).toEqual(shuffled.map((key) => (present.includes(key) ? key.pk : undefined)));
  });

  test('asked for nothing, answers nothing', async () => {
    expect(await table.getMany([])).toEqual([]);
  });
});

describe('query', () => {
  const fill = async (count: number, more: (index: number) => object = () => ({})) => {
    const pk = unique('Q');
    const items = Array.from({ length: count }, (_, index) => ({
      ...thing({ pk, sk: `A#${String(index).padStart(4, '0')}` }, index),
      ...more(index),
    }));
    await Promise.all(items.map((item) => table.create(item)));
    return pk;
  };

  const values = async (range: table.Range) => (await table.query<Thing>(range, 'thing')).map(({ value }) => value);

  test('reads past the first page', async () => {
    const pk = await fill(40, () => ({ note: 'x'.repeat(60_000) })); // 2.4 MB: a page is 1 MB
    expect(await values({ pk })).toEqual(Array.from({ length: 40 }, (_, index) => index));
    expect(await values({ pk, newestFirst: true })).toEqual(Array.from({ length: 40 }, (_, index) => 39 - index));
  });

  test('keeps to the prefix and the type, newest first if asked', async () => {
    const pk = await fill(5, (index) => (index === 2 ? { type: 'other' } : {}));
    await table.create(thing({ pk, sk: 'B#0' }, 9));
    expect(await values({ pk, prefix: 'A#' })).toEqual([0, 1, 3, 4]);
    expect(await values({ pk, prefix: 'A#', newestFirst: true })).toEqual([4, 3, 1, 0]);
    expect(await values({ pk })).toEqual([0, 1, 3, 4, 9]);
    expect(await values({ pk, prefix: 'C#' })).toEqual([]);
  });

  test('reads an index, where only items that joined it are', async () => {
    const list = unique('L');
    await fill(3, (index) => (index ? { pk1: list, sk1: String(9 - index) } : {}));
    expect(await values({ pk: list, index: 'index1' })).toEqual([2, 1]);
  });
});

test('span answers everything between two sort keys, both included, of any type and any number of pages', async () => {
  const pk = unique('S');
  const note = 'x'.repeat(200_000);
  await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].map((sk) =>
      table.create({ ...thing({ pk, sk }, 1), note } as Thing),
    ),
  );
  await table.create({ pk, sk: 'DD', type: 'other' });
  const found = await table.span({ pk, from: 'B', to: 'I' });
  expect(found.map(({ sk }) => sk)).toEqual(['B', 'C', 'D', 'DD', 'E', 'F', 'G', 'H', 'I']);
});

test('a table that does not answer is Unavailable, for reads and writes alike', async () => {
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = process.env;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:9';
  table.close();
  const calls = [
    () => table.get(newKey(), 'thing'),
    () => table.getMany([newKey()]),
    () => table.query({ pk: 'x' }, 'thing'),
    () => table.span({ pk: 'x', from: 'a', to: 'b' }),
    () => table.create(thing(newKey(), 1)),
    () => table.update(newKey(), { set: 'SET #value = :one', values: { one: 1 } }),
    () => table.consume(newKey()),
    () => table.transact([{ put: thing(newKey(), 1) }]),
  ];
  const names = await Promise.all(calls.map((call) => call().then(String, (error: Error) => error.name)));
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  table.close();
  expect(names).toEqual(calls.map(() => 'Unavailable'));
});
