// Checks the evaluator, the definition of what filters mean: every operator against every kind of value.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { matches, relationsIn, subjectOf } from '../../../lib/records/query/evaluate.ts';
import { fold } from '../../../lib/records/query/fold.ts';
import { compareTexts } from '../../../lib/records/query/order.ts';
import { type Condition, OPERATORS, type Operand, type Operator, type Value } from '../../../lib/records/query/tree.ts';

const condition = (operator: Operator, operand?: Operand): Condition => ({
  kind: 'test',
  path: { field: 'x' },
  operator,
  operand,
});
const holds = (operator: Operator, operand: Operand, value: Value): boolean =>
  matches(condition(operator, operand), subjectOf({ x: value }));

/** Operands that each operator may have after parsing, one for each type that it fits. */
const OPERANDS: Record<Operator, readonly Operand[]> = {
  $eq: ['a', '', 1, 0, true, false],
  $ne: ['a', '', 1, 0, true, false],
  $ieq: ['a', ''],
  $gt: ['a', '', 1, 0],
  $gte: ['a', '', 1, 0],
  $lt: ['a', '', 1, 0],
  $lte: ['a', '', 1, 0],
  $in: [['a', 'b'], [''], [1, 2], [0], [false]],
  $notIn: [['a', 'b'], [''], [1, 2], [0], [false]],
  $inL: [['A', 'b'], ['']],
  $notinL: [['A', 'b'], ['']],
  $like: ['a%', '', '%', '_'],
  $notLike: ['a%', '', '%', '_'],
  $iLike: ['A%', '', '%', '_'],
  $notIlike: ['A%', '', '%', '_'],
  $startsWith: ['a', '', '%'],
  $endsWith: ['a', '', '%'],
  $iStartsWith: ['A', '', '%'],
  $iEndsWith: ['A', '', '%'],
  $between: [
    ['a', 'c'],
    [0, 5],
  ],
  $notBetween: [
    ['a', 'c'],
    [0, 5],
  ],
  $isNull: [undefined],
  $isNotNull: [undefined],
  $isTrue: [undefined],
  $isFalse: [undefined],
  $contArr: [['a']],
  $intersectsArr: [['a', 'b']],
};
const cases = OPERATORS.flatMap((operator) => OPERANDS[operator].map((operand) => [operator, operand] as const));
const typeOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);

