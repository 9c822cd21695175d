// Tests the update expressions that are built from objects.
import { describe, expect, test } from '@jest/globals';
import { assign, both, unchanged, updateExpressions } from '../../../lib/store/dynamo/expression.ts';
import * as table from '../../../lib/store/dynamo/table.ts';
import { newKey, thing, useTable } from './support.ts';

describe('assign', () => {
  test('sets every value under a placeholder of its own', () => {
    expect(assign({ name: 'Ada', age: 36 })).toEqual({
      text: 'SET #name = :new_name, #age = :new_age',
      values: { new_name: 'Ada', new_age: 36 },
    });
  });

  test('removes what is undefined, and only that', () => {
    expect(assign({ name: undefined, age: null, on: false, count: 0 })).toEqual({
      text: 'SET #age = :new_age, #on = :new_on, #count = :new_count REMOVE #name',
      values: { new_age: null, new_on: false, new_count: 0 },
    });
  });

  test('says nothing about an empty object', () => {
    expect(assign({})).toEqual({ text: '', values: {} });
  });
});

describe('updateExpressions', () => {
  test('keeps the new value of a field apart from the old one in the condition', () => {
    expect(updateExpressions({ set: { version: 2 }, if: '#version = :version', values: { version: 1 } })).toEqual({
      UpdateExpression: 'SET #version = :new_version',
      ConditionExpression: '#version = :version',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':version': { N: '1' }, ':new_version': { N: '2' } },
    });
  });

  test('leaves out values that no expression mentions', () => {
    const { ExpressionAttributeValues } = updateExpressions({ set: { a: 1 }, values: { unused: 1 } });
    expect(ExpressionAttributeValues).toEqual({ ':new_a': { N: '1' } });
  });
});

test('unchanged compares the fields with the values that were read', () => {
  expect(unchanged({ id: 'x', gen: 2, other: 3 }, 'id', 'gen')).toEqual({
    if: '#id = :id AND #gen = :gen',
    values: { id: 'x', gen: 2 },
  });
});

test('both requires each condition, also where one of them has an OR', () => {
  const either = { if: '#a = :one OR #b = :one', values: { one: 1 } };
  expect(both(either, unchanged({ id: 'x' }, 'id'))).toEqual({
    if: '(#a = :one OR #b = :one) AND (#id = :id)',
    values: { one: 1, id: 'x' },
  });
});

describe('a change in the table', () => {
  useTable();

  test('sets, removes and adds in one write', async () => {
    const key = newKey();
    await table.create({ ...thing(key, 1), note: 'old', seen: 4 } as table.Item);
    const change = { set: { title: 'new', note: undefined }, add: { value: 2, seen: -1 } };
    const expected = { ...key, type: 'thing', value: 3, title: 'new', seen: 3 };
    expect(await table.update(key, change)).toEqual(expected);
    expect(await table.transact({ thing: { update: { ...key, ...change } } })).toBe('done');
    expect(await table.getMany([key])).toEqual([{ ...expected, value: 5, seen: 2 }]);
  });
});
