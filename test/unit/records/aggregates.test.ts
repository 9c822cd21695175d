// Checks aggregates over the rows of a relation, and groups of counts.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aggregateOf, newGroups } from '../../../lib/records/query/aggregates.ts';
import { matches, subjectOf } from '../../../lib/records/query/evaluate.ts';
import { compareBy } from '../../../lib/records/query/order.ts';
import { parseList } from '../../../lib/records/query/parse/parse.ts';
import type { Aggregate, Value, Values } from '../../../lib/records/query/tree.ts';
import { all, corners, refusal } from './corners.ts';

const aggregate = (fn: Aggregate['fn'], more: Partial<Aggregate> = {}): Aggregate => ({
  fn,
  relation: 'notes',
  field: 'x',
  as: 'a',
  isDistinct: false,
  ...more,
});
const of = (...values: Value[]): Values[] => values.map((x, at) => ({ id: `${at}`, x, isOpen: at % 2 === 0 }));

describe('aggregateOf', () => {
  test.each<[string, Value[], Record<Aggregate['fn'], Value>]>([
    ['no row', [], { count: 0, sum: 0, avg: null, min: null, max: null }],
    ['nulls only', [null, null], { count: 0, sum: 0, avg: null, min: null, max: null }],
    ['numbers and nulls', [3, null, 1, 2], { count: 3, sum: 6, avg: 2, min: 1, max: 3 }],
    ['zeros', [0, 0], { count: 2, sum: 0, avg: 0, min: 0, max: 0 }],
    ['negative numbers', [-1, -3], { count: 2, sum: -4, avg: -2, min: -3, max: -1 }],
  ])('of %s', (_, values, expected) => {
    const results = Object.keys(expected).map((fn) => [
      fn,
      aggregateOf(aggregate(fn as Aggregate['fn']), of(...values)),
    ]);
    expect(Object.fromEntries(results)).toEqual(expected);
  });

  test('of texts and times keeps their type', () => {
    expect(aggregateOf(aggregate('min'), of('b', null, 'a'))).toBe('a');
    expect(aggregateOf(aggregate('max'), of('\ue000', '😀'))).toBe('😀');
  });

  test('counts distinct values, lists included, and ignores distinct elsewhere', () => {
    expect(aggregateOf(aggregate('count', { isDistinct: true }), of('a', 'a', null, 'b', '1', 1))).toBe(4);
    expect(aggregateOf(aggregate('count', { isDistinct: true }), of(['a'], ['a'], ['b']))).toBe(2);
    expect(aggregateOf(aggregate('sum', { isDistinct: true }), of(1, 1))).toBe(2);
  });

  test('applies its own filter', () => {
    const where = { kind: 'test', path: { field: 'isOpen' }, operator: '$isTrue', operand: undefined } as const;
    expect(aggregateOf(aggregate('sum', { where }), of(1, 2, 4))).toBe(5);
  });

  test('gives an average between the least and the greatest value', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }), (values) => {
        const [avg, min, max] = (['avg', 'min', 'max'] as const).map((fn) => aggregateOf(aggregate(fn), of(...values)));
        expect(avg).toBeGreaterThanOrEqual(min as number);
        expect(avg).toBeLessThanOrEqual(max as number);
      }),
    );
  });
});

test('having filters and order sorts by alias', () => {
  const { having, order } = parseList(corners, all, {
    aggregates: [
      { fn: 'count', field: 'notes.id', as: 'n' },
      { fn: 'avg', field: 'notes.hours', as: 'mean' },
    ],
    having: { n: { $gte: 1 }, mean: { $isNotNull: true } },
    order: { mean: 'DESC', name: 'ASC' },
  });
  const roots: Values[] = [
    { id: '1', name: 'b', n: 2, mean: 1.5 },
    { id: '2', name: 'a', n: 1, mean: 1.5 },
    { id: '3', name: 'c', n: 1, mean: null },
    { id: '4', name: 'd', n: 1, mean: 4 },
    { id: '5', name: 'e', n: 0, mean: 9 },
  ];
  const found = roots
    .filter((root) => matches(having, subjectOf(root)))
    .sort(
      compareBy(
        order,
        (root, { field }) => root[field] ?? null,
        (root) => root.id as string,
      ),
    );
  expect(found.map(({ id }) => id)).toEqual(['4', '2', '1']);
});

describe('newGroups', () => {
  test('counts by key, in the order of the keys with nulls last', () => {
    const groups = newGroups(['kind', 'flag']);
    const rows: [Value, Value][] = [
      ['b', true],
      [null, false],
      ['a', null],
      ['b', true],
      ['a', true],
      ['b', false],
    ];
    for (const [kind, flag] of rows) groups.add({ kind, flag });
    groups.add({});
    expect(groups.list()).toEqual([
      { count: 1, kind: 'a', flag: true },
      { count: 1, kind: 'a', flag: null },
      { count: 1, kind: 'b', flag: false },
      { count: 2, kind: 'b', flag: true },
      { count: 1, kind: null, flag: false },
      { count: 1, kind: null, flag: null },
    ]);
  });

  test('T-46 throws CRUD_QUERY_TOO_BROAD at the group 1001', () => {
    const groups = newGroups(['x']);
    for (let x = 0; x < 1000; x++) groups.add({ x });
    groups.add({ x: 0 });
    expect(groups.list()).toHaveLength(1000);
    expect(refusal(() => groups.add({ x: 1000 }))).toMatchObject({ statusCode: 400, code: 'CRUD_QUERY_TOO_BROAD' });
  });
});
