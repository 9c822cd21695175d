// Checks the filters that the table applies: they keep every row that the evaluator selects, have no text of a client,
// and are never larger than the table takes.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matches, subjectOf } from '../../../lib/records/query/evaluate.ts';
import type { Condition, Operand, Operator } from '../../../lib/records/query/tree.ts';
import { filterOf } from '../../../lib/records/store/push-down.ts';
import { type Row, valuesOf } from '../../../lib/records/store/row.ts';
import { slice } from '../../../lib/store/dynamo/table.ts';
import { rowsOf } from '../../../lib/store/keys.ts';
import { startTable } from '../store/support.ts';
import { condition, data } from './queries.ts';
import { collectionOf, newRow, parts, store } from './support.ts';

let stop: () => Promise<void>;
const collection = collectionOf();
const rows = fc.sample(data, { numRuns: 60, seed: 3 }).map((each) => newRow(collection, each));
beforeAll(async () => {
  stop = await startTable();
  await store(collection, rows);
});
afterAll(() => stop());

const of = (field: string, operator: Operator, operand: Operand = undefined): Condition => ({
  kind: 'test',
  path: { field },
  operator,
  operand,
});

/** The rows that the table keeps. */
async function kept(where: Condition | undefined): Promise<Row[]> {
  const { pk } = rowsOf(collection.tenantId, parts.name);
  const filter = filterOf(parts, where);
  const { items, read } = await slice({ pk, from: 'prt_', to: 'prt_~', limit: 1000, filter });
  expect(read).toBe(rows.length);
  return items as Row[];
}
const selected = (where: Condition | undefined): Row[] =>
  rows.filter((row) => matches(where, subjectOf(valuesOf(collection, row))));

test('a filter keeps every row that the evaluator selects', async () => {
  let dropped = 0;
  await fc.assert(
    fc.asyncProperty(condition(rows), async (where) => {
      const ids = new Set((await kept(where)).map(({ id }) => id));
      expect(selected(where).filter(({ id }) => !ids.has(id))).toEqual([]);
      dropped += rows.length - ids.size;
    }),
    { numRuns: 500, seed: 4 },
  );
  expect(dropped).toBeGreaterThan(5000);
});

describe('a filter keeps exactly the rows that the evaluator selects for', () => {
  test.each<[Condition]>([
    [of('status', '$eq', 'a')],
    [of('status', '$ne', 'a')],
    [of('weight', '$gt', 0)],
    [of('weight', '$between', [-1, 1])],
    [of('weight', '$notBetween', [-1, 1])],
    [of('name', '$in', ['a', 'ab'])],
    [of('name', '$notIn', ['a', 'ab'])],
    [of('name', '$startsWith', 'a')],
    [of('isNew', '$isTrue')],
    [of('isNew', '$isFalse')],
    [of('dueAt', '$isNull')],
    [of('dueAt', '$isNotNull')],
    [of('tags', '$contArr', ['x', 'y'])],
    [of('tags', '$intersectsArr', ['x', 'y'])],
    [of('name', '$like', '%b%')],
  ])('%j', async (where) => {
    expect((await kept(where)).map(({ id }) => id)).toEqual(selected(where).map(({ id }) => id));
  });
});

describe('a filter', () => {
  const test50 = (operator: Operator, operand: (at: number) => Operand): Condition[] =>
    Array.from({ length: 50 }, (_, at) => of('name', operator, operand(at)));

  test.each<[string, Condition]>([
    ['fifty equalities joined by OR', { kind: 'or', legs: test50('$eq', (at) => `x${at}`) }],
    [
      'two hundred equalities joined by OR',
      { kind: 'or', legs: [0, 1, 2, 3].flatMap((more) => test50('$eq', (at) => `${more} ${at}`)) },
    ],
    [
      'fifty lists of a hundred values',
      { kind: 'and', legs: test50('$notIn', (at) => Array.from({ length: 100 }, (_, each) => `${at} ${each}`)) },
    ],
    [
      'a list of 250 values',
      of(
        'name',
        '$in',
        Array.from({ length: 250 }, (_, each) => `${each}`),
      ),
    ],
    [
      'a list of ten thousand values',
      of(
        'name',
        '$in',
        Array.from({ length: 10_000 }, (_, each) => `${each}`),
      ),
    ],
    ['fifty ranges that exclude', { kind: 'and', legs: test50('$notBetween', (at) => [`x${at}`, `y${at}`]) }],
    ['reversed bounds', of('weight', '$between', [2, 1])],
    ['a number below the smallest', of('weight', '$gt', 1e-200)],
    [
      'an empty text',
      { kind: 'and', legs: [of('name', '$startsWith', ''), of('name', '$endsWith', ''), of('name', '$like', '%')] },
    ],
    [
      'deep nesting',
      [...Array(7)].reduce<Condition>(
        (leg, _, at) => ({ kind: at % 2 ? 'and' : 'or', legs: [leg, of('weight', '$eq', at)] }),
        of('weight', '$eq', 9),
      ),
    ],
    [
      'part of an OR that the table cannot test',
      {
        kind: 'and',
        legs: [{ kind: 'or', legs: [of('name', '$eq', 'a'), of('name', '$ieq', 'A')] }, of('weight', '$eq', 1)],
      },
    ],
    [
      'a relation',
      {
        kind: 'and',
        legs: [
          { kind: 'exists', relation: 'boxes', isNegated: false },
          { kind: 'test', path: { relation: 'boxes', field: 'name' }, operator: '$eq', operand: 'a' },
        ],
      },
    ],
  ])('T-47: of %s is one that the table takes', async (_, where) => {
    const ids = new Set((await kept(where)).map(({ id }) => id));
    const isRelation = JSON.stringify(where).includes('relation');
    if (!isRelation) expect(selected(where).filter(({ id }) => !ids.has(id))).toEqual([]);
    expect(filterOf(parts, where)?.text.length ?? 0).toBeLessThanOrEqual(4000);
  });

  test('T-16: has no text of a client, only placeholders', async () => {
    const evil = "a' OR attribute_exists(pk) OR #n0 = :v0";
    const where: Condition = {
      kind: 'and',
      legs: [
        of('name', '$eq', evil),
        of('name', '$in', [evil]),
        of('tags', '$contArr', [evil]),
        of('name', '$like', `%${evil}%`),
      ],
    };
    const { text, names } = filterOf(parts, where)!;
    expect(text.replace(/[#:][nv]\d+|AND|IN|contains|[().,= ]/g, '')).toBe('');
    expect(Object.values(names).sort()).toEqual(['data', 'name', 'tags']);
    expect(await kept(where)).toEqual([]);
    expect(filterOf(parts, of('constructor', '$eq', 'x'))).toBeUndefined();
    expect(filterOf(parts, of('order', '$eq', 0))).toBeUndefined();
  });
});
