// Checks the bounds of the JSON parser: depth, width, length, exact numbers and well-formed text.
import { describe, expect, test } from '@jest/globals';
import { parseObject } from '../../../lib/http/json.ts';
import { cpuMs } from '../../support/cpu.ts';

/** Returns 'read', or the code of the error that `parseObject` throws. */
const outcomeOf = (text: string): string => {
  try {
    parseObject(text);
    return 'read';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

describe('parseObject', () => {
  test.each([
    ['16 levels', `{"a":${nested(15)}}`, 'read'],
    ['17 levels', `{"a":${nested(16)}}`, 'INVALID_INPUT'],
    ['20 000 levels', `{"a":${nested(20_000)}}`, 'INVALID_INPUT'],
    ['16 levels, many times', `{"a":[${Array(50).fill(nested(14)).join()}]}`, 'read'],
    ['200 items', `{"a":[${Array(200).fill(1).join()}]}`, 'read'],
    ['201 items', `{"a":[${Array(201).fill(1).join()}]}`, 'INVALID_INPUT'],
    ['200 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`k${i}`, i]))), 'read'],
    [
      '201 keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`k${i}`, i]))),
      'INVALID_INPUT',
    ],
    ['4096 characters', JSON.stringify({ a: 'x'.repeat(4096) }), 'read'],
    ['4097 characters', JSON.stringify({ a: 'x'.repeat(4097) }), 'INVALID_INPUT'],
    ['a key of 4097 characters', JSON.stringify({ ['x'.repeat(4097)]: 1 }), 'INVALID_INPUT'],
    ['brackets inside strings', JSON.stringify({ a: '[{'.repeat(100), b: '}]",\\"' }), 'read'],
  ])('with %s: %s', (_, text, expected) => {
    expect(outcomeOf(text)).toBe(expected);
  });

  test('refuses a hostile body within half a second of work', async () => {
    const spent = await cpuMs(() => {
      outcomeOf(`{"a":${nested(30_000)}}`);
      outcomeOf(`{"a":"${'\\u0041'.repeat(10_000)}"}`);
    });
    expect(spent).toBeLessThan(500);
  });
});

describe('parseObject with the number', () => {
  test.each(['0', '1', '-1', '0.1', '1e3', '1E+3', '9007199254740991', '-9007199254740991'])(
    '%s reads it',
    (number) => {
      expect(parseObject(`{"a":${number}}`)).toEqual({ a: Number(number) });
    },
  );

  test.each(['-0', '-0.0', '-0e5', '1e400', '-1e400', '1e308', '9007199254740992', '-9007199254740992', '1e16'])(
    '%s throws INVALID_INPUT',
    (number) => {
      expect(outcomeOf(`{"a":${number}}`)).toBe('INVALID_INPUT');
      expect(outcomeOf(`{"a":[1,{"b":${number}}]}`)).toBe('INVALID_INPUT');
    },
  );

  test.each(['NaN', 'Infinity', '01', '+1', '.5', '1.', '0x10', '1_000'])('%s throws INVALID_JSON', (number) => {
    expect(outcomeOf(`{"a":${number}}`)).toBe('INVALID_JSON');
  });
});

describe('parseObject with', () => {
  test.each([
    ['a lone surrogate', '{"a":"\\ud800"}'],
    ['surrogates the wrong way round', '{"a":"\\udc00\\ud800"}'],
    ['a lone surrogate in a key', '{"\\udfff":1}'],
    ['NUL', '{"a":"\\u0000"}'],
    ['a byte order mark inside', '{"a":"\\ufeff"}'],
  ])('%s throws INVALID_INPUT', (_, text) => {
    expect(outcomeOf(text)).toBe('INVALID_INPUT');
  });

  test.each([
    ['nothing', ''],
    ['space', '  '],
    ['a byte order mark in front', '\ufeff{}'],
    ['two documents', '{}{}'],
    ['a trailing comma', '{"a":1,}'],
    ['a comment', '{/**/}'],
    ['single quotes', "{'a':1}"],
    ['a raw line break in a string', '{"a":"\n"}'],
    ['an unfinished object', '{'],
    ['a non-breaking space', '{\u00a0}'],
  ])('%s throws INVALID_JSON', (_, text) => {
    expect(outcomeOf(text)).toBe('INVALID_JSON');
  });

  test.each(['null', '[]', '"x"', '123', 'true', '[{}]'])(
    '%s, which is not an object, throws INVALID_INPUT',
    (text) => {
      expect(outcomeOf(text)).toBe('INVALID_INPUT');
    },
  );
});
