// The JSON scanner: within its bounds it reads exactly what JSON.parse reads; everything parsers disagree about is out.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseObject } from '../../../lib/http/json.ts';

const verdict = (text: string): string => {
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

describe('any value within the bounds', () => {
  test('is read as JSON.parse reads it, however it is spaced', () => {
    fc.assert(
      fc.property(tree.object, fc.constantFrom(undefined, 1, '\t', '  '), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parseObject(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test('is read with every character escaped, too', () => {
    fc.assert(
      fc.property(fc.dictionary(key, scalar, { maxKeys: 5, noNullPrototype: true }), (value) => {
        const text = JSON.stringify(value).replace(/[a-z\u0080-\uffff]/g, (character, at, all) =>
          insideString(all, at) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character,
        );
        expect(parseObject(text)).toEqual(value);
      }),
    );
  });

  test('any text at all is read or refused with a code of ours', () => {
    const codes = ['read', 'INVALID_JSON', 'INVALID_INPUT'];
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => codes.includes(verdict(text))));
    fc.assert(fc.property(fc.json(), (text) => codes.includes(verdict(text))));
  });
});

/** Whether a position of JSON text is inside a string and not part of an escape. */
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

describe('keys', () => {
  test.each([
    ['twice', '{"a":1,"a":2}'],
    ['twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['twice, escaped in two ways', '{"\\u002F":1,"\\/":2}'],
    ['twice, spaced', '{"a" : 1 ,\n"a"\t: 2}'],
    ['twice, deep down', '{"x":[{"y":{"a":1,"b":2,"a":3}}]}'],
  ])('%s: malformed', (_, text) => {
    expect(verdict(text)).toBe('INVALID_JSON');
  });

  test.each(['{"a":{"a":1},"b":{"a":2}}', '{"a":"a","b":"a"}', '{"x":["a","a","a"]}', '{"a":1,"A":2}'])(
    'the same in different places: %s',
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
  ])('of prototypes are refused: %s', (text) => {
    expect(verdict(text)).toBe('INVALID_INPUT');
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('may be named in values', () => {
    expect(parseObject('{"a":"__proto__","b":["constructor"]}')).toEqual({ a: '__proto__', b: ['constructor'] });
  });
});
