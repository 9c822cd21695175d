// Generates rows and queries for property tests, with values that are equal, missing, or at the edges of an encoding.
import fc from 'fast-check';
import { compareTexts } from '../../../lib/records/query/order.ts';
import type { Condition, Operand, Operator, Order, Scalar } from '../../../lib/records/query/tree.ts';
import type { Row } from '../../../lib/records/store/row.ts';

const TEXTS = ['', 'a', 'ab', 'b', 'B', 'a%', '\u{e000}', '\u{10000}', '\u{10ffff}', 'a\u{10ffff}', 'a\u{1}'];
const TIMES = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-06-01T12:00:00.001Z'];
const NUMBERS = [0, 1, -1, 1.5, -1.5, 1e9, 0.1];
const STATUS = ['a', 'b', 'c'];

export const POOLS = {
  name: fc.constantFrom(...TEXTS),
  weight: fc.constantFrom(...NUMBERS),
  isNew: fc.boolean(),
  dueAt: fc.constantFrom(...TIMES),
  status: fc.constantFrom(...STATUS),
  secret: fc.constantFrom(...TEXTS),
} as const;
type Pool = keyof typeof POOLS;

/** The values of a row that are not unique. */
export const data: fc.Arbitrary<Row['data']> = fc.record(
  { ...POOLS, tags: fc.subarray(['x', 'y', 'z']) },
  { requiredKeys: [] },
) as fc.Arbitrary<Row['data']>;

const test = (field: string, operator: Operator, operand: Operand = undefined): Condition => ({
  kind: 'test',
  path: { field },
  operator,
  operand,
});

const NULLS: readonly Operator[] = ['$isNull', '$isNotNull'];
const ONE: readonly Operator[] = ['$eq', '$eq', '$ne', '$gt', '$gte', '$lt', '$lte'];
const TEXT: readonly Operator[] = [
  '$ieq',
  '$like',
  '$notLike',
  '$iLike',
  '$notIlike',
  '$startsWith',
  '$endsWith',
  '$iStartsWith',
  '$iEndsWith',
];

const compare = (a: Scalar, b: Scalar): number =>
  typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : Number(a) - Number(b);

function testsOf(field: string, operand: fc.Arbitrary<Scalar>, isText: boolean): fc.Arbitrary<Condition> {
  const of = (operators: readonly Operator[], from: fc.Arbitrary<Operand>) =>
    fc.tuple(fc.constantFrom(...operators), from).map(([operator, value]) => test(field, operator, value));
  const list = fc.array(operand, { minLength: 1, maxLength: 4 });
  const pair = fc.tuple(operand, operand).map((each) => each.toSorted(compare));
  return fc.oneof(
    of(ONE, operand),
    of(['$in', '$notIn'], list),
    of(['$between', '$notBetween'], pair),
    of(NULLS, fc.constant(undefined)),
    ...(isText
      ? [of(TEXT, fc.oneof(operand, fc.constantFrom('%a%', 'a%', '_', 'a_%', '\\%'))), of(['$inL', '$notinL'], list)]
      : []),
  );
}

const TAGS = fc.subarray(['x', 'y', 'z'], { minLength: 1 });

/** A test of a row of `rows`, so that ids and times of creation occur. */
const leaf = (rows: readonly Row[]): fc.Arbitrary<Condition> =>
  fc.oneof(
    ...(['name', 'dueAt', 'status', 'secret', 'weight'] satisfies Pool[]).map((field) =>
      testsOf(field, POOLS[field], field !== 'weight'),
    ),
    fc.constantFrom<Condition>(
      test('isNew', '$isTrue'),
      test('isNew', '$isFalse'),
      test('isNew', '$isNull'),
      test('isNew', '$eq', true),
    ),
    fc
      .tuple(fc.constantFrom<Operator>('$contArr', '$intersectsArr'), TAGS)
      .map(([each, tags]) => test('tags', each, tags)),
    testsOf('createdAt', fc.constantFrom(...rows.map(({ createdAt }) => createdAt), TIMES[0] as string), false),
    testsOf('id', fc.constantFrom(...rows.map(({ id }) => id), 'prt_0', 'x'), false),
  );

export function condition(rows: readonly Row[]): fc.Arbitrary<Condition | undefined> {
  const legs = (of: fc.Arbitrary<Condition>) => fc.array(of, { minLength: 1, maxLength: 3 });
  const and = (of: fc.Arbitrary<Condition>) => legs(of).map((each): Condition => ({ kind: 'and', legs: each }));
  const or = (of: fc.Arbitrary<Condition>) => legs(of).map((each): Condition => ({ kind: 'or', legs: each }));
  const simple = leaf(rows);
  return fc.option(
    fc.oneof(simple, and(simple), and(fc.oneof(simple, or(simple))), or(fc.oneof(simple, and(simple)))),
    {
      nil: undefined,
      freq: 8,
    },
  );
}

const COLUMNS = ['name', 'weight', 'isNew', 'dueAt', 'status', 'createdAt', 'id', 'updatedAt', 'order'];

/** Orders that indexes serve are frequent. */
export const orders: fc.Arbitrary<Order> = fc.oneof(
  fc.constant([]),
  fc
    .tuple(
      fc.constantFrom<string[]>(
        ['weight'],
        ['status', 'name'],
        ['name'],
        ['isNew', 'dueAt'],
        ['dueAt'],
        ['createdAt'],
        ['id'],
      ),
      fc.constantFrom<string[]>([], ['id'], ['createdAt'], ['createdAt', 'id']),
      fc.constantFrom<('ASC' | 'DESC')[]>(['ASC', 'ASC'], ['DESC', 'DESC'], ['DESC', 'ASC']),
    )
    .map(
      ([fields, tail, [first, last]]): Order => [
        ...fields.map((field) => ({ path: { field }, direction: first as 'ASC' })),
        ...tail
          .filter((field) => !fields.includes(field))
          .map((field) => ({ path: { field }, direction: last as 'ASC' })),
      ],
    ),
  fc
    .uniqueArray(fc.constantFrom(...COLUMNS), { maxLength: 3 })
    .chain((fields) =>
      fc
        .array(fc.constantFrom<'ASC' | 'DESC'>('ASC', 'DESC'), { minLength: fields.length, maxLength: fields.length })
        .map((directions) => fields.map((field, at) => ({ path: { field }, direction: directions[at] as 'ASC' }))),
    ),
);
