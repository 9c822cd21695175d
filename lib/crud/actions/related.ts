// Reads the rows of relations, each once in a request.
import type { Resource } from '../declare/resource.ts';
import type { Registry } from '../declare/types.ts';
import type { Budget } from '../store/budget.ts';
import { planOf } from '../store/plan.ts';
import { childrenOf, findRows, readRows } from '../store/read.ts';
import type { Collection, Row } from '../store/row.ts';

/** Reads the live rows of a relation of these rows. Returns a function that looks them up, in the order of their ids. */
export type ReadRelated = (
  resource: Resource,
  relation: string,
  rows: readonly Row[],
) => Promise<(row: Row) => readonly Row[]>;

/**
 * From this number of parents, one read of all their children is cheaper than one query for each: a query costs half a
 * unit at least, and the largest page has 500 rows.
 */
const MANY_PARENTS = 501;

/** Returns the reader of a request. It debits the request's budget. */
export function relatedReader(tenantId: Collection['tenantId'], all: Registry, budget: Budget): ReadRelated {
  /** By resource and id. `undefined`: there is no such row. */
  const targets = new Map<string, Map<string, Row | undefined>>();
  /** By resource and relation, then by the id of the parent. */
  const children = new Map<string, Map<string, readonly Row[]>>();

  const toOne = async (to: string, field: string, rows: readonly Row[]) => {
    const known = cached(targets, to);
    const ids = new Set(rows.flatMap(({ data }) => (typeof data[field] === 'string' ? data[field] : [])));
    const unknown = [...ids].filter((id) => !known.has(id));
    for (const id of unknown) known.set(id, undefined);
    if (unknown.length) {
      const found = await findRows({ tenantId, resource: all[to] as Resource }, unknown, 'live');
      for (const row of found) known.set(row.id, row);
      budget.debit(
        unknown.length,
        found.reduce((sum, row) => sum + bytesOf(row), 0),
      );
    }
    return ({ data }: Row): readonly Row[] => {
      const found = known.get(data[field] as string);
      return found ? [found] : [];
    };
  };

  const toMany = async (name: string, to: string, field: string, rows: readonly Row[]) => {
    const known = cached(children, name);
    const unknown = [...new Set(rows.map(({ id }) => id))].filter((id) => !known.has(id));
    if (unknown.length) {
      const collection = { tenantId, resource: all[to] as Resource };
      const found =
        unknown.length < MANY_PARENTS
          ? await childrenOf(collection, field, unknown, budget)
          : await groupedBy(collection, field, budget);
      for (const id of unknown) known.set(id, [...(found.get(id) ?? [])].sort(byId));
    }
    return ({ id }: Row): readonly Row[] => known.get(id) ?? [];
  };

  return (resource, relation, rows) => {
    const { kind, to, field } = resource.relations[relation] as Resource['relations'][string];
    return kind === 'one' ? toOne(to, field, rows) : toMany(`${resource.name}.${relation}`, to, field, rows);
  };
}

const bytesOf = (row: Row): number => JSON.stringify(row).length;
const byId = (a: Row, b: Row): number => (a.id < b.id ? -1 : 1);

function cached<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const found = all.get(name) ?? new Map<string, T>();
  all.set(name, found);
  return found;
}

async function groupedBy(collection: Collection, field: string, budget: Budget): Promise<Map<string, Row[]>> {
  const groups = new Map<string, Row[]>();
  const plan = planOf(collection.resource, undefined, [], 'live');
  for await (const rows of readRows(collection, plan, { budget, batch: MANY_PARENTS })) {
    for (const row of rows) {
      const parent = String(row.data[field]);
      const group = groups.get(parent);
      if (group) group.push(row);
      else groups.set(parent, [row]);
    }
  }
  return groups;
}
