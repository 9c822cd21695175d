// Parses the parameters of a request into a query. Every name must be declared, every operand must fit its field.
import { scanValue } from '../../platform/json-scan.ts';
import type { Resource } from '../declare/resource.ts';
import type { Registry, Scope } from '../declare/types.ts';
import { type Aggregated, parseAggregates, parseHaving } from './aggregate-list.ts';
import { relationsIn } from './evaluate.ts';
import { LIMITS, SCOPE_BOUNDS, SCOPE_CAPS } from './limits.ts';
import { type Column, findColumn, findRelation, splitPath } from './names.ts';
import { cursorOf, flagsOf, rowsOf, SKIP, skipOf, TAKE, takeOf } from './paging.ts';
import { namesOf, objectOf, type Raw, requireParameters, valueOfParameter } from './parameters.ts';
import { noSuchField, tooComplex, wrongInput, wrongOperator } from './refuse.ts';
import { parseRelations, parseSelect } from './relations.ts';
import type { Condition, LoadedRelation, Order, Path, Query } from './tree.ts';
import { newTally, parseFilter, type Tally } from './where.ts';

export type { Raw } from './parameters.ts';

const LIST = ['where', 'order', 'select', 'relations', 'aggregates', 'having', ...TAKE, ...SKIP];

/** Parses the query of findMany. All parse functions throw errors of the catalogue, before anything was read. */
export function parseList(resource: Resource, all: Registry, raw: Raw): Query {
  requireParameters(raw, [...LIST, 'cursor', ...flagsOf(resource)]);
  const cursor = cursorOf(raw);
  const take = takeOf(raw, resource) ?? Math.min(LIMITS.page, resource.maxPerPage);
  return { ...parsedList(resource, all, raw), take, skip: skipOf(raw), cursor };
}

/**
 * Parses the query of findAll. Without `take`, the query takes one row more than a page may have: if there are so many,
 * the reply is CRUD_PAGE_TOO_LARGE.
 */
export function parseAll(resource: Resource, all: Registry, raw: Raw): Query {
  requireParameters(raw, [...LIST, ...flagsOf(resource)]);
  // It is ignored, as the component's description says, but it must be valid.
  skipOf(raw);
  return { ...parsedList(resource, all, raw), take: takeOf(raw, resource) ?? resource.maxPerPage + 1, skip: 0 };
}

export function parseOne(resource: Resource, all: Registry, raw: Raw): Query {
  requireParameters(raw, ['select', 'relations', ...flagsOf(resource)]);
  const tests = newTally(LIMITS);
  return {
    ...EMPTY,
    relations: parseRelations(valueOfParameter(raw, 'relations'), resource, all, 'relations', tests),
    select: parseSelect(valueOfParameter(raw, 'select'), resource, 'select'),
    take: 1,
    rows: rowsOf(raw),
  };
}

export function parseCounts(resource: Resource, all: Registry, raw: Raw): Query {
  requireParameters(raw, ['filter', 'groupByKey']);
  const filter = objectOf(valueOfParameter(raw, 'filter'), 'filter') ?? {};
  requireParameters(filter, ['where', 'relations', ...flagsOf(resource)], 'filter');
  const tests = newTally(LIMITS);
  const relations = parseRelations(
    valueOfParameter(filter, 'relations', 'filter.relations'),
    resource,
    all,
    'filter.relations',
    tests,
  );
  return {
    ...EMPTY,
    relations,
    where: parseWhere(valueOfParameter(filter, 'where', 'filter.where'), resource, relations, 'filter.where', tests),
    take: resource.maxPerPage,
    rows: rowsOf(filter, 'filter.'),
    groupBy: parseGroupBy(raw.groupByKey, resource),
  };
}

/**
 * Returns the condition of a scope that a hook returned; `{}` narrows nothing. It may name hidden fields, and relations
 * by `$exists`. Throws a plain error for a scope that is not a filter: it is a fault of the application.
 */
export function parseScope(resource: Resource, _all: Registry, scope: Scope): Condition {
  const refuse = (reason: unknown): never => {
    throw new Error(`a hook of ${resource.name} returned a scope that is no filter: ${reason}`, { cause: reason });
  };
  scanValue(scope, SCOPE_BOUNDS, (_, reason) => refuse(`it ${reason}`));
  try {
    const condition = parseFilter(scope, {
      parameter: 'scope',
      findColumn: (name) => {
        const column = findColumn(resource, name, 'all');
        return column && { path: { field: name }, column };
      },
      hasRelation: (name) => findRelation(resource, name, 'all') !== undefined,
      caps: SCOPE_CAPS,
      tests: newTally(SCOPE_CAPS),
    });
    return condition ?? { kind: 'and', legs: [] };
  } catch (error) {
    return refuse(error);
  }
}

