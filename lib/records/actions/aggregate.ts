// Computes the aggregates of rows over the rows of their relations.
import type { Registry, Relation, Resource } from '../declare/resource.ts';
import { aggregateOf } from '../query/aggregates.ts';
import { matches, subjectOf } from '../query/evaluate.ts';
import { targetOf } from '../query/names.ts';
import type { Aggregate, Value, Values } from '../query/tree.ts';
import { type Row, valuesOf } from '../store/row.ts';
import type { Related } from './nodes.ts';

/** Returns the aggregates of each row by alias. Rows in the trash do not count. */
export async function aggregatesOf(
  { read, requireTime }: Related,
  { resource, all }: Readonly<{ resource: Resource; all: Registry }>,
  rows: readonly Row[],
  aggregates: readonly Aggregate[],
): Promise<(row: Row) => Values> {
  const results = new Map<string, Record<string, Value>>(rows.map(({ id }) => [id, {}]));
  for (const aggregate of aggregates) {
    const target = targetOf(all, resource.relations[aggregate.relation] as Relation);
    const rowsOf = await read(resource, aggregate.relation, rows);
    const { where, ...rest } = aggregate;
    for (const row of rows) {
      const values = rowsOf(row).map((each) => valuesOf({ resource: target }, each));
      const selected = values.filter((each) => {
        requireTime();
        return matches(where, subjectOf(each));
      });
      (results.get(row.id) as Record<string, Value>)[aggregate.as] = aggregateOf(rest, selected);
    }
  }
  return ({ id }) => results.get(id) ?? {};
}
