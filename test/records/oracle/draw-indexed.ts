// Draws lists that an index serves: equality on its first columns, then a range, and an order by what follows.
import { columnsOf, type Draw, is, someColumns } from './draw.ts';
import { operandOf, testOf } from './filters.ts';
import type { Direction, Params } from './query.ts';
import type { Filter } from './sql.ts';
import { TABLES, type TableName } from './tables.ts';

/** The declared indexes, and those that every resource has: ids are in the order of creation. */
const INDEXES: Readonly<Record<TableName, readonly (readonly string[])[]>> = {
  projects: [['status', 'name'], ['status', 'name'], ['dueAt'], ['id'], ['createdAt']],
  tasks: [['projectId', 'dueAt'], ['projectId', 'dueAt'], ['dueAt'], ['id'], ['createdAt']],
};

/** A list without relations, whose filter and order follow an index, or nearly so. */
export function indexedListOf(draw: Draw): Params {
  const { chance, table, flags } = draw;
  const [first, second] = chance.of(INDEXES[table]) as [string, string | undefined];
  const where: Record<string, unknown> = {};
  const isFixed = is(chance, second ? 0.8 : 0.15);
  if (isFixed) where[first] = equality(draw, first);
  else if (is(chance, 0.7)) where[first] = range(draw, first);
  if (isFixed && second && is(chance, 0.6)) where[second] = range(draw, second);
  if (is(chance, 0.25)) {
    const other = chance.of(columnsOf(table));
    where[other] ??= testOf(chance, { kinds: TABLES[table].columns, rows: draw.rows[table] }, other, draw.target);
  }
  const params: Params = { ...flags };
  if (Object.keys(where).length) params.where = is(chance, 0.15) ? alternatives(draw, where, first) : where;
  const order = orderAlong(
    draw,
    isFixed && second && is(chance, 0.7) ? [second] : [first, ...(second ? [second] : [])],
  );
  if (is(chance, 0.85)) params.order = order;
  if (is(chance, 0.2)) params.select = someColumns(chance, table);
  return params;
}

const known = ({ rows, table }: Draw, name: string): unknown[] =>
  rows[table].map((row) => row[name]).filter((value) => value !== null);

function equality(draw: Draw, name: string): unknown {
  const { chance, target } = draw;
  const kind = TABLES[draw.table].columns[name]!;
  // An operand for a time is a time, which has no other case.
  const operator = chance.of(['$eq', '$eq', '$eq', '$in', kind === 'time' ? '$in' : '$ieq']);
  if (target[name] === null) return { $isNull: true };
  return {
    [operator]: operandOf(chance, operator, kind, target[name], known(draw, name)),
  };
}

function range(draw: Draw, name: string): unknown {
  const { chance, table, target } = draw;
  const kind = TABLES[table].columns[name]!;
  const near = target[name] ?? chance.of(known(draw, name));
  const operator = chance.of([
    '$gt',
    '$gte',
    '$lt',
    '$lte',
    '$between',
    '$between',
    '$in',
    '$isNull',
    '$isNotNull',
    'prefix',
    'both',
  ]);
  if (operator === 'prefix') return { $startsWith: [...String(near)].slice(0, 1 + chance.below(3)).join('') };
  if (operator !== 'both') return { [operator]: operandOf(chance, operator, kind, near, known(draw, name)) };
  const [low, high] = operandOf(chance, '$between', kind, near, known(draw, name)) as [unknown, unknown];
  return { [chance.of(['$gt', '$gte'])]: low, [chance.of(['$lt', '$lte'])]: high };
}

/** The same condition as one leg of $or or $and, beside another one on the first column. */
function alternatives(draw: Draw, where: Filter, first: string): Filter {
  const other = { [first]: is(draw.chance, 0.5) ? equality(draw, first) : range(draw, first) };
  return is(draw.chance, 0.7) ? { $or: [where, other] } : { $and: [where, other] };
}

function orderAlong({ chance }: Draw, names: readonly string[]): Record<string, Direction> {
  const direction: Direction = is(chance, 0.5) ? 'ASC' : 'DESC';
  const other: Direction = direction === 'ASC' ? 'DESC' : 'ASC';
  const keys = names.map((name) => [name, is(chance, 0.9) ? direction : other]);
  if (is(chance, 0.25)) keys.push(['id', is(chance, 0.7) ? direction : other]);
  return Object.fromEntries(keys);
}
