// Decides whether a row fulfils a condition. It is the definition of what filters mean; the table only saves reads.
import type { Condition, Path, Value } from './tree.ts';

/** What a condition is asked about: a row, perhaps with one row of each relation that the condition names. */
export type Subject = Readonly<{ valueOf: (path: Path) => Value; hasRow: (relation: string) => boolean }>;

/** Whether the subject fulfils the condition. A test of a value that is `null` fails, except `$isNull` (SQL). */
export function matches(condition: Condition | undefined, subject: Subject): boolean {
  throw new Error(`not built: ${condition} ${subject}`);
}
