// Matches event patterns as EventBridge and Lambda's event filters do: a field must have one of the values in its
// array. Supports the part of the language that rules here use, and throws for the rest instead of ignoring it. (Amazon
// EventBridge user guide, "Creating Amazon EventBridge event patterns".)

type Literal = string | number | boolean | null;
type Matcher = { readonly [name: string]: unknown };
export type Pattern = { readonly [field: string]: Pattern | readonly (Literal | Matcher)[] };

type Test = (expected: never, value: unknown) => boolean;
const isText = (value: unknown): value is string => typeof value === 'string';

const MATCHERS: Readonly<Record<string, Test>> = {
  prefix: (start: string, value) => isText(value) && value.startsWith(start),
  suffix: (end: string, value) => isText(value) && value.endsWith(end),
  exists: (expected: boolean, value) => (value !== undefined) === expected,
  'equals-ignore-case': (text: string, value) => isText(value) && value.toLowerCase() === text.toLowerCase(),
  'anything-but': (others: Literal | Literal[], value) =>
    value !== undefined && ![others].flat().includes(value as Literal),
};

/** Fields that the pattern does not name may have any value. Throws for a pattern that `requireSupported` rejects. */
export const matches = (pattern: Pattern, event: unknown): boolean =>
  Object.entries(pattern).every(([field, expected]) => {
    const value = (event as Record<string, unknown> | null | undefined)?.[field];
    if (!Array.isArray(expected)) return matches(expected as Pattern, value);
    const values: unknown[] = Array.isArray(value) && value.length ? value : [value];
    return expected.some((condition) => values.some((each) => fits(condition, each)));
  });

/** Throws for a pattern that uses an operator not supported here. */
export function requireSupported(pattern: Pattern): void {
  for (const [field, expected] of Object.entries(pattern)) {
    if (field.startsWith('$')) throw new Error(`patterns with ${field} are not supported`);
    if (!Array.isArray(expected)) requireSupported(expected as Pattern);
    else for (const condition of expected) if (isMatcher(condition)) testOf(condition);
  }
}

const isMatcher = (condition: Literal | Matcher): condition is Matcher =>
  typeof condition === 'object' && condition !== null;

function testOf(condition: Matcher): [test: Test, expected: never] {
  const [name = '', ...more] = Object.keys(condition);
  const test = MATCHERS[name];
  const expected = condition[name];
  const isNested = typeof expected === 'object' && expected !== null && !Array.isArray(expected);
  if (!test || more.length || isNested) throw new Error(`patterns with ${JSON.stringify(condition)} are not supported`);
  return [test, expected as never];
}

function fits(condition: Literal | Matcher, value: unknown): boolean {
  if (!isMatcher(condition)) return condition === value;
  const [test, expected] = testOf(condition);
  return test(expected, value);
}
