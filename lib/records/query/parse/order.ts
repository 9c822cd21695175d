// Parses `order`.
import type { Resource } from '../../declare/resource.ts';
import { LIMITS } from '../limits.ts';
import type { LoadedRelation, Order } from '../tree.ts';
import type { Aggregated } from './aggregates.ts';
import { columnOf } from './columns.ts';
import { objectOf } from './forms.ts';
import { noSuchField, tooComplex, wrongInput, wrongOperator } from './refuse.ts';

/** Aliases and columns of the root sort; in a list without aggregates, columns of relations to one as well. */
export function parseOrder(
  value: unknown,
  resource: Resource,
  relations: readonly LoadedRelation[],
  aggregates: readonly Aggregated[],
): Order {
  const keys = Object.entries(objectOf(value, 'order') ?? {});
  if (keys.length > LIMITS.order) tooComplex('order', `it has at most ${LIMITS.order} keys`);
  const sortable = aggregates.length ? [] : relations.filter(({ name }) => resource.relations[name]?.kind === 'one');
  const aliases = new Map(aggregates.map(({ aggregate, result }) => [aggregate.as, result]));
  return keys.map(([name, direction]) => {
    const result = aliases.get(name);
    const found = result ? { path: { field: name }, column: result } : columnOf(resource, sortable, name);
    const { path, column } = found ?? noSuchField('order');
    if (column.kind === 'texts') wrongOperator(`order.${name}`, 'a list of texts has no order');
    if (direction !== 'ASC' && direction !== 'DESC') return wrongInput(`order.${name}`, 'a direction is ASC or DESC');
    return { path, direction };
  });
}
