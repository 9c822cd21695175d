// Tests the queries that resources take: what brackets, dots and repetitions mean, and which names are refused.
import { describe, expect, test } from '@jest/globals';
import { ApiError } from '../../../lib/contract/errors.ts';
import { structured } from '../../../lib/http/structured.ts';

const read = (text: string): unknown => {
  const parameters = new URLSearchParams(text);
  const map = new Map([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
  try {
    return structured(map);
  } catch (error) {
    return error instanceof ApiError ? error.code : error;
  }
};

describe('a structured query', () => {
  test.each([
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=', { a: '' }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a[]=1', { a: ['1'] }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[0]=1&a[1]=2', { a: ['1', '2'] }],
    ['a[1]=2&a[0]=1', { a: ['1', '2'] }],
    ['a[1]=2', { a: { 1: '2' } }],
    ['a[b][$in][]=1&a[b][$in][]=2&a[c]=3', { a: { b: { $in: ['1', '2'] }, c: '3' } }],
    ['a.b.$gte=1', { a: { b: { $gte: '1' } } }],
    ['a.b[]=1', { a: { b: ['1'] } }],
    ['a[$or][0][b]=1&a[$or][1][c]=2', { a: { $or: [{ b: '1' }, { c: '2' }] } }],
    ['a[tasks.title]=x', { a: { 'tasks.title': 'x' } }],
    ['toString=1', { toString: '1' }],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each([
    'a[b=1',
    'a]b=1',
    'a[b]c=1',
    'a[b].c=1',
    'a.b[c]=1',
    'a..b=1',
    'a.=1',
    '.a=1',
    '[a]=1',
    '[]=1',
    '=1',
    'a[[b]]=1',
    'a[][b]=1',
    'a=1&a[b]=2',
    'a[b]=2&a=1',
    'a=1&a[]=2',
    'a[]=1&a[b]=2',
    'a[b]=1&a.b=2',
    'a[b]=1&a[b][c]=2',
    '__proto__=1',
    'a[__proto__][b]=1',
    'a.constructor.b=1',
    'a[prototype]=1',
    `a${'[b]'.repeat(24)}=1`,
    Array.from({ length: 201 }, () => 'a=1').join('&'),
  ])('refuses %.40s', (text) => {
    expect(read(text)).toBe('INVALID_INPUT');
  });

  test('has no prototype at any level', () => {
    const tree = structured(new Map([['a[b][c]', ['1']]])) as { a: { b: object } };
    for (const level of [tree, tree.a, tree.a.b]) expect(Object.getPrototypeOf(level)).toBeNull();
  });

  test('takes as many levels and values as a filter has', () => {
    expect(read(`a${'[b]'.repeat(23)}=1`)).toEqual(expect.any(Object));
    expect(read(Array.from({ length: 200 }, () => 'a=1').join('&'))).toEqual({ a: Array(200).fill('1') });
  });
});
