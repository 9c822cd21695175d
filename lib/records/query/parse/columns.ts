// Finds the columns that a filter or an order may name.
import type { Resource } from '../../declare/resource.ts';
import { LIMITS } from '../limits.ts';
import { type Column, findColumn, splitPath } from '../names.ts';
import type { LoadedRelation, Path } from '../tree.ts';
import type { Filterable, Tally } from './filter.ts';

/** A filter on the visible columns of one resource, and on nothing beside it. */
export const ownColumns = (resource: Resource, parameter: string, tests: Tally): Filterable => ({
  parameter,
  findColumn: (name) => {
    const column = findColumn(resource, name, 'visible');
    return column && { path: { field: name }, column };
  },
  hasRelation: () => false,
  caps: LIMITS,
  tests,
});

type Found = { path: Path; column: Column };

/** Returns a visible column of the resource, or of a relation that is listed. */
export function columnOf(resource: Resource, relations: readonly LoadedRelation[], name: string): Found | undefined {
  const parts = splitPath(name);
  const [relation, field] = parts ?? [undefined, name];
  const target = relation === undefined ? resource : relations.find((each) => each.name === relation)?.target;
  const column = target && findColumn(target, field, 'visible');
  return column && { path: relation === undefined ? { field } : { relation, field }, column };
}
