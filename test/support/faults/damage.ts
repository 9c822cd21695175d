// Damages a copy of the table, for tests of the oracle.
import type { Row } from '../rows.ts';

export type Change = (row: Row) => Row | undefined;

/** Returns the table with one item changed or removed: the first of its type that fits. */
export function damaged(rows: readonly Row[], type: string, change: Change, fits: (row: Row) => boolean): Row[] {
  const at = rows.findIndex((row) => row.type === type && fits(row));
  if (at < 0) throw new Error(`there is no such ${type}`);
  const changed = change(rows[at] as Row);
  return [...rows.slice(0, at), ...(changed ? [changed] : []), ...rows.slice(at + 1)];
}

export const remove: Change = () => undefined;
export const set =
  (fields: Record<string, unknown>) =>
  (row: Row): Row => ({ ...row, ...fields });
export const atKey =
  (part: string) =>
  (row: Row): boolean =>
    `${row.pk} ${row.sk}`.includes(part);
