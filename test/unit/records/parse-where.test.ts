// Checks how filters are parsed: names, operators, and operands by the declared type of their field.
import { describe, expect, test } from '@jest/globals';
import { parseList } from '../../../lib/records/query/parse/parse.ts';
import { parseScope } from '../../../lib/records/query/parse/scope.ts';
import { OPERATORS } from '../../../lib/records/query/tree.ts';
import { all, corners, refusal } from './corners.ts';

const parse = (where: unknown, more: Record<string, unknown> = {}) => parseList(corners, all, { where, ...more }).where;
const refusalOf = (where: unknown, more?: Record<string, unknown>) => refusal(() => parse(where, more));
const one = (field: string, operator: string, operand: unknown) => ({
  kind: 'test',
  path: { field },
  operator,
  operand,
});

describe('where', () => {
  test('is parsed from JSON, from brackets and from native values alike', () => {
    const expected = one('whole', '$gte', 25);
    expect(parse('{"whole":{"$gte":25}}')).toEqual(expected);
    expect(parse({ whole: { $gte: '25' } })).toEqual(expected);
    expect(parse({ whole: { $gte: 25 } })).toEqual(expected);
  });

  test('joins fields, operators, a list and $and by AND, and keeps $or', () => {
    const [a, b, c] = [one('name', '$eq', 'x'), one('whole', '$gt', 1), one('whole', '$lt', 9)];
    expect(parse({ name: 'x', whole: { $gt: 1, $lt: 9 } })).toEqual({ kind: 'and', legs: [a, b, c] });
    expect(parse({ name: 'x', $and: [{ whole: { $gt: 1 } }, { whole: { $lt: 9 } }] })).toEqual({
      kind: 'and',
      legs: [a, b, c],
    });
    expect(parse([{ name: 'x' }, { whole: { $gt: 1 } }])).toEqual({ kind: 'and', legs: [a, b] });
    expect(parse({ $or: [{ name: 'x' }, { whole: { $gt: 1 } }] })).toEqual({ kind: 'or', legs: [a, b] });
  });

  test('filters nothing as {}, and only as that', () => {
    expect(parse({})).toBeUndefined();
    expect(parse('{}')).toBeUndefined();
    expect(parseList(corners, all, {}).where).toBeUndefined();
  });

  test('names columns of relations that are listed', () => {
    expect(parse({ 'owner.name': 'Ada' }, { relations: ['owner'] })).toEqual({
      ...one('name', '$eq', 'Ada'),
      path: { relation: 'owner', field: 'name' },
    });
    expect(refusalOf({ 'owner.name': 'Ada' })).toMatchObject({ statusCode: 400, code: 'CRUD_INVALID_FIELD' });
  });

  test('names columns of at most one relation to many', () => {
    const relations = ['notes', 'marks', 'owner'];
    expect(parse({ 'notes.title': 'x', 'owner.name': 'y' }, { relations })).toBeDefined();
    expect(refusalOf({ 'notes.title': 'x', 'marks.title': 'y' }, { relations })).toMatchObject({
      code: 'CRUD_QUERY_TOO_COMPLEX',
    });
  });

  test.each([
    [{ $exists: true }, false],
    [{ $exists: false }, true],
    [{ $notExists: true }, true],
    [{ $notExists: 'false' }, false],
  ])('asks whether a relation that is not listed has a row: %j', (operand, isNegated) => {
    expect(parse({ notes: operand })).toEqual({ kind: 'exists', relation: 'notes', isNegated });
  });
});

