// Checks how the parameters beside `where` are parsed: pages, flags, order, columns, relations, aggregates and counts.
import { describe, expect, test } from '@jest/globals';
import { parseAll, parseCounts, parseList, parseOne } from '../../../lib/records/query/parse/parse.ts';
import { resources } from '../../../lib/records/resources/index.ts';
import { all, corners, marks, refusal } from './corners.ts';

const list = (raw: Record<string, unknown>) => parseList(corners, all, raw);
const refusalOf = (raw: Record<string, unknown>) => refusal(() => list(raw));
const refused = (code: string) => expect.objectContaining({ statusCode: 400, code });

describe('a list', () => {
  test('without parameters has the first 50 live rows', () => {
    const nothing = { order: [], relations: [], aggregates: [], groupBy: [], skip: 0, rows: 'live' };
    expect(list({})).toEqual({ ...nothing, take: 50 });
    expect(parseList(marks, all, {})).toEqual({ ...nothing, take: 20 });
    expect(parseAll(marks, all, {})).toEqual({ ...nothing, take: 21 });
    expect(parseOne(marks, all, {})).toEqual({ ...nothing, take: 1 });
  });

  test.each([
    [{ take: '10' }, { take: 10 }],
    [
      { take: 10, skip: 5 },
      { take: 10, skip: 5 },
    ],
    [{ take: '10', limit: '20' }, { take: 20 }],
    [{ skip: '10', offset: '20' }, { skip: 20 }],
    [{ take: 200 }, { take: 200 }],
    [{ skip: '0' }, { skip: 0 }],
    [{ skip: '10000' }, { skip: 10_000 }],
    [{ cursor: '' }, { cursor: '' }],
    [
      { cursor: 'abc', take: 5 },
      { cursor: 'abc', take: 5 },
    ],
    [{ withDeleted: 'true' }, { rows: 'all' }],
    [{ withDeleted: '1' }, { rows: 'all' }],
    [{ withDeleted: 'FALSE' }, { rows: 'live' }],
    [{ onlyDeleted: 'True' }, { rows: 'trash' }],
    [{ onlyDeleted: true, withDeleted: true }, { rows: 'trash' }],
    [{ onlyDeleted: 0, withDeleted: 1 }, { rows: 'all' }],
  ])('reads %j', (raw, expected) => {
    expect(list(raw)).toMatchObject(expected);
  });

  test.each(['take', 'limit'])('T-36 refuses %s that is no size of a page', (name) => {
    for (const value of ['0', '-1', '1.9', '1e2', 'ten', '', ' 1', '+1', 0, -1, 1.5, true, ['1', '2'], {}, [5]]) {
      expect(refusalOf({ [name]: value })).toEqual(refused('INVALID_INPUT'));
    }
    expect(refusalOf({ [name]: null })).toEqual(refused('INVALID_INPUT'));
    for (const value of ['201', 201, '1000000000', '9'.repeat(400), 1e9]) {
      expect(refusalOf({ [name]: value })).toEqual(refused('CRUD_PAGE_TOO_LARGE'));
    }
    expect(refusalOf({ [name]: 201 })?.message).toBe(`${name}: it is a whole number from 1 to 200.`);
  });

  test.each(['skip', 'offset'])('T-38 refuses %s that is negative, huge or no number', (name) => {
    for (const value of ['-1', -1, 'x', '1.5', '', ['1']]) {
      expect(refusalOf({ [name]: value })).toEqual(refused('INVALID_INPUT'));
    }
    for (const value of ['10001', 10_001, '9'.repeat(400)]) {
      expect(refusalOf({ [name]: value })).toEqual(refused('CRUD_PAGE_TOO_LARGE'));
    }
  });

  test('T-37 checks the alias that loses too', () => {
    expect(refusalOf({ limit: 5, take: 1000 })).toEqual(refused('CRUD_PAGE_TOO_LARGE'));
    expect(refusalOf({ offset: 5, skip: -1 })).toEqual(refused('INVALID_INPUT'));
  });

  test.each([
    { withDeleted: 'yes' },
    { withDeleted: '' },
    { onlyDeleted: 2 },
    { onlyDeleted: ['true', 'true'] },
    { onlyDeleted: null },
    { cursor: 5 },
    { cursor: '', skip: 0 },
    { cursor: 'x', offset: '1' },
    { cursor: '', aggregates: [] },
    { cursor: '', having: '{}' },
    { page: '1' },
    { search: 'x' },
    { filter: '{}' },
    { groupByKey: 'name' },
    { Where: '{}' },
    { ids: ['a'] },
  ])('T-40 refuses %j', (raw) => {
    expect(refusalOf(raw)).toEqual(refused('INVALID_INPUT'));
  });

  test('refuses flags on a resource without a trash', () => {
    expect(refusal(() => parseList(marks, all, { withDeleted: 'false' }))).toEqual(refused('INVALID_INPUT'));
    expect(refusal(() => parseList(marks, all, { where: { deletedAt: { $isNull: true } } }))).toEqual(
      refused('CRUD_INVALID_FIELD'),
    );
    expect(refusal(() => parseList(marks, all, { order: { order: 'ASC' } }))).toEqual(refused('CRUD_INVALID_FIELD'));
  });
});