describe('matches', () => {
  test.each(OPERATORS.filter((operator) => operator !== '$isNull'))('T-81 %s is false for null', (operator) => {
    for (const operand of OPERANDS[operator]) expect(holds(operator, operand, null)).toBe(false);
  });

  test('$isNull is true for null and for a value that is missing, and false for empty text, 0, false and an empty list', () => {
    expect(holds('$isNull', undefined, null)).toBe(true);
    expect(matches(condition('$isNull'), subjectOf({}))).toBe(true);
    for (const value of ['', 0, false, []]) {
      expect(holds('$isNull', undefined, value)).toBe(false);
      expect(holds('$isNotNull', undefined, value)).toBe(true);
    }
  });

  test.each(cases)('T-80 %s %j is false for values of another type', (operator, operand) => {
    if (operand === undefined) return;
    const isList = operator === '$contArr' || operator === '$intersectsArr';
    const type = isList ? 'list' : typeOf(Array.isArray(operand) ? operand[0] : operand);
    const others = ['', 'a', 0, 1, false, true, ['a'], []].filter((value) => typeOf(value) !== type);
    expect(others.filter((value) => holds(operator, operand, value))).toEqual([]);
  });

  // operator, operand, and of the values of its type those that fulfil it.
  const texts = ['', 'a', 'A', 'ab', 'B', 'ba', '%', '\ue000', '😀'];
  test.each<[Operator, Operand, readonly string[]]>([
    ['$eq', 'a', ['a']],
    ['$ne', 'a', ['', 'A', 'ab', 'B', 'ba', '%', '\ue000', '😀']],
    ['$ieq', 'A', ['a', 'A']],
    ['$gt', 'ab', ['ba', '\ue000', '😀']],
    ['$gt', '\ue000', ['😀']],
    ['$gte', 'ab', ['ab', 'ba', '\ue000', '😀']],
    ['$lt', 'B', ['', 'A', '%']],
    ['$lte', 'B', ['', 'A', 'B', '%']],
    ['$in', ['a', ''], ['', 'a']],
    ['$notIn', ['a', ''], ['A', 'ab', 'B', 'ba', '%', '\ue000', '😀']],
    ['$inL', ['A', 'b'], ['a', 'A', 'B']],
    ['$notinL', ['A', 'b'], ['', 'ab', 'ba', '%', '\ue000', '😀']],
    ['$like', 'a%', ['a', 'ab']],
    ['$like', '_', ['a', 'A', 'B', '%', '\ue000', '😀']],
    ['$like', '\\%', ['%']],
    ['$notLike', '%a%', ['', 'A', 'B', '%', '\ue000', '😀']],
    ['$iLike', 'A%', ['a', 'A', 'ab']],
    ['$notIlike', '%A%', ['', 'B', '%', '\ue000', '😀']],
    ['$startsWith', 'a', ['a', 'ab']],
    ['$startsWith', '%', ['%']],
    ['$startsWith', '', texts],
    ['$endsWith', 'a', ['a', 'ba']],
    ['$endsWith', '', texts],
    ['$iStartsWith', 'A', ['a', 'A', 'ab']],
    ['$iStartsWith', '', texts],
    ['$iEndsWith', 'A', ['a', 'A', 'ba']],
    ['$iEndsWith', '_', []],
    ['$between', ['A', 'a'], ['a', 'A', 'B']],
    ['$notBetween', ['A', 'a'], ['', 'ab', 'ba', '%', '\ue000', '😀']],
  ])('%s %j selects the right texts', (operator, operand, expected) => {
    expect(texts.filter((value) => holds(operator, operand, value))).toEqual(expected);
  });

  const numbers = [-1, 0, 0.5, 1, 2];
  test.each<[Operator, Operand, readonly number[]]>([
    ['$eq', 0, [0]],
    ['$ne', 0, [-1, 0.5, 1, 2]],
    ['$gt', 0, [0.5, 1, 2]],
    ['$gte', 0, [0, 0.5, 1, 2]],
    ['$lt', 1, [-1, 0, 0.5]],
    ['$lte', 1, [-1, 0, 0.5, 1]],
    ['$in', [0, 2], [0, 2]],
    ['$notIn', [0, 2], [-1, 0.5, 1]],
    ['$between', [0, 1], [0, 0.5, 1]],
    ['$notBetween', [0, 1], [-1, 2]],
    ['$between', [1, 1], [1]],
  ])('%s %j selects the right numbers', (operator, operand, expected) => {
    expect(numbers.filter((value) => holds(operator, operand, value))).toEqual(expected);
  });

  test.each<[Operator, Operand, readonly boolean[]]>([
    ['$eq', true, [true]],
    ['$ne', true, [false]],
    ['$isTrue', undefined, [true]],
    ['$isFalse', undefined, [false]],
    ['$in', [true, false], [true, false]],
  ])('%s %j selects the right booleans', (operator, operand, expected) => {
    expect([true, false].filter((value) => holds(operator, operand, value))).toEqual(expected);
  });

  const lists = [[], ['a'], ['b'], ['a', 'b'], ['A'], ['ab']];
  test.each<[Operator, Operand, readonly (readonly string[])[]]>([
    ['$contArr', ['a'], [['a'], ['a', 'b']]],
    ['$contArr', ['a', 'b'], [['a', 'b']]],
    ['$intersectsArr', ['a', 'b'], [['a'], ['b'], ['a', 'b']]],
    ['$isNotNull', undefined, lists],
  ])('%s %j selects the right lists', (operator, operand, expected) => {
    expect(lists.filter((value) => holds(operator, operand, value))).toEqual(expected);
  });
});

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'B', 'é', 'e\u0301', 'Σ', 'ς', '%', '_', '\\', '😀'),
  maxLength: 5,
});
const textOrNumber = fc.oneof(fc.tuple(text, text, text), fc.tuple(fc.integer(), fc.integer(), fc.integer()));
const pair = <T>(low: T, high: T): readonly [T, T] => (isLess(high, low) ? [high, low] : [low, high]);
const isLess = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' ? compareTexts(a, b as string) < 0 : (a as number) < (b as number);

