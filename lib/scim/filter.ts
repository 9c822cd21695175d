// Parses and evaluates filters (RFC 7644, 3.4.2.2). Length and depth are bounded before anything is parsed, and the grammar has
// no step back, so the time is linear.
import { refuse } from './errors.ts';
import { requireTarget, type Target } from './path.ts';
import type { Attribute, Part, ResourceType } from './schema.ts';
import { type Attributes, type Complex, isComplex, isList, type Simple, type Value } from './values.ts';

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof OPERATORS)[number];
type Literal = Simple | number | null;

export type Filter =
  | { is: 'all' | 'any'; of: readonly Filter[] }
  | { is: 'not'; of: Filter }
  | { is: 'present'; target: Target }
  | { is: 'compare'; target: Target; operator: Operator; literal: Literal }
  | { is: 'some'; attribute: Attribute; of: Filter };

/** Far above what a directory asks, far below what a stack carries. */
export const MAX_LENGTH = 512;
const MAX_DEPTH = 4;
const MAX_TOKENS = 80;

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\\u0000-\u001f]|\\.)*")|([^\s()[\]"]+))/y;

/** Returns the filter over the attributes of a resource. Throws invalidFilter. */
export function parseFilter(type: ResourceType, text: string): Filter {
  return parsed(text, (name) => requireTarget(type, name, 'invalidFilter'));
}

/** Returns the filter over the parts of the values of an attribute. Throws `invalidFilter`. */
export function parseValueFilter(attribute: Attribute, text: string): Filter {
  return parsed(text, partsOf(attribute));
}

const partsOf =
  (attribute: Attribute) =>
  (name: string): Target => ({
    attribute,
    part: attribute.parts.get(name.toLowerCase()) ?? wrong('names no part of the attribute'),
  });

const wrong = (reason: string): never => refuse('invalidFilter', `The filter ${reason}.`);

type Resolve = (name: string) => Target;

function parsed(text: string, resolve: Resolve): Filter {
  if (text.length > MAX_LENGTH) wrong(`is longer than ${MAX_LENGTH} characters`);
  const tokens = tokensOf(text);
  const reader = { tokens, at: 0, resolve, depth: 0 };
  const filter = disjunction(reader);
  if (reader.at < tokens.length) wrong('has more than one expression');
  return filter;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [, bracket, quoted, word] = TOKEN.exec(text) ?? wrong('has a text without an end');
    tokens.push((bracket ?? quoted ?? word) as string);
    if (tokens.length > MAX_TOKENS) wrong('has too many parts');
  }
  return tokens;
}

type Reader = { tokens: readonly string[]; at: number; resolve: Resolve; depth: number };

const peek = ({ tokens, at }: Reader): string | undefined => tokens[at];
const isWord = (reader: Reader, word: string): boolean => peek(reader)?.toLowerCase() === word;
function take(reader: Reader): string {
  const token = peek(reader) ?? wrong('ends too early');
  reader.at += 1;
  return token;
}
function expect(reader: Reader, token: string): void {
  if (take(reader) !== token) wrong(`lacks ${token}`);
}

function nested<T>(reader: Reader, read: () => T): T {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH) wrong(`is nested deeper than ${MAX_DEPTH} levels`);
  const result = read();
  reader.depth -= 1;
  return result;
}

/** `and` binds more than `or`. */
const disjunction = (reader: Reader): Filter => joined(reader, 'or', 'any', conjunction);
const conjunction = (reader: Reader): Filter => joined(reader, 'and', 'all', term);

function joined(reader: Reader, word: string, is: 'all' | 'any', read: (reader: Reader) => Filter): Filter {
  const all = [read(reader)];
  while (isWord(reader, word)) {
    reader.at += 1;
    all.push(read(reader));
  }
  return all.length === 1 ? (all[0] as Filter) : { is, of: all };
}

function term(reader: Reader): Filter {
  if (isWord(reader, 'not') && reader.tokens[reader.at + 1] === '(') {
    reader.at += 1;
    return { is: 'not', of: grouped(reader) };
  }
  return peek(reader) === '(' ? grouped(reader) : comparison(reader);
}

function grouped(reader: Reader): Filter {
  return nested(reader, () => {
    expect(reader, '(');
    const inner = disjunction(reader);
    expect(reader, ')');
    return inner;
  });
}

function comparison(reader: Reader): Filter {
  const target = reader.resolve(take(reader));
  if (peek(reader) === '[') return someOf(reader, target);
  const word = take(reader).toLowerCase();
  if (word === 'pr') return { is: 'present', target };
  const operator = OPERATORS.find((each) => each === word) ?? wrong('has an operator that does not exist');
  return { is: 'compare', target, operator, literal: literalOf(take(reader)) };
}

function someOf(reader: Reader, { attribute, part }: Target): Filter {
  if (part || attribute.kind !== 'complex') return wrong('has brackets behind what has no parts');
  return nested(reader, () => {
    const { resolve } = reader;
    expect(reader, '[');
    reader.resolve = partsOf(attribute);
    const of = disjunction(reader);
    reader.resolve = resolve;
    expect(reader, ']');
    return { is: 'some', attribute, of };
  });
}

