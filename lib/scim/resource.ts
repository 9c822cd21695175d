// Reads the bodies of resources, and writes them: between JSON with schemas and extensions, and the values of attributes.
import { refuse, ScimError } from './errors.ts';
import { type Target, targetAt } from './path.ts';
import type { Attribute, ResourceType } from './schema.ts';
import { type Attributes, entriesOf, isComplex, isList, memberOf, plain, readValue, type Value } from './values.ts';

/** Bytes of the attributes of a resource as JSON. */
export const MAX_BYTES = 8 * 1024;

/**
 * Returns the attributes in a body. Those that clients may not set, and those that no schema has, are ignored (RFC 7644, 3.3 and
 * 3.5.1). Throws invalidValue and invalidSyntax.
 */
export function readResource(type: ResourceType, body: unknown): Attributes {
  const entries = entriesOf(body) ?? refuse('invalidSyntax', 'The request body must be a JSON object.');
  const attributes = new Map<string, Value>();
  const add = (name: string, json: unknown): void => {
    const attribute = type.attributes.get(name.toLowerCase());
    if (!attribute || attribute.mutability === 'readOnly' || attribute.mutability === 'writeOnly') return;
    const value = readValue(attribute, json);
    if (value !== undefined && value !== '') attributes.set(attribute.key, value);
  };
  for (const [name, json] of entries) {
    const extension = type.extensions.find(({ id }) => id.toLowerCase() === name.toLowerCase());
    if (extension) for (const [inner, each] of entriesOf(json) ?? []) add(`${extension.id}:${inner}`, each);
    else add(name, json);
  }
  requireSchemas(type, memberOf(body, 'schemas'));
  return attributes;
}

/** Throws invalidValue for the schema of another resource. Some clients send none. */
function requireSchemas(type: ResourceType, schemas: unknown): void {
  if (schemas === undefined || schemas === null) return;
  const names = Array.isArray(schemas) ? schemas.map((each) => String(each).toLowerCase()) : [];
  if (names.length && !names.includes(type.core.id.toLowerCase()))
    refuse('invalidValue', `schemas: must have ${type.core.id}`);
}

/** Returns the attributes as they are stored. Throws a 413 for more than 8 KB. */
export function written(attributes: Attributes): string {
  const text = JSON.stringify([...attributes].map(([key, value]) => [key, plain(value)]));
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new ScimError(413, `The attributes have more than ${MAX_BYTES / 1024} KB.`);
  return text;
}

/** Returns the attributes that were stored. One that this version does not know is left out. */
export function asAttributes(type: ResourceType, text: string): Attributes {
  const entries = JSON.parse(text) as [string, unknown][];
  return new Map(
    entries.flatMap(([key, json]): [string, Value][] => {
      const attribute = type.attributes.get(key.toLowerCase());
      const value = attribute && readValue(attribute, json);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** Which attributes a reply has: only some, or all but some (RFC 7644, 3.9). */
export type Selection = { only: readonly Target[] } | { without: readonly Target[] };
export const ALL: Selection = { without: [] };

/** Returns the selection that a request names. Unknown names select nothing. Throws invalidValue for both at once. */
export function selectionOf(type: ResourceType, only: unknown, without: unknown): Selection {
  const [some, others] = [namesIn(only), namesIn(without)];
  if (some.length && others.length) refuse('invalidValue', 'attributes and excludedAttributes exclude each other');
  const targets = (names: readonly string[]): Target[] => names.flatMap((each) => allAt(type, each));
  return some.length ? { only: targets(some) } : { without: targets(others) };
}

const MAX_NAMES = 50;
function namesIn(value: unknown): string[] {
  const all = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value.map(String) : [];
  if (all.length > MAX_NAMES) refuse('invalidValue', 'attributes: names too many');
  // Some clients name values by a filter: `emails[type eq "work"]`. They get the attribute.
  return all.map((each) => each.replace(/\[.*$/s, '').trim()).filter(Boolean);
}

/** The attributes at a name, all of those of an extension. */
function allAt(type: ResourceType, name: string): Target[] {
  const found = targetAt(type, name);
  if (found) return [found];
  return [...type.attributes.values()]
    .filter(({ schema }) => schema !== type.core.id && schema.toLowerCase() === name.toLowerCase())
    .map((attribute) => ({ attribute }));
}

/** Returns the selected part of a value; `undefined` if none of it is. */
function selected(attribute: Attribute, value: Value, selection: Selection): Value | undefined {
  if (attribute.returned === 'always') return value;
  const targets = ('only' in selection ? selection.only : selection.without).filter(
    (each) => each.attribute === attribute,
  );
  const parts = targets.flatMap(({ part }) => part?.name ?? []);
  const isWhole = targets.length > parts.length;
  if ('only' in selection)
    return isWhole ? value : parts.length ? ofParts(value, (name) => parts.includes(name)) : undefined;
  return isWhole ? undefined : parts.length ? ofParts(value, (name) => !parts.includes(name)) : value;
}

function ofParts(value: Value, keeps: (name: string) => boolean): Value {
  if (isList(value)) return value.map((each) => new Map([...each].filter(([name]) => keeps(name))));
  return isComplex(value) ? new Map([...value].filter(([name]) => keeps(name))) : value;
}

/** Returns the body of a resource, with the schemas that it uses. */
export function bodyOf(
  type: ResourceType,
  attributes: Attributes,
  selection: Selection = ALL,
): Record<string, unknown> {
  const shown = [...attributes].flatMap(([key, value]) => {
    const attribute = type.attributes.get(key.toLowerCase());
    const kept = attribute && attribute.returned !== 'never' ? selected(attribute, value, selection) : undefined;
    return attribute && kept !== undefined ? [{ attribute, json: plain(kept) }] : [];
  });
  const used = type.extensions.filter(({ id }) => shown.some(({ attribute }) => attribute.schema === id));
  const members = (schema: string): Record<string, unknown> =>
    Object.fromEntries(
      shown.filter(({ attribute }) => attribute.schema === schema).map(({ attribute, json }) => [attribute.name, json]),
    );
  return {
    schemas: [type.core.id, ...used.map(({ id }) => id)],
    ...members(type.core.id),
    ...Object.fromEntries(used.map(({ id }) => [id, members(id)])),
  };
}
