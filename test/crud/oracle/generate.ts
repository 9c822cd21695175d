// Generates queries over every feature of the wire format, from a seed and the rows that they are about.
import { type Random, random, weighted } from '../../model/random.ts';
import { filterOf, type Pool, testOf } from './filters.ts';
import type { AggregateSpec, Direction, Params, Query, RelationConfig } from './query.ts';
import type { Row, Rows } from './rows.ts';
import type { Filter } from './sql.ts';
import { kindOf } from './statements.ts';
import { TABLES, type TableName } from './tables.ts';

/** Returns the same queries for the same seed and rows. Ids differ from run to run; all else does not. */
export function generateQueries(seed: number, tenants: readonly Rows[], count: number): Query[] {
  return Array.from({ length: count }, (_, number) => {
    const chance = random(Math.imul(seed, 0x9e3779b1) + number);
    const tenant = chance.next() < 0.75 ? 0 : 1;
    return queryOf(chance, number, tenant, tenants[tenant]!);
  });
}

type Draw = { chance: Random; rows: Rows; table: TableName };
const is = (chance: Random, share: number): boolean => chance.next() < share;
const columnsOf = (table: TableName): string[] => Object.keys(TABLES[table].columns);
const some = (chance: Random, all: readonly string[]): string[] => chance.some(all, 1 + chance.below(4));

function queryOf(chance: Random, number: number, tenant: number, rows: Rows): Query {
  const table: TableName = is(chance, 0.55) ? 'projects' : 'tasks';
  const draw: Draw = { chance, rows, table };
  const action = weighted(
    chance,
    ['list', 'all', 'counts', 'one'] as const,
    (each) => ({ list: 78, all: 6, counts: 10, one: 6 })[each],
  );
  if (action === 'counts') return { number, tenant, table, action, params: countsOf(draw) };
  if (action === 'one') return { number, tenant, table, action, id: chance.of(rows[table]).id, params: oneOf(draw) };
  const params = action === 'list' && is(chance, table === 'projects' ? 0.4 : 0.08) ? aggregatesOf(draw) : listOf(draw);
  if (is(chance, 0.6)) params.take = 1 + chance.below(is(chance, 0.2) ? 200 : 12);
  if (action === 'list' && is(chance, 0.35)) params.skip = chance.below(is(chance, 0.2) ? 60 : 6);
  return { number, tenant, table, action, params };
}

function listOf(draw: Draw): Params {
  const { chance, table } = draw;
  const relations = is(chance, 0.45) ? relationsOf(draw) : undefined;
  const params: Params = { ...trashOf(chance) };
  if (relations) params.relations = relations;
  if (is(chance, 0.8)) params.where = whereOf(draw, relations);
  if (is(chance, 0.65)) {
    const toOne = Object.keys(relations ?? {}).filter((name) => TABLES[table].links[name]?.isMany === false);
    const related = toOne.flatMap((name) =>
      sortable(TABLES[table].links[name]!.to).map((column) => `${name}.${column}`),
    );
    params.order = orderOf(chance, [...sortable(table), ...(is(chance, 0.5) ? related : [])]);
  }
  if (is(chance, 0.3)) params.select = some(chance, columnsOf(table));
  return params;
}

function oneOf(draw: Draw): Params {
  const { chance, table } = draw;
  const params: Params = { ...trashOf(chance) };
  if (is(chance, 0.6)) params.relations = relationsOf(draw);
  if (is(chance, 0.4)) params.select = some(chance, columnsOf(table));
  return params;
}

function countsOf(draw: Draw): Params {
  const { chance, table } = draw;
  const params: Params = { ...trashOf(chance) };
  const relations = is(chance, 0.25) ? relationsOf(draw) : undefined;
  if (relations) params.relations = relations;
  if (is(chance, 0.7)) params.where = whereOf(draw, relations);
  const keys = columnsOf(table).filter((name) => TABLES[table].columns[name] !== 'list' && name !== 'id');
  if (is(chance, 0.65)) params.groupByKey = chance.some(keys, 1 + chance.below(2));
  return params;
}

const sortable = (table: TableName): string[] =>
  columnsOf(table).filter((name) => TABLES[table].columns[name] !== 'list');

function orderOf(chance: Random, names: readonly string[]): Record<string, Direction> {
  const keys = chance.some(names, 1 + chance.below(3));
  return Object.fromEntries(keys.map((key) => [key, is(chance, 0.5) ? 'ASC' : 'DESC']));
}

function trashOf(chance: Random): Params {
  if (is(chance, 0.78)) return {};
  return weighted(
    chance,
    [{ withDeleted: true }, { onlyDeleted: true }, { withDeleted: true, onlyDeleted: true }],
    (each) => ('onlyDeleted' in each && 'withDeleted' in each ? 1 : 4),
  );
}

const poolOf = (rows: Rows, table: TableName): Pool => ({ kinds: TABLES[table].columns, rows: rows[table] });

