// Draws aggregates, conditions on them and orders by them.
import { columnsOf, type Draw, filterOfRelated, is, orderOf, relatedRows, sortable } from './draw.ts';
import { testOf } from './filters.ts';
import type { AggregateSpec, Params } from './query.ts';
import type { Row } from './rows.ts';
import type { Filter } from './sql.ts';
import { kindOf } from './statements.ts';
import { TABLES, type TableName } from './tables.ts';

const NAMES = ['total', 'Sum_1', '_x', 'hoursOfTasks', 'latest', 'n', 'a1', 'Max9'];

/** Adds one to four aggregates, and often a condition on them and an order by them. */
export function addAggregates(draw: Draw, params: Params): void {
  const { chance, rows, table, target } = draw;
  const [relation, { to }] = chance.of(Object.entries(TABLES[table].links));
  const names = chance.some(NAMES, 1 + chance.below(4));
  const aggregates = names.map((as) => aggregateOf(draw, relation, to, as));
  params.aggregates = aggregates;
  if (is(chance, 0.7)) params.order = orderOf(chance, [...names, ...sortable(table).filter(() => is(chance, 0.4))]);
  if (is(chance, 0.5)) return;

  const kinds = Object.fromEntries(aggregates.map((spec) => [spec.as, kindOf(table, spec)]));
  const valuesOf = (root: Row) =>
    Object.fromEntries(aggregates.map((spec) => [spec.as, roughly(spec, to, relatedRows(rows, to, root))]));
  const pool = { kinds, rows: rows[table].map(valuesOf) };
  const leaf = (): Filter => {
    const name = chance.of(names);
    return { [name]: testOf(chance, pool, name, valuesOf(target)) };
  };
  const having: Record<string, unknown> = is(chance, 0.8) ? { ...leaf() } : {};
  if (is(chance, 0.3) || !Object.keys(having).length) having.$or = Array.from({ length: 1 + chance.below(3) }, leaf);
  if (is(chance, 0.1)) having.$and = [leaf()];
  params.having = having;
}

function aggregateOf(draw: Draw, relation: string, to: TableName, as: string): AggregateSpec {
  const { chance } = draw;
  const fn = chance.of(['count', 'count', 'sum', 'avg', 'min', 'max']);
  const columns = columnsOf(to).filter((name) => {
    const kind = TABLES[to].columns[name];
    if (kind === 'list') return false;
    if (fn === 'sum' || fn === 'avg') return kind === 'number';
    // PostgreSQL has no least boolean.
    return fn === 'count' || kind !== 'boolean';
  });
  const numbers = columns.filter((name) => TABLES[to].columns[name] === 'number' && name !== 'version');
  const column = chance.of(is(chance, 0.4) ? numbers : columns);
  const spec: AggregateSpec = { fn: is(chance, 0.1) ? fn.toUpperCase() : fn, field: `${relation}.${column}`, as };
  if (is(chance, 0.3)) spec.distinct = true;
  if (is(chance, 0.3)) spec.where = filterOfRelated(draw, to, 1);
  return spec;
}

/** About the value of an aggregate: `where` and `distinct` are ignored. Operands of `having` need not be exact. */
function roughly({ fn, field }: AggregateSpec, to: TableName, related: readonly Row[]): unknown {
  const column = field.split('.')[1]!;
  const live = related.filter(({ deletedAt }) => deletedAt === null);
  const values = live.map((row) => row[column]).filter((value) => value !== null);
  const sum = (): number => values.reduce((all: number, value) => all + (value as number), 0);
  if (TABLES[to].columns[column] === undefined) throw new Error(`there is no ${field}`);
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
