// Describes filters as JSON Schema: the operators of each type of value, and the filter of each resource.
import type { Json } from '../../contract/documents/schemas.ts';
import type { FieldKind } from '../declare/fields.ts';
import type { Registry, Resource } from '../declare/resource.ts';
import { LIMITS } from '../query/limits.ts';
import { columnsOf, refTo, typeName } from './fields.ts';

const TRUE = { const: true };
const NULLS = {
  $isNull: { description: 'There is no value.', ...TRUE },
  $isNotNull: { description: 'There is a value.', ...TRUE },
};

/** The operators that compare values of a type. */
const comparing = (value: Json, maxItems: number = LIMITS.list): Json => ({
  $eq: { description: 'Equal.', ...value },
  $ne: { description: 'Not equal. Values that are null do not count, as in SQL.', ...value },
  $gt: { description: 'Greater.', ...value },
  $gte: { description: 'Greater or equal.', ...value },
  $lt: { description: 'Less.', ...value },
  $lte: { description: 'Less or equal.', ...value },
  $in: { description: 'One of these.', type: 'array', items: value, minItems: 1, maxItems },
  $notIn: { description: 'None of these.', type: 'array', items: value, minItems: 1, maxItems },
  $between: {
    description: 'From the first to the second, both included.',
    type: 'array',
    items: value,
    minItems: 2,
    maxItems: 2,
  },
  $notBetween: { description: 'Outside of this range.', type: 'array', items: value, minItems: 2, maxItems: 2 },
});

const TEXT = { type: 'string', maxLength: LIMITS.text };
const texts = (maxItems: number = LIMITS.list): Json => ({ type: 'array', items: TEXT, minItems: 1, maxItems });

const matching = (maxItems?: number): Json => ({
  $ieq: { description: 'Equal, upper and lower case alike.', ...TEXT },
  $inL: { description: 'One of these, upper and lower case alike.', ...texts(maxItems) },
  $notinL: { description: 'None of these, upper and lower case alike.', ...texts(maxItems) },
  $like: { description: '`%` is any text, `_` one character, and a backslash escapes both.', ...TEXT },
  $notLike: { description: 'Does not match the pattern of `$like`.', ...TEXT },
  $iLike: { description: 'As `$like`, upper and lower case alike.', ...TEXT },
  $notIlike: { description: 'As `$notLike`, upper and lower case alike.', ...TEXT },
  $startsWith: { description: 'Begins with this text, literally.', ...TEXT },
  $endsWith: { description: 'Ends with this text, literally.', ...TEXT },
  $iStartsWith: { description: 'Begins with this text, upper and lower case alike.', ...TEXT },
  $iEndsWith: { description: 'Ends with this text, upper and lower case alike.', ...TEXT },
});

const testOf = (description: string, properties: Json): Json => ({
  description,
  type: 'object',
  properties: { ...properties, ...NULLS },
  additionalProperties: false,
  minProperties: 1,
});

const TEST_OF: Readonly<Record<FieldKind | 'id', string>> = {
  id: 'IdTest',
  text: 'TextTest',
  choice: 'TextTest',
  reference: 'TextTest',
  dateTime: 'TimeTest',
  integer: 'NumberTest',
  number: 'NumberTest',
  boolean: 'BooleanTest',
  texts: 'TextsTest',
};

/** The tests of each type of value, by name. All operators of one test must hold. */
export const testSchemas = (): Record<string, Json> => ({
  IdTest: testOf('Tests of an id.', { ...comparing(TEXT, LIMITS.ids), ...matching(LIMITS.ids) }),
  TextTest: testOf('Tests of a text. It is compared by code point.', { ...comparing(TEXT), ...matching() }),
  TimeTest: testOf('Tests of a time.', { ...comparing({ type: 'string', format: 'date-time' }), ...matching() }),
  NumberTest: testOf('Tests of a number.', comparing({ type: 'number' })),
  BooleanTest: testOf('Tests of a boolean.', {
    $eq: { description: 'Equal.', type: 'boolean' },
    $ne: { description: 'Not equal.', type: 'boolean' },
    $isTrue: { description: 'True.', ...TRUE },
    $isFalse: { description: 'False.', ...TRUE },
  }),
  TextsTest: testOf('Tests of a list of texts.', {
    $contArr: { description: 'It has all of these.', ...texts() },
    $intersectsArr: { description: 'It has one of these.', ...texts() },
  }),
  RelationTest: {
    description: 'Whether there is a related row that is not in the trash. One of the two.',
    type: 'object',
    properties: {
      $exists: { description: 'There is one.', type: 'boolean' },
      $notExists: { description: 'There is none.', type: 'boolean' },
    },
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  },
});

const VALUE_OF: Readonly<Record<FieldKind | 'id', Json | undefined>> = {
  id: TEXT,
  text: TEXT,
  choice: TEXT,
  reference: TEXT,
  dateTime: { type: 'string', format: 'date-time' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  texts: undefined,
};

/** A value alone means that the field equals it. */
function conditionOn(
  [name, kind, choices]: ReturnType<typeof columnsOf>[number],
  description = `About \`${name}\`.`,
): Json {
  const value = choices ? { type: 'string', enum: [...choices] } : VALUE_OF[kind];
  const test = refTo(TEST_OF[kind]);
  return value ? { description, anyOf: [value, test] } : { description, ...test };
}

/** The filter of a resource: fields are joined by AND. */
export function filterSchema(resource: Resource, all: Registry): Json {
  const name = `${typeName(resource)}Filter`;
  const columns = columnsOf(resource);
  const relations = Object.entries(resource.relations).filter(([, { hidden }]) => !hidden);
  const exists = relations.map(([relation]) => [
    relation,
    { description: `About the existence of \`${relation}\`.`, ...refTo('RelationTest') },
  ]);
  const reached = relations.flatMap(([relation, { to }]) =>
    columnsOf(all[to] as Resource).map((column) => [
      `${relation}.${column[0]}`,
      conditionOn(column, `About \`${column[0]}\` of \`${relation}\`, which \`relations\` must name.`),
    ]),
  );
  const branches = (words: string) => ({ description: words, type: 'array', items: refTo(name), minItems: 1 });
  return {
    description: `Which ${resource.name}. All conditions must hold. At most ${LIMITS.tests} tests, nested up to ${LIMITS.depth} levels.`,
    type: 'object',
    properties: Object.fromEntries([
      ...columns.map((column) => [column[0], conditionOn(column)]),
      ...exists,
      ...reached,
      ['$and', branches('All of these hold.')],
      ['$or', branches('One of these holds.')],
    ]),
    additionalProperties: false,
    examples: [exampleFilter(resource)],
  };
}

/** A filter by the fields of the first index, which is served without reading the collection. */
export function exampleFilter({ fields, indexes }: Resource): Json {
  const indexed = indexes[0]?.[0];
  const field = indexed === undefined ? undefined : fields[indexed];
  if (indexed === undefined || !field) return { version: { $gte: 1 } };
  if (field.choices) return { [indexed]: { $in: [...field.choices].slice(0, 2) } };
  return { [indexed]: { $isNotNull: true } };
}
