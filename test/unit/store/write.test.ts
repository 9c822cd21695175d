// create, replace, update and consume: of any number of callers the condition lets exactly one through.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as table from '../../../lib/store/dynamo/table.ts';
import { race, tally } from '../../support/race.ts';
import { newKey, startTable, type Thing, thing } from './support.ts';

const CALLERS = 30;
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
});
afterAll(() => stop());

const read = (key: { pk: string; sk: string }) => table.get<Thing>(key, 'thing');

describe('create', () => {
  test('has one winner, whose item stays', async () => {
    const key = newKey();
    const won = await race(CALLERS, (caller) => table.create(thing(key, caller)));
    expect(tally(won.map(String))).toEqual({ true: 1, false: CALLERS - 1 });
    expect((await read(key))?.value).toBe(won.indexOf(true));
  });

  test('leaves out what is undefined', async () => {
    const key = newKey();
    await table.create({ ...thing(key, 1), note: undefined } as Thing);
    expect(await read(key)).toEqual(thing(key, 1));
  });
});

describe('replace', () => {
  test('has one winner per state of the item', async () => {
    const key = newKey();
    await table.create(thing(key, 0));
    const won = await race(CALLERS, (caller) =>
      table.replace(thing(key, caller + 1), { if: '#value = :was', values: { was: 0 } }),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await read(key))?.value).toBe(won.indexOf(true) + 1);
  });

  test('writes nothing where its condition speaks of an item that is not there', async () => {
    const key = newKey();
    expect(await table.replace(thing(key, 1), { if: '#value = :was', values: { was: 0 } })).toBe(false);
    expect(await read(key)).toBeUndefined();
  });
});

describe('update', () => {
  const next = (key: { pk: string; sk: string }, from: number) =>
    table.update<Thing>(key, { set: 'SET #value = #value + :one', if: '#value = :from', values: { one: 1, from } });

  test('has one winner per generation; the others get the item that refused them', async () => {
    const key = newKey();
    await table.create(thing(key, 1));
    for (const generation of [1, 2, 3]) {
      const results = await race(CALLERS, () => next(key, generation));
      const refused = results.filter((result) => 'refused' in result);
      expect(results.filter((result) => !('refused' in result))).toEqual([thing(key, generation + 1)]);
      expect(refused).toEqual(Array(CALLERS - 1).fill({ refused: thing(key, generation + 1) }));
    }
  });

  test('without a condition applies every caller once', async () => {
    const key = newKey();
    await table.create(thing(key, 0));
    const results = await race(CALLERS, () =>
      table.update<Thing>(key, { set: 'SET #value = #value + :one', values: { one: 1 } }),
    );
    const seen = results.map((result) => (result as Thing).value).sort((a, b) => a - b);
    expect(seen).toEqual(Array.from({ length: CALLERS }, (_, index) => index + 1));
  });

  test('never makes an item', async () => {
    const key = newKey();
    expect(await table.update(key, { set: 'SET #value = :one', values: { one: 1 } })).toEqual({ refused: undefined });
    expect(await read(key)).toBeUndefined();
  });
});

describe('consume', () => {
  test('gives the item to one caller and nothing to the others', async () => {
    const key = newKey();
    await table.create(thing(key, 7));
    const got = await race(CALLERS, () => table.consume<Thing>(key));
    expect(got.filter(Boolean)).toEqual([thing(key, 7)]);
    expect(await read(key)).toBeUndefined();
  });

  test('leaves an item that does not fit the condition', async () => {
    const key = newKey();
    await table.create(thing(key, 7));
    expect(await table.consume(key, { if: '#value = :other', values: { other: 8 } })).toBeUndefined();
    expect(await read(key)).toEqual(thing(key, 7));
  });
});
