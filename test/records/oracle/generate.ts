// Generates queries over every feature of the wire format, from a seed and the rows that they are about.
import { type Random, random, weighted } from '../../world/random.ts';
import { columnsOf, type Draw, is, orderOf, relationsOf, someColumns, sortable, startDraw, whereOf } from './draw.ts';
import { addAggregates } from './draw-aggregates.ts';
import { indexedListOf } from './draw-indexed.ts';
import type { Params, Query } from './query.ts';
import type { Rows } from './rows.ts';
import { TABLES } from './tables.ts';

/** Returns the same queries for the same seed and rows. Ids differ from run to run; all else does not. */
export function generateQueries(seed: number, tenants: readonly Rows[], count: number): Query[] {
  return Array.from({ length: count }, (_, number) => {
    const chance = random(Math.imul(seed, 0x9e3779b1) + number);
    const tenant = chance.next() < 0.75 ? 0 : 1;
    return queryOf(chance, number, tenant, tenants[tenant]!);
  });
}

const ACTIONS = { list: 78, all: 6, counts: 10, one: 6 } as const;

function queryOf(chance: Random, number: number, tenant: number, rows: Rows): Query {
  const draw = startDraw(chance, rows);
  const { table, target } = draw;
  const action = weighted(chance, Object.keys(ACTIONS) as Query['action'][], (each) => ACTIONS[each]);
  const query = { number, tenant, table, action };
  if (action === 'counts') return { ...query, params: countsOf(draw) };
  if (action === 'one')
    return { ...query, id: is(chance, 0.8) ? target.id : chance.of(rows[table]).id, params: oneOf(draw) };
  const isAggregated = action === 'list' && is(chance, table === 'projects' ? 0.45 : 0.1);
  const isIndexed = !isAggregated && is(chance, 0.3);
  const params = isIndexed ? indexedListOf(draw) : listOf(draw, isAggregated);
  if (isAggregated) addAggregates(draw, params);
  if (is(chance, 0.6)) params.take = 1 + chance.below(is(chance, 0.2) ? 200 : 12);
  if (action === 'list' && is(chance, 0.25)) params.skip = chance.below(is(chance, 0.15) ? 60 : 4);
  return { ...query, params };
}

function listOf(draw: Draw, isAggregated: boolean): Params {
  const { chance, table, flags } = draw;
  const relations = is(chance, isAggregated ? 0.25 : 0.45) ? relationsOf(draw) : undefined;
  const params: Params = { ...flags };
  if (relations) params.relations = relations;
  if (is(chance, isAggregated ? 0.4 : 0.8)) params.where = whereOf(draw, relations);
  if (!isAggregated && is(chance, 0.65)) {
    const toOne = Object.keys(relations ?? {}).filter((name) => TABLES[table].links[name]?.isMany === false);
    const related = toOne.flatMap((name) => sortable(TABLES[table].links[name]!.to).map((key) => `${name}.${key}`));
    params.order = orderOf(chance, [...sortable(table), ...(is(chance, 0.5) ? related : [])]);
  }
  if (is(chance, 0.3)) params.select = someColumns(chance, table);
  return params;
}

function oneOf(draw: Draw): Params {
  const { chance, table, flags } = draw;
  const params: Params = { ...flags };
  if (is(chance, 0.6)) params.relations = relationsOf(draw);
  if (is(chance, 0.4)) params.select = someColumns(chance, table);
  return params;
}

function countsOf(draw: Draw): Params {
  const { chance, table, flags } = draw;
  const params: Params = { ...flags };
  const relations = is(chance, 0.25) ? relationsOf(draw) : undefined;
  if (relations) params.relations = relations;
  if (is(chance, 0.7)) params.where = whereOf(draw, relations);
  const keys = columnsOf(table).filter((name) => TABLES[table].columns[name] !== 'list' && name !== 'id');
  if (is(chance, 0.65)) params.groupByKey = chance.some(keys, 1 + chance.below(2));
  return params;
}
