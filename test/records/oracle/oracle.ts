// Evaluates queries with PostgreSQL (PGlite): what the component must return.
import { startEngine } from './engine.ts';
import { MAX_PER_PAGE, type Query, type RelationConfig } from './query.ts';
import type { Row, Rows } from './rows.ts';
import {
  combinationStatement,
  countsStatement,
  type Join,
  joinsOf,
  kindOf,
  pageOf,
  rootsStatement,
  type Statement,
} from './statements.ts';
import { createTableSql, TABLES, type TableName } from './tables.ts';

/** A reply: its status, and its body if the status is 200. `sequence`: the ids of all pages together. */
export type Expected = { status: 200; body: unknown; sequence: string[] } | { status: 400 | 404; code: string };
export type Oracle = { expect: (query: Query) => Promise<Expected>; stop: () => Promise<void> };

/** Starts the engine with the rows of each tenant. */
export async function startOracle(tenants: readonly Rows[]): Promise<Oracle> {
  const engine = await startEngine();
  await engine.run(`SET TIME ZONE 'UTC'; ${createTableSql('projects')}; ${createTableSql('tasks')};`);
  for (const [tenant, rows] of tenants.entries()) {
    for (const name of ['projects', 'tasks'] as const) {
      const json = JSON.stringify(rows[name].map((row) => ({ ...row, tenant: String(tenant) })));
      await engine.run(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1::json)`, [json]);
    }
  }
  await engine.run('CREATE INDEX ON tasks (tenant, "projectId"); ANALYZE; SET jit = off;');
  const run = async ({ sql, values }: Statement): Promise<Record<string, unknown>[]> => {
    try {
      return await engine.run(sql, values);
    } catch (error) {
      throw new Error(`the oracle failed: ${(error as Error).message}\n${sql}\n${JSON.stringify(values)}`);
    }
  };
  const byId = tenants.map((rows) => new Map([...rows.projects, ...rows.tasks].map((row) => [row.id, row])));
  return {
    expect: (query) => expectReply(query, run, byId[query.tenant]!),
    stop: engine.stop,
  };
}

type Run = (statement: Statement) => Promise<Record<string, unknown>[]>;

async function expectReply(query: Query, run: Run, byId: ReadonlyMap<string, Row>): Promise<Expected> {
  const joins = joinsOf(query.table, query.params.relations);
  if (query.action === 'counts') return counts(query, await run(countsStatement(query, joins)));

  const roots = await run(rootsStatement(query, joins));
  const sequence = roots.map(({ id }) => id as string);
  if (query.action === 'one' && !roots.length) return { status: 404, code: 'CRUD_NOT_FOUND' };
  if (query.action === 'all' && query.params.take === undefined && roots.length > MAX_PER_PAGE)
    return { status: 400, code: 'CRUD_PAGE_TOO_LARGE' };

  const combinations = joins.length ? await run(combinationStatement(query, joins)) : [];
  const { table, params } = query;
  const items = pageOf(query, roots).map((root) => {
    const own = combinations.filter(({ r }) => r === root.id);
    const aggregates = (params.aggregates ?? []).map((spec) => [spec.as, wire(root[spec.as], kindOf(table, spec))]);
    const item = withRelations(byId, table, root.id as string, { select: params.select }, joins, -1, own);
    return { ...item, ...Object.fromEntries(aggregates) };
  });
  const body = { list: { items, total: roots.length }, all: items, one: items[0] }[query.action];
  return { status: 200, body, sequence };
}

function counts({ table, params }: Query, rows: Record<string, unknown>[]): Expected {
  const keys = params.groupByKey ?? [];
  const total = rows.reduce((sum, { count }) => sum + (count as number), 0);
  if (!keys.length) return { status: 200, body: { total }, sequence: [] };
  const data = rows.map((row) => ({
    count: row.count,
    ...Object.fromEntries(keys.map((key) => [key, wire(row[key], TABLES[table].columns[key]!)])),
  }));
  return { status: 200, body: { total, data }, sequence: [] };
}

/** Times arrive as `Date`, in milliseconds. */
const wire = (value: unknown, kind: string): unknown =>
  kind === 'time' && value !== null ? (value as Date).toISOString() : (value ?? null);

/** A row with its selected columns and the rows of its relations: those of the combinations that it is part of. */
function withRelations(
  byId: ReadonlyMap<string, Row>,
  table: TableName,
  id: string,
  { select }: Pick<RelationConfig, 'select'>,
  joins: readonly Join[],
  place: number,
  combinations: readonly Record<string, unknown>[],
): Record<string, unknown> {
  const row = byId.get(id)!;
  const names = select?.length ? ['id', ...select] : Object.keys(TABLES[table].columns);
  const shown: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, row[name]]));
  for (const [at, { parent, name, table: of, alias, isMany, config }] of joins.entries()) {
    if (parent !== place) continue;
    const ids = [...new Set(combinations.map((each) => each[alias] as string | null))].filter((each) => each !== null);
    const rows = ids.toSorted().map((each) =>
      withRelations(
        byId,
        of,
        each,
        config,
        joins,
        at,
        combinations.filter((one) => one[alias] === each),
      ),
    );
    shown[name] = isMany ? rows : (rows[0] ?? null);
  }
  return shown;
}
