// Parses a filter to a condition. Every filter is parsed here: `where`, `having`, and scopes of hooks.
import { type Caps, LIMITS } from '../limits.ts';
import type { Column } from '../names.ts';
import { findOperator } from '../operators.ts';
import type { Condition, Path } from '../tree.ts';
import { operandOf } from './operands.ts';
import { noSuchField, tooComplex, wrongInput, wrongOperand, wrongOperator } from './refuse.ts';

/** What a filter may name, and what it may still hold. */
export type Filterable = Readonly<{
  /** Names the parameter in errors. */
  parameter: string;
  findColumn: (name: string) => { path: Path; column: Column } | undefined;
  /** Whether `$exists` may name this relation. */
  hasRelation: (name: string) => boolean;
  caps: Caps;
  /** Tests that all filters of the query together may still have. */
  tests: Tally;
}>;
export type Tally = { left: number };
export const newTally = (caps: Caps): Tally => ({ left: caps.tests });

/**
 * Returns the condition, or `undefined` for `{}`. A list means AND. `raw` was scanned: its depth is bounded, its keys are
 * own ones. Throws errors of the catalogue that name the parameter, the field and the rule.
 */
export function parseFilter(raw: unknown, filter: Filterable): Condition | undefined {
  if (typeof raw !== 'object' || raw === null) return wrongInput(filter.parameter, 'a filter is an object');
  if (Array.isArray(raw)) return { kind: 'and', legs: legsOf(raw, filter.parameter, filter, 1) };
  return Object.keys(raw).length ? parseBranch(raw, filter, 1) : undefined;
}

function parseBranch(raw: unknown, filter: Filterable, depth: number): Condition {
  const { parameter, caps } = filter;
  if (depth > caps.depth) tooComplex(parameter, `a filter has at most ${caps.depth} levels`);
  if (!isObject(raw) || !Object.keys(raw).length)
    return wrongOperand(parameter, 'a branch is an object with conditions');
  return joined(
    Object.entries(raw).flatMap(([key, value]): readonly Condition[] => {
      if (key === '$and') return legsOf(value, `${parameter}: $and`, filter, depth);
      if (key === '$or') return [{ kind: 'or', legs: legsOf(value, `${parameter}: $or`, filter, depth) }];
      return key.startsWith('$') ? wrongOperator(parameter, UNKNOWN_OPERATOR) : parseField(key, value, filter);
    }),
  );
}

const UNKNOWN_OPERATOR = 'there is no such operator';
const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw);

const joined = (legs: readonly Condition[]): Condition =>
  legs.length === 1 ? (legs[0] as Condition) : { kind: 'and', legs };

function legsOf(raw: unknown, place: string, filter: Filterable, depth: number): Condition[] {
  if (!Array.isArray(raw) || !raw.length) return wrongOperand(place, 'takes a list of conditions that is not empty');
  return raw.map((leg) => parseBranch(leg, filter, depth + 1));
}

function parseField(name: string, raw: unknown, filter: Filterable): readonly Condition[] {
  const { parameter } = filter;
  const found = filter.findColumn(name);
  if (!found && !filter.hasRelation(name)) return noSuchField(parameter);
  // From here on the name is a declared one.
  const place = `${parameter}.${name}`;
  if (Array.isArray(raw) || raw === null) return wrongOperand(place, 'takes a value, or an object with operators');
  const tests = isObject(raw) ? Object.entries(raw) : [['$eq', raw] as const];
  if (!tests.length) return wrongOperand(place, 'an object needs an operator');
  return tests.map(([key, operand]) => {
    spend(filter);
    return found ? parseTest(place, found, key, operand, filter) : parseExists(place, name, key, operand);
  });
}

function spend({ tests, parameter }: Filterable): void {
  if (tests.left-- === 0) tooComplex(parameter, `a query has at most ${LIMITS.tests} conditions`);
}

function parseTest(
  place: string,
  { path, column }: { path: Path; column: Column },
  key: string,
  raw: unknown,
  { caps }: Filterable,
): Condition {
  const operator = findOperator(key) ?? wrongOperator(place, UNKNOWN_OPERATOR);
  const { name, fits } = operator;
  if (!fits.includes(column.kind)) wrongOperator(place, `${name} does not fit this field`);
  return { kind: 'test', path, operator: name, operand: operandOf(place, operator, column, raw, caps) };
}

function parseExists(place: string, relation: string, key: string, raw: unknown): Condition {
  if (key !== '$exists' && key !== '$notExists')
    return wrongOperator(place, 'a relation takes $exists or $notExists and nothing else');
  const isTrue = raw === true || raw === 'true';
  if (!isTrue && raw !== false && raw !== 'false') wrongOperand(`${place}: ${key}`, 'takes true or false');
  return { kind: 'exists', relation, isNegated: isTrue === (key === '$notExists') };
}
