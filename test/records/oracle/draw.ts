// Draws parts of queries: relations, filters, orders, flags. Most conditions of a query are true for one row.
import { type Random, weighted } from '../../world/random.ts';
import { filterOf } from './filters.ts';
import type { Direction, Params, RelationConfig } from './query.ts';
import type { Row, Rows } from './rows.ts';
import type { Filter } from './sql.ts';
import { TABLES, type TableName } from './tables.ts';

/** `target`: the root that most conditions are true for. `partners`: of each table, a row that it is related to. */
export type Draw = {
  chance: Random;
  rows: Rows;
  table: TableName;
  flags: Pick<Params, 'withDeleted' | 'onlyDeleted'>;
  target: Row;
  partners: Readonly<Record<TableName, Row>>;
};

export const is = (chance: Random, share: number): boolean => chance.next() < share;
export const columnsOf = (table: TableName): string[] => Object.keys(TABLES[table].columns);
export const sortable = (table: TableName): string[] =>
  columnsOf(table).filter((name) => TABLES[table].columns[name] !== 'list');
export const someColumns = (chance: Random, table: TableName): string[] =>
  chance.some(columnsOf(table), 1 + chance.below(4));

/** Returns the rows of `to` that a relation of the row leads to, those in the trash included. */
export function relatedRows(rows: Rows, to: TableName, row: Row): readonly Row[] {
  return rows[to].filter((other) => (to === 'tasks' ? other.projectId === row.id : other.id === row.projectId));
}

export function startDraw(chance: Random, rows: Rows): Draw {
  const table: TableName = is(chance, 0.55) ? 'projects' : 'tasks';
  const flags = flagsOf(chance);
  const isVisible = ({ deletedAt }: Row): boolean =>
    flags.onlyDeleted ? deletedAt !== null : flags.withDeleted || deletedAt === null;
  const target = chance.of(rows[table].filter(isVisible));
  const to = table === 'projects' ? 'tasks' : 'projects';
  const related = relatedRows(rows, to, target).filter(({ deletedAt }) => deletedAt === null);
  const partner = chance.of(related.length ? related : rows[to]);
  const partners = table === 'projects' ? { projects: target, tasks: partner } : { projects: partner, tasks: target };
  return { chance, rows, table, flags, target, partners };
}

function flagsOf(chance: Random): Draw['flags'] {
  if (is(chance, 0.8)) return {};
  const all = [{ withDeleted: true }, { onlyDeleted: true }, { withDeleted: true, onlyDeleted: true }];
  return weighted(chance, all, (each) => (Object.keys(each).length > 1 ? 1 : 4));
}

export function orderOf(chance: Random, names: readonly string[]): Record<string, Direction> {
  const keys = chance.some(names, 1 + chance.below(3));
  return Object.fromEntries(keys.map((key) => [key, is(chance, 0.5) ? 'ASC' : 'DESC']));
}

/** A filter of the root, with the columns of the relations that are listed. */
export function whereOf(draw: Draw, relations: Params['relations'] = {}): Filter | Filter[] {
  const { chance, rows, table, target, partners } = draw;
  const kinds = { ...TABLES[table].columns };
  let combined: Record<string, unknown> = { ...target };
  const replacements: Record<string, unknown>[] = [...rows[table]];
  for (const name of new Set(Object.keys(relations).map((path) => path.split('.')[0]!))) {
    const { to } = TABLES[table].links[name]!;
    const prefixed = (row: Row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [`${name}.${key}`, value]));
    Object.assign(
      kinds,
      Object.fromEntries(Object.entries(TABLES[to].columns).map(([key, kind]) => [`${name}.${key}`, kind])),
    );
    combined = { ...combined, ...prefixed(partners[to]) };
    replacements.push(...rows[to].map(prefixed));
  }
  const candidates = replacements.map((each) => ({ ...combined, ...each }));
  const shape = { depth: chance.below(4), fields: 2, relations: Object.keys(TABLES[table].links) };
  const filter = (): Filter => filterOf(chance, { kinds, rows: candidates }, combined, shape);
  return is(chance, 0.06) ? [filter(), filter()] : filter();
}

export function relationsOf(draw: Draw): Record<string, true | RelationConfig> {
  const { chance, table } = draw;
  const relations: Record<string, true | RelationConfig> = {};
  for (const [name, { to }] of Object.entries(TABLES[table].links)) {
    if (is(chance, 0.85)) relations[name] = configOf(draw, to);
    for (const [inner, nested] of Object.entries(TABLES[to].links))
      if (is(chance, 0.25)) relations[`${name}.${inner}`] = configOf(draw, nested.to, true);
  }
  return Object.keys(relations).length ? relations : { [Object.keys(TABLES[table].links)[0]!]: true };
}

/** Only filters of the first level may ask for relations: below it, that would be a third level. */
function configOf(draw: Draw, to: TableName, isNested = false): true | RelationConfig {
  const { chance } = draw;
  if (is(chance, 0.4)) return true;
  const config: RelationConfig = {};
  if (is(chance, 0.4)) config.select = someColumns(chance, to);
  if (is(chance, 0.4)) config.where = filterOfRelated(draw, to, 2, isNested ? [] : Object.keys(TABLES[to].links));
  if (is(chance, 0.4)) config.joinType = is(chance, 0.6) ? 'inner' : 'left';
  return Object.keys(config).length ? config : true;
}

/** A filter with the columns of one table, by their own names. `relations`: those that it may ask for by $exists. */
export function filterOfRelated(
  { chance, rows, partners }: Draw,
  to: TableName,
  fields: number,
  relations: readonly string[] = [],
): Filter {
  const pool = { kinds: TABLES[to].columns, rows: rows[to] };
  return filterOf(chance, pool, partners[to], { depth: chance.below(2), fields, relations });
}