function literalOf(token: string): Literal {
  const word = token.toLowerCase();
  if (word === 'null') return null;
  if (word === 'true' || word === 'false') return word === 'true';
  if (!token.startsWith('"')) return wordOf(token);
  try {
    return JSON.parse(token) as string;
  } catch {
    return wrong('has a value that is not JSON');
  }
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const WORD = /^[\w.:+@-]+$/;

/** A number, or a text without quotes: the grammar wants them, and clients of Entra's samples leave them out. */
function wordOf(token: string): string | number {
  if (NUMBER.test(token)) return Number(token);
  return WORD.test(token) ? token : wrong('has a value that is not JSON');
}

/** Whether the resource fits. An attribute that is absent fits nothing but `ne`, `not` and `eq null`. */
export function fits(filter: Filter, attributes: Attributes): boolean {
  return judged(
    filter,
    ({ attribute, part }) => valuesOf(attributes.get(attribute.key), part),
    (attribute, of) => {
      const value = attributes.get(attribute.key);
      const list = isList(value) ? value : isComplex(value) ? [value] : [];
      return list.some((each) => fitsValue(of, each));
    },
  );
}

/** Whether one value of an attribute fits. */
export const fitsValue = (filter: Filter, value: Complex): boolean =>
  judged(
    filter,
    ({ part }) => [value.get((part as Part).name)].filter((each) => each !== undefined),
    () => false,
  );

function judged(
  filter: Filter,
  find: (target: Target) => readonly Simple[],
  some: (attribute: Attribute, of: Filter) => boolean,
): boolean {
  switch (filter.is) {
    case 'all':
      return filter.of.every((each) => judged(each, find, some));
    case 'any':
      return filter.of.some((each) => judged(each, find, some));
    case 'not':
      return !judged(filter.of, find, some);
    case 'some':
      return some(filter.attribute, filter.of);
    case 'present':
      return find(filter.target).some((each) => each !== '');
    case 'compare': {
      const found = find(filter.target);
      const { operator, literal, target } = filter;
      if (literal === null) return (operator === 'eq') === (found.length === 0);
      if (operator === 'ne') return !found.some((each) => compares(each, 'eq', literal, target));
      return found.some((each) => compares(each, operator, literal, target));
    }
  }
}

/** The texts and booleans at a target. A list without a part means its `value` (RFC 7644, 3.4.2.2). */
function valuesOf(value: Value | undefined, part: Part | undefined): Simple[] {
  const name = part?.name ?? 'value';
  if (isList(value)) return value.flatMap((each) => each.get(name) ?? []);
  if (isComplex(value)) return part ? [value.get(name) ?? []].flat() : [...value.values()];
  return value === undefined ? [] : [value];
}

function compares(value: Simple, operator: Operator, literal: Simple | number, { attribute, part }: Target): boolean {
  const fold = (each: Simple | number): string => {
    const text = String(each);
    return (part ?? attribute).isExact && typeof value !== 'boolean' ? text : text.toLowerCase();
  };
  const [a, b] = [fold(value), fold(literal)];
  switch (operator) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'co':
      return a.includes(b);
    case 'sw':
      return a.startsWith(b);
    case 'ew':
      return a.endsWith(b);
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
    case 'lt':
      return a < b;
    case 'le':
      return a <= b;
  }
}

/** The targets of all comparisons, with brackets as targets of the attribute. */
export function targetsOf(filter: Filter): Target[] {
  switch (filter.is) {
    case 'all':
    case 'any':
      return filter.of.flatMap(targetsOf);
    case 'not':
      return targetsOf(filter.of);
    case 'some':
      return targetsOf(filter.of);
    default:
      return [filter.target];
  }
}

/** Returns the text that each fitting resource has at the attribute; `undefined` if the filter does not say so. */
export function requiredText(filter: Filter, key: string): string | undefined {
  if (filter.is === 'all') return filter.of.map((each) => requiredText(each, key)).find((each) => each !== undefined);
  const isEqual = filter.is === 'compare' && filter.operator === 'eq' && filter.target.attribute.key === key;
  return isEqual && !filter.target.part && typeof filter.literal === 'string' ? filter.literal : undefined;
}

/** Returns the value that a filter of equalities describes: what `emails[type eq "work"]` creates. `undefined`: it describes none. */
export function describedBy(filter: Filter): Map<string, Simple> | undefined {
  const all = filter.is === 'all' ? filter.of : [filter];
  const described = new Map<string, Simple>();
  for (const each of all) {
    if (each.is !== 'compare' || each.operator !== 'eq' || each.literal === null || !each.target.part) return undefined;
    const { part } = each.target;
    const literal = typeof each.literal === 'number' ? String(each.literal) : each.literal;
    const isTrue = String(literal).toLowerCase() === 'true';
    described.set(part.name, part.kind === 'boolean' ? isTrue : String(literal));
  }
  return described;
}
