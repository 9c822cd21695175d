// Builds queries of resources step by step. It sends nothing, and needs no client.
import type { Aggregate, ColumnName, Direction, Order, Relations, Where } from '../../records/declare/query-types.ts';
import type { Registry } from '../../records/declare/resource.ts';
import type { AliasOrder, Having } from '../../records/declare/result-types.ts';
import {
  type AddCondition,
  andAlso,
  type Condition,
  copied,
  type Filter,
  type LooseFilter,
  normalised,
  orElse,
} from './conditions.ts';
import { parametersOf } from './parameters.ts';
import type { ListQuery } from './resource-types.ts';

type None = Record<never, never>;
type Config<Rel, K extends keyof Rel> = Exclude<NonNullable<Rel[K]>, true>;
type Member<C, K extends string> = C extends { [Key in K]?: infer V } ? NonNullable<V> : never;

/**
 * A query of a list: the selected columns `S`, relations `Rel` and aggregates `A` decide the type of its rows. Every
 * method returns another query and changes nothing.
 */
export type QueryBuilder<
  All extends Registry,
  Name extends keyof All,
  S extends ColumnName<All[Name]> = never,
  Rel = None,
  A = never,
> = {
  /** Rows must also fulfil the condition: AND over everything so far. */
  where: AddCondition<Where<All[Name], All>, QueryBuilder<All, Name, S, Rel, A>>;
  /** The same as `where`. */
  andWhere: AddCondition<Where<All[Name], All>, QueryBuilder<All, Name, S, Rel, A>>;
  /** Rows may fulfil the condition instead of everything so far: `where(a).orWhere(b).where(c)` is (a OR b) AND c. */
  orWhere: AddCondition<Where<All[Name], All>, QueryBuilder<All, Name, S, Rel, A>>;
  /** As `where`, about the aliases of aggregates. */
  having: AddCondition<Having<All[Name], All, A>, QueryBuilder<All, Name, S, Rel, A>>;
  andHaving: AddCondition<Having<All[Name], All, A>, QueryBuilder<All, Name, S, Rel, A>>;
  orHaving: AddCondition<Having<All[Name], All, A>, QueryBuilder<All, Name, S, Rel, A>>;

  addSelect<const C extends ColumnName<All[Name]>>(columns: C | readonly C[]): QueryBuilder<All, Name, S | C, Rel, A>;
  /** Once no column is selected, rows have all of them. */
  removeSelect<const C extends S>(columns: C | readonly C[]): QueryBuilder<All, Name, Exclude<S, C>, Rel, A>;

  /** Loads a relation, in place of an earlier request for it. */
  addRelation<
    K extends keyof Relations<All[Name], All> & string,
    const C extends Config<Relations<All[Name], All>, K> | true = true,
  >(name: K, config?: C): QueryBuilder<All, Name, S, Omit<Rel, K> & { [Key in K]: C }, A>;
  addRelation<
    K extends keyof Relations<All[Name], All> & string,
    const C extends Member<Config<Relations<All[Name], All>, K>, 'select'>,
  >(
    name: K,
    select: C,
    where?: LooseFilter<Member<Config<Relations<All[Name], All>, K>, 'where'>>,
    joinType?: 'left' | 'inner',
  ): QueryBuilder<All, Name, S, Omit<Rel, K> & { [Key in K]: { select: C } }, A>;
  removeRelation<K extends keyof Rel & string>(name: K): QueryBuilder<All, Name, S, Omit<Rel, K>, A>;

  /** Sorts by a column or alias, after those that were added before. To name it again changes its direction. */
  addOrder(
    field: keyof (Order<All[Name], All> & AliasOrder<A>) & string,
    direction?: Direction,
  ): QueryBuilder<All, Name, S, Rel, A>;
  removeOrder(field: keyof (Order<All[Name], All> & AliasOrder<A>) & string): QueryBuilder<All, Name, S, Rel, A>;

  addAggregate<const B extends Aggregate<All[Name], All>>(aggregate: B): QueryBuilder<All, Name, S, Rel, A | B>;
  /** Removes it with its place in the order. A condition on it remains, and the service refuses it. */
  removeAggregate<As extends (A & { as: string })['as']>(
    alias: As,
  ): QueryBuilder<All, Name, S, Rel, Exclude<A, { as: As }>>;

  take(count: number): QueryBuilder<All, Name, S, Rel, A>;
  skip(count: number): QueryBuilder<All, Name, S, Rel, A>;
  setTake(count: number): QueryBuilder<All, Name, S, Rel, A>;
  setSkip(count: number): QueryBuilder<All, Name, S, Rel, A>;
  setWithDeleted(is?: boolean): QueryBuilder<All, Name, S, Rel, A>;
  setOnlyDeleted(is?: boolean): QueryBuilder<All, Name, S, Rel, A>;

  /** Returns the query with native values, for the methods of the client. Empty parts are absent. */
  toObject(): ListQuery<All[Name], All, S, Rel, A>;
  /** Returns the parameters of a URL. */
  toParams(): Record<string, string>;
};

