// Defines a query after it was parsed: every name is a declared one, every operand has the type of its field.
import type { Resource } from '../declare/resource.ts';

/** A value of a row. Times are ISO 8601 with milliseconds. A list of texts is a value; no other list or object is. */
export type Value = string | number | boolean | readonly string[] | null;
/** The values of a row by field, system fields included. A field without a value is `null`. */
export type Values = Readonly<Record<string, Value>>;

export type Scalar = string | number | boolean;
export type Operand = Scalar | readonly Scalar[] | undefined;

/** Section 4.1 of the component's description, `$exists` and `$notExists` excepted: they concern relations. */
export const OPERATORS = [
  '$eq',
  '$ne',
  '$ieq',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$notIn',
  '$inL',
  '$notinL',
  '$like',
  '$notLike',
  '$iLike',
  '$notIlike',
  '$startsWith',
  '$endsWith',
  '$iStartsWith',
  '$iEndsWith',
  '$between',
  '$notBetween',
  '$isNull',
  '$isNotNull',
  '$isTrue',
  '$isFalse',
  '$contArr',
  '$intersectsArr',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** A column of the resource, of one of its relations, or (in `having`) an aggregate. */
export type Path = Readonly<{ relation?: string; field: string }>;

export type Condition =
  | { kind: 'and' | 'or'; legs: readonly Condition[] }
  | { kind: 'test'; path: Path; operator: Operator; operand: Operand }
  /** Whether the relation has a row that is not in the trash. */
  | { kind: 'exists'; relation: string; isNegated: boolean };

export type Order = readonly Readonly<{ path: Path; direction: 'ASC' | 'DESC' }>[];

/** A relation to load. `nested`: relations of the rows that it leads to; two levels at most. */
export type LoadedRelation = Readonly<{
  name: string;
  target: Resource;
  /** The columns to show, the id included; all visible ones if absent. */
  select?: readonly string[];
  where?: Condition;
  isInner: boolean;
  nested: readonly LoadedRelation[];
}>;

export type AggregateFunction = 'count' | 'sum' | 'avg' | 'min' | 'max';
export type Aggregate = Readonly<{
  fn: AggregateFunction;
  relation: string;
  field: string;
  as: string;
  isDistinct: boolean;
  where?: Condition;
}>;

/** A parsed query of findMany, findAll, findOne or counts. Absent parts are empty. */
export type Query = Readonly<{
  where?: Condition;
  order: Order;
  select?: readonly string[];
  relations: readonly LoadedRelation[];
  take: number;
  skip: number;
  /** `''`: the first page of a list that continues by cursors. */
  cursor?: string;
  /** Which rows: live ones, both, or those in the trash. */
  rows: 'live' | 'all' | 'trash';
  aggregates: readonly Aggregate[];
  having?: Condition;
  groupBy: readonly string[];
}>;
