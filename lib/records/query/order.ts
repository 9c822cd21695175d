// Compares values and rows: nulls last in ascending order and first in descending order, as in PostgreSQL.
import type { Order, Path, Value } from './tree.ts';

/** Compares texts by code point, which is the order of their UTF-8 bytes and of sort keys in the table. */
export function compareTexts(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return rankOf(x) - rankOf(y);
  }
  return a.length - b.length;
}

/** Surrogates are parts of code points above every single unit (W3C, "String comparison in code point order"). */
const rankOf = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);

/** Compares two values of one type: numbers, booleans (false first), texts by code point. `null` is the greatest. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a === b) return 0;
  const [rankA, rankB] = [typeRank(a), typeRank(b)];
  if (rankA !== rankB) return rankA - rankB;
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  return Number(a) - Number(b);
}

/** Values of several types occur only where a declaration was changed. Their order is arbitrary, but the same always. */
function typeRank(value: Value): number {
  if (value === null) return 4;
  return typeof value === 'boolean' ? 0 : typeof value === 'number' ? 1 : typeof value === 'string' ? 2 : 3;
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  for (const [at, text] of a.entries()) {
    const difference = at < b.length ? compareTexts(text, b[at] as string) : 1;
    if (difference) return difference;
  }
  return a.length - b.length;
}

/** Compares by each key in turn, and finally by id. The order is total: pages neither repeat nor lose a row. */
export function compareBy<T>(
  order: Order,
  valueIn: (item: T, path: Path) => Value,
  idOf: (item: T) => string,
): (a: T, b: T) => number {
  return (a, b) => {
    for (const { path, direction } of order) {
      const difference = compareValues(valueIn(a, path), valueIn(b, path));
      if (difference) return direction === 'ASC' ? difference : -difference;
    }
    return compareTexts(idOf(a), idOf(b));
  };
}
