// Builds DynamoDB expressions. Names and values are always passed beside the expression, so that nothing a client sent
// is ever part of its text.
import { toAttributes } from './attributes.ts';
import type { Change, Condition, Values } from './item.ts';

/** Clauses of an update expression, with the values they mention. */
type Clauses = { text: string; values: Values };

/** The condition that the item exists and, if there is a condition, that it holds. */
export const existing = (condition?: string): string =>
  condition ? `attribute_exists(pk) AND (${condition})` : 'attribute_exists(pk)';

/**
 * The condition that these fields of an item still have the values that were read. It is the optimistic lock of every
 * record: `unchanged(before, 'version')`.
 */
export const unchanged = <T extends object>(item: T, ...fields: (keyof T & string)[]): Required<Condition> => ({
  if: fields.map((field) => `#${field} = :${field}`).join(' AND '),
  values: Object.fromEntries(fields.map((field) => [field, item[field]])),
});

/** The condition that both hold. */
export const both = (one: Condition, other: Condition): Condition => ({
  if: `(${one.if}) AND (${other.if})`,
  values: { ...one.values, ...other.values },
});

/**
 * Assigns the values to the attributes of the same names: `SET #a = :new_a, #b = :new_b`. An attribute whose value is
 * `undefined` is removed: `REMOVE #c`. The placeholders have a prefix, so that a condition may use `:a` for the old
 * value.
 */
export function assign(values: Values): Clauses {
  const names = Object.keys(values);
  const set = names.filter((name) => values[name] !== undefined);
  const removed = names.filter((name) => values[name] === undefined);
  return {
    text: [
      ...clause('SET', set, (name) => `#${name} = :new_${name}`),
      ...clause('REMOVE', removed, (name) => `#${name}`),
    ].join(' '),
    values: Object.fromEntries(set.map((name) => [`new_${name}`, values[name]])),
  };
}

/** Adds to numbers of the item: `ADD #a :by_a`. A number that is missing counts as 0. */
const increase = (numbers: Readonly<Record<string, number>>): Clauses => ({
  text: clause('ADD', Object.keys(numbers), (name) => `#${name} :by_${name}`).join(''),
  values: Object.fromEntries(Object.entries(numbers).map(([name, by]) => [`by_${name}`, by])),
});

/** A clause of an update expression. DynamoDB refuses empty ones, so there is none without names. */
const clause = (keyword: string, names: readonly string[], part: (name: string) => string): string[] =>
  names.length ? [`${keyword} ${names.map(part).join(', ')}`] : [];

/**
 * The expressions of a change, with the names and values they mention. `writeId`: leaves it on the item; it is also
 * the value `:writeId` of the condition.
 */
export function updateExpressions({ set = {}, add = {}, if: condition, values, names }: Change, writeId?: string) {
  const assigned = typeof set === 'string' ? { text: set, values: {} } : assign(set);
  const increased = increase(add);
  const marked = writeId ? withWriteId(assigned.text) : assigned.text;
  return expressions(
    { UpdateExpression: `${marked} ${increased.text}`.trim(), ConditionExpression: condition },
    { ...values, ...assigned.values, ...increased.values },
    names,
  );
}

/** An update expression may have one SET clause. */
const withWriteId = (text: string): string =>
  text.startsWith('SET ') ? text.replace('SET ', 'SET #writeId = :writeId, ') : `SET #writeId = :writeId ${text}`;

/** The expression of a condition, with the names and values it mentions. */
export const conditionExpression = ({ if: condition, values }: Partial<Condition>) =>
  expressions({ ConditionExpression: condition }, values);

/** DynamoDB refuses names and values that no expression mentions, so the others are left out. */
function expressions<E extends Record<string, string | undefined>>(
  texts: E,
  values: Values = {},
  names: Readonly<Record<string, string>> = {},
) {
  const text = Object.values(texts).join(' ');
  const mentioned = new Set(text.match(/#\w+/g));
  const used = Object.entries(values).filter(([name]) => new RegExp(`:${name}\\b`).test(text));
  const nameOf = (placeholder: string): string => names[placeholder.slice(1)] ?? placeholder.slice(1);
  return {
    ...texts,
    ...(mentioned.size && {
      ExpressionAttributeNames: Object.fromEntries([...mentioned].map((each) => [each, nameOf(each)])),
    }),
    ...(used.length && {
      ExpressionAttributeValues: toAttributes(Object.fromEntries(used.map(([name, value]) => [`:${name}`, value]))),
    }),
  };
}
