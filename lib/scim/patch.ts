// Compiles the operations of a PATCH (RFC 7644, 3.5.2) into typed changes of the closed schema, and applies them to a copy: all of
// them, or none. A path that the schema does not have is refused, so nothing outside of it can be named.
import { refuse } from './errors.ts';
import { describedBy, type Filter, fitsValue, parseValueFilter } from './filter.ts';
import { extensionAt, targetAt } from './path.ts';
import type { Attribute, Part, ResourceType } from './schema.ts';
import {
  type Attributes,
  type Complex,
  entriesOf,
  isComplex,
  isList,
  isSame,
  memberOf,
  readComplex,
  readList,
  readSimple,
  readValue,
  requireFew,
  type Simple,
  type Value,
} from './values.ts';

export type Change =
  | { change: 'set'; attribute: Attribute; value: Value }
  | { change: 'clear'; attribute: Attribute }
  | { change: 'merge'; attribute: Attribute; value: Complex }
  | { change: 'append'; attribute: Attribute; values: readonly Complex[] }
  | { change: 'drop'; attribute: Attribute; values: readonly Complex[] }
  | { change: 'setPart'; attribute: Attribute; part: Part; value: Simple }
  | { change: 'clearPart'; attribute: Attribute; part: Part }
  | { change: 'mergeWhere'; attribute: Attribute; where: Filter; value: Complex }
  | { change: 'removeWhere'; attribute: Attribute; where: Filter }
  | { change: 'clearPartWhere'; attribute: Attribute; where: Filter; part: Part };

/** Entra sends a member in an operation of its own. */
const MAX_OPERATIONS = 1000;

/** Returns the changes that a body asks for. Throws invalidSyntax, invalidPath, invalidValue, noTarget and mutability. */
export function compilePatch(type: ResourceType, body: unknown): Change[] {
  const operations = memberOf(body, 'Operations');
  if (!Array.isArray(operations) || operations.length === 0)
    return refuse('invalidSyntax', 'Operations: must be a list that is not empty');
  if (operations.length > MAX_OPERATIONS)
    refuse('invalidSyntax', `Operations: has more than ${MAX_OPERATIONS} entries`);
  return operations.flatMap((each) => compileOperation(type, each));
}

type Verb = 'add' | 'replace' | 'remove';

function compileOperation(type: ResourceType, operation: unknown): Change[] {
  const op = memberOf(operation, 'op');
  const verb = typeof op === 'string' ? op.toLowerCase() : '';
  if (verb !== 'add' && verb !== 'replace' && verb !== 'remove')
    return refuse('invalidSyntax', 'op: must be add, replace or remove');
  const path = memberOf(operation, 'path') ?? undefined;
  const value = memberOf(operation, 'value');
  if (path !== undefined && typeof path !== 'string') return refuse('invalidPath', 'path: must be a text');
  if (path !== undefined && path !== '') return compileAt(type, verb, path, value);
  if (verb === 'remove') return refuse('noTarget', 'A removal needs a path.');
  const entries = entriesOf(value) ?? refuse('invalidValue', 'Without a path, the value must be an object.');
  return entries.flatMap(([name, each]) => compileMember(type, verb, name, each));
}

/**
 * A member of the value of an operation without a path. Entra writes paths as names there. Clients send ids and schemas along,
 * which change nothing, and attributes that no schema has are ignored as in a PUT.
 */
function compileMember(type: ResourceType, verb: Verb, name: string, value: unknown): Change[] {
  if (extensionAt(type, name)) return compileAt(type, verb, name, value);
  const found = name.includes('[') ? undefined : targetAt(type, name);
  if (!found && !name.includes('[')) return [];
  if (found && (found.attribute.mutability === 'readOnly' || found.attribute.mutability === 'writeOnly')) return [];
  return compileAt(type, verb, name, value);
}

const FILTERED = /^([^[\]]+)\[(.*)\](?:\.([A-Za-z$][\w$]*))?$/s;

function compileAt(type: ResourceType, verb: Verb, path: string, value: unknown): Change[] {
  const extension = extensionAt(type, path);
  if (extension) return compileExtension(type, verb, extension.id, value);
  const [, before, filter, partName] = FILTERED.exec(path) ?? [];
  const found = targetAt(type, before ?? path) ?? refuse('invalidPath', 'path: names no attribute of the schema');
  const { attribute, part } = found;
  if (attribute.mutability === 'readOnly' || part?.mutability === 'readOnly')
    return refuse('mutability', `${attribute.name}: cannot be changed`);
  if (attribute.mutability === 'writeOnly') return [];
  if (filter !== undefined) return [compileFiltered(attribute, verb, filter, partName, value, part)];
  if (part) return [compilePart(attribute, part, verb, value)];
  return [compileWhole(attribute, verb, value)];
}

function compileExtension(type: ResourceType, verb: Verb, urn: string, value: unknown): Change[] {
  if (verb === 'remove')
    return [...type.attributes.values()]
      .filter(({ schema, key }) => schema === urn && key !== schema)
      .map((attribute) => ({ change: 'clear', attribute }));
  const entries = entriesOf(value) ?? refuse('invalidValue', 'The value of an extension must be an object.');
  return entries.flatMap(([name, each]) => {
    const isKnown = targetAt(type, `${urn}:${name}`) !== undefined;
    return isKnown ? compileAt(type, verb, `${urn}:${name}`, each) : [];
  });
}