describe('each parameter with JSON', () => {
  const NAMES = ['where', 'order', 'select', 'relations', 'aggregates', 'having'];
  test.each(NAMES)('%s refuses malformed JSON and names itself', (name) => {
    for (const text of ['', '{', '{a:1}', "{'a':1}", '[1,]', 'undefined', 'NaN', '\ufeff{}', 'name', 'a,b']) {
      const error = refusalOf({ [name]: text });
      expect(error).toMatchObject({ statusCode: 400 });
      expect(['CRUD_INVALID_JSON', 'CRUD_INVALID_OPERAND']).toContain(error?.code);
    }
    expect(refusalOf({ [name]: '{' })).toMatchObject({
      code: 'CRUD_INVALID_JSON',
      message: `${name}: this is not valid JSON.`,
    });
    expect(refusalOf({ [name]: '{"name":1,"name":1}' })).toEqual(refused('CRUD_INVALID_JSON'));
  });

  test.each(NAMES.filter((name) => name !== 'relations'))('%s refuses values of another form', (name) => {
    for (const value of ['null', '5', '"x"', 'true', null, 5, true]) {
      expect(refusalOf({ [name]: value })).toEqual(refused('INVALID_INPUT'));
    }
  });
});

describe('order', () => {
  test('has its keys in the order of the object', () => {
    expect(list({ order: '{"name":"DESC","createdAt":"ASC","id":"ASC"}' }).order).toEqual([
      { path: { field: 'name' }, direction: 'DESC' },
      { path: { field: 'createdAt' }, direction: 'ASC' },
      { path: { field: 'id' }, direction: 'ASC' },
    ]);
  });

  test('names columns of a listed relation to one, and of no other', () => {
    const order = { 'owner.name': 'ASC' };
    expect(list({ order, relations: ['owner'] }).order).toEqual([
      { path: { relation: 'owner', field: 'name' }, direction: 'ASC' },
    ]);
    expect(refusalOf({ order })).toEqual(refused('CRUD_INVALID_FIELD'));
    expect(refusalOf({ order: { 'notes.title': 'ASC' }, relations: ['notes'] })).toEqual(refused('CRUD_INVALID_FIELD'));
  });

  test.each(['asc', 'ASC ', 'DESC; --', '', null, 1, {}, ['ASC']])('T-17 refuses the direction %j', (direction) => {
    expect(refusalOf({ order: { name: direction } })).toMatchObject({
      code: 'INVALID_INPUT',
      message: 'order.name: a direction is ASC or DESC.',
    });
  });

  test.each(['name.length', 'name; x', 'corner.name', '(select 1)', 'notes', 'owner'])(
    'T-10 refuses the key %j',
    (key) => {
      expect(refusalOf({ order: { [key]: 'ASC' } })).toEqual(refused('CRUD_INVALID_FIELD'));
    },
  );

  test('has at most three keys, none of which is a list', () => {
    expect(refusalOf({ order: { name: 'ASC', whole: 'ASC', at: 'ASC', id: 'ASC' } })).toEqual(
      refused('CRUD_QUERY_TOO_COMPLEX'),
    );
    expect(refusalOf({ order: { tags: 'ASC' } })).toEqual(refused('CRUD_INVALID_OPERATOR'));
    expect(refusalOf({ order: ['name'] })).toEqual(refused('INVALID_INPUT'));
  });
});

