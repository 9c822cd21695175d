// Describes the values of a resource as JSON Schema: rows, bodies and what filters may say about each field.
import * as z from 'zod/mini';
import { EXAMPLES } from '../../contract/documents/examples.ts';
import { type Json, schemaOf } from '../../contract/documents/schemas.ts';
import { type Field, type FieldKind, writesOf } from '../declare/fields.ts';
import type { Registry, Resource } from '../declare/resource.ts';

export const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** The name of one row in the document: `order line` -> `OrderLine`. */
export const typeName = ({ singular }: Resource): string =>
  singular.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const TIME = '2026-01-31T09:26:53.589Z';
/** An id of a row of the resource. The digits are an example. */
export const exampleId = ({ prefix }: Pick<Resource, 'prefix'>): string => `${prefix}_0VbjgBMfNu31q5CB9cV4rOuOMSxGDh`;

type Property = { schema: Json; example: unknown };

const SYSTEM: Readonly<Record<string, Property>> = {
  createdAt: { schema: { description: 'When it was created.', type: 'string', format: 'date-time' }, example: TIME },
  updatedAt: {
    schema: { description: 'When it was last changed.', type: 'string', format: 'date-time' },
    example: TIME,
  },
  version: { schema: { description: 'Raised by every change.', type: 'integer', minimum: 1 }, example: 1 },
};
const DELETED_AT: Property = {
  schema: {
    description: 'Since when it is in the trash.',
    anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
  },
  example: null,
};
const ORDER: Property = { schema: { description: 'Its place, which PUT /reorder sets.', type: 'integer' }, example: 0 };

/** The fields that every row of the resource has by itself. */
const systemOf = (resource: Resource): Record<string, Property> => ({
  id: {
    schema: { description: 'Its id. Ids are in the order of creation.', type: 'string' },
    example: exampleId(resource),
  },
  ...SYSTEM,
  ...(resource.softDelete && { deletedAt: DELETED_AT }),
  ...(resource.reorder && { order: ORDER }),
});

/** The schema that the validator enforces, with the description of the field. */
function propertyOf(field: Field, name: string, all: Registry): Property {
  const { options, schema } = field;
  const accepted = schemaOf(options.optional ? z.nullable(schema) : schema, 'input');
  return { schema: { description: options.description, ...accepted }, example: exampleFor(field, name, all) };
}

const BY_KIND: Readonly<Record<FieldKind, unknown>> = {
  text: 'text',
  integer: 1,
  number: 1,
  boolean: true,
  dateTime: TIME,
  choice: undefined,
  texts: [],
  reference: undefined,
};

function exampleFor(field: Field, name: string, all: Registry): unknown {
  const { kind, choices, to, max = 0, default: value } = field;
  if (to !== undefined) return exampleId(all[to] as Resource);
  if (kind === 'choice') return value ?? choices?.[0];
  const known = kind === 'text' && typeof EXAMPLES[name] === 'string' ? (EXAMPLES[name] as string) : undefined;
  const text = known !== undefined && known.length <= max ? known : undefined;
  return text ?? value ?? BY_KIND[kind];
}

const isVisible = ({ options }: Field): boolean => !options.hidden;

function propertiesOf(resource: Resource, all: Registry, has: (field: Field) => boolean): Record<string, Property> {
  const chosen = Object.entries(resource.fields).filter(([, field]) => has(field));
  return Object.fromEntries(chosen.map(([name, field]) => [name, propertyOf(field, name, all)]));
}

function objectOf(description: string, properties: Record<string, Property>, required: readonly string[]): Json {
  const entries = Object.entries(properties);
  return {
    description,
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
    ...(required.length && { required: [...required] }),
    examples: [Object.fromEntries(entries.map(([name, { example }]) => [name, example]))],
  };
}

/** A whole row, as changes return it: every visible field. */
export function rowSchema(resource: Resource, all: Registry): Json {
  const properties = { ...systemOf(resource), ...propertiesOf(resource, all, isVisible) };
  return objectOf(`A ${resource.singular}.`, properties, Object.keys(properties));
}

/** A row as reads return it: with the chosen fields, loaded relations and aggregates. Only the id is always there. */
export function viewSchema(resource: Resource, all: Registry): Json {
  const relations = Object.entries(resource.relations).filter(([, { hidden }]) => !hidden);
  const loaded = relations.map(([name, { kind, to }]): [string, Property] => {
    const target = refTo(`${typeName(all[to] as Resource)}View`);
    const many = { description: 'If `relations` names it.', type: 'array', items: target };
    const one = { description: 'If `relations` names it.', anyOf: [target, { type: 'null' }] };
    return [name, kind === 'many' ? { schema: many, example: [] } : { schema: one, example: null }];
  });
  const fields = { ...systemOf(resource), ...propertiesOf(resource, all, isVisible) };
  return objectOf(
    `A ${resource.singular} as reads return it: with \`select\` only the chosen fields, and with \`aggregates\` also their aliases.`,
    { ...fields, ...Object.fromEntries(loaded) },
    ['id'],
  );
}

const isRequired = ({ options, default: value }: Field): boolean => !options.optional && value === undefined;

/** The body of create. A default is in the words: generators of clients take a field with `default` as required. */
export function createSchema(resource: Resource, all: Registry): Json {
  const entries = Object.entries(propertiesOf(resource, all, (field) => writesOf(field) !== 'never'));
  const properties = entries.map(([name, { schema, example }]): [string, Property] => {
    const { default: value } = resource.fields[name] as Field;
    const words = value === undefined ? '' : ` \`${JSON.stringify(value)}\` unless given.`;
    return [name, { schema: { ...schema, description: `${schema.description}${words}` }, example }];
  });
  const required = entries.flatMap(([name]) => (isRequired(resource.fields[name] as Field) ? [name] : []));
  const object = objectOf(`A new ${resource.singular}.`, Object.fromEntries(properties), required);
  return { ...object, additionalProperties: false };
}

/** The body of update; `id`: an entry of a bulk. */
export function updateSchema(resource: Resource, all: Registry, isEntry: boolean): Json {
  const fields = propertiesOf(resource, all, (field) => writesOf(field) === 'always');
  const properties = isEntry ? { id: systemOf(resource).id as Property, ...fields } : fields;
  const description = isEntry
    ? `Changes of one ${resource.singular}.`
    : `The fields of a ${resource.singular} to change.`;
  return { ...objectOf(description, properties, isEntry ? ['id'] : []), additionalProperties: false };
}

type Column = [name: string, kind: FieldKind | 'id', choices?: readonly string[]];

/** The names that a query may use, with the kind of each. */
export const columnsOf = (resource: Resource): Column[] => [
  ['id', 'id'],
  ['createdAt', 'dateTime'],
  ['updatedAt', 'dateTime'],
  ['version', 'integer'],
  ...(resource.softDelete ? [['deletedAt', 'dateTime'] satisfies Column] : []),
  ...(resource.reorder ? [['order', 'integer'] satisfies Column] : []),
  ...Object.entries(resource.fields)
    .filter(([, field]) => isVisible(field))
    .map(([name, { kind, choices }]): Column => (choices ? [name, kind, choices] : [name, kind])),
];
