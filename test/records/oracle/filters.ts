// Generates filters that mostly match something: operands are values of the rows, or close to them.
import { type Random, weighted } from '../../world/random.ts';
import type { Row } from './rows.ts';
import type { Filter } from './sql.ts';
import type { Kind } from './tables.ts';

/** The columns that a filter may name, and the values that each has in the rows. */
export type Pool = { kinds: Readonly<Record<string, Kind>>; rows: readonly Readonly<Record<string, unknown>>[] };
export type Test = Readonly<Record<string, unknown>>;

const TEXT = {
  $eq: 3,
  $ne: 2,
  $ieq: 3,
  $gt: 1,
  $gte: 1,
  $lt: 1,
  $lte: 1,
  $in: 3,
  $notIn: 2,
  $inL: 3,
  $notinL: 2,
  $like: 5,
  $notLike: 2,
  $iLike: 5,
  $notIlike: 2,
  $startsWith: 3,
  $endsWith: 3,
  $iStartsWith: 3,
  $iEndsWith: 3,
  $between: 2,
  $notBetween: 2,
  $isNull: 1,
  $isNotNull: 1,
};
const ORDERED = {
  $eq: 3,
  $ne: 2,
  $gt: 3,
  $gte: 3,
  $lt: 3,
  $lte: 3,
  $in: 3,
  $notIn: 2,
  $between: 3,
  $notBetween: 2,
  $isNull: 3,
  $isNotNull: 2,
};
/** Operator -> weight. */
const OPERATORS: Readonly<Record<Kind, Readonly<Record<string, number>>>> = {
  text: TEXT,
  choice: TEXT,
  id: TEXT,
  number: ORDERED,
  // As text, a time is ISO 8601 with milliseconds.
  time: { ...ORDERED, $startsWith: 1, $endsWith: 1, $like: 1, $notLike: 1, $notIlike: 1, $iStartsWith: 1 },
  boolean: { $eq: 2, $ne: 2, $isTrue: 3, $isFalse: 3, $isNull: 1, $isNotNull: 1 },
  list: { $contArr: 5, $intersectsArr: 5, $isNull: 1, $isNotNull: 1 },
};

const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const compare = (a: unknown, b: unknown): number =>
  typeof a === 'number' ? a - (b as number) : compareBytes(String(a), String(b));
const otherCase = (chance: Random, text: string): string =>
  weighted(chance, [text.toUpperCase(), text.toLowerCase(), text.normalize('NFD'), text], () => 1);
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Returns one or two operators on a column, mostly such that `target` passes. */
export function testOf(
  chance: Random,
  { kinds, rows }: Pool,
  name: string,
  target: Readonly<Record<string, unknown>>,
): Test | string | number | boolean {
  const kind = kinds[name]!;
  const known = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined);
  const isNear = chance.next() < 0.8;
  if (isNear && target[name] == null) return { $isNull: true };
  if (!known.length) return chance.next() < 0.5 ? { $isNull: true } : { $isNotNull: true };
  const near = isNear ? target[name] : chance.of(known);
  if (kind !== 'list' && chance.next() < 0.12) return near as string;
  const weights = OPERATORS[kind];
  const operator = weighted(chance, Object.keys(weights), (each) => weights[each]!);
  const test = { [operator]: operandOf(chance, operator, kind, near, known) };
  if (kind === 'list' || kind === 'boolean' || chance.next() < 0.85) return test;
  const second = chance.of(['$ne', '$gte', '$lte', '$isNotNull', '$notIn']);
  return { ...test, [second]: operandOf(chance, second, kind, chance.of(known), known) };
}

/** Returns an operand for an operator: `near`, a part of it, or values of the column. */
export function operandOf(
  chance: Random,
  operator: string,
  kind: Kind,
  near: unknown,
  known: readonly unknown[],
): unknown {
  const other = chance.of(known);
  const several = (first: unknown): unknown[] => [...new Set([first, ...chance.some(known, chance.below(4))])];
  switch (operator) {
    case '$isNull':
    case '$isNotNull':
    case '$isTrue':
    case '$isFalse':
      return true;
    case '$ne':
      return spelt(chance, kind, other);
    case '$in':
      return several(near);
    case '$notIn':
      return several(other);
    case '$inL':
      return several(near).map((each) => otherCase(chance, String(each)));
    case '$notinL':
      return several(other).map((each) => otherCase(chance, String(each)));
    case '$between':
    case '$notBetween':
      return [near, other].sort(compare);
    case '$contArr':
      return members(chance, near, other, 2);
    case '$intersectsArr':
      return members(chance, near, other, 3);
    case '$ieq':
      return otherCase(chance, String(near));
    case '$like':
    case '$notLike':
      return patternOf(chance, String(near));
    case '$iLike':
    case '$notIlike':
      return patternOf(chance, otherCase(chance, String(near)));
    case '$startsWith':
    case '$endsWith':
      return partOf(chance, operator, String(near));
    case '$iStartsWith':
    case '$iEndsWith':
      return partOf(chance, operator, otherCase(chance, String(near)));
    default:
      return spelt(chance, kind, near);
  }
}

