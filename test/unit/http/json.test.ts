// Checks that the JSON parser reads what JSON.parse reads, within its bounds, and refuses what parsers disagree about.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseObject } from '../../../lib/http/json.ts';

/** Returns 'read', or the code of the error that `parseObject` throws. */
const outcomeOf = (text: string): string => {
  try {
    parseObject(text);
    return 'read';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

const key = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => !FORBIDDEN.includes(text) && isText(text));
const scalar = fc.oneof(
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: 'grapheme', maxLength: 200 }).filter(isText),
  fc.maxSafeInteger(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -9e15, max: 9e15 })
    .filter((value) => !Object.is(value, -0) && (value === 0 || Math.abs(value) >= 1e-130)),
);
const tree = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 10 }, scalar, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 12 }),
  object: fc.dictionary(key, tie('value'), { maxKeys: 12, noNullPrototype: true }),
}));

function isText(text: string): boolean {
  return text.isWellFormed() && !/[\u0000\ufeff]/.test(text);
}

describe('parseObject', () => {
  test('reads any object within the bounds as JSON.parse does, with any spacing', () => {
    fc.assert(
      fc.property(tree.object, fc.constantFrom(undefined, 1, '\t', '  '), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parseObject(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('reads an object in which every character is escaped', () => {
    fc.assert(
      fc.property(fc.dictionary(key, scalar, { maxKeys: 5, noNullPrototype: true }), (value) => {
        const text = JSON.stringify(value).replace(/[a-z\u0080-\uffff]/g, (character, at, all) =>
          insideString(all, at) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character,
        );
        expect(parseObject(text)).toEqual(value);
      }),
    );
  });

  test('reads any text, or throws INVALID_JSON or INVALID_INPUT', () => {
    const codes = ['read', 'INVALID_JSON', 'INVALID_INPUT'];
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => codes.includes(outcomeOf(text))));
    fc.assert(fc.property(fc.json(), (text) => codes.includes(outcomeOf(text))));
  });
});

/** Returns whether a position of JSON text is inside a string and not part of an escape. */
function insideString(text: string, at: number): boolean {
  let inside = false;
  for (let index = 0; index < at; index++) {
    if (text[index] === '\\') {
      if (index + 1 === at || (text[index + 1] === 'u' && at <= index + 5)) return false;
      index++;
    } else if (text[index] === '"') inside = !inside;
  }
  return inside;
}

describe('parseObject', () => {
  test.each([
    ['a key twice', '{"a":1,"a":2}'],
    ['a key twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['a key twice, escaped in two ways', '{"\\u002F":1,"\\/":2}'],
    ['a key twice, with spaces', '{"a" : 1 ,\n"a"\t: 2}'],
    ['a key twice, deeply nested', '{"x":[{"y":{"a":1,"b":2,"a":3}}]}'],
  ])('throws INVALID_JSON for %s', (_, text) => {
    expect(outcomeOf(text)).toBe('INVALID_JSON');
  });

  test.each(['{"a":{"a":1},"b":{"a":2}}', '{"a":"a","b":"a"}', '{"x":["a","a","a"]}', '{"a":1,"A":2}'])(
    'accepts the same key in different objects: %s',
    (text) => {
      expect(parseObject(text)).toEqual(JSON.parse(text));
    },
  );

  test.each([
    '{"__proto__":{"x":1}}',
    '{"\\u005f_proto__":1}',
    '{"a":[{"__proto__":1}]}',
    '{"constructor":{"prototype":{}}}',
    '{"a":{"prototype":1}}',
  ])('throws INVALID_INPUT for a key of a prototype: %s', (text) => {
    expect(outcomeOf(text)).toBe('INVALID_INPUT');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('accepts the names of prototype keys as values', () => {
    expect(parseObject('{"a":"__proto__","b":["constructor"]}')).toEqual({ a: '__proto__', b: ['constructor'] });
  });
});
