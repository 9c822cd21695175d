// Converts values to DynamoDB's attributes and back, as the SDK's `marshall` does, for the types that items here have. Bytes
// are base64 at once, because the calls are written as JSON without a further look (protocol.ts).
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Values } from './item.ts';

export type Attributes = Record<string, AttributeValue>;

/** Returns the attributes of the item. Those that are `undefined` are left out. Throws for a type that is not stored. */
export function toAttributes(item: Values): Attributes {
  const attributes: Attributes = {};
  for (const name of Object.keys(item)) {
    const value = item[name];
    if (value !== undefined) setOwn(attributes, name, toAttribute(value));
  }
  return attributes;
}

function toAttribute(value: unknown): AttributeValue {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      return { N: exact(value) };
    case 'boolean':
      return { BOOL: value };
    case 'object':
      return toContainer(value);
    default:
      throw new TypeError(`a ${typeof value} cannot be stored`);
  }
}

function toContainer(value: object | null): AttributeValue {
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter((each) => each !== undefined).map(toAttribute) };
  if (value instanceof Set) return { SS: strings(value) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') as never };
  // A Date or a Map would be stored as an empty object.
  const kind = Object.prototype.toString.call(value);
  if (kind !== '[object Object]') throw new TypeError(`${kind} cannot be stored`);
  return { M: toAttributes(value as Values) };
}

/** DynamoDB has 38 digits, and a number of JavaScript is exact up to 2^53. */
function exact(value: number): string {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw new RangeError(`${value} cannot be stored`);
  return String(value);
}

/** DynamoDB refuses empty sets. */
function strings(set: Set<unknown>): string[] {
  const values = [...set];
  if (!values.length || values.some((each) => typeof each !== 'string')) throw new TypeError('not a set of strings');
  return values as string[];
}

/** Returns the item with these attributes, except that named `without`. */
export function fromAttributes<T = Record<string, unknown>>(attributes: Attributes, without?: string): T {
  const item: Record<string, unknown> = {};
  for (const name of Object.keys(attributes)) {
    if (name !== without) setOwn(item, name, fromAttribute(attributes[name] as AttributeValue));
  }
  return item as T;
}

/** Sets a property of the object itself. Names can be data, and assigning `__proto__` would change the prototype. */
function setOwn<V>(object: Record<string, V>, name: string, value: V): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

function fromAttribute(attribute: AttributeValue): unknown {
  if (attribute.S !== undefined) return attribute.S;
  if (attribute.N !== undefined) return Number(attribute.N);
  if (attribute.BOOL !== undefined) return attribute.BOOL;
  if (attribute.NULL !== undefined) return null;
  if (attribute.M !== undefined) return fromAttributes(attribute.M);
  if (attribute.L !== undefined) return attribute.L.map(fromAttribute);
  if (attribute.SS !== undefined) return new Set(attribute.SS);
  if (attribute.B !== undefined) return bytes(attribute.B);
  throw new TypeError('an attribute has a type that is not stored here');
}

/** In errors, the SDK has decoded them already. */
const bytes = (value: Uint8Array | string): Uint8Array =>
  typeof value === 'string' ? Uint8Array.from(Buffer.from(value, 'base64')) : value;
