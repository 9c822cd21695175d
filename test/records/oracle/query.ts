// Defines the queries that component and oracle are asked, as a client would write them.
import type { Filter } from './sql.ts';
import type { TableName } from './tables.ts';

export type Direction = 'ASC' | 'DESC';
export type RelationConfig = { select?: string[]; where?: Filter; joinType?: 'left' | 'inner' };
export type AggregateSpec = { fn: string; field: string; as: string; distinct?: boolean; where?: Filter };

export type Params = {
  where?: Filter | Filter[];
  order?: Record<string, Direction>;
  select?: string[];
  /** By dotted path. `true`: all columns. */
  relations?: Record<string, true | RelationConfig>;
  take?: number;
  skip?: number;
  cursor?: string;
  withDeleted?: boolean;
  onlyDeleted?: boolean;
  aggregates?: AggregateSpec[];
  having?: Filter;
  groupByKey?: string[];
};

export type Query = {
  number: number;
  tenant: number;
  table: TableName;
  /** `list`: findMany. `all`: findAll. `one`: findOne of `id`. */
  action: 'list' | 'all' | 'counts' | 'one';
  id?: string;
  params: Params;
};

export const DEFAULT_TAKE = 50;
export const MAX_PER_PAGE = 200;

/** Returns the query as one line of text for each parameter. */
export const show = ({ number, tenant, table, action, id, params }: Query): string =>
  [
    `query ${number}: ${action} of ${table} in tenant ${tenant}${id ? `, id ${id}` : ''}`,
    ...Object.entries(params).map(([name, value]) => `  ${name} = ${JSON.stringify(value)}`),
  ].join('\n');

/** Returns the operators, functions and parameters that a query uses: what a run covered. */
export function featuresOf({ table, action, params }: Query): Set<string> {
  const found = new Set<string>([`${action} ${table}`, ...Object.keys(params)]);
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key.startsWith('$')) found.add(key);
      else if (!Array.isArray(value) && key.includes('.')) found.add('relation.column');
      visit(inner);
    }
  };
  visit(params.where);
  visit(params.having);
  visit(params.relations);
  visit(params.aggregates);
  for (const { fn, distinct, where } of params.aggregates ?? []) {
    found.add(fn);
    if (distinct) found.add('distinct');
    if (where) found.add('aggregate where');
  }
  for (const config of Object.values(params.relations ?? {})) {
    if (config === true) continue;
    for (const key of Object.keys(config))
      found.add(key === 'joinType' ? `${config.joinType} join` : `relation ${key}`);
  }
  return found;
}