describe('an operator and its negation', () => {
  const NEGATIONS: [Operator, Operator, 'one' | 'many' | 'range' | 'text'][] = [
    ['$eq', '$ne', 'one'],
    ['$gt', '$lte', 'one'],
    ['$lt', '$gte', 'one'],
    ['$in', '$notIn', 'many'],
    ['$between', '$notBetween', 'range'],
    ['$inL', '$notinL', 'text'],
    ['$like', '$notLike', 'text'],
    ['$iLike', '$notIlike', 'text'],
  ];
  test.each(NEGATIONS)('%s and %s differ for every value that is not null, and both exclude null', (yes, no, shape) => {
    fc.assert(
      fc.property(textOrNumber, text, text, ([a, b, value], textual, other) => {
        const isText = shape === 'text';
        const operand = isText
          ? yes === '$inL'
            ? [textual]
            : textual
          : shape === 'one'
            ? a
            : shape === 'many'
              ? [a, b]
              : pair<string | number>(a, b);
        const subject = isText ? other : value;
        expect(holds(yes, operand, subject)).toBe(!holds(no, operand, subject));
        expect(holds(yes, operand, null) || holds(no, operand, null)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('$between is $gte and $lte together', () => {
    fc.assert(
      fc.property(textOrNumber, ([a, b, value]) => {
        const [low, high] = pair<string | number>(a, b);
        expect(holds('$between', [low, high], value)).toBe(holds('$gte', low, value) && holds('$lte', high, value));
      }),
    );
  });

  test('an operator that ignores case is the exact one on folded texts', () => {
    const PAIRS: [Operator, Operator][] = [
      ['$ieq', '$eq'],
      ['$iLike', '$like'],
      ['$iStartsWith', '$startsWith'],
      ['$iEndsWith', '$endsWith'],
    ];
    fc.assert(
      fc.property(fc.constantFrom(...PAIRS), text, text, ([loose, exact], operand, value) => {
        expect(holds(loose, operand, value)).toBe(holds(exact, fold(operand), fold(value)));
      }),
      { numRuns: 1000 },
    );
  });

  test('T-52 T-53: $startsWith and $endsWith are $like with the operand taken literally', () => {
    fc.assert(
      fc.property(text, text, (operand, value) => {
        const literal = operand.replace(/[%_\\]/g, '\\$&');
        expect(holds('$startsWith', operand, value)).toBe(holds('$like', `${literal}%`, value));
        expect(holds('$endsWith', operand, value)).toBe(holds('$like', `%${literal}`, value));
      }),
      { numRuns: 1000 },
    );
  });
});

const leaf = fc
  .tuple(fc.constantFrom('x', 'y'), fc.constantFrom(...cases))
  .map(([field, [operator, operand]]): Condition => ({ kind: 'test', path: { field }, operator, operand }));
const tree = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      legs: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
    }),
  ),
})).node;
const anyValue = fc.constantFrom<Value>(null, '', 'a', 'B', 0, 1, false, true, [], ['a']);

describe('a tree of conditions', () => {
  test('is the boolean expression of its tests', () => {
    const expected = (each: Condition, values: Record<string, Value>): boolean => {
      if (each.kind === 'and') return !each.legs.some((leg) => !expected(leg, values));
      if (each.kind === 'or') return each.legs.map((leg) => expected(leg, values)).includes(true);
      return matches(each, subjectOf(values));
    };
    fc.assert(
      fc.property(tree, anyValue, anyValue, (each, x, y) => {
        expect(matches(each, subjectOf({ x, y }))).toBe(expected(each, { x, y }));
      }),
      { numRuns: 1000 },
    );
  });

  test('without a condition, and with an empty AND, every row matches', () => {
    expect(matches(undefined, subjectOf({}))).toBe(true);
    expect(matches({ kind: 'and', legs: [] }, subjectOf({}))).toBe(true);
  });

  test('asks the subject for columns and rows of relations', () => {
    const each: Condition = {
      kind: 'and',
      legs: [
        { kind: 'exists', relation: 'notes', isNegated: false },
        { kind: 'exists', relation: 'marks', isNegated: true },
        { kind: 'test', path: { relation: 'owner', field: 'name' }, operator: '$eq', operand: 'Ada' },
      ],
    };
    const subject = (name: string) => ({
      valueOf: ({ relation }: { relation?: string }) => (relation === 'owner' ? name : null),
      hasRow: (relation: string) => relation === 'notes',
    });
    expect(matches(each, subject('Ada'))).toBe(true);
    expect(matches(each, subject('Eve'))).toBe(false);
    expect(relationsIn(each)).toEqual({ tested: new Set(['owner']), exists: new Set(['notes', 'marks']) });
  });

  test('reads own members of the values only', () => {
    const each: Condition = { kind: 'test', path: { field: 'constructor' }, operator: '$isNull', operand: undefined };
    expect(matches(each, subjectOf({}))).toBe(true);
  });
});
