// Whether a policy allows a call: as much of IAM's logic as the stack's own policies use, and an error for more.
// (AWS IAM user guide, "Policy evaluation logic" and "IAM JSON policy elements".)
import { UserError } from '../../user-error.ts';

type Many<T> = T | T[];
export type Statement = {
  Effect: 'Allow' | 'Deny';
  Principal?: Many<string> | Record<string, Many<string>>;
  Action: Many<string>;
  Resource?: Many<string>;
  NotResource?: Many<string>;
  Condition?: Record<string, Record<string, Many<string | boolean>>>;
};
/** What a call needs. `context`: values of the condition keys that it has. */
export type Demand = {
  action: string;
  resource: string;
  context?: Readonly<Record<string, readonly string[]>>;
  /** The service that calls, where no role does. */
  service?: string;
};

const KNOWN = ['Sid', 'Effect', 'Principal', 'Action', 'Resource', 'NotResource', 'Condition'];

export const listOf = <T>(value: Many<T> | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** With `*` and `?` as IAM reads them. */
export const like = (pattern: string, text: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  ).test(text);

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
  // True for a call that has no value at all: IAM's own trap.
  'ForAllValues:StringEquals': (expected, actual = []) => actual.every((each) => expected.includes(each)),
  'ForAllValues:StringLike': (expected, actual = []) =>
    actual.every((each) => expected.some((pattern) => like(pattern, each))),
};

/** Throws `UserError` for a statement that says something the rehearsal can't judge. */
export function demandKnown(statement: Statement, where: string): void {
  const unknown = Object.keys(statement).find((key) => !KNOWN.includes(key));
  const operator = Object.keys(statement.Condition ?? {}).find((each) => !OPERATORS[each]);
  if (unknown ?? operator)
    throw new UserError(`the rehearsal doesn't know ${unknown ?? operator} in a policy of ${where}`);
}

/** A statement allows an action on what it names; `key` tells the pair among others. */
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

/** The keys of the grants that the call makes use of; `undefined` when it is not allowed. */
export function allowed(statements: readonly Statement[], demand: Demand): string[] | undefined {
  const fitting = statements.filter((statement) => fits(statement, demand));
  if (fitting.some(({ Effect }) => Effect === 'Deny')) return undefined;
  const keys = grantsOf(fitting)
    .filter(({ action, resource }) => like(action, demand.action) && concerns(resource, demand.resource))
    .map(({ key }) => key);
  return fitting.length ? keys : undefined;
}

const concerns = (resource: string, actual: string): boolean =>
  resource.startsWith('all but ') || like(resource, actual);

function fits(statement: Statement, { action, resource, context = {}, service }: Demand): boolean {
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

/** Policies of roles name none; those of resources name services, or everybody. */
function isPrincipal(principal: Statement['Principal'], service: string | undefined): boolean {
  if (principal === undefined) return service === undefined;
  if (typeof principal === 'string' || Array.isArray(principal)) return listOf(principal).includes('*');
  return listOf(principal.AWS).includes('*') || listOf(principal.Service).includes(service ?? '');
}
