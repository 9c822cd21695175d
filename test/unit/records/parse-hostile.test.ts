// Checks that hostile parameters are refused cheaply, with an error of the catalogue, and pollute nothing.
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseAll, parseCounts, parseList, parseOne } from '../../../lib/records/query/parse/parse.ts';
import { OPERATORS } from '../../../lib/records/query/tree.ts';
import { cpuMs } from '../../support/cpu.ts';
import { all, corners, refusal } from './corners.ts';

const refusalOf = (raw: Record<string, unknown>) => refusal(() => parseList(corners, all, raw));
const refused = (code: string) => expect.objectContaining({ statusCode: 400, code });
const PARAMETERS = ['where', 'order', 'select', 'relations', 'aggregates', 'having'];

afterAll(() => {
  // T-63
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

describe('T-60 a key of the prototype is refused', () => {
  const KEYS = ['__proto__', 'constructor', 'prototype'];
  const places = PARAMETERS.flatMap((name) => KEYS.map((key) => [name, key] as const));

  test.each(places)('in %s, as JSON, nested and native: %s', (name, key) => {
    const member = `{"${key}":{"polluted":true}}`;
    for (const text of [
      member,
      `[${member}]`,
      `{"name":${member}}`,
      `{"$or":[${member}]}`,
      `{"notes":{"where":${member}}}`,
    ]) {
      expect(refusalOf({ [name]: text })).toMatchObject({ code: 'CRUD_INVALID_FIELD' });
      expect(refusalOf({ [name]: JSON.parse(text) })).toMatchObject({ code: 'CRUD_INVALID_FIELD' });
    }
  });

  test.each(KEYS)('as a name: %s', (key) => {
    const dotted = `${key}.polluted`;
    for (const raw of [
      { select: [key] },
      { relations: [key] },
      { relations: [dotted] },
      { relations: [`notes.${key}`] },
      { where: { [dotted]: 1 } },
      { order: { [dotted]: 'ASC' } },
      { aggregates: [{ fn: 'count', field: dotted, as: 'n' }] },
      { aggregates: [{ fn: 'count', field: `notes.${key}`, as: 'n' }] },
    ]) {
      expect(refusalOf(raw)).toEqual(refused('CRUD_INVALID_FIELD'));
    }
    expect(refusal(() => parseCounts(corners, all, { groupByKey: key }))).toEqual(refused('CRUD_INVALID_FIELD'));
  });

  test.each(KEYS)('as a parameter: %s', (key) => {
    const raw = JSON.parse(`{"${key}":{"where":"{}"}}`);
    expect(refusalOf(raw)).toEqual(refused('INVALID_INPUT'));
    expect(refusal(() => parseCounts(corners, all, { filter: raw }))).toMatchObject({ statusCode: 400 });
  });

  test('that an object inherits conditions from', () => {
    const where = Object.create({ name: 'x' });
    expect(refusalOf({ where })).toEqual(refused('CRUD_INVALID_OPERAND'));
    expect(refusalOf({ where: { name: Object.create({ $eq: 'x' }) } })).toEqual(refused('CRUD_INVALID_OPERAND'));
    expect(refusalOf(Object.create({ where: '{"name":5}' }))).toBeUndefined();
  });
});

const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ $and: [inner] }), { name: 'x' });

