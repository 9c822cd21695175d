// Reads the rows of relations, each once in a request.
import type { Registry, Relation, Resource } from '../declare/resource.ts';
import { targetOf } from '../query/names.ts';
import type { Condition } from '../query/tree.ts';
import type { Budget } from '../store/budget.ts';
import { allChildren, childrenByIndex, findRows, isCollectionCheaper } from '../store/read.ts';
import type { Collection, Row } from '../store/row.ts';
import { type ActionContext, readScope } from './context.ts';
import { matching, type Read, type Related } from './nodes.ts';

/**
 * Returns the reader of what the caller asks for: of a relation it has the rows that a list of their own resource would
 * show the caller. Joins, tests, existence and aggregates all read here. `all`: the reader of all rows.
 */
export function visibleRelated(context: ActionContext, all: Related): Related {
  const scopes = new Map<string, Promise<Condition | undefined>>();
  const read: Read = async (resource, relation, rows) => {
    const target = targetOf(context.all, resource.relations[relation] as Relation);
    const scope = scopes.get(target.name) ?? readScope(context, target);
    scopes.set(target.name, scope);
    const [rowsOf, condition] = await Promise.all([all.read(resource, relation, rows), scope]);
    if (!condition) return rowsOf;
    const distinct = new Map(rows.flatMap((row) => rowsOf(row).map((each) => [each.id, each])));
    const visible = new Set((await inScope(all, target, [...distinct.values()], condition)).map(({ id }) => id));
    return (row) => rowsOf(row).filter(({ id }) => visible.has(id));
  };
  return { ...all, read };
}

/**
 * Returns those of the rows that are in the scope of a hook. `all`: a scope is asked about all rows of relations, not
 * about those that the caller sees. So scopes of two resources may name each other.
 */
export async function inScope(
  all: Related,
  resource: Resource,
  rows: readonly Row[],
  scope: Condition | undefined,
): Promise<readonly Row[]> {
  return scope ? (await matching(all, resource, rows, [], scope)).map(({ row }) => row) : rows;
}

/** Returns the reader of all rows, for one request. It debits the request's budget. */
export function allRelated(tenantId: Collection['tenantId'], all: Registry, budget: Budget): Related {
  /** By resource and id. `undefined`: there is no such row. */
  const targets = new Map<string, Map<string, Row | undefined>>();
  /** By resource and relation, then by the id of the parent. */
  const children = new Map<string, Map<string, readonly Row[]>>();
  /** The relations of which all rows are known. */
  const complete = new Set<string>();

  const toOne = async (to: string, field: string, rows: readonly Row[]) => {
    const known = cached(targets, to);
    const ids = new Set(rows.flatMap(({ data }) => (typeof data[field] === 'string' ? data[field] : [])));
    const unknown = [...ids].filter((id) => !known.has(id));
    for (const id of unknown) known.set(id, undefined);
    if (unknown.length) {
      budget.debit(unknown.length, 0);
      const found = await findRows({ tenantId, resource: all[to] as Resource }, unknown, 'live', budget);
      for (const row of found) known.set(row.id, row);
    }
    return ({ data }: Row): readonly Row[] => {
      const found = known.get(data[field] as string);
      return found ? [found] : [];
    };
  };

  const toMany = async (name: string, to: string, field: string, rows: readonly Row[]) => {
    const known = cached(children, name);
    const unknown = [...new Set(rows.map(({ id }) => id))].filter((id) => !known.has(id));
    if (unknown.length && !complete.has(name)) {
      const collection = { tenantId, resource: all[to] as Resource };
      // A list that is read in parts asks for the children of each part: they count together.
      const isAll = await isCollectionCheaper(collection, field, known.size + unknown.length);
      const found = isAll
        ? await allChildren(collection, field, budget)
        : await childrenByIndex(collection, field, unknown, budget);
      if (isAll) complete.add(name);
      for (const id of unknown) known.set(id, []);
      for (const [id, each] of found) known.set(id, each);
    }
    return ({ id }: Row): readonly Row[] => known.get(id) ?? [];
  };

  const read: Read = (resource, relation, rows) => {
    const { kind, to, field } = resource.relations[relation] as Resource['relations'][string];
    return kind === 'one' ? toOne(to, field, rows) : toMany(`${resource.name}.${relation}`, to, field, rows);
  };
  return { read, requireTime: () => budget.debit(0, 0) };
}

function cached<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const found = all.get(name) ?? new Map<string, T>();
  all.set(name, found);
  return found;
}
