// Checks that the caller may read every resource whose rows a query concerns.
import type { Registry, Resource } from '../declare/resource.ts';
import { relationsIn } from '../query/evaluate.ts';
import { targetOf } from '../query/names.ts';
import type { Condition, LoadedRelation, Query } from '../query/tree.ts';
import { type ActionContext, requireRight } from './context.ts';

/** Throws MISSING_REQUIRED_PERMISSIONS unless the caller may read every resource that the query concerns. */
export function requireReadable({ resource, all, caller }: ActionContext, query: Query): void {
  for (const each of resourcesOf(resource, all, query)) requireRight(each, caller, 'read');
}

/**
 * Returns the resources that relations of the query lead to: those that it loads, on every level, tests, asks `$exists`
 * of, or aggregates. What a query sorts by or tests in `having` is among them.
 */
function resourcesOf(
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