const EMPTY = { order: [], relations: [], take: 0, skip: 0, rows: 'live', aggregates: [], groupBy: [] } as const;

/** The parts that both lists have. */
function parsedList(resource: Resource, all: Registry, raw: Raw): Query {
  const tests = newTally(LIMITS);
  const value = (name: string) => valueOfParameter(raw, name);
  const relations = parseRelations(value('relations'), resource, all, 'relations', tests);
  const aggregates = parseAggregates(value('aggregates'), resource, all, tests);
  return {
    ...EMPTY,
    relations,
    where: parseWhere(value('where'), resource, relations, 'where', tests),
    order: parseOrder(value('order'), resource, relations, aggregates),
    select: parseSelect(value('select'), resource, 'select'),
    rows: rowsOf(raw),
    aggregates: aggregates.map(({ aggregate }) => aggregate),
    having: parseHaving(value('having'), aggregates, tests),
  };
}

/** Parses `where` of the root: its columns, `relation.column` of relations that are listed, and `$exists`. */
function parseWhere(
  value: unknown,
  resource: Resource,
  relations: readonly LoadedRelation[],
  parameter: string,
  tests: Tally,
): Condition | undefined {
  if (value === undefined) return undefined;
  const condition = parseFilter(value, {
    parameter,
    findColumn: (name) => columnOf(resource, relations, name),
    hasRelation: (name) => findRelation(resource, name, 'visible') !== undefined,
    caps: LIMITS,
    tests,
  });
  const many = [...relationsIn(condition).tested].filter((name) => resource.relations[name]?.kind === 'many');
  if (many.length > 1) tooComplex(parameter, 'it names columns of at most one relation to many');
  return condition;
}

type Found = { path: Path; column: Column };

/** Returns a visible column of the resource, or of a relation that is listed. */
function columnOf(resource: Resource, relations: readonly LoadedRelation[], name: string): Found | undefined {
  const parts = splitPath(name);
  const [relation, field] = parts ?? [undefined, name];
  const target = relation === undefined ? resource : relations.find((each) => each.name === relation)?.target;
  const column = target && findColumn(target, field, 'visible');
  return column && { path: relation === undefined ? { field } : { relation, field }, column };
}

/** Aliases and columns of the root sort; in a list without aggregates, columns of relations to one as well. */
function parseOrder(
  value: unknown,
  resource: Resource,
  relations: readonly LoadedRelation[],
  aggregates: readonly Aggregated[],
): Order {
  const keys = Object.entries(objectOf(value, 'order') ?? {});
  if (keys.length > LIMITS.order) tooComplex('order', `it has at most ${LIMITS.order} keys`);
  const sortable = aggregates.length ? [] : relations.filter(({ name }) => resource.relations[name]?.kind === 'one');
  const aliases = new Map(aggregates.map(({ aggregate, result }) => [aggregate.as, result]));
  return keys.map(([name, direction]) => {
    const result = aliases.get(name);
    const found = result ? { path: { field: name }, column: result } : columnOf(resource, sortable, name);
    const { path, column } = found ?? noSuchField('order');
    if (column.kind === 'texts') wrongOperator(`order.${name}`, 'a list of texts has no order');
    if (direction !== 'ASC' && direction !== 'DESC') return wrongInput(`order.${name}`, 'a direction is ASC or DESC');
    return { path, direction };
  });
}

function parseGroupBy(value: unknown, resource: Resource): readonly string[] {
  const names = (typeof value === 'string' ? [value] : namesOf(value, 'groupByKey')) ?? [];
  if (names.length > LIMITS.groupKeys) tooComplex('groupByKey', `a count has at most ${LIMITS.groupKeys} keys`);
  if (new Set(names).size < names.length) wrongInput('groupByKey', 'a key is listed twice');
  for (const name of names) {
    const { kind } = findColumn(resource, name, 'visible') ?? noSuchField('groupByKey');
    if (kind === 'texts') wrongOperator('groupByKey', 'a list of texts is no key');
    // A group has its number of rows under this name.
    if (name === 'count') wrongOperator('groupByKey', 'count is no key');
  }
  return names;
}
