// Runs queries with the component's parser and evaluator over rows in memory: without store, actions and HTTP.
import { fail } from '../../../lib/contract/errors.ts';
import type { Resource } from '../../../lib/records/declare/resource.ts';
import { aggregateOf, newGroups } from '../../../lib/records/query/aggregates.ts';
import { matches, type Subject, subjectOf } from '../../../lib/records/query/evaluate.ts';
import { compareBy } from '../../../lib/records/query/order.ts';
import { parseAll, parseCounts, parseList, parseOne } from '../../../lib/records/query/parse/parse.ts';
import type { LoadedRelation, Query as Parsed, Path, Value, Values } from '../../../lib/records/query/tree.ts';
import { resources } from '../../../lib/records/resources/index.ts';
import type { Query } from './query.ts';
import { countsParams } from './request.ts';
import type { Rows } from './rows.ts';
import { TABLES } from './tables.ts';

/** One row of each joined relation, nested ones below it; `null`: a left join without one. */
type Combination = Readonly<Record<string, { row: Values; nested: Combination } | null>>;
const PARSERS = { list: parseList, all: parseAll, counts: parseCounts, one: parseOne };

/** Returns the body of the reply, as the oracle does. Throws what the parser throws, and CRUD_PAGE_TOO_LARGE. */
export function runInMemory(query: Query, rows: Rows): unknown {
  const resource: Resource = resources[query.table];
  const params = query.action === 'counts' ? countsParams(query.params) : query.params;
  const parsed = PARSERS[query.action](resource, resources, structuredClone(params));
  // Not in the order of their ids, which must then come from the comparison.
  const roots = (rows[query.table] as readonly Values[]).toReversed();
  const found = roots
    .filter((row) => (parsed.rows === 'all' ? true : (parsed.rows === 'trash') === (row.deletedAt !== null)))
    .filter((row) => query.id === undefined || row.id === query.id)
    .map((row) => ({ row, combinations: combinationsOf(row, resource, parsed, rows) }))
    .filter(({ combinations }) => combinations.length > 0)
    .map((each) => ({ ...each, aggregates: aggregatesOf(each.row, resource, parsed, rows) }))
    .filter(({ aggregates }) => matches(parsed.having, subjectOf(aggregates)));

  if (query.action === 'counts') {
    if (!parsed.groupBy.length) return { total: found.length };
    const groups = newGroups(parsed.groupBy);
    for (const { row } of found) groups.add(row);
    return { total: found.length, data: groups.list() };
  }
  type Found = (typeof found)[number];
  const valueIn = ({ row, combinations, aggregates }: Found, { relation, field }: Path): Value => {
    if (relation === undefined) return aggregates[field] !== undefined ? aggregates[field] : (row[field] ?? null);
    return combinations[0]?.[relation]?.row[field] ?? null;
  };
  const ordered = found.toSorted(compareBy(parsed.order, valueIn, ({ row }) => row.id as string));
  const items = ordered.slice(parsed.skip, parsed.skip + parsed.take).map(({ row, combinations, aggregates }) => ({
    ...shown(row, Object.keys(TABLES[query.table].columns), parsed.select, parsed.relations, combinations),
    ...aggregates,
  }));
  if (query.action === 'all' && items.length > resource.maxPerPage) return fail('CRUD_PAGE_TOO_LARGE');
  return { list: { items, total: found.length }, all: items, one: items[0] }[query.action];
}

const relatedRows = (row: Values, resource: Resource, name: string, rows: Rows): readonly Values[] => {
  const { kind, to, field } = resource.relations[name]!;
  const live = (rows[to as 'projects' | 'tasks'] as readonly Values[]).filter(({ deletedAt }) => deletedAt === null);
  return live.filter((other) => (kind === 'one' ? other.id === row[field] : other[field] === row.id));
};

function combinationsOf(row: Values, resource: Resource, { relations, where }: Parsed, rows: Rows): Combination[] {
  const subject = (combination: Combination): Subject => ({
    valueOf: ({ relation, field }) => (relation === undefined ? row : combination[relation]?.row)?.[field] ?? null,
    hasRow: (relation) => relatedRows(row, resource, relation, rows).length > 0,
  });
  return joined(row, resource, relations, rows).filter((each) => matches(where, subject(each)));
}

function joined(row: Values, resource: Resource, relations: readonly LoadedRelation[], rows: Rows): Combination[] {
  let all: Combination[] = [{}];
  for (const { name, target, where, isInner, nested } of relations) {
    const own = relatedRows(row, resource, name, rows)
      .filter((each) => {
        const hasRow = (relation: string) => relatedRows(each, target, relation, rows).length > 0;
        return matches(where, { ...subjectOf(each), hasRow });
      })
      .flatMap((each) => joined(each, target, nested, rows).map((below) => ({ row: each, nested: below })));
    const isNeeded = isInner || where !== undefined || nested.some((each) => each.isInner || each.where !== undefined);
    const members = own.length || isNeeded ? own : [null];
    all = all.flatMap((combination) => members.map((member) => ({ ...combination, [name]: member })));
  }
  return all;
}

function aggregatesOf(row: Values, resource: Resource, { aggregates }: Parsed, rows: Rows): Record<string, Value> {
  return Object.fromEntries(
    aggregates.map((each) => [each.as, aggregateOf(each, relatedRows(row, resource, each.relation, rows))]),
  );
}

function shown(
  row: Values,
  columns: readonly string[],
  select: readonly string[] | undefined,
  relations: readonly LoadedRelation[],
  combinations: readonly Combination[],
): Record<string, unknown> {
  const item: Record<string, unknown> = Object.fromEntries((select ?? columns).map((name) => [name, row[name]]));
  for (const { name, target, select: own, nested } of relations) {
    const members = combinations.map((each) => each[name]).filter((each) => each != null);
    const ids = [...new Set(members.map((member) => member.row.id as string))].toSorted();
    const items = ids.map((id) => {
      const same = members.filter((member) => member.row.id === id);
      const below = same.map((member) => member.nested);
      return shown(same[0]!.row, Object.keys(TABLES[target.name as 'tasks'].columns), own, nested, below);
    });
    // A relation to one has at most one member.
    item[name] = name === 'tasks' ? items : (items[0] ?? null);
  }
  return item;
}
