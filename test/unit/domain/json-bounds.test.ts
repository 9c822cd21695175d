// Bounds of the JSON scanner: depth, width, length, numbers that survive, text that is text.
import { describe, expect, test } from '@jest/globals';
import { parseObject } from '../../../lib/http/json.ts';
import { cpuMs } from '../../support/cpu.ts';

const verdict = (text: string): string => {
  try {
    parseObject(text);
    return 'read';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

describe('bounds', () => {
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
  ])('%s', (_, text, expected) => {
    expect(verdict(text)).toBe(expected);
  });

  test('a hostile body is refused quickly', async () => {
    const spent = await cpuMs(() => {
      verdict(`{"a":${nested(30_000)}}`);
      verdict(`{"a":"${'\\u0041'.repeat(10_000)}"}`);
    });
    expect(spent).toBeLessThan(500);
  });
});

describe('numbers', () => {
  test.each(['0', '1', '-1', '0.1', '1e3', '1E+3', '9007199254740991', '-9007199254740991'])('%s is read', (number) => {
    expect(parseObject(`{"a":${number}}`)).toEqual({ a: Number(number) });
  });

  test.each(['-0', '-0.0', '-0e5', '1e400', '-1e400', '1e308', '9007199254740992', '-9007199254740992', '1e16'])(
    '%s is refused',
    (number) => {
      expect(verdict(`{"a":${number}}`)).toBe('INVALID_INPUT');
      expect(verdict(`{"a":[1,{"b":${number}}]}`)).toBe('INVALID_INPUT');
    },
  );

  test.each(['NaN', 'Infinity', '01', '+1', '.5', '1.', '0x10', '1_000'])('%s is not JSON', (number) => {
    expect(verdict(`{"a":${number}}`)).toBe('INVALID_JSON');
  });
});

describe('text', () => {
  test.each([
    ['a lone surrogate', '{"a":"\\ud800"}'],
    ['surrogates the wrong way round', '{"a":"\\udc00\\ud800"}'],
    ['a lone surrogate in a key', '{"\\udfff":1}'],
    ['NUL', '{"a":"\\u0000"}'],
    ['a byte order mark inside', '{"a":"\\ufeff"}'],
  ])('%s is refused', (_, text) => {
    expect(verdict(text)).toBe('INVALID_INPUT');
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
  ])('%s is not JSON', (_, text) => {
    expect(verdict(text)).toBe('INVALID_JSON');
  });

  test.each(['null', '[]', '"x"', '123', 'true', '[{}]'])('%s is no object', (text) => {
    expect(verdict(text)).toBe('INVALID_INPUT');
  });
});
