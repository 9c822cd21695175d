// Derives the types of queries from the declaration of a resource: a misspelt field, a hidden one or an operand of the
// wrong type does not compile. The typed client uses them.
import type { Registry, Relation, Resource } from './resource.ts';
import type { ReadRow, SystemRow, ValueOf, VisibleKeys } from './types.ts';

/** The visible columns of a resource, with the types of their values in a row. */
export type Columns<R extends Resource> = ReadRow<R['fields'], R['softDelete'], R['reorder']>;
export type ColumnName<R extends Resource> = keyof Columns<R> & string;

export type RelationName<R extends Resource> = {
  [K in keyof R['relations'] & string]: R['relations'][K] extends { hidden: true } ? never : K;
}[keyof R['relations'] & string];
/** The resource that a relation leads to. */
export type Target<
  R extends Resource,
  All extends Registry,
  Name extends keyof R['relations'],
> = R['relations'][Name] extends Relation ? All[R['relations'][Name]['to']] : never;
type ToOneName<R extends Resource> = {
  [K in RelationName<R>]: R['relations'][K] extends { kind: 'one' } ? K : never;
}[RelationName<R>];

/** A time is sent as ISO 8601. */
type Time = string | Date;
/** The types of operands by column: those of the values, and `Date` for times. */
type Operands<R extends Resource> = {
  [K in VisibleKeys<R['fields']>]: R['fields'][K] extends { kind: 'dateTime' } ? Time : ValueOf<R['fields'][K]>;
} & {
  [K in keyof SystemRow<R['softDelete'], R['reorder']>]: K extends 'createdAt' | 'updatedAt' | 'deletedAt'
    ? Time
    : SystemRow<R['softDelete'], R['reorder']>[K];
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
type Matching = {
  $ieq?: string;
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
};
type Nulls = { $isNull?: true; $isNotNull?: true };
type Flag = {
  $eq?: boolean;
  $ne?: boolean;
  $in?: readonly boolean[];
  $notIn?: readonly boolean[];
  $isTrue?: true;
  $isFalse?: true;
};
type List = { $contArr?: readonly string[]; $intersectsArr?: readonly string[] };

/** The operators on values of type `V`. All that are given must hold. */
export type Operators<V> = Nulls &
  ([V] extends [boolean]
    ? Flag
    : [V] extends [number]
      ? Ordered<number>
      : [V] extends [readonly string[]]
        ? List
        : Ordered<V> & Matching);
/** The conditions on one value: equality, or operators. A list has no equality. */
export type Test<V> = [V] extends [readonly string[]] ? Operators<V> : V | Operators<V>;

/** A filter by the resource's own columns, joined by AND. */
export type OwnWhere<R extends Resource> = { [K in ColumnName<R>]?: Test<Operands<R>[K]> } & {
  $and?: readonly OwnWhere<R>[];
  $or?: readonly OwnWhere<R>[];
};

type Path<Name extends string, R extends Resource> = `${Name}.${ColumnName<R>}`;
/** Columns of relations, as `tasks.title`. */
export type RelationPath<R extends Resource, All extends Registry> = {
  [Name in RelationName<R>]: Path<Name, Target<R, All, Name>>;
}[RelationName<R>];
type OperandAt<R extends Resource, All extends Registry, P> = P extends `${infer Name}.${infer Column}`
  ? Name extends RelationName<R>
    ? Column extends ColumnName<Target<R, All, Name>>
      ? Operands<Target<R, All, Name>>[Column]
      : never
    : never
  : never;

/** A filter of rows of `R`, joined by AND. A column of a relation may be named if the query loads the relation. */
export type Where<R extends Resource, All extends Registry> = { [K in ColumnName<R>]?: Test<Operands<R>[K]> } & {
  [K in RelationName<R>]?: { $exists: boolean } | { $notExists: boolean };
} & { [K in RelationPath<R, All>]?: Test<OperandAt<R, All, K>> } & {
  $and?: readonly Where<R, All>[];
  $or?: readonly Where<R, All>[];
};

export type Direction = 'ASC' | 'DESC';
export type Sortable<R extends Resource> = {
  [K in ColumnName<R>]: [NonNullable<Columns<R>[K]>] extends [readonly string[]] ? never : K;
}[ColumnName<R>];
/** The order of keys is their priority. Lists have no order; a column of a relation sorts if the relation is to one. */
export type Order<R extends Resource, All extends Registry> = {
  [K in Sortable<R> | { [N in ToOneName<R>]: `${N}.${Sortable<Target<R, All, N>>}` }[ToOneName<R>]]?: Direction;
};

/** Columns that have a least and a greatest value. */
type RangeName<R extends Resource> = {
  [K in Sortable<R>]: [NonNullable<Columns<R>[K]>] extends [boolean] ? never : K;
}[Sortable<R>];
type NumberName<R extends Resource> = {
  [K in ColumnName<R>]: [NonNullable<Columns<R>[K]>] extends [number] ? K : never;
}[ColumnName<R>];
/** A value computed over the rows of a relation, under the name `as`. */
export type Aggregate<R extends Resource, All extends Registry> = {
  [Name in RelationName<R>]: { as: string; where?: OwnWhere<Target<R, All, Name>> } & (
    | { fn: 'count'; field: Path<Name, Target<R, All, Name>>; distinct?: boolean }
    | { fn: 'sum' | 'avg'; field: `${Name}.${NumberName<Target<R, All, Name>>}` }
    | { fn: 'min' | 'max'; field: `${Name}.${RangeName<Target<R, All, Name>>}` }
  );
}[RelationName<R>];

type Loaded<R extends Resource> = {
  select?: readonly ColumnName<R>[];
  where?: OwnWhere<R>;
  joinType?: 'left' | 'inner';
};
/** The relations to load, and of each its columns and filter. Two levels at most: `tasks.project`. */
export type Relations<R extends Resource, All extends Registry> = {
  [K in RelationName<R>]?: true | Loaded<Target<R, All, K>>;
} & {
  [K in { [N in RelationName<R>]: `${N}.${RelationName<Target<R, All, N>>}` }[RelationName<R>]]?:
    | true
    | (K extends `${infer N}.${infer M}`
        ? N extends RelationName<R>
          ? M extends RelationName<Target<R, All, N>>
            ? Loaded<Target<Target<R, All, N>, All, M>>
            : never
          : never
        : never);
};

/** Which rows of a resource with a trash: live ones unless a flag says otherwise, which needs the right `trash`. */
export type Deleted<R extends Resource> = R['softDelete'] extends true
  ? {
      /** Live rows and those in the trash. */
      withDeleted?: boolean;
      /** Only those in the trash. */
      onlyDeleted?: boolean;
    }
  : unknown;