describe('select', () => {
  test.each([
    ['["name"]', ['id', 'name']],
    [
      ['name', 'whole'],
      ['id', 'name', 'whole'],
    ],
    [
      ['name', 'id', 'name'],
      ['id', 'name'],
    ],
    ['[]', undefined],
  ])('%j shows %j', (select, expected) => {
    expect(list({ select }).select).toEqual(expected);
  });

  test.each([[['name', 'nope']], [['name.x']], [['corners.name']], [['owner']], [['toString']], [['*']], [['']]])(
    'T-15 refuses %j',
    (select) => {
      expect(refusalOf({ select })).toEqual(refused('CRUD_INVALID_FIELD'));
    },
  );

  test('refuses entries that are no names', () => {
    expect(refusalOf({ select: [['name']] })).toEqual(refused('INVALID_INPUT'));
    expect(refusalOf({ select: [1] })).toEqual(refused('INVALID_INPUT'));
  });
});

describe('relations', () => {
  const loaded = (relations: unknown) => list({ relations }).relations;
  const plain = (name: string) => expect.objectContaining({ name, isInner: false, nested: [] });

  test('are a path, a list, an object, or a list of both', () => {
    for (const value of ['"owner"', '["owner"]', ['owner'], { owner: true }, { owner: 'true' }, [{ owner: {} }]]) {
      expect(loaded(value)).toEqual([plain('owner')]);
    }
    expect(loaded(['owner', { notes: true }])).toEqual([plain('owner'), plain('notes')]);
    expect(loaded('[]')).toEqual([]);
  });

  test('have columns, a filter, a kind of join and a second level', () => {
    const [notes, ...rest] = loaded({
      'notes.corner': { select: ['name'] },
      notes: { select: ['title'], where: { hours: { $gt: '1' } }, joinType: 'inner' },
    });
    expect(rest).toEqual([]);
    expect(notes).toMatchObject({
      name: 'notes',
      select: ['id', 'title'],
      where: { path: { field: 'hours' }, operator: '$gt', operand: 1 },
      isInner: true,
      nested: [{ name: 'corner', select: ['id', 'name'], isInner: false, nested: [] }],
    });
    expect(notes?.target.name).toBe('notes');
  });

  test.each<[string, unknown, string]>([
    ['an unknown relation', ['nope'], 'CRUD_INVALID_FIELD'],
    ['a field', ['name'], 'CRUD_INVALID_FIELD'],
    ['an unknown second level', ['notes.nope'], 'CRUD_INVALID_FIELD'],
    ['an empty path', [''], 'CRUD_INVALID_FIELD'],
    ['T-43 three levels', ['notes.corner.notes'], 'CRUD_QUERY_TOO_COMPLEX'],
    ['T-43 forty levels', [Array(20).fill('notes.corner').join('.')], 'CRUD_QUERY_TOO_COMPLEX'],
    [
      'more than five',
      ['owner', 'notes', 'marks', 'notes.corner', 'marks.corner', 'owner.corners'],
      'CRUD_QUERY_TOO_COMPLEX',
    ],
    ['the same twice', ['notes', 'notes'], 'INVALID_INPUT'],
    ['false', { notes: false }, 'INVALID_INPUT'],
    ['null', { notes: null }, 'INVALID_INPUT'],
    ['a number', 5, 'INVALID_INPUT'],
    ['an unknown member', { notes: { order: {} } }, 'INVALID_INPUT'],
    ['an unknown join', { notes: { joinType: 'outer' } }, 'INVALID_INPUT'],
    ['an unknown column', { notes: { select: ['nope'] } }, 'CRUD_INVALID_FIELD'],
    ['an unknown field in its filter', { notes: { where: { nope: 1 } } }, 'CRUD_INVALID_FIELD'],
    ['a column of the root in its filter', { notes: { where: { 'corner.name': 'x' } } }, 'CRUD_INVALID_FIELD'],
    [
      'a relation in the filter of a second level',
      { 'notes.corner': { where: { owner: { $exists: true } } } },
      'CRUD_INVALID_FIELD',
    ],
    ['an empty branch in its filter', { notes: { where: { $or: [{}] } } }, 'CRUD_INVALID_OPERAND'],
  ])('are refused with %s', (_, relations, code) => {
    expect(refusalOf({ relations })).toEqual(refused(code));
  });

  test('ask in the filter of a first level whether their rows have relations', () => {
    expect(loaded({ notes: { where: { corner: { $exists: true } } } })[0]?.where).toEqual({
      kind: 'exists',
      relation: 'corner',
      isNegated: false,
    });
  });

  test('count implied first levels among the five', () => {
    expect(refusalOf({ relations: ['notes.corner', 'marks.corner', 'owner.corners'] })).toEqual(
      refused('CRUD_QUERY_TOO_COMPLEX'),
    );
  });
});

