// Checks that encoded values sort in the table as queries compare them, by properties.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareValues } from '../../../lib/records/query/order.ts';
import {
  between,
  encode,
  endOf,
  type IndexedValue,
  type KeyRange,
  startingWith,
} from '../../../lib/records/store/sort-key.ts';

/** The order of DynamoDB (Query, "sorted by the sort key": UTF-8 bytes). */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const isIn = (key: string, { from, to }: KeyRange): boolean =>
  compareBytes(from, key) <= 0 && compareBytes(key, to) <= 0;

const EDGES = [
  '',
  'a',
  'a ',
  '\u{1}',
  '\u{7f}',
  '\ud7ff',
  '\ue000',
  '\uffff',
  '\u{10000}',
  '\u{10ffff}',
  '\u{10ffff}\u{10ffff}',
];
const text = fc
  .oneof(fc.constantFrom(...EDGES), fc.string({ unit: 'binary', maxLength: 6 }), fc.array(fc.constantFrom(...EDGES)))
  .map((each) => [each].flat().join('').replaceAll('\0', ''));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(0, -0, 1, -1, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER),
);
const KINDS = { text, number, boolean: fc.boolean() };
const id = fc.constantFrom('prt_0', 'prt_9', 'prt_zz');

describe.each(Object.entries<fc.Arbitrary<Exclude<IndexedValue, null>>>(KINDS))('the encoding of a %s', (_, kind) => {
  const value = fc.option(kind, { freq: 10 });

  test('sorts by bytes as queries compare values, and equal values by id', () => {
    fc.assert(
      fc.property(value, value, id, id, (a, b, idA, idB) => {
        const byValue = compareValues(a, b) || compareBytes(idA, idB);
        expect(Math.sign(compareBytes(encode(a) + idA, encode(b) + idB))).toBe(Math.sign(byValue));
      }),
      { numRuns: 2000 },
    );
  });

  test('lets no value imitate the end of another one when several follow', () => {
    fc.assert(
      fc.property(value, value, value, value, id, id, (a, b, c, d, idA, idB) => {
        const expected = compareValues(a, c) || compareValues(b, d) || compareBytes(idA, idB);
        const actual = compareBytes(encode(a) + encode(b) + idA, encode(c) + encode(d) + idB);
        expect(Math.sign(actual)).toBe(Math.sign(expected));
      }),
      { numRuns: 2000 },
    );
  });

  test('has the keys of exactly the values between two bounds in their range, and never null', () => {
    fc.assert(
      fc.property(kind, kind, fc.boolean(), fc.boolean(), value, value, (low, high, isFrom, isTo, each, next) => {
        const range = between('x', { from: { value: low, isIncluded: isFrom }, to: { value: high, isIncluded: isTo } });
        const isAbove = compareValues(each, low) > 0 || (isFrom && compareValues(each, low) === 0);
        const isBelow = compareValues(each, high) < 0 || (isTo && compareValues(each, high) === 0);
        expect(isIn(`x${encode(each)}${encode(next)}prt_0`, range)).toBe(each !== null && isAbove && isBelow);
        expect(isIn(`x${encode(each)}prt_0`, between('x', {}))).toBe(each !== null);
      }),
      { numRuns: 2000 },
    );
  });
});

test('the range of a start has the keys of exactly the texts that begin with it', () => {
  fc.assert(
    fc.property(text, fc.oneof(text, fc.constant('')), fc.boolean(), (start, more, isPrefixed) => {
      const each = isPrefixed ? start + more : more;
      expect(isIn(`x${encode(each)}prt_0`, startingWith('x', start))).toBe(each.startsWith(start));
      expect(isIn(`x${encode(null)}prt_0`, startingWith('x', start))).toBe(false);
    }),
    { numRuns: 3000 },
  );
});

test('the end of a prefix is after every key that begins with it and before the next value', () => {
  expect(compareBytes(endOf(encode('a')), `${encode('a')}${encode(null)}prt_z`)).toBe(1);
  expect(compareBytes(endOf(encode('a')), encode('a\u{1}'))).toBe(-1);
});

test('a text with NUL is refused, because it could imitate the end of a value', () => {
  expect(() => encode('a\0b')).toThrow('NUL');
});
