// Checks the reads of the table: they return the stored items in the requested order, and none of another type.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { close } from '../../../lib/store/dynamo/client.ts';
import { allEntries, firstEntries } from '../../../lib/store/dynamo/index-query.ts';
import * as table from '../../../lib/store/dynamo/table.ts';
import { unique } from '../../support/service.ts';
import { newKey, type Thing, thing, useTable } from './support.ts';

useTable();

describe('get', () => {
  test('returns the item as it was written', async () => {
    const key = newKey();
    await table.create(thing(key, 3));
    expect(await table.get<Thing>(key, 'thing')).toEqual(thing(key, 3));
  });

  test('returns undefined for an item of another type', async () => {
    const key = newKey();
    await table.create({ ...key, type: 'address-claim' });
    expect(await table.get<Thing>(key, 'thing')).toBeUndefined();
  });

  test('returns undefined when there is no item', async () => {
    expect(await table.get<Thing>(newKey(), 'thing')).toBeUndefined();
  });
});

describe('getMany', () => {
  test('returns items in the order of the keys, and undefined for missing ones', async () => {
    const keys = Array.from({ length: 60 }, () => newKey());
    const present = keys.filter((_, index) => index % 3 !== 0);
    await Promise.all(present.map((key, index) => table.create(thing(key, index))));
    const shuffled = keys.toSorted((a, b) => a.pk.localeCompare(b.pk));
    const items = await table.getMany(shuffled);
    expect(items.map((item) => item?.pk)).toEqual(shuffled.map((key) => (present.includes(key) ? key.pk : undefined)));
  });

  test('returns an empty list for no keys', async () => {
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

  const values = async (range: { pk: string; prefix?: string }) =>
    (await table.query<Thing>(range, 'thing')).map(({ value }) => value);

  test('returns items of every page', async () => {
    const pk = await fill(40, () => ({ note: 'x'.repeat(60_000) })); // 2.4 MB: a page is 1 MB
    expect(await values({ pk })).toEqual(Array.from({ length: 40 }, (_, index) => index));
  });

  test('returns only items with the given prefix and type', async () => {
    const pk = await fill(5, (index) => (index === 2 ? { type: 'other' } : {}));
    await table.create(thing({ pk, sk: 'B#0' }, 9));
    expect(await values({ pk, prefix: 'A#' })).toEqual([0, 1, 3, 4]);
    expect(await values({ pk })).toEqual([0, 1, 3, 4, 9]);
    expect(await values({ pk, prefix: 'C#' })).toEqual([]);
  });
});

test('getMany returns more items than one call to DynamoDB takes, in order, also for a repeated key', async () => {
  const pk = unique('M');
  await Promise.all(Array.from({ length: 120 }, (_, index) => table.create(thing({ pk, sk: `${index}` }, index))));
  const keys = [...Array.from({ length: 130 }, (_, index) => ({ pk, sk: `${index}` })), { pk, sk: '7' }];
  const items = (await table.getMany(keys)) as (Thing | undefined)[];
  expect(items.map((item) => item?.value)).toEqual([
    ...Array.from({ length: 120 }, (_, index) => index),
    ...Array(10).fill(undefined),
    7,
  ]);
});

describe('an index query', () => {
  const list = unique('L');
  const range = { pk: list, index: 'index1' } as const;
  const sorts = (entries: { sort: string }[]) => entries.map(({ sort }) => sort);
  beforeAll(async () => {
    const item = (index: number) => ({
      ...newKey(),
      type: 'thing',
      note: 'x'.repeat(60_000),
      pk1: list,
      sk1: `a${index}`,
    });
    await Promise.all([1, 2, 3, 4, 5].map((index) => table.create(item(index))));
    await table.create({ ...newKey(), type: 'thing' });
  });

  test('returns the keys of the items that have attributes for the index, and no others', async () => {
    const [entry, ...rest] = await allEntries(range);
    expect(sorts([entry!, ...rest])).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect(await table.getMany([entry!.key])).toMatchObject([{ ...entry!.key, sk1: 'a1' }]);
  });

  test('returns one page at a time, in ascending or descending order', async () => {
    const first = await firstEntries({ ...range, newestFirst: true }, 2);
    expect([sorts(first.entries), first.more]).toEqual([['a5', 'a4'], true]);
    expect(sorts((await firstEntries({ ...range, newestFirst: true }, 2, 'a4')).entries)).toEqual(['a3', 'a2']);
    expect(sorts((await firstEntries(range, 9, 'a2')).entries)).toEqual(['a3', 'a4', 'a5']);
  });

  test('returns the entries with a given prefix', async () => {
    expect(sorts((await firstEntries({ ...range, prefix: 'a3' }, 9)).entries)).toEqual(['a3']);
    expect(sorts((await firstEntries({ ...range, prefix: 'b' }, 9)).entries)).toEqual([]);
  });
});

test('span returns all items between two sort keys, both included, of every type and page', async () => {
  const pk = unique('S');
  const note = 'x'.repeat(200_000);
  await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'].map((sk) =>
      table.create({ ...thing({ pk, sk }, 1), note } as Thing),
    ),
  );
  await table.create({ pk, sk: 'DD', type: 'other' });
  const items = await table.span({ pk, from: 'B', to: 'I' });
  expect(items.map(({ sk }) => sk)).toEqual(['B', 'C', 'D', 'DD', 'E', 'F', 'G', 'H', 'I']);
});