describe('aggregates', () => {
  const count = { fn: 'count', field: 'notes.id', as: 'total' };
  const aggregate = (change: object) => refusalOf({ aggregates: [{ ...count, ...change }] });

  test('have a function, a column, an alias, and perhaps a filter', () => {
    const query = list({
      aggregates: JSON.stringify([
        { ...count, fn: 'COUNT', distinct: true },
        { fn: 'sum', field: 'notes.hours', as: 'open', where: { isOpen: true } },
        { fn: 'max', field: 'notes.title', as: 'last' },
      ]),
      having: '{"$or":[{"total":{"$gt":"2"}},{"last":{"$startsWith":"z"}}]}',
      order: '{"open":"DESC","name":"ASC"}',
    });
    expect(query.aggregates).toEqual([
      { fn: 'count', relation: 'notes', field: 'id', as: 'total', isDistinct: true },
      expect.objectContaining({
        fn: 'sum',
        as: 'open',
        isDistinct: false,
        where: expect.objectContaining({ operand: true }),
      }),
      expect.objectContaining({ fn: 'max', as: 'last' }),
    ]);
    expect(query.having).toMatchObject({
      kind: 'or',
      legs: [
        { path: { field: 'total' }, operator: '$gt', operand: 2 },
        { path: { field: 'last' }, operator: '$startsWith', operand: 'z' },
      ],
    });
    expect(query.order).toEqual([
      { path: { field: 'open' }, direction: 'DESC' },
      { path: { field: 'name' }, direction: 'ASC' },
    ]);
  });

  test('are none in an empty list', () => {
    expect(list({ aggregates: '[]' }).aggregates).toEqual([]);
  });

  test.each<[string, object, string]>([
    ['an unknown function', { fn: 'median' }, 'CRUD_INVALID_OPERATOR'],
    ['a function of the prototype', { fn: 'toString' }, 'CRUD_INVALID_OPERATOR'],
    ['no function', { fn: undefined }, 'CRUD_INVALID_OPERAND'],
    ['T-18 a field with punctuation', { field: 'notes.id)' }, 'CRUD_INVALID_FIELD'],
    ['a field of the root', { field: 'name' }, 'CRUD_INVALID_FIELD'],
    ['a field over two levels', { field: 'notes.corner.name' }, 'CRUD_INVALID_FIELD'],
    ['an unknown relation', { field: 'nope.id' }, 'CRUD_INVALID_FIELD'],
    ['a field that is a list', { field: ['notes.id'] }, 'CRUD_INVALID_FIELD'],
    ['a sum of texts', { fn: 'sum', field: 'notes.title' }, 'CRUD_INVALID_OPERATOR'],
    ['an average of booleans', { fn: 'avg', field: 'notes.isOpen' }, 'CRUD_INVALID_OPERATOR'],
    ['the least list', { fn: 'min', field: 'notes.words' }, 'CRUD_INVALID_OPERATOR'],
    ['an unknown member', { sort: 1 }, 'INVALID_INPUT'],
    ['distinct that is no boolean', { distinct: 1 }, 'INVALID_INPUT'],
    ['a list as its filter', { where: [{ isOpen: true }] }, 'INVALID_INPUT'],
    ['a dotted name in its filter', { where: { 'notes.isOpen': true } }, 'CRUD_INVALID_FIELD'],
    ['an unknown name in its filter', { where: { nope: true } }, 'CRUD_INVALID_FIELD'],
  ])('are refused with %s', (_, change, code) => {
    expect(aggregate(change)).toEqual(refused(code));
  });

  test('T-61 give one reply for every alias that is not available', () => {
    const aliases = [
      '1a',
      'a-b',
      'a.b',
      '',
      'x'.repeat(64),
      'name',
      'NAME',
      'secret',
      'Secret',
      'notes',
      'traces',
      'id',
      'deletedAt',
      'toString',
      'TOSTRING',
      'hasOwnProperty',
      'constructor',
      '__proto__',
      'then',
      'toJSON',
      5,
      null,
    ];
    const replies = new Set(aliases.map((as) => JSON.stringify(aggregate({ as }))));
    expect([...replies]).toEqual([
      JSON.stringify({
        statusCode: 400,
        error: 'Bad Request',
        message: 'aggregates: this alias is not available.',
        code: 'CRUD_INVALID_OPERAND',
      }),
    ]);
    expect(refusalOf({ aggregates: [count, { ...count, as: 'TOTAL' }] })).toMatchObject({
      message: 'aggregates: this alias is not available.',
    });
  });

  test('are five at most', () => {
    const six = Array.from({ length: 6 }, (_, at) => ({ ...count, as: `n${at}` }));
    expect(refusalOf({ aggregates: six })).toEqual(refused('CRUD_QUERY_TOO_COMPLEX'));
    expect(list({ aggregates: six.slice(1) }).aggregates).toHaveLength(5);
  });

  test.each([['nope'], ['notes.title'], ['owner.name'], ['secret']])('sort by no other key than %s', (key) => {
    expect(refusalOf({ aggregates: [count], relations: ['owner', 'notes'], order: { [key]: 'ASC' } })).toEqual(
      refused('CRUD_INVALID_FIELD'),
    );
  });

  test.each<[string, unknown, string]>([
    ['a column of the root', { name: 'x' }, 'CRUD_INVALID_FIELD'],
    ['a relation', { notes: { $exists: true } }, 'CRUD_INVALID_FIELD'],
    ['an operator for texts on a number', { total: { $like: '1' } }, 'CRUD_INVALID_OPERATOR'],
    ['null', { total: null }, 'CRUD_INVALID_OPERAND'],
    ['text for a number', { total: 'many' }, 'CRUD_INVALID_OPERAND'],
  ])('refuse having with %s', (_, having, code) => {
    expect(refusalOf({ aggregates: [count], having })).toEqual(refused(code));
  });

  test('are needed by having', () => {
    expect(refusalOf({ having: { total: 1 } })).toEqual(refused('INVALID_INPUT'));
    expect(refusalOf({ having: {}, aggregates: '[]' })).toEqual(refused('INVALID_INPUT'));
  });
});

