// Parses `having`, which filters by the aliases of aggregates.
import { LIMITS } from '../limits.ts';
import type { Condition } from '../tree.ts';
import type { Aggregated } from './aggregates.ts';
import { parseFilter, type Tally } from './filter.ts';
import { wrongInput } from './refuse.ts';

/** Returns the condition on aliases. A path in it has no relation: its field is an alias. */
export function parseHaving(value: unknown, aggregates: readonly Aggregated[], tests: Tally): Condition | undefined {
  if (value === undefined) return undefined;
  if (!aggregates.length) return wrongInput('having', 'it needs aggregates');
  const columns = new Map(aggregates.map(({ aggregate, result }) => [aggregate.as, result]));
  return parseFilter(value, {
    parameter: 'having',
    findColumn: (name) => {
      const column = columns.get(name);
      return column && { path: { field: name }, column };
    },
    hasRelation: () => false,
    caps: LIMITS,
    tests,
  });
}