/** Starts a query: `query<typeof resources, 'projects'>().where('status', 'active')`. */
export const query = <All extends Registry, Name extends keyof All>(): QueryBuilder<All, Name> =>
  builderOf({ select: [], relations: {}, order: {}, aggregates: [] }) as never;

type State = Readonly<{
  where?: Filter;
  having?: Filter;
  select: readonly string[];
  relations: Readonly<Record<string, unknown>>;
  order: Readonly<Record<string, unknown>>;
  aggregates: readonly Readonly<{ as: string; where?: Filter }>[];
  take?: number;
  skip?: number;
  withDeleted?: boolean;
  onlyDeleted?: boolean;
}>;

function builderOf(state: State): unknown {
  const next = (changes: Partial<State>) => builderOf({ ...state, ...changes });
  const where = (...condition: Condition) => next({ where: andAlso(state.where, condition) });
  const having = (...condition: Condition) => next({ having: andAlso(state.having, condition) });
  const take = (count: number) => next({ take: count });
  const skip = (count: number) => next({ skip: count });
  const toObject = () => copied(Object.fromEntries(Object.entries(state).filter(([, value]) => !isEmpty(value))));
  return {
    where,
    andWhere: where,
    orWhere: (...condition: Condition) => next({ where: orElse(state.where, condition) }),
    having,
    andHaving: having,
    orHaving: (...condition: Condition) => next({ having: orElse(state.having, condition) }),
    addSelect: (columns: string | readonly string[]) =>
      next({ select: [...new Set([...state.select, ...[columns].flat()])] }),
    removeSelect: (columns: string | readonly string[]) =>
      next({ select: state.select.filter((each) => ![columns].flat().includes(each)) }),
    addRelation: (name: string, config?: unknown, filter?: Filter, joinType?: string) =>
      next({ relations: { ...state.relations, [name]: relationOf(config, filter, joinType) } }),
    removeRelation: (name: string) => next({ relations: without(state.relations, name) }),
    addOrder: (field: string, direction = 'ASC') => next({ order: { ...state.order, [field]: direction } }),
    removeOrder: (field: string) => next({ order: without(state.order, field) }),
    addAggregate: (aggregate: State['aggregates'][number]) =>
      next({ aggregates: [...state.aggregates, withFilter(aggregate)] }),
    removeAggregate: (alias: string) =>
      next({
        aggregates: state.aggregates.filter(({ as }) => as !== alias),
        order: without(state.order, alias),
      }),
    take,
    skip,
    setTake: take,
    setSkip: skip,
    setWithDeleted: (withDeleted = true) => next({ withDeleted }),
    setOnlyDeleted: (onlyDeleted = true) => next({ onlyDeleted }),
    toObject,
    toParams: () => Object.fromEntries(parametersOf(toObject())),
  };
}

function relationOf(config: unknown, where?: Filter, joinType?: string): unknown {
  if (config === undefined || config === true) return true;
  if (!Array.isArray(config)) return withFilter(config as { where?: Filter });
  return withFilter({ ...(config.length ? { select: config } : {}), where, joinType });
}

/** Copies an object that may have a filter. An empty filter is none. */
function withFilter<T extends { where?: Filter }>({ where, ...rest }: T) {
  const filter = where && normalised(where);
  return copied(filter && !isEmpty(filter) ? { ...rest, where: filter } : rest) as T;
}

const without = (record: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
