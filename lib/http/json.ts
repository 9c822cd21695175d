// Parses untrusted JSON. One pass over the text, without recursion, refuses input that parsers disagree about or that
// does harm later: duplicate keys, prototype keys, depth, width, numbers that lose precision, malformed strings.
import { fail } from '../contract/errors.ts';

// Bounds (OWASP ASVS 15.2.2): far above any real request, far below the limits of the validator and the table.
const MAX_DEPTH = 16;
const MAX_ENTRIES = 200;
const MAX_STRING = 4096;
/** Keys with which an object can be changed into another kind of object. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const STRING = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const SCALAR = /-?\d[\d.eE+-]*|true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

type Level = { keys: Set<string> | undefined; entries: number };

/** `maxEntries`: of each level. `maxString`: in UTF-16 units. */
export type Bounds = { maxEntries?: number | undefined; maxString?: number | undefined };

/**
 * Returns the object in `text`, if each level is within the bounds. Throws INVALID_JSON, or INVALID_INPUT for JSON that
 * is not an object or is out of bounds.
 */
export function parseObject(text: string, bounds: Bounds = {}): Record<string, unknown> {
  const { maxEntries = MAX_ENTRIES, maxString = MAX_STRING } = bounds;
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail('INVALID_INPUT', { message: 'The request body must be a JSON object.' });
  }
  scan(text, maxEntries, maxString);
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return fail('INVALID_JSON');
  }
}

const refuse = (reason: string): never => fail('INVALID_INPUT', { message: `The request body ${reason}.` });

/** Scans the tokens of text that is known to be valid JSON. */
function scan(text: string, maxEntries: number, maxString: number): void {
  const levels: Level[] = [];
  let at = 0;
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
      if (levels.length === MAX_DEPTH) refuse(`is nested deeper than ${MAX_DEPTH} levels`);
      levels.push({ keys: character === '{' ? new Set() : undefined, entries: 0 });
      at++;
    } else if (character === '}' || character === ']') {
      levels.pop();
      at++;
    } else if (character === ',' || character === ':') {
      if (character === ',' && level && ++level.entries >= maxEntries) refuse(`holds more than ${maxEntries} entries`);
      at++;
    } else if (character === '"') {
      const value = requireText(JSON.parse(take(STRING)), maxString);
      take(SPACE);
      if (text[at] === ':' && level?.keys) requireKey(value, level.keys);
    } else {
      requireNumber(take(SCALAR));
    }
  }
}

function requireText(value: string, maxString: number): string {
  if (value.length > maxString) refuse(`holds a string longer than ${maxString} characters`);
  if (!value.isWellFormed() || /[\u0000\ufeff]/.test(value)) refuse('holds characters that are not text');
  return value;
}

function requireKey(key: string, seen: Set<string>): void {
  if (seen.has(key)) fail('INVALID_JSON', { message: 'The request body holds the same key twice.' });
  if (key === '' || FORBIDDEN_KEYS.has(key)) refuse('holds a key that is not allowed');
  seen.add(key);
}

/** The smallest magnitude that the table accepts (DynamoDB developer guide, "Naming rules and data types"). */
const MIN_MAGNITUDE = 1e-130;

/** A number must mean the same in JavaScript and in the table: not -0, at most 2^53 - 1, and not too small. */
function requireNumber(token: string): void {
  if (token === 'true' || token === 'false' || token === 'null') return;
  const value = Number(token);
  const size = Math.abs(value);
  const tiny = size < MIN_MAGNITUDE && /[1-9]/.test(token.split(/e/i)[0] as string);
  if (size > Number.MAX_SAFE_INTEGER || Object.is(value, -0) || tiny) refuse('holds a number out of range');
}
