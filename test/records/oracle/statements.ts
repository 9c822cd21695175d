// Translates queries of the wire format to SQL statements: joins for relations, subqueries for aggregates.
import { type AggregateSpec, DEFAULT_TAKE, type Params, type Query, type RelationConfig } from './query.ts';
import { childSql, filterSql, linkSql, type Scope, scopeOf, type Values } from './sql.ts';
import { type Kind, TABLES, type TableName } from './tables.ts';

export type Statement = { sql: string; values: Values };
/** A joined relation. `parent`: its place in the list, -1 for the root. */
export type Join = {
  path: string;
  name: string;
  parent: number;
  table: TableName;
  alias: string;
  isMany: boolean;
  config: RelationConfig;
};

/** Returns the relations in the order of the joins: parents first. A dotted path joins its parents. */
export function joinsOf(root: TableName, relations: Params['relations'] = {}): Join[] {
  const joins: Join[] = [];
  const add = (path: string, config: RelationConfig): void => {
    const at = joins.findIndex((join) => join.path === path);
    const known = joins[at];
    if (known) {
      joins[at] = { ...known, config: { ...known.config, ...config } };
      return;
    }
    const dot = path.lastIndexOf('.');
    if (dot > 0) add(path.slice(0, dot), {});
    const parent = joins.findIndex((join) => join.path === path.slice(0, Math.max(dot, 0)));
    const name = path.slice(dot + 1);
    const link = TABLES[joins[parent]?.table ?? root].links[name];
    if (!link) throw new Error(`the oracle does not know ${path}`);
    joins.push({ path, name, parent, table: link.to, alias: `j${joins.length}`, isMany: link.isMany, config });
  };
  for (const [path, config] of Object.entries(relations)) add(path, config === true ? {} : config);
  return joins;
}

/** `id` of the root and of each joined row, for every combination that the query selects. */
function combinationsSql(query: Query, joins: readonly Join[], values: Values): string {
  const { table, tenant, params } = query;
  const aliases = Object.fromEntries(
    joins.filter(({ parent }) => parent < 0).map(({ name, table: of, alias }) => [name, { table: of, alias }]),
  );
  const from = joins.map(({ name, parent, table: of, alias, config }) => {
    const owner = joins[parent];
    const on = TABLES[owner?.table ?? table].links[name]!.on(owner?.alias ?? 'r', alias);
    const own = config.where ? ` AND ${filterSql(config.where, scopeOf(of, alias), values)}` : '';
    const isInner = config.where !== undefined || config.joinType === 'inner';
    return `${isInner ? 'JOIN' : 'LEFT JOIN'} ${of} ${alias} ON ${childSql(on, owner?.alias ?? 'r', alias)}${own}`;
  });
  const where = [
    `r.tenant = $${values.push(String(tenant))}::text`,
    rowsSql(params),
    ...(params.where ? [filterSql(params.where, scopeOf(table, 'r', aliases), values)] : []),
    ...(query.id === undefined ? [] : [`r.id = $${values.push(query.id)}::text`]),
  ];
  const columns = ['r.id AS r', ...joins.map(({ alias }) => `${alias}.id AS ${alias}`)];
  return `SELECT ${columns.join(', ')} FROM ${table} r ${from.join(' ')} WHERE ${where.join(' AND ')}`;
}

function rowsSql({ withDeleted, onlyDeleted }: Params): string {
  if (onlyDeleted) return 'r."deletedAt" IS NOT NULL';
  return withDeleted ? 'TRUE' : 'r."deletedAt" IS NULL';
}

export function combinationStatement(query: Query, joins: readonly Join[]): Statement {
  const values: Values = [];
  return { sql: combinationsSql(query, joins, values), values };
}