/** At least one text: members of one row's list, or of two. */
function members(chance: Random, near: unknown, other: unknown, most: number): string[] {
  const own = chance.some(near as string[], 1 + chance.below(most));
  const all = chance.next() < 0.3 ? [...own, ...chance.some(other as string[], 1)] : own;
  return all.length ? [...new Set(all)] : ['red'];
}

/** A number, a boolean or a time may be written in several ways. */
function spelt(chance: Random, kind: Kind, value: unknown): unknown {
  if (chance.next() < 0.8) return value;
  if (kind === 'number' && !String(value).includes('e')) return String(value);
  if (kind === 'boolean') return String(value);
  if (kind === 'time') return chance.of(spellingsOf(String(value)));
  return value;
}

/** The same time without milliseconds or time of day if these are zero, and in another zone. */
function spellingsOf(time: string): string[] {
  const east = new Date(Date.parse(time) + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30');
  return [time.replace('.000Z', 'Z'), time.replace('T00:00:00.000Z', ''), east];
}

/** A prefix or suffix by whole characters, sometimes all or nothing. */
function partOf(chance: Random, operator: string, text: string): string {
  const letters = [...text];
  const length = chance.next() < 0.04 ? 0 : 1 + chance.below(Math.min(letters.length, 5));
  const isStart = operator.toLowerCase().includes('starts');
  return (isStart ? letters.slice(0, length) : letters.slice(Math.max(0, letters.length - length))).join('');
}

/** A pattern of LIKE: literal parts, escaped or not, and wildcards in place of characters. */
function patternOf(chance: Random, text: string): string {
  const letters = [...text];
  const from = chance.below(letters.length + 1);
  const to = from + chance.below(letters.length + 1 - from);
  const quote = (part: readonly string[]): string => escaped(part.join(''));
  switch (chance.below(8)) {
    case 0:
      return `${quote(letters.slice(0, to))}%`;
    case 1:
      return `%${quote(letters.slice(from))}`;
    case 2:
    case 3:
      return `%${quote(letters.slice(from, to))}%`;
    case 4:
      return letters.map((each) => (chance.next() < 0.3 ? '_' : escaped(each))).join('');
    case 5:
      return letters.map((each) => (chance.next() < 0.3 ? '%' : escaped(each))).join('');
    case 6:
      return `%${letters.map((each) => weighted(chance, ['_', '%', escaped(each)], (one) => one.length + 1)).join('')}%`;
    default:
      // As people write it: what is special stays special. A backslash at the end is an error in SQL.
      return text.replace(/\\$/, '');
  }
}

type Shape = { depth: number; fields: number; relations: readonly string[] };

/** Texts have most operators and lists are rare: they are drawn more often. A value that the target lacks is drawn less. */
const SHARES: Readonly<Record<Kind, number>> = { text: 5, choice: 2, id: 1, list: 5, number: 2, time: 1, boolean: 2 };

function namesOf(chance: Random, { kinds }: Pool, target: Readonly<Record<string, unknown>>, count: number): string[] {
  const weightOf = (name: string): number => SHARES[kinds[name]!] * (target[name] == null ? 0.3 : 1);
  return [...new Set(Array.from({ length: count }, () => weighted(chance, Object.keys(kinds), weightOf)))];
}

/** Returns a filter with at most `depth` levels of $and and $or. */
export function filterOf(chance: Random, pool: Pool, target: Readonly<Record<string, unknown>>, shape: Shape): Filter {
  const { depth, fields, relations } = shape;
  // One condition alone: no other hides what it does.
  if (chance.next() < 0.35) {
    const [name] = namesOf(chance, pool, target, 1);
    return { [name!]: testOf(chance, pool, name!, target) };
  }
  const filter: Record<string, unknown> = {};
  const isNested = depth > 0 && chance.next() < 0.4;
  for (const name of namesOf(chance, pool, target, isNested ? chance.below(2) : 1 + chance.below(fields)))
    filter[name] = testOf(chance, pool, name, target);
  if (relations.length && chance.next() < 0.15)
    filter[chance.of(relations)] = { [chance.of(['$exists', '$exists', '$notExists'])]: chance.next() < 0.7 };
  if (isNested) {
    const inner = { ...shape, depth: depth - 1, fields: 2 };
    const legs = (count: number, isOr: boolean): Filter[] =>
      Array.from({ length: count }, () =>
        filterOf(chance, pool, isOr && chance.next() < 0.6 ? (chance.of(pool.rows) as Row) : target, inner),
      );
    if (chance.next() < 0.65) filter.$or = legs(1 + chance.below(3), true);
    if (!filter.$or || chance.next() < 0.2) filter.$and = legs(1 + chance.below(2), false);
  }
  return Object.keys(filter).length ? filter : { id: testOf(chance, pool, 'id', target) };
}
