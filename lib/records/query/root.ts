// Parses what names columns of a list's own rows: `where`, `order` and `groupByKey`.
import type { Resource } from '../declare/resource.ts';
import type { Aggregated } from './aggregate-list.ts';
import { relationsIn } from './evaluate.ts';
import { LIMITS } from './limits.ts';
import { type Column, findColumn, findRelation, splitPath } from './names.ts';
import { namesOf, objectOf } from './parameters.ts';
import { noSuchField, tooComplex, wrongInput, wrongOperator } from './refuse.ts';
import type { Condition, LoadedRelation, Order, Path } from './tree.ts';
import { parseFilter, type Tally } from './where.ts';

/** Parses `where` of the root: its columns, `relation.column` of relations that are listed, and `$exists`. */
export function parseWhere(
  value: unknown,
  resource: Resource,
  relations: readonly LoadedRelation[],
  parameter: string,
  tests: Tally,
): Condition | undefined {
  if (value === undefined) return undefined;
  const condition = parseFilter(value, {
    parameter,
    findColumn: (name) => columnOf(resource, relations, name),
    hasRelation: (name) => findRelation(resource, name, 'visible') !== undefined,
    caps: LIMITS,
    tests,
  });
  const many = [...relationsIn(condition).tested].filter((name) => resource.relations[name]?.kind === 'many');
  if (many.length > 1) tooComplex(parameter, 'it names columns of at most one relation to many');
  return condition;
}

type Found = { path: Path; column: Column };

/** Returns a visible column of the resource, or of a relation that is listed. */
function columnOf(resource: Resource, relations: readonly LoadedRelation[], name: string): Found | undefined {
  const parts = splitPath(name);
  const [relation, field] = parts ?? [undefined, name];
  const target = relation === undefined ? resource : relations.find((each) => each.name === relation)?.target;
  const column = target && findColumn(target, field, 'visible');
  return column && { path: relation === undefined ? { field } : { relation, field }, column };
}

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

/** Returns the columns that a count is grouped by: a name, or a list of names. */
export function parseGroupBy(value: unknown, resource: Resource): readonly string[] {
  const names = (typeof value === 'string' ? [value] : namesOf(value, 'groupByKey')) ?? [];
  if (names.length > LIMITS.groupKeys) tooComplex('groupByKey', `a count has at most ${LIMITS.groupKeys} keys`);
  if (new Set(names).size < names.length) wrongInput('groupByKey', 'a key is listed twice');
  for (const name of names) {
    const { kind } = findColumn(resource, name, 'visible') ?? noSuchField('groupByKey');
    if (kind === 'texts') wrongOperator('groupByKey', 'a list of texts is no key');
    // A group has its number of rows under this name.
    if (name === 'count') wrongOperator('groupByKey', 'count is no key');
  }
  return names;
}
