// Computes aggregates of a relation's rows, and groups of a count.
import { fail } from '../../contract/errors.ts';
import { matches, subjectOf } from './evaluate.ts';
import { LIMITS } from './limits.ts';
import { compareValues } from './order.ts';
import type { Aggregate, Value, Values } from './tree.ts';

/**
 * Returns the aggregate of the rows of one root; `where` of the aggregate is applied here. `null` is no value: without a
 * value count and sum are 0, avg, min and max are `null`. `isDistinct` changes count only. Decimals are plain doubles.
 */
export function aggregateOf({ fn, field, isDistinct, where }: Aggregate, rows: readonly Values[]): Value {
  const values = rows
    .filter((row) => where === undefined || matches(where, subjectOf(row)))
    .map((row) => row[field] ?? null)
    .filter((value) => value !== null);
  switch (fn) {
    case 'count':
      return isDistinct ? new Set(values.map((value) => JSON.stringify(value))).size : values.length;
    case 'sum':
      return sumOf(values);
    case 'avg':
      return values.length ? sumOf(values) / values.length : null;
    case 'min':
      return extremeOf(values, -1);
    case 'max':
      return extremeOf(values, 1);
  }
}

/** Values that are not numbers occur only where a declaration was changed. */
const sumOf = (values: readonly Value[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);

const extremeOf = (values: readonly Value[], sign: 1 | -1): Value =>
  values.reduce((best, value) => (best === null || sign * compareValues(value, best) > 0 ? value : best), null);

/** Groups of a count, filled row by row. */
export type Groups = Readonly<{
  /** Throws CRUD_QUERY_TOO_BROAD at the group after the last that a reply may have. */
  add: (values: Values) => void;
  /** Returns the groups in the order of their keys, nulls last. */
  list: () => Readonly<Record<string, Value>>[];
}>;

export function newGroups(keys: readonly string[]): Groups {
  const groups = new Map<string, { key: readonly Value[]; count: number }>();
  const add = (values: Values): void => {
    const key = keys.map((name) => values[name] ?? null);
    const id = JSON.stringify(key);
    const group = groups.get(id) ?? { key, count: 0 };
    if (group.count++) return;
    if (groups.size === LIMITS.groups) {
      fail('CRUD_QUERY_TOO_BROAD', { message: `groupByKey: there are more than ${LIMITS.groups} groups.` });
    }
    groups.set(id, group);
  };
  const list = () =>
    [...groups.values()]
      .sort((a, b) => compareKeys(a.key, b.key))
      .map(({ key, count }) => ({ count, ...Object.fromEntries(keys.map((name, at) => [name, key[at] ?? null])) }));
  return { add, list };
}

function compareKeys(a: readonly Value[], b: readonly Value[]): number {
  for (const [at, value] of a.entries()) {
    const difference = compareValues(value, b[at] ?? null);
    if (difference) return difference;
  }
  return 0;
}
