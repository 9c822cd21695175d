// Parses `aggregates`.
import { FORBIDDEN_KEYS } from '../../../platform/json-scan.ts';
import { type Registry, type Resource, SYSTEM_FIELDS } from '../../declare/resource.ts';
import { LIMITS } from '../limits.ts';
import { type Column, findColumn, findRelation, splitPath, targetOf } from '../names.ts';
import type { Aggregate, AggregateFunction, Condition } from '../tree.ts';
import { ownColumns } from './columns.ts';
import { parseFilter, type Tally } from './filter.ts';
import { objectOf } from './forms.ts';
import { noSuchField, tooComplex, wrongInput, wrongOperand, wrongOperator } from './refuse.ts';

/** An aggregate with the type of its result. */
export type Aggregated = Readonly<{ aggregate: Aggregate; result: Column }>;

const PLACE = 'aggregates';
const NUMERIC: readonly Column['kind'][] = ['integer', 'number'];
const UNORDERED: readonly Column['kind'][] = ['boolean', 'texts'];

/** Function -> the columns that it does not fit. */
const FUNCTIONS: Readonly<Record<AggregateFunction, (kind: Column['kind']) => boolean>> = {
  count: () => true,
  sum: (kind) => NUMERIC.includes(kind),
  avg: (kind) => NUMERIC.includes(kind),
  min: (kind) => !UNORDERED.includes(kind),
  max: (kind) => !UNORDERED.includes(kind),
};

/** Returns the aggregates of a list. An empty list is none. */
export function parseAggregates(
  value: unknown,
  resource: Resource,
  all: Registry,
  tests: Tally,
): readonly Aggregated[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return wrongInput(PLACE, 'it is a list');
  if (value.length > LIMITS.aggregates) tooComplex(PLACE, `a query has at most ${LIMITS.aggregates} aggregates`);
  const taken = reservedNames(resource);
  return value.map((each) => parseAggregate(each, resource, all, taken, tests));
}

function parseAggregate(
  value: unknown,
  resource: Resource,
  all: Registry,
  taken: Set<string>,
  tests: Tally,
): Aggregated {
  const { fn, field, as, distinct = false, where, ...rest } = objectOf(value, PLACE) ?? {};
  if (Object.keys(rest).length) wrongInput(PLACE, 'an aggregate has fn, field, as, distinct and where');
  const name = functionOf(fn);
  const [relation, column] = (typeof field === 'string' && splitPath(field)) || noSuchField(PLACE);
  const target = targetOf(all, findRelation(resource, relation, 'visible') ?? noSuchField(PLACE));
  const found = findColumn(target, column, 'visible') ?? noSuchField(PLACE);
  if (!FUNCTIONS[name](found.kind)) wrongOperator(PLACE, `${name} does not fit this field`);
  return {
    aggregate: {
      fn: name,
      relation,
      field: column,
      as: takeAlias(as, taken),
      isDistinct: flag(distinct),
      where: where === undefined ? undefined : filterOf(where, target, tests),
    },
    result: name === 'min' || name === 'max' ? found : { kind: 'number' },
  };
}

function functionOf(fn: unknown): AggregateFunction {
  const name = typeof fn === 'string' ? fn.toLowerCase() : '';
  return Object.hasOwn(FUNCTIONS, name)
    ? (name as AggregateFunction)
    : wrongOperator(PLACE, `fn is one of ${Object.keys(FUNCTIONS).join(', ')}`);
}

function flag(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : wrongInput(PLACE, 'distinct is true or false');
}

/** The filter of an aggregate is an object over the columns that it aggregates; a list is refused (section 7.1). */
function filterOf(where: unknown, target: Resource, tests: Tally): Condition | undefined {
  return parseFilter(objectOf(where, `${PLACE}: where`), ownColumns(target, `${PLACE}: where`, tests));
}

/** Names that a row, JSON.stringify or a promise would take for something else. In lower case. */
function reservedNames({ fields, relations }: Resource): Set<string> {
  const names = [
    ...Object.keys(fields),
    ...Object.keys(relations),
    ...SYSTEM_FIELDS,
    ...Object.getOwnPropertyNames(Object.prototype),
    // `having` and `order` could not name them.
    ...FORBIDDEN_KEYS,
    'then',
    'toJSON',
  ];
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Returns an alias that is free, and takes it. One reply for all others: it tells nothing about hidden fields. */
function takeAlias(alias: unknown, taken: Set<string>): string {
  const isFree =
    typeof alias === 'string' && /^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(alias) && !taken.has(alias.toLowerCase());
  if (!isFree) return wrongOperand(PLACE, 'this alias is not available');
  taken.add(alias.toLowerCase());
  return alias;
}