describe('findAll', () => {
  test('takes all rows of a page and one more, or as many as it says, and ignores skip', () => {
    expect(parseAll(corners, all, { skip: 5 })).toMatchObject({ take: 201, skip: 0 });
    expect(parseAll(corners, all, { take: 7 })).toMatchObject({ take: 7 });
    expect(refusal(() => parseAll(corners, all, { take: 201 }))).toEqual(refused('CRUD_PAGE_TOO_LARGE'));
    expect(refusal(() => parseAll(corners, all, { skip: -1 }))).toEqual(refused('INVALID_INPUT'));
    expect(refusal(() => parseAll(corners, all, { cursor: '' }))).toEqual(refused('INVALID_INPUT'));
  });
});

describe('findOne', () => {
  test('takes columns, relations and flags', () => {
    const query = parseOne(corners, all, { select: '["name"]', relations: '["notes"]', withDeleted: 'true' });
    expect(query).toMatchObject({ select: ['id', 'name'], relations: [{ name: 'notes' }], rows: 'all' });
  });

  test.each(['where', 'order', 'skip', 'take', 'limit', 'cursor', 'aggregates', 'having', 'id'])(
    'T-31 refuses %s',
    (name) => {
      expect(refusal(() => parseOne(corners, all, { [name]: '{}' }))).toEqual(refused('INVALID_INPUT'));
    },
  );
});

