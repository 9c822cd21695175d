// Translates filters of the wire format to SQL. PostgreSQL decides what they mean: null is unknown, text is compared by
// bytes, and LIKE is PostgreSQL's own.
import { type Kind, TABLES, type TableName } from './tables.ts';

export type Filter = Readonly<Record<string, unknown>>;
/** Collects the values of a statement. Each is bound as text or as JSON, never written into the statement. */
export type Values = string[];
export type Column = { sql: string; kind: Kind };
/** What names in a filter mean. */
export type Scope = { column: (name: string) => Column; exists: (relation: string) => string };

const CAST: Readonly<Record<Kind, string>> = {
  text: 'text',
  choice: 'text',
  id: 'text',
  number: 'double precision',
  boolean: 'boolean',
  time: 'timestamptz',
  list: 'text',
};

/**
 * NFC, then full Unicode lower case: the rule of the component, by PostgreSQL's own tables. The two small sigmas are one
 * letter, since which of them `lower` returns depends on the letters around it. Compared by bytes again.
 */
const fold = (sql: string): string =>
  `(replace(lower(normalize(${sql}, NFC) COLLATE "pg_unicode_fast"), 'ς', 'σ') COLLATE "C")`;
const byBytes = (sql: string): string => `(${sql} COLLATE "C")`;
const asText = ({ sql, kind }: Column): string =>
  kind === 'time' ? byBytes(`to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`) : byBytes(sql);

type Context = {
  column: Column;
  one: (operand: unknown) => string;
  all: (operand: unknown) => string;
  text: (operand: unknown) => string;
};
type Translate = (context: Context, operand: unknown) => string;

const pair = (operand: unknown): [unknown, unknown] => operand as [unknown, unknown];
const folded = ({ all }: Context, operand: unknown): string =>
  `(SELECT ${fold('each')} FROM unnest(${all(operand)}) each)`;
const ending = (value: string, end: string): string => `right(${value}, length(${end})) = ${end}`;

const OPERATORS: Readonly<Record<string, Translate>> = {
  $eq: ({ column, one }, operand) => `${column.sql} = ${one(operand)}`,
  $ne: ({ column, one }, operand) => `${column.sql} <> ${one(operand)}`,
  $gt: ({ column, one }, operand) => `${column.sql} > ${one(operand)}`,
  $gte: ({ column, one }, operand) => `${column.sql} >= ${one(operand)}`,
  $lt: ({ column, one }, operand) => `${column.sql} < ${one(operand)}`,
  $lte: ({ column, one }, operand) => `${column.sql} <= ${one(operand)}`,
  $in: ({ column, all }, operand) => `${column.sql} = ANY(${all(operand)})`,
  $notIn: ({ column, all }, operand) => `${column.sql} <> ALL(${all(operand)})`,
  $between: ({ column, one }, operand) => `${column.sql} BETWEEN ${one(pair(operand)[0])} AND ${one(pair(operand)[1])}`,
  $notBetween: ({ column, one }, operand) =>
    `${column.sql} NOT BETWEEN ${one(pair(operand)[0])} AND ${one(pair(operand)[1])}`,
  $isNull: ({ column }) => `${column.sql} IS NULL`,
  $isNotNull: ({ column }) => `${column.sql} IS NOT NULL`,
  $isTrue: ({ column }) => `${column.sql} IS TRUE`,
  $isFalse: ({ column }) => `${column.sql} IS FALSE`,
  $ieq: ({ column, text }, operand) => `${fold(asText(column))} = ${fold(text(operand))}`,
  $inL: (context, operand) => `${fold(asText(context.column))} IN ${folded(context, operand)}`,
  $notinL: (context, operand) => `${fold(asText(context.column))} NOT IN ${folded(context, operand)}`,
  $like: ({ column, text }, operand) => `${asText(column)} LIKE ${text(operand)}`,
  $notLike: ({ column, text }, operand) => `${asText(column)} NOT LIKE ${text(operand)}`,
  $iLike: ({ column, text }, operand) => `${fold(asText(column))} LIKE ${fold(text(operand))}`,
  $notIlike: ({ column, text }, operand) => `${fold(asText(column))} NOT LIKE ${fold(text(operand))}`,
  $startsWith: ({ column, text }, operand) => `starts_with(${asText(column)}, ${text(operand)})`,
  $endsWith: ({ column, text }, operand) => ending(asText(column), text(operand)),
  $iStartsWith: ({ column, text }, operand) => `starts_with(${fold(asText(column))}, ${fold(text(operand))})`,
  $iEndsWith: ({ column, text }, operand) => ending(fold(asText(column)), fold(text(operand))),
  $contArr: ({ column, all }, operand) => `${column.sql} @> ${all(operand)}`,
  $intersectsArr: ({ column, all }, operand) => `${column.sql} && ${all(operand)}`,
};

