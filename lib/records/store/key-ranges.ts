// Turns tests of a condition into ranges of sort keys. A range may have more rows than the test selects, never fewer.

import { orderedIdStart } from '../../platform/ids.ts';
import { compareTexts } from '../query/order.ts';
import type { Condition, Operand, Scalar } from '../query/tree.ts';
import { below, between, encode, type IndexedValue, isKeySize, type KeyRange, startingWith } from './sort-key.ts';

export type Test = Extract<Condition, { kind: 'test' }>;
/** The tests of each field that all must hold. Those of relations and those within an OR are left out. */
export type Tests = ReadonlyMap<string, readonly Test[]>;

export function testsIn(where: Condition | undefined): Tests {
  const tests = new Map<string, Test[]>();
  const collect = (condition: Condition | undefined): void => {
    if (condition?.kind === 'and') for (const leg of condition.legs) collect(leg);
    if (condition?.kind !== 'test' || condition.path.relation !== undefined) return;
    const { field } = condition.path;
    tests.set(field, [...(tests.get(field) ?? []), condition]);
  };
  collect(where);
  return tests;
}

/** Returns the values one of which the field must have; `undefined` if no test says so. */
export function valuesOf(tests: readonly Test[] = []): readonly IndexedValue[] | undefined {
  for (const { operator, operand } of tests) {
    if (operator === '$eq') return [operand as Scalar];
    if (operator === '$isTrue' || operator === '$isFalse') return [operator === '$isTrue'];
    if (operator === '$isNull') return [null];
  }
  const list = tests.find(({ operator }) => operator === '$in');
  return list && [...new Set(list.operand as readonly Scalar[])];
}

/** Each value is a query. More values are read as one range from the first to the last. */
const MOST_RANGES = 20;

/**
 * Returns the ranges of keys, in ascending order, whose next value after the prefix passes the tests; `undefined` if no
 * test limits them. They do not overlap. An empty list: no value passes.
 */
export function rangesOf(prefix: string, tests: readonly Test[] = []): readonly KeyRange[] | undefined {
  const each = tests.flatMap(({ operator, operand }) => {
    const ranges = rangesOfTest(prefix, operator, operand);
    // Longer than a key can be: the table refuses it, so the test is left to the evaluator.
    return ranges?.every(({ from, to }) => isKeySize(from) && isKeySize(to)) ? [ranges] : [];
  });
  return intersectionOf(each);
}

const intersectionOf = (each: readonly (readonly KeyRange[])[]): readonly KeyRange[] | undefined =>
  each.length
    ? each.reduce((all, more) => all.flatMap((one) => more.flatMap((other) => intersect(one, other) ?? [])))
    : undefined;

function intersect(one: KeyRange, other: KeyRange): KeyRange | undefined {
  const from = compareTexts(one.from, other.from) > 0 ? one.from : other.from;
  const to = compareTexts(one.to, other.to) < 0 ? one.to : other.to;
  return compareTexts(from, to) < 0 ? { from, to } : undefined;
}

function rangesOfTest(prefix: string, operator: Test['operator'], operand: Operand): KeyRange[] | undefined {
  const value = operand as Scalar;
  const [isIncluded, isExcluded] = [
    { value, isIncluded: true },
    { value, isIncluded: false },
  ];
  switch (operator) {
    case '$eq':
      return [below(`${prefix}${encode(value)}`)];
    case '$isTrue':
    case '$isFalse':
      return [below(`${prefix}${encode(operator === '$isTrue')}`)];
    case '$isNull':
      return [below(`${prefix}${encode(null)}`)];
    case '$isNotNull':
      return [between(prefix, {})];
    case '$gt':
      return [between(prefix, { from: isExcluded })];
    case '$gte':
      return [between(prefix, { from: isIncluded })];
    case '$lt':
      return [between(prefix, { to: isExcluded })];
    case '$lte':
      return [between(prefix, { to: isIncluded })];
    case '$between': {
      const [from, to] = operand as readonly [Scalar, Scalar];
      return [between(prefix, { from: { value: from, isIncluded: true }, to: { value: to, isIncluded: true } })];
    }
    case '$startsWith':
      return [startingWith(prefix, String(operand))];
    case '$in':
      return listed(operand as readonly Scalar[], (each) => below(`${prefix}${encode(each)}`));
    default:
      return undefined;
  }
}

function listed(values: readonly Scalar[], rangeOf: (value: Scalar) => KeyRange): KeyRange[] {
  const ranges = [...new Set(values)].map(rangeOf).sort((a, b) => compareTexts(a.from, b.from));
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last || ranges.length <= MOST_RANGES) return ranges;
  return [{ from: first.from, to: last.to }];
}

/** All rows of a collection: their ids begin with the prefix of the resource. */
export const wholeCollection = (prefix: string): KeyRange => below(`${prefix}_`);

/** Returns the ranges of ids that tests of `createdAt` select: an id begins with the time. */
export function rangesOfCreation(prefix: string, tests: readonly Test[] = []): readonly KeyRange[] | undefined {
  const startOf = (time: unknown): string => orderedIdStart(prefix, Date.parse(String(time)));
  const { from: first, to: last } = wholeCollection(prefix);
  return intersectionOf(
    tests.flatMap(({ operator, operand }): KeyRange[][] => {
      const { from, to } = below(startOf(Array.isArray(operand) ? operand[0] : operand));
      if (operator === '$eq') return [[{ from, to }]];
      if (operator === '$gt') return [[{ from: to, to: last }]];
      if (operator === '$gte') return [[{ from, to: last }]];
      if (operator === '$lt') return [[{ from: first, to: from }]];
      if (operator === '$lte') return [[{ from: first, to }]];
      if (operator === '$between') return [[{ from, to: below(startOf((operand as readonly string[])[1])).to }]];
      return [];
    }),
  );
}
