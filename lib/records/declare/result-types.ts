// Derives the types of rows that a query returns: the selected columns, loaded relations and aggregates.
import type { Aggregate, ColumnName, Columns, RelationName, Target, Test } from './query-types.ts';
import type { Registry, Resource } from './resource.ts';
import type { Flat } from './types.ts';

/** The selected columns. The id is always among them; no selection (`never`) is all. */
type Picked<R extends Resource, S> = [S] extends [never] ? Columns<R> : Pick<Columns<R>, (S | 'id') & keyof Columns<R>>;
type SelectOf<Config> = Config extends { select: readonly (infer S)[] } ? S : never;

type First<Key> = Key extends `${infer Name}.${string}` ? Name : Key;
/** The keys of the second level, without the name of the first: `project` of `tasks.project`. */
type Below<Rel, Name extends string> = {
  [K in keyof Rel as K extends `${Name}.${infer Nested}` ? Nested : never]: Rel[K];
};
type Joined<Relation, Row> = Relation extends { kind: 'many' } ? Row[] : Row | null;
type SelectAt<R extends Resource, Rel, Name> = Name extends keyof Rel ? SelectOf<Rel[Name]> & ColumnName<R> : never;

/** To many: a list. To one: a row, or `null` if there is none. */
type Relatives<R extends Resource, All extends Registry, Rel> = {
  [N in RelationName<R> & First<keyof Rel>]: Joined<
    R['relations'][N],
    Flat<Picked<Target<R, All, N>, SelectAt<Target<R, All, N>, Rel, N>> & Leaves<Target<R, All, N>, All, Below<Rel, N>>>
  >;
};
/** The second level, and the last. */
type Leaves<R extends Resource, All extends Registry, Rel> = {
  [N in RelationName<R> & keyof Rel]: Joined<
    R['relations'][N],
    Flat<Picked<Target<R, All, N>, SelectAt<Target<R, All, N>, Rel, N>>>
  >;
};

type AggregateValue<R extends Resource, All extends Registry, A> = A extends { fn: 'count' | 'sum' }
  ? number
  : A extends { fn: 'avg' }
    ? number | null
    : A extends { field: `${infer Name}.${infer Column}` }
      ? Name extends RelationName<R>
        ? Column extends ColumnName<Target<R, All, Name>>
          ? Columns<Target<R, All, Name>>[Column] | null
          : never
        : never
      : never;
type Aliases<A> = A extends { as: infer As extends string } ? As : never;
/** Over no rows, count and sum are 0 and the others `null`. */
type Aggregated<R extends Resource, All extends Registry, A> = {
  [As in Aliases<A>]: AggregateValue<R, All, Extract<A, { as: As }>>;
};

/** A row with the columns `S`, the relations `Rel` and the aggregates `A` of a query. */
export type Row<R extends Resource, All extends Registry, S, Rel, A = never> = Flat<
  Picked<R, S> & Relatives<R, All, Rel> & Aggregated<R, All, A>
>;

/** A filter by aliases of the query's aggregates. */
export type Having<R extends Resource, All extends Registry, A> = {
  [As in Aliases<A>]?: Test<NonNullable<AggregateValue<R, All, Extract<A, { as: As }>>>>;
} & { $and?: readonly Having<R, All, A>[]; $or?: readonly Having<R, All, A>[] };
export type AliasOrder<A> = { [As in Aliases<A>]?: 'ASC' | 'DESC' };

type KeyOf<Shape> = Shape extends object ? keyof Shape : never;
type At<Shape, K> = Shape extends object ? (K extends keyof Shape ? Shape[K] : never) : never;
/** Rejects keys that the shape does not have. The compiler itself checks no surplus keys of inferred types. */
export type Strict<T, Shape> = T extends Date
  ? T
  : T extends readonly (infer E)[]
    ? readonly Strict<E, Shape extends readonly (infer S)[] ? S : never>[]
    : T extends object
      ? { [K in keyof T]: K extends KeyOf<Shape> ? Strict<T[K], At<Shape, K>> : never }
      : T;
/** The parts of a query whose types decide what the rows look like. */
export type AnyAggregate<R extends Resource, All extends Registry> = [RelationName<R>] extends [never]
  ? never
  : Aggregate<R, All>;
