// Finds the resources whose rows a query concerns beside its own: the caller needs the right to read each of them.
import type { Registry, Resource } from '../declare/resource.ts';
import { relationsIn } from '../query/evaluate.ts';
import { targetOf } from '../query/names.ts';
import type { Condition, LoadedRelation, Query } from '../query/tree.ts';

/**
 * Returns the resources that relations of the query lead to: those that it loads, on every level, tests, asks `$exists`
 * of, or aggregates. What a query sorts by or tests in `having` is among them.
 */
export function touched(
  resource: Resource,
  all: Registry,
  { where, relations, aggregates }: Pick<Query, 'where' | 'relations' | 'aggregates'>,
): Set<Resource> {
  const found = new Set<Resource>();
  const add = (from: Resource, names: Iterable<string>): void => {
    for (const name of names) {
      const relation = from.relations[name];
      if (relation) found.add(targetOf(all, relation));
    }
  };
  const visit = (from: Resource, condition: Condition | undefined, loaded: readonly LoadedRelation[]): void => {
    const { tested, exists } = relationsIn(condition);
    add(from, [...tested, ...exists, ...loaded.map(({ name }) => name)]);
    for (const each of loaded) visit(each.target, each.where, each.nested);
  };
  visit(resource, where, relations);
  add(
    resource,
    aggregates.map(({ relation }) => relation),
  );
  return found;
}
