// Joins rows with the rows of their relations and decides which of them match, with the semantics of a SQL join.
import type { Resource } from '../declare/resource.ts';
import { matches, relationsIn, subjectOf } from '../query/evaluate.ts';
import type { Condition, LoadedRelation, Path, Value, Values } from '../query/tree.ts';
import { type Row, valuesOf } from '../store/row.ts';

export type Read = (
  resource: Resource,
  relation: string,
  rows: readonly Row[],
) => Promise<(row: Row) => readonly Row[]>;

/** What a request has for reading the rows of relations. */
export type Related = Readonly<{
  /** Reads the live rows of a relation of these rows. Returns a function that looks them up, in the order of their ids. */
  read: Read;
  /** Throws CRUD_QUERY_TOO_BROAD when the time of the request is used up. To be called for each row that is evaluated. */
  requireTime: () => void;
}>;

/** A row that matched, with the rows of its relations that matched with it. */
export type Node = { row: Row; values: Values; related: Map<string, readonly Node[]> };

/** Whether rows without a row of the relation are dropped. */
export const isRequired = ({ where, isInner, nested }: LoadedRelation): boolean =>
  isInner || where !== undefined || nested.some(isRequired);

/** Returns the part of a condition that concerns the row alone. It holds for every row for which the condition holds. */
export function ownPart(condition: Condition | undefined): Condition | undefined {
  if (!condition) return undefined;
  if (condition.kind === 'and') {
    const legs = condition.legs.flatMap((leg) => ownPart(leg) ?? []);
    return legs.length > 1 ? { kind: 'and', legs } : legs[0];
  }
  const { tested, exists } = relationsIn(condition);
  return tested.size + exists.size ? undefined : condition;
}

/** Returns the relations that decide which rows match: required ones, and those that the condition tests. */
export function decisive(relations: readonly LoadedRelation[], where: Condition | undefined): LoadedRelation[] {
  const { tested } = relationsIn(where);
  return relations.filter((relation) => isRequired(relation) || tested.has(relation.name));
}

/** Returns the rows for which the condition, which concerns them alone, holds. */
const selected = (
  { requireTime }: Related,
  resource: Resource,
  rows: readonly Row[],
  own: Condition | undefined,
): Node[] =>
  rows.flatMap((row) => {
    requireTime();
    const values = valuesOf({ resource }, row);
    return matches(own, subjectOf(values)) ? { row, values, related: new Map() } : [];
  });

/**
 * Returns the rows that match, in their order, joined with these relations. A condition on `relation.column` concerns a
 * relation that is among them. Reads the rows of the relations.
 */
export async function matching(
  related: Related,
  resource: Resource,
  rows: readonly Row[],
  relations: readonly LoadedRelation[],
  where: Condition | undefined,
): Promise<Node[]> {
  const nodes = selected(related, resource, rows, ownPart(where));
  await join(related, resource, nodes, relations);
  const required = relations.filter(isRequired);
  const joined = required.length
    ? nodes.filter((node) => required.every(({ name }) => node.related.get(name)?.length))
    : nodes;
  const { tested, exists } = relationsIn(where);
  if (!where || !(tested.size + exists.size)) return joined;
  const hasRow = await existence(related, resource, [...exists], joined);
  return joined.filter((node) => keepMatching(node, where, [...tested], hasRow(node), related.requireTime));
}

/** Joins the rows of relations. Only `matching` drops rows for what is missing in them. */
export async function join(
  related: Related,
  resource: Resource,
  nodes: readonly Node[],
  relations: readonly LoadedRelation[],
): Promise<void> {
  const rows = nodes.map(({ row }) => row);
  for (const { name, target, nested, where } of relations) {
    const rowsOf = await related.read(resource, name, rows);
    const distinct = new Map(rows.flatMap((row) => rowsOf(row).map((each) => [each.id, each])));
    const found = await matching(related, target, [...distinct.values()], nested, where);
    const byId = new Map(found.map((node) => [node.row.id, node]));
    for (const node of nodes) {
      const own = rowsOf(node.row).flatMap(({ id }) => byId.get(id) ?? []);
      node.related.set(name, own);
    }
  }
}

type HasRow = (relation: string) => boolean;

/** Returns for each node whether its relations have rows that are not in the trash. */
async function existence(
  related: Related,
  resource: Resource,
  relations: readonly string[],
  nodes: readonly Node[],
): Promise<(node: Node) => HasRow> {
  const rows = nodes.map(({ row }) => row);
  const rowsOf = new Map<string, (row: Row) => readonly Row[]>();
  for (const relation of relations) rowsOf.set(relation, await related.read(resource, relation, rows));
  return ({ row }) =>
    (relation) =>
      (rowsOf.get(relation)?.(row) ?? []).length > 0;
}

/**
 * Whether one combination of the row with a row of each tested relation fulfils the condition. A relation without rows
 * takes part with nulls. Keeps the related rows of matching combinations only.
 */
function keepMatching(
  node: Node,
  where: Condition,
  tested: readonly string[],
  hasRow: HasRow,
  requireTime: () => void,
): boolean {
  const kept = new Map(tested.map((name) => [name, new Set<Node>()]));
  const chosen = new Map<string, Node | undefined>();
  const valueAt = ({ relation, field }: Path): Value =>
    (relation === undefined ? node.values[field] : chosen.get(relation)?.values[field]) ?? null;
  const tryAll = (at: number): boolean => {
    const name = tested[at];
    if (name === undefined) {
      requireTime();
      const isMatch = matches(where, { valueOf: valueAt, hasRow });
      if (isMatch) for (const [each, one] of chosen) if (one) kept.get(each)?.add(one);
      return isMatch;
    }
    const rows = node.related.get(name) ?? [];
    let isAny = false;
    for (const each of rows.length ? rows : [undefined]) {
      chosen.set(name, each);
      isAny = tryAll(at + 1) || isAny;
    }
    return isAny;
  };
  if (!tryAll(0)) return false;
  for (const [name, nodes] of kept) {
    const shown = (node.related.get(name) ?? []).filter((each) => nodes.has(each));
    node.related.set(name, shown);
  }
  return true;
}
