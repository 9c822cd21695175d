// Keeps the entries of a row in the indexes of its resource. Live rows have one entry in each, rows in the trash none.
import { fail } from '../../contract/errors.ts';
import type { Item, Write } from '../../store/dynamo/table.ts';
import { type Index, partitionOf, writtenIndexes } from './partitions.ts';
import type { Collection, Row } from './row.ts';
import { encode, type IndexedValue, isKeySize } from './sort-key.ts';

/** Leads to the row. It holds no values but those of its key. */
export type Entry = Item & { type: 'row-entry'; id: string };

/** Returns the encoded values of a row in an index: its position, but for the id. */
export const valuesIn = (index: Index, { data, order = 0 }: Positioned): string =>
  index.map((field) => encode(field === 'order' ? order : ((data[field] ?? null) as IndexedValue))).join('');

/** What decides the position of a row. `order` is a field of no resource, only of the row itself. */
type Positioned = Pick<Row, 'data' | 'order'>;

/** Returns the position of a row in an index. */
export const positionIn = (index: Index, row: Positioned & Pick<Row, 'id'>): string =>
  `${valuesIn(index, row)}${row.id}`;

/**
 * The writes that make the entries of `before` into those of `after`; `undefined` for a row that is new or leaves. Entries
 * whose position stays are not written. Throws INVALID_INPUT if the values of an index are too long for a key.
 */
export function entryWrites(collection: Collection, before: Row | undefined, after: Row | undefined): Write[] {
  return writtenIndexes(collection.resource).flatMap((index) => {
    const { pk } = partitionOf(collection, index);
    const [old, next] = [before && positionIn(index, before), after && positionIn(index, after)];
    if (old === next) return [];
    if (next !== undefined && !isKeySize(next)) {
      fail('INVALID_INPUT', { message: `${index.join(', ')}: these values are too long together.` });
    }
    return [
      // A row that is older than the index may be too long for it: it has no entry.
      ...(old === undefined || !isKeySize(old) ? [] : [{ erase: { pk, sk: old } }]),
      ...(after && next !== undefined ? [{ put: { pk, sk: next, type: 'row-entry', id: after.id } as Entry }] : []),
    ];
  });
}
