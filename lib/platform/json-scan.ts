// Scans untrusted JSON, as text or as values, for what does harm later: duplicate keys, prototype keys, depth, width,
// numbers that lose precision, malformed strings. It works without recursion. The caller decides what a flaw means.

export type Bounds = Readonly<{
  /** Levels of objects and lists. */
  depth: number;
  /** Entries of each object and list. */
  entries: number;
  /** UTF-16 code units of each string and key. */
  text: number;
  /** A field of the outermost object. What it contains is scanned by itself: one flaw concerns one entry. */
  apart?: string;
}>;

export type Rule = 'key twice' | 'key' | 'depth' | 'entries' | 'text' | 'characters' | 'number' | 'value';
/** Called for the first flaw. `reason` completes a sentence: 'holds the same key twice'. */
export type Refuse = (rule: Rule, reason: string) => never;

/** Keys with which parsers or merges change the prototype of an object. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const STRING = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const SCALAR = /-?\d[\d.eE+-]*|true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

type Level = { keys: Set<string> | undefined; entries: number };

/** Scans the tokens of text that is known to be valid JSON. */
export function scanJson(text: string, bounds: Bounds, refuse: Refuse): void {
  const levels: Level[] = [];
  let at = 0;
  let field: string | undefined;
  const isApart = (): boolean => levels.length > 1 && field !== undefined && field === bounds.apart;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const token = pattern.exec(text)?.[0] ?? '';
    at += token.length;
    return token;
  };
  while (at < text.length) {
    take(SPACE);
    const character = text[at];
    const level = levels.at(-1);
    if (character === '{' || character === '[') {
      if (levels.length === bounds.depth && !isApart()) tooDeep(bounds, refuse);
      levels.push({ keys: character === '{' ? new Set() : undefined, entries: 0 });
      at++;
    } else if (character === '}' || character === ']') {
      levels.pop();
      at++;
    } else if (character === ',' || character === ':') {
      if (character === ',' && level && ++level.entries >= bounds.entries && !isApart()) tooWide(bounds, refuse);
      at++;
    } else if (character === '"') {
      const token = take(STRING);
      if (isApart()) continue;
      const value: string = JSON.parse(token);
      requireText(value, bounds, refuse);
      take(SPACE);
      if (text[at] === ':' && level?.keys) {
        if (level.keys.has(value)) refuse('key twice', 'holds the same key twice');
        requireKey(value, refuse);
        level.keys.add(value);
        if (levels.length === 1) field = value;
      }
    } else {
      const token = take(SCALAR);
      if (token !== 'true' && token !== 'false' && token !== 'null' && !isApart()) requireNumber(token, refuse);
    }
  }
}

/**
 * Scans values that may come from anywhere, and returns the size of their texts and keys in bytes of UTF-8. Only plain
 * objects, lists, texts, numbers, booleans and `null` pass.
 */
export function scanValue(root: unknown, bounds: Bounds, refuse: Refuse): number {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  let bytes = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') {
      requireText(value, bounds, refuse);
      bytes += Buffer.byteLength(value);
    } else if (typeof value === 'number') {
      if (!isExact(value)) refuse('number', OUT_OF_RANGE);
      bytes += 8;
    } else if (typeof value === 'object' && value !== null) {
      if (depth === bounds.depth) tooDeep(bounds, refuse);
      const members = Array.isArray(value) ? value : membersOf(value, bounds, refuse);
      if (members.length > bounds.entries) tooWide(bounds, refuse);
      for (const member of members) open.push({ value: member, depth: depth + 1 });
      if (members !== value) bytes += Buffer.byteLength(Object.keys(value).join(''));
    } else if (typeof value !== 'boolean' && value !== null) {
      refuse('value', 'holds a value that JSON does not have');
    }
  }
  return bytes;
}

function membersOf(value: object, bounds: Bounds, refuse: Refuse): unknown[] {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) refuse('value', 'holds a value that JSON does not have');
  const keys = Object.keys(value);
  if (keys.length > bounds.entries) tooWide(bounds, refuse);
  for (const key of keys) {
    requireText(key, bounds, refuse);
    requireKey(key, refuse);
  }
  return Object.values(value);
}

const tooDeep = ({ depth }: Bounds, refuse: Refuse): never => refuse('depth', `is nested deeper than ${depth} levels`);
const tooWide = ({ entries }: Bounds, refuse: Refuse): never => refuse('entries', `holds more than ${entries} entries`);

function requireText(value: string, bounds: Bounds, refuse: Refuse): void {
  if (value.length > bounds.text) refuse('text', `holds a string longer than ${bounds.text} characters`);
  if (!value.isWellFormed() || /[\u0000\ufeff]/.test(value)) {
    refuse('characters', 'holds characters that are not text');
  }
}

function requireKey(key: string, refuse: Refuse): void {
  if (key === '' || FORBIDDEN_KEYS.has(key)) refuse('key', 'holds a key that is not allowed');
}

/** The smallest magnitude that the table accepts (DynamoDB developer guide, "Naming rules and data types"). */
const MIN_MAGNITUDE = 1e-130;
const OUT_OF_RANGE = 'holds a number out of range';

/** Whether a number means the same in JavaScript and in the table: not -0, at most 2^53 - 1, and not too small. */
export function isExact(value: number): boolean {
  const size = Math.abs(value);
  return size <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0) && (size === 0 || size >= MIN_MAGNITUDE);
}

/** Whether the text of a JSON number means the same in JavaScript and in the table. */
export const isExactToken = (token: string): boolean =>
  isExact(Number(token)) && (Number(token) !== 0 || !/[1-9]/.test(token.split(/e/i)[0] as string));

function requireNumber(token: string, refuse: Refuse): void {
  if (!isExactToken(token)) refuse('number', OUT_OF_RANGE);
}
