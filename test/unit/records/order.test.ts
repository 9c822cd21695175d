// Checks that the order of values and rows is total, and where nulls are.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareBy, compareTexts, compareValues } from '../../../lib/records/query/order.ts';
import type { Order, Value, Values } from '../../../lib/records/query/tree.ts';

const anyText = fc.string({
  unit: fc.constantFrom('a', 'B', 'é', '\ud7ff', '\ue000', '\uffff', '😀', '𐀀'),
  maxLength: 4,
});
const anyValue: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  anyText,
  fc.array(anyText, { maxLength: 3 }),
);

describe('compareTexts', () => {
  test('compares by code point, which is the order of the bytes in UTF-8', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(compareTexts(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('compareValues', () => {
  test('is antisymmetric and transitive for values of all types', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
        // Adding zero makes -0 zero.
        expect(Math.sign(compareValues(a, b)) + 0).toBe(-Math.sign(compareValues(b, a)) + 0);
        const [x, y, z] = [a, b, c].sort(compareValues) as [Value, Value, Value];
        expect(compareValues(x, z)).toBeLessThanOrEqual(0);
        expect(compareValues(x, y)).toBeLessThanOrEqual(0);
        expect(compareValues(y, z)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });

  test('makes null the greatest value and false less than true', () => {
    const sorted = [null, 'a', 2, true, false, null, 1].sort(compareValues);
    expect(sorted).toEqual([false, true, 1, 2, 'a', null, null]);
  });
});

const row = fc.record({
  a: fc.constantFrom(null, 1, 2),
  b: fc.constantFrom(null, 'x', 'y'),
});
const rows = fc
  .array(row, { maxLength: 12 })
  .map((each) => each.map((values, at) => ({ ...values, id: `r${at + 100}` })));
const direction = fc.constantFrom('ASC' as const, 'DESC' as const);
const compare = (order: Order) =>
  compareBy<Values>(
    order,
    (item, { field }) => item[field] as Value,
    (item) => item.id as string,
  );

describe('compareBy', () => {
  test('gives one order, in which the rows arrive does not matter', () => {
    fc.assert(
      fc.property(rows, direction, direction, fc.infiniteStream(fc.nat()), (all, first, second, chance) => {
        const order: Order = [
          { path: { field: 'a' }, direction: first },
          { path: { field: 'b' }, direction: second },
        ];
        const sorted = [...all].sort(compare(order));
        const shuffled = all
          .map((each) => ({ each, rank: chance.next().value as number }))
          .sort((x, y) => x.rank - y.rank)
          .map(({ each }) => each);
        expect(shuffled.sort(compare(order))).toEqual(sorted);
        for (const [at, each] of sorted.entries()) {
          if (at) expect(compare(order)(sorted[at - 1] as Values, each)).toBeLessThan(0);
        }
      }),
    );
  });

  test('T-89: puts nulls last in ascending and first in descending order, and breaks ties by ascending id in both', () => {
    const all = [
      { id: '1', a: null },
      { id: '2', a: 1 },
      { id: '3', a: 2 },
      { id: '4', a: 1 },
      { id: '5', a: null },
    ];
    const idsBy = (each: 'ASC' | 'DESC') =>
      [...all]
        .reverse()
        .sort(compare([{ path: { field: 'a' }, direction: each }]))
        .map(({ id }) => id)
        .join('');
    expect(idsBy('ASC')).toBe('24315');
    expect(idsBy('DESC')).toBe('15324');
  });

  test('without a key, sorts by id alone', () => {
    expect([{ id: 'b' }, { id: 'a' }].sort(compare([]))).toEqual([{ id: 'a' }, { id: 'b' }]);
  });
});
