// Parses the parameters of a request into a query. Every name must be declared, every operand must fit its field.
import type { Registry, Resource } from '../../declare/resource.ts';
import { LIMITS } from '../limits.ts';
import type { Query } from '../tree.ts';
import { parseAggregates } from './aggregates.ts';
import { newTally } from './filter.ts';
import { objectOf } from './forms.ts';
import { parseGroupBy } from './groups.ts';
import { parseHaving } from './having.ts';
import { parseOrder } from './order.ts';
import { flagsOf, pageOf, rowsOf, SKIP, TAKE } from './paging.ts';
import { type Given, givenIn, type Raw } from './parameters.ts';
import { parseRelations } from './relations.ts';
import { parseSelect } from './select.ts';
import { parseWhere } from './where.ts';

export type { Raw } from './parameters.ts';

const LIST = ['where', 'order', 'select', 'relations', 'aggregates', 'having'];
const PAGE = [...TAKE, ...SKIP];

/** Parses the query of findMany. All parse functions throw errors of the catalogue, before anything was read. */
export function parseList(resource: Resource, all: Registry, raw: Raw): Query {
  const given = givenIn(raw, LIST, [...PAGE, 'cursor', ...flagsOf(resource)]);
  const page = pageOf(given, resource, Math.min(LIMITS.page, resource.maxPerPage));
  return { ...parsedList(resource, all, given), ...page };
}

/**
 * Parses the query of findAll. Without `take`, the query takes one row more than a page may have: if there are so many,
 * the reply is CRUD_PAGE_TOO_LARGE. `skip` is ignored, as the component's description says, but it must be valid.
 */
export function parseAll(resource: Resource, all: Registry, raw: Raw): Query {
  const given = givenIn(raw, LIST, [...PAGE, ...flagsOf(resource)]);
  const page = pageOf(given, resource, resource.maxPerPage + 1);
  return { ...parsedList(resource, all, given), ...page, skip: 0 };
}

/** Parses the query of findOne: what to show of the row, and whether it may be in the trash. */
export function parseOne(resource: Resource, all: Registry, raw: Raw): Query {
  const { relations, select, ...given } = givenIn(raw, ['select', 'relations'], flagsOf(resource));
  return {
    ...EMPTY,
    relations: parseRelations(relations, resource, all, 'relations', newTally(LIMITS)),
    select: parseSelect(select, resource, 'select'),
    take: 1,
    rows: rowsOf(given),
  };
}

/** The prefix of the members of `filter` in errors. */
const FILTER = 'filter.';

/** Parses the query of counts. Its filter has the members of a list that select rows, and no others. */
export function parseCounts(resource: Resource, all: Registry, raw: Raw): Query {
  const { filter, groupByKey } = givenIn(raw, ['filter'], ['groupByKey']);
  const given = givenIn(objectOf(filter, 'filter') ?? {}, ['where', 'relations'], flagsOf(resource), FILTER);
  const tests = newTally(LIMITS);
  const relations = parseRelations(given.relations, resource, all, `${FILTER}relations`, tests);
  return {
    ...EMPTY,
    relations,
    where: parseWhere(given.where, resource, relations, `${FILTER}where`, tests),
    take: resource.maxPerPage,
    rows: rowsOf(given, FILTER),
    groupBy: parseGroupBy(groupByKey, resource),
  };
}

const EMPTY = { order: [], relations: [], take: 0, skip: 0, rows: 'live', aggregates: [], groupBy: [] } as const;

/** The parts that both lists have. */
function parsedList(resource: Resource, all: Registry, given: Given): Query {
  const tests = newTally(LIMITS);
  const relations = parseRelations(given.relations, resource, all, 'relations', tests);
  const aggregates = parseAggregates(given.aggregates, resource, all, tests);
  return {
    ...EMPTY,
    relations,
    where: parseWhere(given.where, resource, relations, 'where', tests),
    order: parseOrder(given.order, resource, relations, aggregates),
    select: parseSelect(given.select, resource, 'select'),
    aggregates: aggregates.map(({ aggregate }) => aggregate),
    having: parseHaving(given.having, aggregates, tests),
  };
}
