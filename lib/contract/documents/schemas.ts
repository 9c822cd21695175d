// Turns the contract's shapes into JSON Schema 2020-12, the dialect of OpenAPI 3.1. Named shapes become components.
import * as z from 'zod/mini';
import type { NamedShape } from '../documentation.ts';
import { EXAMPLES } from './examples.ts';

export type Json = Record<string, unknown>;
type Io = 'input' | 'output';
type ObjectSchema = { properties?: Record<string, Json>; required?: string[] };
/** A component's schema, and the field values that its example must have. */
type Component = { schema: Json; example: Readonly<Json> };

const COMPONENTS = '#/components/schemas/';

/** Returns the schema, with a reference to `$defs` in place of each shape that has one of the `ids`. */
export function schemaOf(schema: z.ZodMiniType, io: Io, ids = z.registry<{ id: string }>()): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    reused: 'inline',
    metadata: ids,
    override: ({ jsonSchema }) => {
      // The format implies the pattern, which is 300 characters long.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      // A reply may gain fields, so its objects stay open.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

/** Collects the named shapes that operations use. Each becomes one component, with its descriptions and an example. */
export function componentsOf(shapes: readonly NamedShape[]) {
  const ids = z.registry<{ id: string }>();
  for (const { schema, name } of shapes) ids.add(schema, { id: name });
  const byName = new Map(shapes.map((shape) => [shape.name, shape]));
  const used = new Map<string, Component>();

  const add = (name: string, found: Json): void => {
    const shape = byName.get(name);
    if (!shape) throw new Error(`openapi: no shape is named ${name}`);
    const schema = described(found, shape);
    const before = used.get(name)?.schema ?? schema;
    if (JSON.stringify(before) !== JSON.stringify(schema)) throw new Error(`openapi: two shapes are named ${name}`);
    used.set(name, { schema, example: shape.example });
  };

  return {
    /** Returns the schema with references to components. Throws if a name stands for two different schemas. */
    use: (schema: z.ZodMiniType, io: Io): Json => {
      const text = JSON.stringify(schemaOf(schema, io, ids)).replaceAll('"#/$defs/', `"${COMPONENTS}`);
      const { $defs = {}, ...rest } = JSON.parse(text) as Json & { $defs?: Record<string, Json> };
      for (const [name, found] of Object.entries($defs)) add(name, found);
      return rest;
    },
    /** Returns every component that was used, by name. */
    all: (): Json =>
      Object.fromEntries(
        [...used].map(([name, { schema, example }]) => [
          name,
          schema.properties ? { ...schema, examples: [exampleOf(schema, example, used)] } : schema,
        ]),
      ),
  };
}

function described(schema: Json, { name, description, fields }: NamedShape): Json {
  const { properties } = schema as ObjectSchema;
  if (!properties) return { description, ...schema };
  // A field that comes in by a spread is not checked by the compiler.
  const stale = Object.keys(fields).find((field) => !(field in properties));
  if (stale) throw new Error(`openapi: ${name} has no field ${stale}`);
  const entries = Object.entries(properties);
  return {
    description,
    ...schema,
    properties: Object.fromEntries(entries.map(([field, each]) => [field, { description: fields[field], ...each }])),
  };
}

const isText = (example: unknown): boolean => Array.isArray(example) && typeof example[0] === 'string';

/** Returns an example: the given fields and the required ones. Throws if it knows no value for a field. */
export function exampleOf(
  schema: Json,
  given: Readonly<Json> = {},
  components: ReadonlyMap<string, Component> = new Map(),
  field = '',
): unknown {
  const target = components.get(String(schema.$ref).slice(COMPONENTS.length));
  if (target) return exampleOf(target.schema, target.example, components, field);
  const { properties, required = [] } = schema as ObjectSchema;
  if (properties) {
    const names = Object.keys(properties).filter((name) => name in given || required.includes(name));
    return Object.fromEntries(
      names.map((name) => [
        name,
        name in given ? given[name] : exampleOf(properties[name] as Json, {}, components, name),
      ]),
    );
  }
  // A field may have the name of another one, and values of its own.
  const hasOwnValues =
    (Array.isArray(schema.enum) && !schema.enum.includes(EXAMPLES[field])) ||
    (schema.type === 'array' && isText(EXAMPLES[field]) && (schema.items as Json).type !== 'string');
  if (field in EXAMPLES && !hasOwnValues) return EXAMPLES[field];
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return exampleOf(schema.anyOf[0] as Json, {}, components, field);
  if (schema.type === 'array') return [exampleOf(schema.items as Json, {}, components, field)];
  if (schema.format === 'date-time') return '2026-01-31T09:26:53.589Z';
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer') return Math.max(1, Number(schema.minimum ?? 1));
  throw new Error(
    `no example for the field ${field}: give it one in lib/contract/fields or lib/contract/documents/examples.ts`,
  );
}
