// Shows rows: copies declared visible columns by name, and nothing else. Every row of a reply comes from here.
import type { Resource } from '../declare/resource.ts';
import type { LoadedRelation, Value, Values } from '../query/tree.ts';
import { type Row, valuesOf } from '../store/row.ts';
import type { Node } from './nodes.ts';

export type Shown = { [name: string]: Value | Shown | Shown[] };

/** Returns the names of the columns that may leave the service, in the order of the declaration. */
export const visibleColumns = ({ fields, softDelete, reorder }: Resource): string[] => [
  'id',
  ...Object.keys(fields).filter((name) => !fields[name]?.options.hidden),
  'createdAt',
  'updatedAt',
  'version',
  ...(softDelete ? ['deletedAt'] : []),
  ...(reorder ? ['order'] : []),
];

function showColumns(resource: Resource, values: Values, select?: readonly string[]): Shown {
  const columns = visibleColumns(resource);
  const shown = select ? columns.filter((name) => name === 'id' || select.includes(name)) : columns;
  return Object.fromEntries(shown.map((name) => [name, values[name] ?? null]));
}

/** Returns a whole row, as writes reply. */
export const showRow = (resource: Resource, row: Row): Shown => showColumns(resource, valuesOf({ resource }, row));

type Selection = { select?: readonly string[] | undefined; relations: readonly LoadedRelation[] };

/** Returns a row with the columns and relations that were selected, and its aggregates by alias. */
export function showNode(
  resource: Resource,
  { values, related }: Node,
  { select, relations }: Selection,
  aggregates: Values = {},
): Shown {
  const shown = { ...showColumns(resource, values, select), ...aggregates };
  for (const relation of relations) {
    const rows = (related.get(relation.name) ?? []).map((node) =>
      showNode(relation.target, node, { select: relation.select, relations: relation.nested }),
    );
    shown[relation.name] = resource.relations[relation.name]?.kind === 'one' ? (rows[0] ?? null) : rows;
  }
  return shown;
}