function compileWhole(attribute: Attribute, verb: Verb, json: unknown): Change {
  if (verb === 'remove') {
    const isPartial = attribute.isMultiple && json !== undefined && json !== null;
    return isPartial
      ? { change: 'drop', attribute, values: readList(attribute, json) }
      : { change: 'clear', attribute };
  }
  if (verb === 'add' && attribute.isMultiple)
    return { change: 'append', attribute, values: readList(attribute, json ?? []) };
  const value = readValue(attribute, json);
  if (value === undefined || (value === '' && attribute.kind !== 'boolean')) return { change: 'clear', attribute };
  return isComplex(value) ? { change: 'merge', attribute, value } : { change: 'set', attribute, value };
}

function compilePart(attribute: Attribute, part: Part, verb: Verb, json: unknown): Change {
  if (attribute.isMultiple) return refuse('invalidPath', 'path: a part of one of several values needs a filter');
  if (verb === 'remove' || json === null || json === undefined || json === '')
    return { change: 'clearPart', attribute, part };
  return { change: 'setPart', attribute, part, value: readSimple(part, json) };
}

function compileFiltered(
  attribute: Attribute,
  verb: Verb,
  filter: string,
  partName: string | undefined,
  json: unknown,
  outer: Part | undefined,
): Change {
  if (!attribute.isMultiple || outer) return refuse('invalidPath', 'path: has a filter where there is one value');
  const where = asPath(() => parseValueFilter(attribute, filter));
  const part = partName === undefined ? undefined : attribute.parts.get(partName.toLowerCase());
  if (partName !== undefined && !part) return refuse('invalidPath', 'path: names no part of the attribute');
  if (verb === 'remove' || (part && (json === null || json === undefined)))
    return part ? { change: 'clearPartWhere', attribute, where, part } : { change: 'removeWhere', attribute, where };
  // A value of a list that holds one object is that object: Entra wraps it.
  const alone = Array.isArray(json) && json.length === 1 ? json[0] : json;
  const value = part ? new Map([[part.name, readSimple(part, alone)]]) : readComplex(attribute, alone);
  return { change: 'mergeWhere', attribute, where, value };
}

/** A wrong filter in a path makes a wrong path. */
function asPath<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    return refuse('invalidPath', `path: ${(error as Error).message}`);
  }
}

/** Returns the attributes after all changes. Throws noTarget for a filter that nothing fits and that describes no value. */
export function applyChanges(before: Attributes, changes: readonly Change[]): Attributes {
  const after = new Map(before);
  for (const each of changes) {
    const { key } = each.attribute;
    const value = changed(after.get(key), each);
    const isEmpty = value === undefined || (isList(value) && !value.length) || (isComplex(value) && !value.size);
    if (isList(value)) requireFew(each.attribute, value);
    if (isEmpty) after.delete(key);
    else after.set(key, value);
  }
  return after;
}

/** Returns the value of the attribute after the change. */
function changed(stored: Value | undefined, each: Change): Value | undefined {
  const list = isList(stored) ? stored : [];
  const map = isComplex(stored) ? stored : new Map<string, Simple>();
  switch (each.change) {
    case 'set':
      return each.value;
    case 'clear':
      return undefined;
    case 'merge':
      return new Map([...map, ...each.value]);
    case 'append':
      return each.values.reduce(appended, list);
    case 'drop':
      return list.filter((value) => !each.values.some((gone) => isNamedBy(gone, value)));
    case 'setPart':
      return new Map([...map, [each.part.name, each.value]]);
    case 'clearPart':
      return without(map, each.part);
    case 'mergeWhere':
      return mergedWhere(list, each);
    case 'removeWhere':
      return list.filter((value) => !fitsValue(each.where, value));
    case 'clearPartWhere':
      return list
        .map((value) => (fitsValue(each.where, value) ? without(value, each.part) : value))
        .filter(({ size }) => size > 0);
  }
}

const without = (map: Complex, { name }: Part): Complex => new Map([...map].filter(([each]) => each !== name));

/** Whether a removal that lists values names this one: by its `value`, or by all that it says. */
const isNamedBy = (gone: Complex, value: Complex): boolean =>
  gone.has('value')
    ? gone.get('value') === value.get('value')
    : [...gone].every(([name, each]) => value.get(name) === each);

/** Adds a value that is not there yet. A new primary value takes that from the one before (RFC 7644, 3.5.2). */
function appended(list: readonly Complex[], value: Complex): readonly Complex[] {
  if (list.some((each) => isSame(each, value))) return list;
  return [...withPrimary(list, value), value];
}

const withPrimary = (list: readonly Complex[], value: Complex): Complex[] =>
  list.map((each) =>
    value.get('primary') === true && each.get('primary') === true ? new Map([...each, ['primary', false]]) : each,
  );

function mergedWhere(
  list: readonly Complex[],
  { where, value }: Extract<Change, { change: 'mergeWhere' }>,
): readonly Complex[] {
  if (list.some((each) => fitsValue(where, each))) {
    const others = list.map((each) => (fitsValue(where, each) ? each : withPrimary([each], value)[0])) as Complex[];
    return others.map((each) => (fitsValue(where, each) ? new Map([...each, ...value]) : each));
  }
  const described = describedBy(where) ?? refuse('noTarget', 'No value fits the filter in the path.');
  return appended(list, new Map([...described, ...value]));
}