describe('counts', () => {
  const counts = (raw: Record<string, unknown>) => parseCounts(corners, all, raw);
  test('have a filter and keys', () => {
    const filter = { where: { 'notes.title': 'x' }, relations: ['notes'], withDeleted: true };
    for (const each of [filter, JSON.stringify(filter), { ...filter, where: JSON.stringify(filter.where) }]) {
      expect(counts({ filter: each, groupByKey: ['kind', 'flag'] })).toMatchObject({
        where: { path: { relation: 'notes', field: 'title' } },
        relations: [{ name: 'notes' }],
        rows: 'all',
        groupBy: ['kind', 'flag'],
      });
    }
    expect(counts({ groupByKey: 'kind' }).groupBy).toEqual(['kind']);
    expect(counts({})).toMatchObject({ groupBy: [], rows: 'live' });
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['where beside filter', { where: '{}' }, 'INVALID_INPUT'],
    ['a flag beside filter', { onlyDeleted: true }, 'INVALID_INPUT'],
    ['a flat filter', { filter: '{"kind":"a"}' }, 'INVALID_INPUT'],
    ['order inside filter', { filter: { order: {} } }, 'INVALID_INPUT'],
    ['take inside filter', { filter: { take: 1 } }, 'INVALID_INPUT'],
    ['a filter that is a list', { filter: '[]' }, 'INVALID_INPUT'],
    ['a repeated filter', { filter: ['{}', '{}'] }, 'INVALID_INPUT'],
    ['malformed JSON', { filter: '{' }, 'CRUD_INVALID_JSON'],
    ['malformed JSON inside', { filter: { where: '{' } }, 'CRUD_INVALID_JSON'],
    ['an unknown key', { groupByKey: 'nope' }, 'CRUD_INVALID_FIELD'],
    ['a key of a relation', { groupByKey: 'owner.name' }, 'CRUD_INVALID_FIELD'],
    ['a key that is a list', { groupByKey: 'tags' }, 'CRUD_INVALID_OPERATOR'],
    ['a key twice', { groupByKey: ['kind', 'kind'] }, 'INVALID_INPUT'],
    ['three keys', { groupByKey: ['kind', 'flag', 'name'] }, 'CRUD_QUERY_TOO_COMPLEX'],
    ['an object as key', { groupByKey: { a: 1 } }, 'INVALID_INPUT'],
  ])('are refused with %s', (_, raw, code) => {
    expect(refusal(() => counts(raw))).toEqual(refused(code));
  });
});

test('the example resources are queried as the guide shows', () => {
  const { projects, tasks } = resources;
  const query = parseList(projects, resources, {
    where: '{"status":"active","tasks.isDone":false}',
    relations: '{"tasks":{"where":{"hours":{"$gte":1}}}}',
    order: '{"dueAt":"DESC"}',
  });
  expect(query.relations[0]?.target).toBe(tasks);
  expect(refusal(() => parseList(projects, resources, { where: '{"costCentre":"x"}' }))).toEqual(
    refused('CRUD_INVALID_FIELD'),
  );
});