/** Every operator but `$exists` and `$notExists`. */
export const OPERATOR_NAMES: readonly string[] = Object.keys(OPERATORS);

/** Returns a boolean expression. A filter without conditions is true. */
export function filterSql(filter: Filter | readonly Filter[], scope: Scope, values: Values): string {
  if (Array.isArray(filter)) return joined(filter, 'AND', scope, values);
  const parts = Object.entries(filter).map(([name, value]) => {
    if (name === '$and') return joined(value as Filter[], 'AND', scope, values);
    if (name === '$or') return joined(value as Filter[], 'OR', scope, values);
    return conditionSql(name, value, scope, values);
  });
  return parts.length ? `(${parts.join(' AND ')})` : 'TRUE';
}

const joined = (legs: readonly Filter[], by: 'AND' | 'OR', scope: Scope, values: Values): string =>
  `(${legs.map((leg) => filterSql(leg, scope, values)).join(` ${by} `)})`;

function conditionSql(name: string, value: unknown, scope: Scope, values: Values): string {
  if (typeof value !== 'object' || value === null) return testSql('$eq', value, scope.column(name), values);
  const parts = Object.entries(value).map(([operator, operand]) => {
    if (operator === '$exists' || operator === '$notExists') {
      const isWanted = (operator === '$exists') === (operand !== false);
      return `${isWanted ? '' : 'NOT '}${scope.exists(name)}`;
    }
    return testSql(operator, operand, scope.column(name), values);
  });
  return `(${parts.join(' AND ')})`;
}

function testSql(operator: string, operand: unknown, column: Column, values: Values): string {
  const translate = OPERATORS[operator];
  if (!translate) throw new Error(`the oracle does not know ${operator}`);
  const bind = (value: string): string => `$${values.push(value)}::text`;
  const text = (value: unknown): string => byBytes(bind(String(value)));
  const one = (value: unknown): string =>
    CAST[column.kind] === 'text' ? text(value) : `(${bind(String(value))})::${CAST[column.kind]}`;
  const all = (value: unknown): string =>
    `(ARRAY(SELECT json_array_elements_text((${bind(JSON.stringify(value))})::json)))::${CAST[column.kind]}[]`;
  return translate({ column, one, all, text }, operand);
}

/** Returns the scope of a filter on one table: its columns under `alias`, and those of joined tables by their aliases. */
export function scopeOf(
  table: TableName,
  alias: string,
  joins: Readonly<Record<string, { table: TableName; alias: string }>> = {},
): Scope {
  return {
    column: (name) => {
      const [relation, field] = name.includes('.') ? (name.split('.') as [string, string]) : [undefined, name];
      const owner = relation === undefined ? { table, alias } : joins[relation];
      const kind = owner && TABLES[owner.table].columns[field];
      if (!kind) throw new Error(`the oracle does not know ${name}`);
      return { sql: `${owner.alias}."${field}"`, kind };
    },
    exists: (relation) => `EXISTS (SELECT 1 FROM ${linkSql(table, relation, alias, 'other')})`,
  };
}

/** Returns the live rows of a relation as `table alias WHERE condition`. */
export function linkSql(table: TableName, relation: string, parent: string, child: string): string {
  const link = TABLES[table].links[relation];
  if (!link) throw new Error(`the oracle does not know ${relation}`);
  return `${link.to} ${child} WHERE ${childSql(link.on(parent, child), parent, child)}`;
}

/** Related rows are of the same tenant and not in the trash. */
export const childSql = (on: string, parent: string, child: string): string =>
  `${child}.tenant = ${parent}.tenant AND ${on} AND ${child}."deletedAt" IS NULL`;
