// Decides whether a policy allows a call. Supports the part of IAM that the stack's policies use, and throws for the
// rest. (AWS IAM user guide, "Policy evaluation logic" and "IAM JSON policy elements".)
import { UserError } from '../../../user-error.ts';

type Many<T> = T | T[];
export type Statement = {
  Effect: 'Allow' | 'Deny';
  Principal?: Many<string> | Record<string, Many<string>>;
  Action: Many<string>;
  Resource?: Many<string>;
  NotResource?: Many<string>;
  Condition?: Record<string, Record<string, Many<string | boolean>>>;
};
/** A permission that a call needs. `context` has the values of its condition keys. */
export type Requirement = {
  action: string;
  resource: string;
  context?: Readonly<Record<string, readonly string[]>>;
  /** The calling service, if the call is not made with a role. */
  service?: string;
};

const KNOWN = ['Sid', 'Effect', 'Principal', 'Action', 'Resource', 'NotResource', 'Condition'];

export const listOf = <T>(value: Many<T> | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Pattern of a policy -> its expression. Every call of the table asks for several, and policies have few. */
const expressions = new Map<string, RegExp>();

/** Matches `*` and `?` as IAM does. */
export function like(pattern: string, text: string): boolean {
  const known = expressions.get(pattern) ?? expressionOf(pattern);
  expressions.set(pattern, known);
  return known.test(text);
}

const expressionOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );

type Operator = (expected: string[], actual: readonly string[] | undefined) => boolean;
const equal = (expected: string[], actual: readonly string[] | undefined): boolean =>
  actual !== undefined && expected.includes(actual[0] as string);
const alike = (expected: string[], actual: readonly string[] | undefined): boolean =>
  actual !== undefined && expected.some((pattern) => like(pattern, actual[0] as string));
const OPERATORS: Readonly<Record<string, Operator>> = {
  StringEquals: equal,
  StringLike: alike,
  ArnEquals: alike,
  ArnLike: alike,
  Bool: equal,
  // True for a call without any value, as in IAM itself.
  'ForAllValues:StringEquals': (expected, actual = []) => actual.every((each) => expected.includes(each)),
  'ForAllValues:StringLike': (expected, actual = []) =>
    actual.every((each) => expected.some((pattern) => like(pattern, each))),
};

/** Throws `UserError` for a statement with an element that the rehearsal does not support. */
export function requireSupported(statement: Statement, where: string): void {
  const unknown = Object.keys(statement).find((key) => !KNOWN.includes(key));
  const operator = Object.keys(statement.Condition ?? {}).find((each) => !OPERATORS[each]);
  if (unknown ?? operator)
    throw new UserError(`the rehearsal does not know ${unknown ?? operator} in a policy of ${where}`);
}

/** An action and a resource that a statement allows; `key` identifies the pair. */
export type Grant = { key: string; action: string; resource: string };
export const grantsOf = (statements: readonly Statement[]): Grant[] =>
  statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action, Resource, NotResource }) =>
      listOf(Action).flatMap((action) =>
        [...listOf(Resource), ...listOf(NotResource).map((each) => `all but ${each}`)].map((resource) => ({
          key: `${action} ${resource}`,
          action,
          resource,
        })),
      ),
    );

/** Returns the keys of the grants that the call uses; `undefined` if it is not allowed. */
export function allowed(statements: readonly Statement[], requirement: Requirement): string[] | undefined {
  const fitting = statements.filter((statement) => fits(statement, requirement));
  if (fitting.some(({ Effect }) => Effect === 'Deny')) return undefined;
  const keys = grantsOf(fitting)
    .filter(({ action, resource }) => like(action, requirement.action) && concerns(resource, requirement.resource))
    .map(({ key }) => key);
  return fitting.length ? keys : undefined;
}

const concerns = (resource: string, actual: string): boolean =>
  resource.startsWith('all but ') || like(resource, actual);

function fits(statement: Statement, { action, resource, context = {}, service }: Requirement): boolean {
  const { Action, Resource, NotResource, Condition = {}, Principal } = statement;
  const is = (pattern: string): boolean => like(pattern, resource);
  return (
    isPrincipal(Principal, service) &&
    listOf(Action).some((pattern) => like(pattern.toLowerCase(), action.toLowerCase())) &&
    (NotResource === undefined ? listOf(Resource).some(is) : !listOf(NotResource).some(is)) &&
    Object.entries(Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, expected]) =>
        (OPERATORS[operator] as Operator)(listOf(expected).map(String), context[key]),
      ),
    )
  );
}

/** Policies of roles name no principal; policies of resources name services, or `*`. */
function isPrincipal(principal: Statement['Principal'], service: string | undefined): boolean {
  if (principal === undefined) return service === undefined;
  if (typeof principal === 'string' || Array.isArray(principal)) return listOf(principal).includes('*');
  return listOf(principal.AWS).includes('*') || listOf(principal.Service).includes(service ?? '');
}
