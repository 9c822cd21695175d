// Decides whether the order of keys is the order of a query.

import { compareTexts } from '../query/order.ts';
import type { Order } from '../query/tree.ts';
import { timePartOf } from './ids.ts';

/**
 * How keys are read. Rows that are equal in the order of a query follow by ascending id, also in descending order. There
 * the keys of equal rows are read as a group. `ties`: what rows of a group share: nothing, the values of the index, or
 * these and the time of creation.
 */
export type Direction = Readonly<{ isDescending: boolean; ties: 'none' | 'values' | 'time' }>;

export const ASCENDING: Direction = { isDescending: false, ties: 'none' };

/** An id has 34 characters, of which the last 22 are random (platform/ids.ts). */
const [ID, RANDOM] = [34, 22];

/** Returns what the keys of a group begin with; `undefined` if keys are not read in groups. */
export function groupOf(key: string, { ties }: Direction): string | undefined {
  if (ties === 'none') return undefined;
  return key.slice(0, -(ties === 'time' ? RANDOM : ID));
}

/** Compares rows by id, as keys of the collection are read in this direction. */
export function compareIds(a: string, b: string, { isDescending, ties }: Direction): number {
  if (!isDescending) return compareTexts(a, b);
  return ties === 'time' ? compareTexts(timePartOf(b), timePartOf(a)) || compareTexts(a, b) : compareTexts(b, a);
}

/**
 * Returns how to read keys of these fields, followed by the id, so that rows are in the order of the query; `undefined`
 * if they cannot be. `constant`: fields that have one value in all rows.
 */
export function directionFor(
  fields: readonly string[],
  order: Order,
  constant: ReadonlySet<string>,
): Direction | undefined {
  const wanted = essential(order, constant);
  const [first] = wanted;
  if (!first) return fields.length ? undefined : ASCENDING;
  const isSame = wanted.every(({ path, direction }) => direction === first.direction && path.relation === undefined);
  const names = wanted.map(({ path }) => path.field);
  if (!isSame || fields.some((field, index) => names[index] !== field)) return undefined;
  const rest = names.slice(fields.length).join(' ');
  if (!['', 'createdAt', 'id', 'createdAt id'].includes(rest)) return undefined;
  if (first.direction === 'ASC') return ASCENDING;
  if (rest.endsWith('id')) return { isDescending: true, ties: 'none' };
  return { isDescending: true, ties: rest === '' ? 'values' : 'time' };
}

/** The order without keys that change nothing: constant ones, those after the id, and at the end `createdAt`, `id`. */
function essential(order: Order, constant: ReadonlySet<string>): Order {
  const isRoot = ({ path }: Order[number], field: string): boolean =>
    path.relation === undefined && path.field === field;
  let left = order.filter(({ path }) => path.relation !== undefined || !constant.has(path.field));
  const id = left.findIndex((each) => isRoot(each, 'id'));
  if (id >= 0) left = left.slice(0, id + 1);
  for (const field of ['id', 'createdAt']) {
    const last = left.at(-1);
    if (last && last.direction === 'ASC' && isRoot(last, field)) left = left.slice(0, -1);
  }
  return left;
}