describe('a filter has caps:', () => {
  test('T-41 eight levels, as JSON and native', () => {
    expect(refusalOf({ where: nested(7) })).toBeUndefined();
    for (const levels of [8, 30, 500, 2000]) {
      expect(refusalOf({ where: nested(levels) })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
      expect(refusalOf({ where: JSON.stringify(nested(levels)) })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
    }
    const text = '{"$and":['.repeat(6000);
    expect(refusalOf({ where: `${text}{"name":"x"}${']}'.repeat(6000)}` })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
    expect(refusalOf({ where: nested(50_000) })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
  });

  test('T-42 fifty conditions in the whole query', () => {
    const legs = (count: number) => Array.from({ length: count }, (_, at) => ({ whole: at }));
    expect(refusalOf({ where: { $or: legs(50) } })).toBeUndefined();
    expect(refusalOf({ where: { $or: legs(51) } })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
    const half = Array.from({ length: 26 }, (_, at) => ({ hours: at }));
    expect(refusalOf({ where: { $or: legs(24) }, relations: { notes: { where: { $or: half } } } })).toBeUndefined();
    expect(refusalOf({ where: { $or: legs(25) }, relations: { notes: { where: { $or: half } } } })).toEqual(
      refused('CRUD_QUERY_TOO_COMPLEX'),
    );
    expect(
      refusalOf({
        where: { $or: legs(25) },
        aggregates: [{ fn: 'count', field: 'notes.id', as: 'n', where: { $or: half } }],
      }),
    ).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
  });

  test('T-42 a hundred values of a list, two hundred ids', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `crn_${at}`);
    expect(refusalOf({ where: { name: { $in: ids(100) } } })).toBeUndefined();
    expect(refusalOf({ where: { name: { $in: ids(101) } } })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
    expect(refusalOf({ where: { id: { $in: ids(200) } } })).toBeUndefined();
    expect(refusalOf({ where: { id: { $in: ids(201) } } })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
    expect(refusalOf({ where: { id: { $notIn: ids(5000) } } })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
    expect(refusalOf({ where: { tags: { $contArr: ids(101) } } })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
  });

  test('T-44 texts of 256 characters, for patterns too', () => {
    for (const operator of ['$eq', '$like', '$iStartsWith', '$gt']) {
      expect(refusalOf({ where: { name: { [operator]: 'x'.repeat(256) } } })).toBeUndefined();
      expect(refusalOf({ where: { name: { [operator]: 'x'.repeat(257) } } })).toEqual(refused('CRUD_INVALID_OPERAND'));
    }
  });

  test('64 KB of all parameters together', () => {
    const big = { select: `["${'x'.repeat(40_000)}"]`, relations: `["${'x'.repeat(40_000)}"]` };
    expect(refusalOf(big)).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
    expect(refusalOf({ where: `{"name":"${'x'.repeat(400_000)}"}` })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
    const keys = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}${'k'.repeat(400)}`, 1]));
    expect(refusalOf({ where: keys })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
  });
});

test('T-45 a filter of ten thousand legs is refused within a fraction of a second, in every form', async () => {
  const legs = Array.from({ length: 10_000 }, () => ({ name: 'x' }));
  const chain = legs.reduce<unknown>((inner) => ({ $or: [{ name: 'x' }, inner] }), { name: 'x' });
  const wide = Object.fromEntries(legs.map((_, at) => [`f${at}`, 1]));
  const spent = await cpuMs(() => {
    for (let round = 0; round < 10; round++) {
      for (const where of [{ $or: legs }, chain, wide, legs, JSON.stringify({ $or: legs.slice(0, 4000) })]) {
        expect(refusalOf({ where })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
      }
    }
  });
  expect(spent).toBeLessThan(3000);
});

describe('T-64 JSON that parsers disagree about is refused:', () => {
  test.each([
    ['a key twice', '{"name":"x","name":"y"}', 'CRUD_INVALID_JSON'],
    ['a key twice, once escaped', '{"name":"x","n\\u0061me":"y"}', 'CRUD_INVALID_JSON'],
    ['a byte order mark', '\ufeff{}', 'CRUD_INVALID_OPERAND'],
    ['NaN', '{"whole":NaN}', 'CRUD_INVALID_JSON'],
    ['an unsafe integer', '{"whole":9007199254740993}', 'CRUD_INVALID_OPERAND'],
    ['a number of 39 digits', '{"whole":123456789012345678901234567890123456789}', 'CRUD_INVALID_OPERAND'],
    ['an infinite number', '{"decimal":1e400}', 'CRUD_INVALID_OPERAND'],
    ['negative zero', '{"decimal":-0}', 'CRUD_INVALID_OPERAND'],
    ['NUL', '{"name":"\\u0000"}', 'CRUD_INVALID_OPERAND'],
    ['a lone surrogate', '{"name":"\\ud800"}', 'CRUD_INVALID_OPERAND'],
    ['an empty key', '{"":"x"}', 'CRUD_INVALID_FIELD'],
  ])('%s', (_, where, code) => {
    expect(refusalOf({ where })).toEqual(refused(code));
  });

  test.each([
    ['a Date', new Date(0)],
    ['undefined', undefined],
    ['a function', () => 'x'],
    ['a big integer', 5n],
    ['a Map', new Map()],
  ])('values that JSON does not have: %s', (_, value) => {
    expect(refusalOf({ where: { name: value } })).toEqual(refused('CRUD_INVALID_OPERAND'));
    expect(refusalOf({ where: value })).toEqual(refused('CRUD_INVALID_OPERAND'));
  });
});

const word = fc.constantFrom(
  ...OPERATORS,
  '$and',
  '$or',
  '$exists',
  'name',
  'whole',
  'tags',
  'at',
  'secret',
  'notes',
  'owner',
  'notes.title',
  'id',
  'select',
  'where',
  'fn',
  'field',
  'as',
  'ASC',
  'x',
  '5',
  'true',
  '__proto__',
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    word,
    fc.integer({ min: -1, max: 300 }),
    fc.constantFrom(null, true, false, '', 1.5, '{}', '[]', '[{}]'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(word, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
})).value;
const parameter = fc.constantFrom(
  ...PARAMETERS,
  'take',
  'limit',
  'skip',
  'cursor',
  'withDeleted',
  'onlyDeleted',
  'filter',
  'groupByKey',
  'other',
);

test('any parameters are parsed, or refused with 400: no other error is thrown', () => {
  const raw = fc
    .array(
      fc.tuple(
        parameter,
        fc.oneof(
          anything,
          anything.map((value) => JSON.stringify(value)),
          fc.string(),
        ),
      ),
      {
        maxLength: 3,
      },
    )
    .map((entries) => Object.fromEntries(entries));
  fc.assert(
    fc.property(raw, fc.constantFrom(parseList, parseAll, parseOne, parseCounts), (each, parse) => {
      const error = refusal(() => parse(corners, all, each));
      expect(error?.statusCode ?? 400).toBe(400);
    }),
    { numRuns: 5000 },
  );
});
