// Compares values and rows: nulls last in ascending order and first in descending order, as in PostgreSQL.
import type { Order, Path, Value } from './tree.ts';

/** Compares two values of one type: numbers, booleans (false first), texts by code point. `null` is the greatest. */
export function compareValues(a: Value, b: Value): number {
  throw new Error(`not built: ${a} ${b}`);
}

/** Compares by each key in turn, and finally by id. */
export function compareBy<T>(
  order: Order,
  valueIn: (item: T, path: Path) => Value,
  idOf: (item: T) => string,
): (a: T, b: T) => number {
  throw new Error(`not built: ${order} ${valueIn} ${idOf}`);
}
