// Reads the fields of a body from its JSON schema.

export type Schema = {
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  enum?: string[];
  const?: unknown;
  minimum?: number;
  minItems?: number;
  maxLength?: number;
};
/** One field of a body: its path, its types, and a function that returns a valid body with a value in that field. */
export type Field = { path: string; types: string[]; body: (value: unknown) => unknown };
/** One value of every type. */
export const samples = { string: 'x', number: 7.5, boolean: true, null: null, array: [], object: {} };
const alternatives = (schema: Schema): Schema[] => schema.anyOf ?? [schema];

const findMatching = (pattern: string): string | undefined =>
  ['abc', 'abc.def', '123456'].find((text) => new RegExp(pattern).test(text));

/** Returns a value that matches the schema, without optional fields. */
function minimalValue({
  type,
  properties = {},
  required = [],
  pattern,
  enum: allowed,
  const: only,
  minimum,
  maxLength,
  items = {},
  minItems = 0,
}: Schema): unknown {
  if (only !== undefined) return only;
  if (type === 'object')
    return Object.fromEntries(required.map((key) => [key, minimalValue(properties[key] as Schema)]));
  if (type === 'string')
    return allowed?.[0] ?? (pattern ? findMatching(pattern) : 'https://example.com'.slice(0, maxLength));
  if (type === 'array') return Array.from({ length: minItems }, () => minimalValue(items));
  return { boolean: true, integer: minimum ?? 1, number: 1 }[type as string] ?? null;
}

/** Returns every field of an object, nested ones included. */
export function fieldsOf(schema: Schema, prefix: string, wrap: (value: unknown) => unknown): Field[] {
  const base = minimalValue(schema) as Record<string, unknown>;
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const path = `${prefix}${key}`;
    const body = (value: unknown) => wrap({ ...base, [key]: value });
    const own = { path, types: alternatives(field).map(({ type }) => type ?? 'any'), body };
    const inner = alternatives(field).flatMap((each) => [
      ...fieldsOf(each, `${path}.`, body),
      ...(each.items ? fieldsOf(each.items, `${path}.0.`, (value) => body([value])) : []),
      ...(each.items
        ? [{ path: `${path}.0`, types: [each.items.type ?? 'any'], body: (v: unknown) => body([v]) }]
        : []),
    ]);
    return [own, ...inner];
  });
}
