// The conversion of items against that of the SDK.

import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fromAttributes, toAttributes } from '../../../lib/store/dynamo/attributes.ts';

const number = fc.double({ noNaN: true, min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  number,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { minLength: 1 }).map((each) => new Set(each)),
);
// The SDK takes an attribute of this name for a prototype.
const name = fc.string().filter((each) => each !== '__proto__');
const { item } = fc.letrec<{ value: unknown; item: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('value'), { maxLength: 4 }), tie('item')),
  item: fc.dictionary(name, fc.oneof(tie('value'), fc.constant(undefined)), { maxKeys: 6, noNullPrototype: true }),
}));

describe('the attributes of an item', () => {
  test('are those of the SDK, and become the same item again', () => {
    fc.assert(
      fc.property(item, (each) => {
        const expected = marshall(each, { removeUndefinedValues: true });
        expect(toAttributes(each)).toEqual(expected);
        expect(fromAttributes(expected)).toEqual(unmarshall(expected));
      }),
    );
  });

  test('hold bytes as base64, and also give back those that the SDK has decoded', () => {
    const bytes = Uint8Array.of(0, 1, 254, 255);
    expect(toAttributes({ bytes })).toEqual({ bytes: { B: 'AAH+/w==' } });
    expect(fromAttributes(toAttributes({ bytes }))).toEqual({ bytes });
    expect(fromAttributes({ bytes: { B: bytes } })).toEqual({ bytes });
  });

  test('keep a name that is special in JavaScript', () => {
    const each = JSON.parse('{"__proto__":{"a":1}}');
    expect(JSON.stringify(fromAttributes(toAttributes(each)))).toBe('{"__proto__":{"a":1}}');
  });

  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    1n,
    () => 1,
    new Set(),
    new Set([1]),
    Symbol('a'),
    new Date(0),
    new Map(),
  ])('cannot be made of what is not stored (case %#)', (value) => {
    expect(() => toAttributes({ value })).toThrow(/cannot be stored|not a set/);
  });
});
