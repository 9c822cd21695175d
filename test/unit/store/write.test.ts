// Races callers for conditional writes: exactly one caller meets the condition.
import { describe, expect, test } from '@jest/globals';
import * as table from '../../../lib/store/dynamo/table.ts';
import { race, tally } from '../../support/race.ts';
import { newKey, type Thing, thing, useTable } from './support.ts';

const CALLERS = 30;
useTable();

const read = (key: { pk: string; sk: string }) => table.get<Thing>(key, 'thing');

describe('create', () => {
  test('returns true to one of thirty callers, whose item is stored', async () => {
    const key = newKey();
    const won = await race(CALLERS, (caller) => table.create(thing(key, caller)));
    expect(tally(won.map(String))).toEqual({ true: 1, false: CALLERS - 1 });
    expect((await read(key))?.value).toBe(won.indexOf(true));
  });

  test('leaves out undefined attributes', async () => {
    const key = newKey();
    await table.create({ ...thing(key, 1), note: undefined } as Thing);
    expect(await read(key)).toEqual(thing(key, 1));
  });
});

describe('replace', () => {
  test('returns true to one of thirty callers that read the same state', async () => {
    const key = newKey();
    await table.create(thing(key, 0));
    const won = await race(CALLERS, (caller) =>
      table.replace(thing(key, caller + 1), { if: '#value = :was', values: { was: 0 } }),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    expect((await read(key))?.value).toBe(won.indexOf(true) + 1);
  });

  test('returns false and writes nothing when there is no item to compare with', async () => {
    const key = newKey();
    expect(await table.replace(thing(key, 1), { if: '#value = :was', values: { was: 0 } })).toBe(false);
    expect(await read(key)).toBeUndefined();
  });
});

describe('update', () => {
  const next = (key: { pk: string; sk: string }, from: number) =>
    table.update<Thing>(key, { set: 'SET #value = #value + :one', if: '#value = :from', values: { one: 1, from } });

  test('returns the new item to one caller per generation, and the current item to the others', async () => {
    const key = newKey();
    await table.create(thing(key, 1));
    for (const generation of [1, 2, 3]) {
      const results = await race(CALLERS, () => next(key, generation));
      const refused = results.filter((result) => 'refused' in result);
      expect(results.filter((result) => !('refused' in result))).toEqual([thing(key, generation + 1)]);
      expect(refused).toEqual(Array(CALLERS - 1).fill({ refused: thing(key, generation + 1) }));
    }
  });

  test('applies every call once when there is no condition', async () => {
    const key = newKey();
    await table.create(thing(key, 0));
    const results = await race(CALLERS, () =>
      table.update<Thing>(key, { set: 'SET #value = #value + :one', values: { one: 1 } }),
    );
    const values = results.map((result) => (result as Thing).value).sort((a, b) => a - b);
    expect(values).toEqual(Array.from({ length: CALLERS }, (_, index) => index + 1));
  });

  test('never creates an item', async () => {
    const key = newKey();
    expect(await table.update(key, { set: 'SET #value = :one', values: { one: 1 } })).toEqual({ refused: undefined });
    expect(await read(key)).toBeUndefined();
  });
});

describe('erase', () => {
  test('returns true to one of thirty callers and false to the others', async () => {
    const key = newKey();
    await table.create(thing(key, 7));
    const erased = await race(CALLERS, () => table.erase(key));
    expect(erased.filter(Boolean)).toHaveLength(1);
    expect(await read(key)).toBeUndefined();
  });

  test('returns false and keeps an item that does not meet the condition', async () => {
    const key = newKey();
    await table.create(thing(key, 7));
    expect(await table.erase(key, { if: '#value = :other', values: { other: 8 } })).toBe(false);
    expect(await read(key)).toEqual(thing(key, 7));
  });
});
