// Parses the parameters of a request into a query. Every name must be declared, every operand must fit its field.
import { scanValue } from '../../platform/json-scan.ts';
import type { Registry, Resource } from '../declare/resource.ts';
import type { Scope } from '../declare/types.ts';
import { parseAggregates, parseHaving } from './aggregate-list.ts';
import { LIMITS, SCOPE_BOUNDS, SCOPE_CAPS } from './limits.ts';
import { findColumn, findRelation } from './names.ts';
import { cursorOf, flagsOf, rowsOf, SKIP, skipOf, TAKE, takeOf } from './paging.ts';
import { objectOf, ownValue, type Raw, requireParameters, valueOfParameter } from './parameters.ts';
import { parseRelations, parseSelect } from './relations.ts';
import { parseGroupBy, parseOrder, parseWhere } from './root.ts';
import type { Condition, Query } from './tree.ts';
import { newTally, parseFilter } from './where.ts';

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

/** Parses the query of findOne: what to show of the row, and whether it may be in the trash. */
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

/** The prefix of the members of `filter` in errors. */
const FILTER = 'filter.';

/** Parses the query of counts. Its filter has the members of a list that select rows, and no others. */
export function parseCounts(resource: Resource, all: Registry, raw: Raw): Query {
  requireParameters(raw, ['filter', 'groupByKey']);
  const filter = objectOf(valueOfParameter(raw, 'filter'), 'filter') ?? {};
  requireParameters(filter, ['where', 'relations', ...flagsOf(resource)], FILTER);
  const tests = newTally(LIMITS);
  const relations = parseRelations(
    valueOfParameter(filter, 'relations', FILTER),
    resource,
    all,
    `${FILTER}relations`,
    tests,
  );
  return {
    ...EMPTY,
    relations,
    where: parseWhere(valueOfParameter(filter, 'where', FILTER), resource, relations, `${FILTER}where`, tests),
    take: resource.maxPerPage,
    rows: rowsOf(filter, FILTER),
    groupBy: parseGroupBy(ownValue(raw, 'groupByKey'), resource),
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
