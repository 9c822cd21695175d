// Reads JSON into the values of attributes, as clients really send them. Values are texts, booleans, maps and lists: no name
// that a client sent becomes a property of an object.
import { refuse, ScimError } from './errors.ts';
import type { Attribute, Part } from './schema.ts';

export type Simple = string | boolean;
/** Name of a part, as the table spells it -> value. */
export type Complex = ReadonlyMap<string, Simple>;
export type Value = Simple | Complex | readonly Complex[];
/** Key of an attribute -> value. */
export type Attributes = ReadonlyMap<string, Value>;

/** More values of an attribute are in no directory. Members of a group have a bound of their own. */
export const MAX_VALUES = 100;
/** Members whom a request or a reply may list: 2 MB. A request says all of them again to change a few. */
export const MAX_LISTED = 10_000;
const MAX_TEXT = 2048;

export const isComplex = (value: unknown): value is Complex => value instanceof Map;
export const isList = (value: unknown): value is readonly Complex[] => Array.isArray(value);

/** The members of a JSON object, by their own names. */
export const entriesOf = (json: unknown): [string, unknown][] | undefined =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? Object.entries(json) : undefined;

/** The member of a JSON object with this name, which is compared without case. */
export const memberOf = (json: unknown, name: string): unknown =>
  entriesOf(json)?.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];

/** Returns the value of the attribute. `undefined`: it is unassigned (RFC 7643, 2.5). Throws invalidValue. */
export function readValue(attribute: Attribute, json: unknown): Value | undefined {
  if (json === null || json === undefined) return undefined;
  if (attribute.isMultiple) return nonEmpty(readList(attribute, json));
  if (attribute.kind === 'complex') return nonEmptyMap(readComplex(attribute, json));
  return readSimple(attribute, json);
}

const nonEmpty = (list: readonly Complex[]) => (list.length ? list : undefined);
const nonEmptyMap = (map: Complex) => (map.size ? map : undefined);

/** Returns the values of a list. One value may be sent alone. */
export function readList(attribute: Attribute, json: unknown): Complex[] {
  const all = (Array.isArray(json) ? json : [json]).filter((each) => each !== null && each !== undefined);
  requireFew(attribute, all);
  const list = all.map((each) => readComplex(attribute, each)).filter(({ size }) => size > 0);
  if (list.filter((each) => each.get('primary') === true).length > 1)
    refuse('invalidValue', `${attribute.name}: at most one value may be primary`);
  return list;
}

/** Throws invalidValue for more values than a directory has, and a 413 for more members than a request may list. */
export function requireFew({ name }: Attribute, list: readonly unknown[]): void {
  if (name === 'members' && list.length > MAX_LISTED)
    throw new ScimError(413, `members: at most ${MAX_LISTED} can be sent at once`);
  if (name !== 'members' && list.length > MAX_VALUES) refuse('invalidValue', `${name}: has too many values`);
}

/** Returns the parts that the table knows. A text alone is the part `value`: Entra sends the manager so. */
export function readComplex(attribute: Attribute, json: unknown): Complex {
  if (typeof json === 'string' || typeof json === 'number') {
    const value = attribute.parts.get('value');
    if (!value) return refuse('invalidValue', `${attribute.name}: must be an object`);
    return json === '' ? new Map() : new Map([[value.name, readSimple(value, json)]]);
  }
  const entries = entriesOf(json) ?? refuse('invalidValue', `${attribute.name}: must be an object`);
  const map = new Map<string, Simple>();
  for (const [name, value] of entries) {
    const part = attribute.parts.get(name.toLowerCase());
    if (part && value !== null && value !== undefined) map.set(part.name, readSimple(part, value));
  }
  return map;
}

/** Returns a text or a boolean. Entra sends booleans as texts, with a capital, and numbers may be what others call texts. */
export function readSimple({ name, kind }: Pick<Part, 'name' | 'kind'>, json: unknown): Simple {
  if (kind === 'boolean') {
    if (typeof json === 'boolean') return json;
    const text = typeof json === 'string' ? json.toLowerCase() : undefined;
    return text === 'true' ? true : text === 'false' ? false : refuse('invalidValue', `${name}: must be true or false`);
  }
  if (typeof json === 'number') return String(json);
  if (typeof json !== 'string') return refuse('invalidValue', `${name}: must be a text`);
  if (json.length > (kind === 'binary' ? 4 * MAX_TEXT : MAX_TEXT))
    return refuse('invalidValue', `${name}: is too long`);
  return json;
}

/** Whether both say the same. */
export const isSame = (a: Value | undefined, b: Value | undefined): boolean =>
  JSON.stringify(plain(a)) === JSON.stringify(plain(b));

/** Returns the value as JSON has it. */
export function plain(value: Value | undefined): unknown {
  if (isList(value)) return value.map(plain);
  return isComplex(value) ? Object.fromEntries([...value].sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}