describe('slice', () => {
  const pk = unique('X');
  beforeAll(() => Promise.all(['A', 'C', 'E', 'G', 'I'].map((sk, at) => table.create(thing({ pk, sk }, at)))));
  const read = async (more: Partial<Parameters<typeof table.slice>[0]>) => {
    const { items, read, next } = await table.slice({ pk, from: 'B', to: 'H', limit: 10, ...more });
    return [items.map(({ sk }) => sk).join(''), read, next];
  };

  test('returns the items between two sort keys in either direction, and where to continue', async () => {
    expect(await read({})).toEqual(['CEG', 3, undefined]);
    expect(await read({ isDescending: true })).toEqual(['GEC', 3, undefined]);
    expect(await read({ limit: 2 })).toEqual(['CE', 2, 'E']);
    expect(await read({ limit: 2, isDescending: true })).toEqual(['GE', 2, 'E']);
  });

  test('continues after a sort key that no item has', async () => {
    expect(await read({ after: 'D' })).toEqual(['EG', 2, undefined]);
    expect(await read({ after: 'F', isDescending: true })).toEqual(['EC', 2, undefined]);
    expect(await read({ after: 'GG' })).toEqual(['', 0, undefined]);
    expect(await read({ after: 'BB', isDescending: true })).toEqual(['', 0, undefined]);
  });

  test('compares its bounds as DynamoDB does, by the bytes of UTF-8', async () => {
    expect(await read({ from: 'I\uffff', to: 'I\u{1f600}' })).toEqual(['', 0, undefined]);
  });

  test.each([
    ['an empty bound', '', 'H'],
    ['bounds in the wrong order', 'H', 'B'],
  ])('throws for %s, which DynamoDB refuses, on any engine', async (_, from, to) => {
    await expect(read({ from, to })).rejects.toThrow('no sort keys are between');
  });

  test('drops what a filter does not select after it was read', async () => {
    const filter = { text: '#n0 > :v0', names: { '#n0': 'value' }, values: { ':v0': 1 } };
    expect(await read({ filter })).toEqual(['EG', 3, undefined]);
    expect(await read({ filter, limit: 1 })).toEqual(['', 1, 'C']);
  });
});

test('every read and write throws Unavailable when the table does not respond', async () => {
  const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = process.env;
  process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:9';
  close();
  const calls = [
    () => table.get(newKey(), 'thing'),
    () => table.getMany([newKey()]),
    () => table.query({ pk: 'x' }, 'thing'),
    () => table.span({ pk: 'x', from: 'a', to: 'b' }),
    () => table.slice({ pk: 'x', from: 'a', to: 'b', limit: 1 }),
    () => table.create(thing(newKey(), 1)),
    () => table.update(newKey(), { set: 'SET #value = :one', values: { one: 1 } }),
    () => table.erase(newKey()),
    () => table.transact({ thing: { put: thing(newKey(), 1) } }),
  ];
  const names = await Promise.all(calls.map((call) => call().then(String, (error: Error) => error.name)));
  process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
  close();
  expect(names).toEqual(calls.map(() => 'Unavailable'));
});
