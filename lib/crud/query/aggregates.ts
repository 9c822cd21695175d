// Computes aggregates over the rows of a relation.
import type { Aggregate, Value, Values } from './tree.ts';

/** Returns the value of an aggregate over these rows. Empty: 0 for count and sum, `null` for the others. */
export function aggregateOf(aggregate: Aggregate, rows: readonly Values[]): Value {
  throw new Error(`not built: ${aggregate} ${rows}`);
}
