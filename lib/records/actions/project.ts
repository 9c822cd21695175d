// Shows rows: copies declared visible columns by name, and nothing else. Every row of a reply comes from here.
import { fail } from '../../contract/errors.ts';
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

/** Debits a part of a reply. Throws CRUD_QUERY_TOO_BROAD if the reply becomes too large. */
export type Room = (part: object) => void;

/** A Lambda responds with at most 6 MB (quotas of Lambda). Half a megabyte is left for headers and what joins the rows. */
const MOST_BYTES = 5.5 * 1024 * 1024;

/**
 * Returns the room of a reply. A row that many others lead to is read once and shown with each of them, so what was read
 * bounds no reply.
 */
export function newRoom(): Room {
  let left = MOST_BYTES;
  return (part) => {
    // The body is a text within the JSON that the function returns: quotation marks are escaped once more.
    left -= Buffer.byteLength(JSON.stringify(JSON.stringify(part)));
    if (left < 0) {
      fail('CRUD_QUERY_TOO_BROAD', { message: 'The reply would be too large: take fewer rows, columns or relations.' });
    }
  };
}

/** Returns a whole row, as writes reply. */
export const showRow = (resource: Resource, row: Row): Shown => showColumns(resource, valuesOf({ resource }, row));

type Selection = { select?: readonly string[] | undefined; relations: readonly LoadedRelation[] };

/** Returns a row with the columns and relations that were selected, and its aggregates by alias. Debits `room`. */
export function showNode(
  resource: Resource,
  { values, related }: Node,
  { select, relations }: Selection,
  room: Room,
  aggregates: Values = {},
): Shown {
  const shown: Shown = { ...showColumns(resource, values, select), ...aggregates };
  room(shown);
  for (const relation of relations) {
    const rows = (related.get(relation.name) ?? []).map((node) =>
      showNode(relation.target, node, { select: relation.select, relations: relation.nested }, room),
    );
    shown[relation.name] = resource.relations[relation.name]?.kind === 'one' ? (rows[0] ?? null) : rows;
  }
  return shown;
}
