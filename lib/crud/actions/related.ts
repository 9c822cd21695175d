// Reads the rows of relations, each once in a request.
import type { Resource } from '../declare/resource.ts';
import type { Registry } from '../declare/types.ts';
import type { Budget } from '../store/budget.ts';
import { allChildren, childrenByIndex, findRows, isCollectionCheaper } from '../store/read.ts';
import type { Collection, Row } from '../store/row.ts';

/** Reads the live rows of a relation of these rows. Returns a function that looks them up, in the order of their ids. */
export type ReadRelated = (
  resource: Resource,
  relation: string,
  rows: readonly Row[],
) => Promise<(row: Row) => readonly Row[]>;

/** Returns the reader of a request. It debits the request's budget. */
export function relatedReader(tenantId: Collection['tenantId'], all: Registry, budget: Budget): ReadRelated {
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

  return (resource, relation, rows) => {
    const { kind, to, field } = resource.relations[relation] as Resource['relations'][string];
    return kind === 'one' ? toOne(to, field, rows) : toMany(`${resource.name}.${relation}`, to, field, rows);
  };
}

function cached<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const found = all.get(name) ?? new Map<string, T>();
  all.set(name, found);
  return found;
}