/** A filter of the root that is mostly true for one of its rows, with columns of the listed relations. */
function whereOf({ chance, rows, table }: Draw, relations: Params['relations'] = {}): Filter | Filter[] {
  const listed = Object.keys(relations).map((path) => path.split('.')[0]!);
  const target: Row = chance.of(rows[table]);
  const kinds = { ...TABLES[table].columns };
  const combined: Record<string, unknown> = { ...target };
  for (const name of listed) {
    const link = TABLES[table].links[name]!;
    const related = rows[link.to].filter((row) =>
      link.isMany ? row.projectId === target.id : row.id === target.projectId,
    );
    const other = chance.of(related.length ? related : rows[link.to]);
    for (const [column, kind] of Object.entries(TABLES[link.to].columns)) {
      kinds[`${name}.${column}`] = kind;
      combined[`${name}.${column}`] = other[column];
    }
  }
  const candidates = [combined, ...rows[table].map((row) => ({ ...combined, ...row }))];
  for (const name of listed)
    for (const row of rows[TABLES[table].links[name]!.to])
      candidates.push({
        ...combined,
        ...Object.fromEntries(Object.entries(row).map(([key, value]) => [`${name}.${key}`, value])),
      });
  const shape = { depth: chance.below(4), fields: 3, relations: Object.keys(TABLES[table].links) };
  const filter = (): Filter => filterOf(chance, { kinds, rows: candidates }, combined, shape);
  return is(chance, 0.06) ? [filter(), filter()] : filter();
}

function relationsOf(draw: Draw): Record<string, true | RelationConfig> {
  const { chance, table } = draw;
  const relations: Record<string, true | RelationConfig> = {};
  for (const [name, { to }] of Object.entries(TABLES[table].links)) {
    if (is(chance, 0.85)) relations[name] = configOf(draw, to);
    for (const [inner, nested] of Object.entries(TABLES[to].links))
      if (is(chance, 0.25)) relations[`${name}.${inner}`] = configOf(draw, nested.to);
  }
  return Object.keys(relations).length ? relations : { [Object.keys(TABLES[table].links)[0]!]: true };
}

function configOf({ chance, rows }: Draw, to: TableName): true | RelationConfig {
  if (is(chance, 0.4)) return true;
  const config: RelationConfig = {};
  if (is(chance, 0.4)) config.select = some(chance, columnsOf(to));
  if (is(chance, 0.4))
    config.where = filterOf(chance, poolOf(rows, to), chance.of(rows[to]), {
      depth: chance.below(2),
      fields: 2,
      relations: [],
    });
  if (is(chance, 0.4)) config.joinType = is(chance, 0.6) ? 'inner' : 'left';
  return Object.keys(config).length ? config : true;
}

const NAMES = ['total', 'Sum_1', '_x', 'hoursOfTasks', 'latest', 'n', 'a1', 'Max9'];

function aggregatesOf(draw: Draw): Params {
  const { chance, rows, table } = draw;
  const [relation, link] = chance.of(Object.entries(TABLES[table].links));
  const names = chance.some(NAMES, 1 + chance.below(4));
  const aggregates = names.map((as) => aggregateOf(draw, relation, link.to, as));
  const params: Params = { ...listOf(draw), aggregates };
  delete params.order;
  if (is(chance, 0.7)) {
    const roots = sortable(table).filter(() => is(chance, 0.4));
    params.order = orderOf(chance, [...names, ...roots]);
  }
  if (is(chance, 0.55)) {
    const kinds = Object.fromEntries(aggregates.map((spec) => [spec.as, kindOf(table, spec)]));
    const values = rows[table].map((root) =>
      Object.fromEntries(aggregates.map((spec) => [spec.as, roughly(draw, spec, link.to, link.isMany, root)])),
    );
    const target = chance.of(values);
    const having: Record<string, unknown> = { [chance.of(names)]: undefined };
    const leaf = (): Filter => {
      const name = chance.of(names);
      return { [name]: testOf(chance, { kinds, rows: values }, name, target) };
    };
    for (const name of Object.keys(having)) having[name] = testOf(chance, { kinds, rows: values }, name, target);
    if (is(chance, 0.3)) having.$or = Array.from({ length: 1 + chance.below(3) }, leaf);
    if (is(chance, 0.1)) having.$and = [leaf()];
    params.having = having;
  }
  return params;
}

function aggregateOf({ chance, rows }: Draw, relation: string, to: TableName, as: string): AggregateSpec {
  const fn = chance.of(['count', 'count', 'sum', 'avg', 'min', 'max']);
  const columns = columnsOf(to).filter((name) => {
    const kind = TABLES[to].columns[name];
    if (kind === 'list') return false;
    if (fn === 'sum' || fn === 'avg') return kind === 'number';
    return fn === 'count' || kind !== 'boolean';
  });
  const numbers = columns.filter((name) => TABLES[to].columns[name] === 'number' && name !== 'version');
  const column = chance.of(is(chance, 0.4) ? numbers : columns);
  const spec: AggregateSpec = { fn: is(chance, 0.1) ? fn.toUpperCase() : fn, field: `${relation}.${column}`, as };
  if (is(chance, 0.3)) spec.distinct = true;
  if (is(chance, 0.3))
    spec.where = filterOf(chance, poolOf(rows, to), chance.of(rows[to]), {
      depth: chance.below(2),
      fields: 1,
      relations: [],
    });
  return spec;
}

/** About the value of an aggregate, for operands of `having` that are near: its `where` and `distinct` are ignored. */
function roughly({ rows }: Draw, { fn, field }: AggregateSpec, to: TableName, isMany: boolean, root: Row): unknown {
  const column = field.split('.')[1]!;
  const related = rows[to].filter(
    (row) => !row.deletedAt && (isMany ? row.projectId === root.id : row.id === root.projectId),
  );
  const values = related.map((row) => row[column]).filter((value) => value !== null && value !== undefined);
  const sum = (): number => values.reduce((all: number, value) => all + (value as number), 0);
  switch (fn.toLowerCase()) {
    case 'count':
      return values.length;
    case 'sum':
      return sum();
    case 'avg':
      return values.length ? sum() / values.length : null;
    default:
      return values[0] ?? null;
  }
}
