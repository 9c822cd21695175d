// Encodes values as texts that DynamoDB sorts like the values. It sorts texts by their UTF-8 bytes, which is the order
// of code points.
import type { Value } from '../query/tree.ts';

export type IndexedValue = Exclude<Value, readonly string[]>;

/** First character of a value. `null` is the greatest, as in the order of queries. */
const [PRESENT, NULL] = ['1', '2'];
/** Ends a text. It is refused in every text, and sorts before all others, so `ab` sorts before `abc`. */
const END = '\0';
/** Sorts after all that can follow a whole value: the next value, or an id. */
const LAST = '\u{7f}';
/** A key of a sort has at most 1024 bytes (quotas of DynamoDB). */
const LONGEST_KEY = 1024;

/** Returns the encoding of a value. All values of a field have one type. Throws if a text contains NUL. */
export function encode(value: IndexedValue): string {
  if (value === null) return NULL;
  if (typeof value === 'number') return `${PRESENT}${encodeNumber(value)}`;
  if (typeof value === 'boolean') return `${PRESENT}${value ? 1 : 0}`;
  if (value.includes(END)) throw new Error('a text of an index contains NUL');
  return `${PRESENT}${value}${END}`;
}

/**
 * The bits of a double sort like its value once the sign bit of positive numbers is set and all bits of negative ones are
 * flipped (IEEE 754, section 5.10: totalOrder). Hexadecimal digits sort like the bits.
 */
function encodeNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value); // -0 equals 0
  const bits = view.getBigUint64(0);
  const sign = 1n << 63n;
  return (bits & sign ? ~bits & (2n ** 64n - 1n) : bits | sign).toString(16).padStart(16, '0');
}

/** Whether the table takes this sort key. */
export const isKeySize = (key: string): boolean => Buffer.byteLength(key) <= LONGEST_KEY;

/** A range of sort keys, both bounds included. No bound is itself a key. */
export type KeyRange = Readonly<{ from: string; to: string }>;

/** The keys that begin with the prefix, which ends after a whole value. A bound must not be empty. */
export const below = (prefix: string): KeyRange => ({ from: prefix || '0', to: endOf(prefix) });

/** The last key that begins with this prefix is before the result. */
export const endOf = (prefix: string): string => `${prefix}${LAST}`;

/** Bounds of a value. A test of order is never true of `null`. */
export type ValueRange = Readonly<{
  from?: { value: Exclude<IndexedValue, null>; isIncluded: boolean };
  to?: { value: Exclude<IndexedValue, null>; isIncluded: boolean };
}>;

/** The keys whose next value after the prefix is in the range. */
export const between = (prefix: string, { from, to }: ValueRange): KeyRange => ({
  from: `${prefix}${from ? (from.isIncluded ? encode(from.value) : endOf(encode(from.value))) : PRESENT}`,
  to: `${prefix}${to ? (to.isIncluded ? endOf(encode(to.value)) : encode(to.value)) : NULL}`,
});

/** The keys whose next value after the prefix is a text that begins with `start`. */
export const startingWith = (prefix: string, start: string): KeyRange => ({
  from: `${prefix}${PRESENT}${start}`,
  to: `${prefix}${successor(`${PRESENT}${start}`)}`,
});

/** Returns the first text after all that begin with this one. Its first character is `1`, so there always is one. */
function successor(text: string): string {
  const points = Array.from(text, (character) => character.codePointAt(0) as number);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop() as number;
  // Surrogates are no characters of their own.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}
