// Makes the schemas that docs/resources.json refers to by name.
import type { Json } from '../../contract/documents/schemas.ts';
import type { Registry } from '../declare/resource.ts';
import { mostRows } from '../store/limits.ts';
import { createSchema, refTo, rowSchema, typeName, updateSchema, viewSchema } from './fields.ts';
import { filterSchema, testSchemas } from './filters.ts';
import { aggregateSchema, countFilterSchema, hasRelations, relationsSchema } from './parameters.ts';

export const listOf = (items: Json): Json => ({ type: 'array', items });

/** Every schema that may be referred to. */
export function resourceSchemas(all: Registry): Record<string, Json> {
  const own = Object.values(all).flatMap((resource) => {
    const name = typeName(resource);
    const { name: plural } = resource;
    return Object.entries({
      [name]: rowSchema(resource, all),
      [`${name}View`]: viewSchema(resource, all),
      [`${name}Create`]: createSchema(resource, all),
      [`${name}CreateMany`]: bulk(`New ${plural}, all or none.`, `${name}Create`, mostRows(resource, 'create')),
      [`${name}Update`]: updateSchema(resource, all, false),
      [`${name}UpdateEntry`]: updateSchema(resource, all, true),
      [`${name}UpdateMany`]: bulk(
        `Changes of ${plural}, all or none.`,
        `${name}UpdateEntry`,
        mostRows(resource, 'change'),
      ),
      [`${name}Filter`]: filterSchema(resource, all),
      [`${name}CountFilter`]: countFilterSchema(resource),
      ...(hasRelations(resource) && { [`${name}Relations`]: relationsSchema(resource, all) }),
      [`${name}Page`]: page(plural, name, {
        total: { description: 'The number of all rows that the query selects.', type: 'integer', minimum: 0 },
      }),
      [`${name}CursorPage`]: page(plural, name, {
        next: { description: 'The cursor of the next page; `null` on the last one.', type: ['string', 'null'] },
      }),
    });
  });
  return { ...Object.fromEntries(own), ...testSchemas(), ...SHARED };
}

const bulk = (description: string, entry: string, maxItems: number): Json => ({
  description: `${description} At most what one transaction holds.`,
  type: 'object',
  properties: {
    bulk: { description: 'The entries, in the order of the reply.', ...listOf(refTo(entry)), minItems: 1, maxItems },
  },
  required: ['bulk'],
  additionalProperties: false,
});

const page = (plural: string, name: string, more: Record<string, Json>): Json => ({
  description: `A page of ${plural}.`,
  type: 'object',
  properties: { items: { description: 'The rows.', ...listOf(refTo(`${name}View`)) }, ...more },
  required: ['items', ...Object.keys(more)],
});

const SHARED: Readonly<Record<string, Json>> = {
  Aggregate: aggregateSchema,
  Ids: {
    description: 'Rows by their ids.',
    type: 'object',
    properties: {
      ids: {
        description: 'The ids. Ids that do not exist are ignored.',
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
      },
    },
    required: ['ids'],
    additionalProperties: false,
  },
  Done: {
    description: 'What was done.',
    type: 'object',
    properties: {
      success: { description: 'Always true.', const: true },
      message: { description: 'Text for people.', type: 'string' },
    },
    required: ['success', 'message'],
    examples: [{ success: true, message: 'Successfully deleted' }],
  },
  Counts: {
    description: 'Numbers of rows.',
    type: 'object',
    properties: {
      total: { description: 'All of them.', type: 'integer', minimum: 0 },
      data: {
        description: 'For each combination of the values of `groupByKey`; absent without it.',
        type: 'array',
        items: refTo('CountOfGroup'),
      },
    },
    required: ['total'],
    examples: [{ total: 3, data: [{ count: 3, status: 'active' }] }],
  },
  CountOfGroup: {
    description: 'The number of rows with these values. Each field of `groupByKey` is a member.',
    type: 'object',
    properties: { count: { description: 'The number of rows.', type: 'integer', minimum: 1 } },
    required: ['count'],
    additionalProperties: true,
    examples: [{ count: 3, status: 'active' }],
  },
};

/** Returns the schemas that the paths reach. Throws if one of them does not exist. */
export function used(paths: Json, schemas: Record<string, Json>): Record<string, Json> {
  const found = new Map<string, Json>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (!schema) throw new Error(`no schema is named ${name}`);
      if (found.has(name)) continue;
      found.set(name, schema);
      visit(schema);
    }
  };
  visit(paths);
  visit(refTo('Error'));
  return Object.fromEntries(found);
}
