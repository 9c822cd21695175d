// Derives the types of rows, bodies and queries from the declaration of a resource. The typed client and the hooks use
// them: a misspelt field or an operand of the wrong type does not compile.
import type { Field } from './fields.ts';
import type { Relation, Resource } from './resource.ts';

export type FieldMap = Readonly<Record<string, Field>>;
/** The resources of a deployment, by name. */
export type Registry = Readonly<Record<string, Resource>>;

type OptionsOf<F> = F extends Field<never, infer O> ? O : F extends Field<infer _, infer O> ? O : never;
type ValueOf<F> = F extends { schema: { _zod: { output: infer V } } } ? V : never;
type Is<F, Option extends string> = OptionsOf<F> extends Record<Option, true> ? true : false;
type OrNull<F> = Is<F, 'optional'> extends true ? ValueOf<F> | null : ValueOf<F>;

type VisibleKeys<F> = { [K in keyof F & string]: Is<F[K], 'hidden'> extends true ? never : K }[keyof F & string];
type WritesOf<F> = OptionsOf<F> extends { writes: infer W } ? W : Is<F, 'hidden'> extends true ? 'never' : 'always';
type WritableKeys<F, When> = {
  [K in keyof F & string]: WritesOf<F[K]> extends When ? K : never;
}[keyof F & string];
type HasDefault<F> =
  OptionsOf<F> extends { default: unknown } ? true : F extends Field<string[]> ? true : Is<F, 'optional'>;

type Flat<T> = { [K in keyof T]: T[K] } & unknown;

/** What every row has. Times are ISO 8601 in UTC. */
export type SystemRow<Trash extends boolean> = {
  id: string;
  createdAt: string;
  updatedAt: string;
  /** Raised by every change. */
  version: number;
} & (Trash extends true ? { deletedAt: string | null } : unknown);

/** A row as replies show it: without hidden fields. */
export type ReadRow<F, Trash extends boolean = boolean> = Flat<
  SystemRow<Trash> & { [K in VisibleKeys<F>]: OrNull<F[K]> }
>;
/** The body of create. */
export type Create<F> = Flat<
  {
    [K in WritableKeys<F, 'always' | 'create'> as HasDefault<F[K]> extends true ? never : K]: OrNull<F[K]>;
  } & {
    [K in WritableKeys<F, 'always' | 'create'> as HasDefault<F[K]> extends true ? K : never]?: OrNull<F[K]>;
  }
>;
/** The body of update. */
export type Update<F> = { [K in WritableKeys<F, 'always'>]?: OrNull<F[K]> };

type Text = {
  $eq?: string;
  $ne?: string;
  $ieq?: string;
  $gt?: string;
  $gte?: string;
  $lt?: string;
  $lte?: string;
  $in?: readonly string[];
  $notIn?: readonly string[];
  $inL?: readonly string[];
  $notinL?: readonly string[];
  $like?: string;
  $notLike?: string;
  $iLike?: string;
  $notIlike?: string;
  $startsWith?: string;
  $endsWith?: string;
  $iStartsWith?: string;
  $iEndsWith?: string;
  $between?: readonly [string, string];
  $notBetween?: readonly [string, string];
};
type Ordered<V> = {
  $eq?: V;
  $ne?: V;
  $gt?: V;
  $gte?: V;
  $lt?: V;
  $lte?: V;
  $in?: readonly V[];
  $notIn?: readonly V[];
  $between?: readonly [V, V];
  $notBetween?: readonly [V, V];
};
type Nulls = { $isNull?: true; $isNotNull?: true };
type Flag = { $eq?: boolean; $ne?: boolean; $isTrue?: true; $isFalse?: true };
type List = { $contArr?: readonly string[]; $intersectsArr?: readonly string[] };

/** The conditions on one value: equality, or operators that must all hold. */
export type Test<V> = [V] extends [boolean]
  ? boolean | (Flag & Nulls)
  : [V] extends [number]
    ? number | (Ordered<number> & Nulls)
    : [V] extends [readonly string[]]
      ? List & Nulls
      : string extends V
        ? string | (Text & Nulls)
        : V | (Text & { $eq?: V; $ne?: V; $in?: readonly V[]; $notIn?: readonly V[] } & Nulls);

type Columns<R extends Resource> = ReadRow<R['fields'], R['softDelete']>;
type RelationsOf<R extends Resource> = R['relations'];
type TargetOf<All extends Registry, Rel> = Rel extends Relation
  ? All[Rel['to']] extends Resource
    ? All[Rel['to']]
    : never
  : never;

/** A filter of rows of `R`. Fields are joined by AND. */
export type Where<R extends Resource, All extends Registry = Registry> = {
  [K in keyof Columns<R>]?: Test<NonNullable<Columns<R>[K]>>;
} & {
  [K in keyof RelationsOf<R>]?: { $exists: boolean } | { $notExists: boolean };
} & {
  [K in RelationPaths<R, All>]?: K extends `${infer Name}.${infer Column}`
    ? Name extends keyof RelationsOf<R>
      ? Column extends keyof Columns<TargetOf<All, RelationsOf<R>[Name]>>
        ? Test<NonNullable<Columns<TargetOf<All, RelationsOf<R>[Name]>>[Column]>>
        : never
      : never
    : never;
} & { $and?: readonly Where<R, All>[]; $or?: readonly Where<R, All>[] };

type RelationPaths<R extends Resource, All extends Registry> = {
  [Name in keyof RelationsOf<R> & string]: `${Name}.${keyof Columns<TargetOf<All, RelationsOf<R>[Name]>> & string}`;
}[keyof RelationsOf<R> & string];

/** A filter as a hook returns it: of any resource, checked when it is used. */
export type Scope = Readonly<Record<string, unknown>>;

export type Direction = 'ASC' | 'DESC';
export type Aggregate<R extends Resource, All extends Registry> = {
  fn: 'count' | 'sum' | 'avg' | 'min' | 'max';
  field: RelationPaths<R, All>;
  as: string;
  distinct?: boolean;
  where?: Readonly<Record<string, unknown>>;
};

/** The relations to load, and of each its columns and filter. Two levels at most: `tasks.project`. */
export type Relations<R extends Resource, All extends Registry> = {
  [K in keyof RelationsOf<R> & string]?:
    | true
    | {
        select?: readonly (keyof Columns<TargetOf<All, RelationsOf<R>[K]>> & string)[];
        where?: Where<TargetOf<All, RelationsOf<R>[K]>, All>;
        joinType?: 'left' | 'inner';
      };
} & { [K in `${keyof RelationsOf<R> & string}.${string}`]?: true | Readonly<Record<string, unknown>> };

/** A query of a list. Values are native; the client encodes them. */
export type ListQuery<R extends Resource, All extends Registry = Registry> = {
  where?: Where<R, All>;
  order?: { [K in keyof Columns<R> & string]?: Direction } & Readonly<Record<string, Direction>>;
  select?: readonly (keyof Columns<R> & string)[];
  relations?: Relations<R, All>;
  take?: number;
  skip?: number;
  /** Empty for the first page, then `next` of the page before. The reply then is a `CursorPage`. */
  cursor?: string;
  withDeleted?: boolean;
  onlyDeleted?: boolean;
  aggregates?: readonly Aggregate<R, All>[];
  having?: Readonly<Record<string, unknown>>;
};

export type Page<Row> = { items: Row[]; total: number };
/** `next` is `null` on the last page. */
export type CursorPage<Row> = { items: Row[]; next: string | null };