describe('an operand has the type of its field:', () => {
  test.each([
    ['name', '0123', '0123'],
    ['name', 'true', 'true'],
    ['name', 'null', 'null'],
    ['name', '1.50', '1.50'],
    ['name', '12345678901234567890', '12345678901234567890'],
    ['name', '', ''],
    ['whole', '25', 25],
    ['whole', '-5', -5],
    ['whole', '1e3', 1000],
    ['decimal', '0.5', 0.5],
    ['decimal', 9007199254740991, 9007199254740991],
    ['flag', 'true', true],
    ['flag', false, false],
    ['kind', 'a', 'a'],
    ['at', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['at', '2026-01-31T12:00:00.5+02:00', '2026-01-31T10:00:00.500Z'],
    ['at', '2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['id', 'crn_1', 'crn_1'],
    ['ownerId', 'own_1', 'own_1'],
    ['createdAt', '2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
    ['version', '3', 3],
    ['order', 0, 0],
    ['deletedAt', '2026-01-31', '2026-01-31T00:00:00.000Z'],
  ])('T-82 %s: %j', (field, operand, expected) => {
    expect(parse({ [field]: operand })).toEqual(one(field, '$eq', expected));
  });

  test('texts for patterns, lists without repetition, nothing for tests of null', () => {
    expect(parse({ at: { $like: '2026-%' } })).toEqual(one('at', '$like', '2026-%'));
    expect(parse({ whole: { $in: ['1', 1, 2] } })).toEqual(one('whole', '$in', [1, 2]));
    expect(parse({ tags: { $contArr: ['x'] } })).toEqual(one('tags', '$contArr', ['x']));
    expect(parse({ tags: { $isNull: 'true' } })).toEqual(one('tags', '$isNull', undefined));
    expect(parse({ flag: { $isTrue: true } })).toEqual(one('flag', '$isTrue', undefined));
    expect(parse({ whole: { $between: ['1', 9] } })).toEqual(one('whole', '$between', [1, 9]));
  });

  test.each([
    ['name', 5],
    ['name', true],
    ['whole', 'five'],
    ['whole', ''],
    ['whole', ' 5'],
    ['whole', '0x10'],
    ['whole', '05'],
    ['whole', '+5'],
    ['whole', 1.5],
    ['whole', '1.5'],
    ['whole', true],
    ['whole', 9007199254740992],
    ['whole', '9007199254740992'],
    ['decimal', '123456789012345678901234567890123456789'],
    ['decimal', '1e400'],
    ['decimal', 'NaN'],
    ['decimal', 'Infinity'],
    ['decimal', '-0'],
    ['decimal', '1e-200'],
    ['decimal', Number.NaN],
    ['decimal', Number.POSITIVE_INFINITY],
    ['flag', 1],
    ['flag', 'TRUE'],
    ['flag', ''],
    ['kind', 'd'],
    ['kind', 'A'],
    ['at', 'yesterday'],
    ['at', '2026-02-30'],
    ['at', '2026-13-01T00:00:00Z'],
    ['at', '2026-01-01T25:00:00Z'],
    ['at', '2026-01-31T12:00:00'],
    ['at', '+010000-01-01T00:00:00Z'],
    ['at', '9999-12-31T23:59:59-10:00'],
    ['at', 1767225600000],
    ['at', ''],
    ['name', 'x'.repeat(257)],
    ['name', 'a\u0000b'],
    ['name', '\ud800'],
    ['name', null],
    ['name', []],
    ['name', ['x']],
    ['name', {}],
  ])('%s does not take %j', (field, operand) => {
    expect(refusalOf({ [field]: operand })).toMatchObject({ statusCode: 400, code: 'CRUD_INVALID_OPERAND' });
  });
});

describe('T-83 an operator is refused', () => {
  test.each([
    ['reversed $between', { whole: { $between: [9, 1] } }],
    ['reversed $notBetween of texts', { name: { $notBetween: ['b', 'a'] } }],
    ['$between with one value', { whole: { $between: [1] } }],
    ['$between with three values', { whole: { $between: [1, 2, 3] } }],
    ['$between with mixed types', { whole: { $between: [1, 'x'] } }],
    ['$between with a text', { whole: { $between: '1,9' } }],
    ['an empty $in', { whole: { $in: [] } }],
    ['$in with null', { whole: { $in: [1, null] } }],
    ['$in with a list inside', { whole: { $in: [[1]] } }],
    ['$in with one value', { whole: { $in: 1 } }],
    ['an empty $notIn', { whole: { $notIn: [] } }],
    ['$notIn with null', { name: { $notIn: [null] } }],
    ['an empty $contArr', { tags: { $contArr: [] } }],
    ['$contArr with numbers', { tags: { $contArr: [1] } }],
    ['$eq with null', { name: { $eq: null } }],
    ['$eq with an object', { name: { $eq: {} } }],
    ['$like with a number', { name: { $like: 5 } }],
    ['$isNull with false', { name: { $isNull: false } }],
    ['$isNotNull with 1', { name: { $isNotNull: 1 } }],
    ['$isTrue with false', { flag: { $isTrue: 'false' } }],
    ['$exists with null', { notes: { $exists: null } }],
    ['an object without an operator on a relation', { notes: {} }],
    ['a relation with null', { notes: null }],
    ['$or with an object', { $or: { name: 'x' } }],
    ['an empty $or', { $or: [] }],
    ['an empty $and', { $and: [] }],
    ['$or with null', { $or: null }],
    ['$or with {} as a branch', { $or: [{ name: 'x' }, {}] }],
    ['$or with null as a branch', { $or: [null] }],
    ['$or with a list as a branch', { $or: [[{ name: 'x' }]] }],
    ['an empty list as where', []],
    ['{} in a list as where', [{}]],
    ['repeated where', ['{"name":"x"}', '{"name":"y"}']],
  ])('for its operand: %s', (_, where) => {
    expect(refusalOf(where)).toMatchObject({ statusCode: 400, code: 'CRUD_INVALID_OPERAND' });
  });

  test.each([
    ['$not', { $not: [{ name: 'x' }] }],
    ['$nor', { $nor: [{ name: 'x' }] }],
    ['$where', { $where: 'true' }],
    ['T-55 $regex', { name: { $regex: '.*' } }],
    ['$text', { $text: { $search: 'x' } }],
    ['$function', { name: { $function: 'x' } }],
    ['$expr', { $expr: {} }],
    ['an operator without $', { name: { eq: 'x' } }],
    ['an operator in upper case', { name: { $EQ: 'x' } }],
    ['$and below a field', { name: { $and: [{ $eq: 'x' }] } }],
    ['T-62 hasOwnProperty as an operator', { name: { hasOwnProperty: 'x' } }],
    ['toString as an operator', { name: { toString: 'x' } }],
    ['$gt on a boolean', { flag: { $gt: true } }],
    ['$between on a boolean', { flag: { $between: [false, true] } }],
    ['$gt on a list', { tags: { $gt: 'x' } }],
    ['$eq on a list', { tags: { $eq: 'x' } }],
    ['a value on a list', { tags: 'x' }],
    ['$like on a number', { whole: { $like: '1%' } }],
    ['$ieq on a number', { whole: { $ieq: 1 } }],
    ['$isTrue on a text', { name: { $isTrue: true } }],
    ['$contArr on a text', { name: { $contArr: ['x'] } }],
    ['$exists on a field', { name: { $exists: true } }],
    ['$eq on a relation', { notes: { $eq: 'x' } }],
    ['a value on a relation', { notes: 'x' }],
    ['a key beside $exists', { notes: { $exists: true, title: 'x' } }],
  ])('for its name or its field: %s', (_, where) => {
    expect(refusalOf(where)).toMatchObject({ statusCode: 400, code: 'CRUD_INVALID_OPERATOR' });
  });

  test('with a message that names the field and the rule', () => {
    expect(refusalOf({ whole: { $between: [9, 1] } })?.message).toBe(
      'where.whole: $between: takes the lower value first.',
    );
    expect(refusalOf({ name: { $regexp: 1 } })?.message).toBe('where.name: there is no such operator.');
  });

  test('on each kind of field, unless it fits: no operator is accepted by all', () => {
    const KINDS = ['name', 'whole', 'decimal', 'flag', 'at', 'kind', 'tags', 'id', 'ownerId'];
    const samples = [
      true,
      [true],
      'a',
      '2026-01-01',
      1,
      ['a'],
      ['2026-01-01'],
      [1, 2],
      ['a', 'b'],
      ['2026-01-01', '2026-01-02'],
    ];
    const fits = (field: string, operator: string) =>
      samples.some((operand) => refusalOf({ [field]: { [operator]: operand } }) === undefined);
    const table = Object.fromEntries(
      KINDS.map((field) => [field, OPERATORS.filter((each) => fits(field, each)).length]),
    );
    expect(table).toEqual({
      name: 23,
      whole: 12,
      decimal: 12,
      flag: 8,
      at: 23,
      kind: 23,
      tags: 4,
      id: 23,
      ownerId: 23,
    });
  });
});

describe('T-16 a name is refused', () => {
  test.each([
    '',
    ' name',
    'name ',
    'NAME',
    'name.',
    '.name',
    'a.b.c',
    'owner.owner.name',
    '"name"',
    'name; DROP',
    '#n0',
    ':v0',
    'name[0]',
    'corners.name',
    'notes.corner.name',
    'hasOwnProperty',
    'toString',
    'owner.toString',
    'unknown',
    '0',
  ])('in where: %j', (name) => {
    expect(refusalOf({ [name]: 'x' }, { relations: ['owner', 'notes.corner'] })).toMatchObject({
      code: 'CRUD_INVALID_FIELD',
      message: 'where: there is no such field here.',
    });
  });
});

describe('parseScope', () => {
  test('may name hidden fields and hidden relations, and narrows nothing as {}', () => {
    expect(parseScope(corners, { secret: 'x' })).toEqual(one('secret', '$eq', 'x'));
    expect(parseScope(corners, { traces: { $exists: true } })).toMatchObject({ kind: 'exists' });
    expect(parseScope(corners, {})).toEqual({ kind: 'and', legs: [] });
    const ids = Array.from({ length: 1000 }, (_, at) => `own_${at}`);
    expect(parseScope(corners, { ownerId: { $in: ids } })).toMatchObject({ operand: ids });
  });

  test.each([
    ['an unknown field', { unknown: 'x' }],
    ['a value that is missing', { ownerId: undefined }],
    ['null', { ownerId: null }],
    ['a Date', { at: new Date(0) }],
    ['an unknown operator', { name: { $is: 'x' } }],
    ['a column of a relation', { 'owner.name': 'x' }],
    ['an empty $or', { $or: [] }],
  ])('throws an error that is no refusal of the request for %s', (_, scope) => {
    expect(() => parseScope(corners, scope)).toThrow(/^a hook of corners returned a scope that is no filter/);
    expect(() => refusal(() => parseScope(corners, scope))).toThrow();
  });
});