/** All roots in order, with their aggregates. Paging and `total` follow from it. */
export function rootsStatement(query: Query, joins: readonly Join[]): Statement {
  const { table, params } = query;
  const values: Values = [];
  const aggregates = params.aggregates ?? [];
  const columns = aggregates.map((spec) => `${aggregateSql(table, spec, values)} AS "${spec.as}"`);
  const keys = Object.entries(params.order ?? {}).map(([name, direction], at) => {
    if (!name.includes('.')) return `"${name}" ${direction}`;
    const [relation, field] = name.split('.') as [string, string];
    columns.push(`(SELECT o."${field}" FROM ${linkSql(table, relation, 'r', 'o')}) AS "order${at}"`);
    return `"order${at}" ${direction}`;
  });
  const ids = `SELECT c.r FROM (${combinationsSql(query, joins, values)}) c`;
  const having = params.having ? filterSql(params.having, aliasScope(table, aggregates), values) : 'TRUE';
  const inner = `SELECT ${['r.*', ...columns].join(', ')} FROM ${table} r WHERE r.id IN (${ids}) AND r.tenant = $${values.push(String(query.tenant))}::text`;
  const selected = ['id', ...aggregates.map(({ as }) => `"${as}"`)].join(', ');
  return {
    sql: `SELECT ${selected} FROM (${inner}) q WHERE ${having} ORDER BY ${[...keys, 'id ASC'].join(', ')}`,
    values,
  };
}

function aggregateSql(table: TableName, spec: AggregateSpec, values: Values): string {
  const { field, distinct, where } = spec;
  const fn = spec.fn.toLowerCase();
  // `distinct` changes count only: section 7.1 of the component's description.
  const [relation, column] = field.split('.') as [string, string];
  const link = TABLES[table].links[relation]!;
  const own = where ? ` AND ${filterSql(where, scopeOf(link.to, 'a'), values)}` : '';
  const called = `${fn}(${distinct && fn === 'count' ? 'DISTINCT ' : ''}a."${column}")`;
  const value = fn === 'sum' ? `COALESCE(${called}, 0)` : called;
  return `(SELECT ${fn === 'count' ? `${called}::float8` : value} FROM ${linkSql(table, relation, 'r', 'a')}${own})`;
}

/** The kind of an aggregate's value. */
export function kindOf(table: TableName, { fn, field }: AggregateSpec): Kind {
  if (!['min', 'max'].includes(fn.toLowerCase())) return 'number';
  const [relation, column] = field.split('.') as [string, string];
  return TABLES[TABLES[table].links[relation]!.to].columns[column]!;
}

const aliasScope = (table: TableName, aggregates: readonly AggregateSpec[]): Scope => ({
  column: (name) => {
    const spec = aggregates.find(({ as }) => as === name);
    if (!spec) throw new Error(`the oracle does not know ${name}`);
    return { sql: `q."${name}"`, kind: kindOf(table, spec) };
  },
  exists: (name) => {
    throw new Error(`having has no relation ${name}`);
  },
});

/** Counts the roots, by group if the query has keys. A root counts once, also if it was joined with several children. */
export function countsStatement(query: Query, joins: readonly Join[]): Statement {
  const values: Values = [];
  const keys = (query.params.groupByKey ?? []).map((key) => `r."${key}"`);
  const ids = `SELECT c.r FROM (${combinationsSql(query, joins, values)}) c`;
  const from = `FROM ${query.table} r WHERE r.tenant = $${values.push(String(query.tenant))}::text AND r.id IN (${ids})`;
  const tail = keys.length ? ` GROUP BY ${keys.join(', ')} ORDER BY ${keys.join(', ')}` : '';
  return { sql: `SELECT ${[...keys, 'count(*)::float8 AS count'].join(', ')} ${from}${tail}`, values };
}

/** Returns the page of a sequence that `take` and `skip` select. findAll ignores `skip`. */
export function pageOf<T>({ action, params }: Query, all: readonly T[]): T[] {
  const skip = action === 'list' ? (params.skip ?? 0) : 0;
  const take = params.take ?? (action === 'list' ? DEFAULT_TAKE : all.length);
  return all.slice(skip, skip + take);
}
