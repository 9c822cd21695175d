// Reads the places where a row can be, and makes the conditions that nothing has changed there.
import { type Item, slice, type Write } from '../../../store/dynamo/table.ts';
import * as keys from '../../../store/keys.ts';
import { findRow, findRows, type Place } from '../find.ts';
import type { Collection, Row } from '../row.ts';

/** Where a row was found. After a restore of the table it may be in both places. */
export type Places = Readonly<Record<Place, Row | undefined>>;

/** The key of a row in one of the places. */
export const keyIn = ({ tenantId, resource }: Collection, id: string, place: Place): keys.Key =>
  place === 'live' ? keys.row(tenantId, resource.name, id) : keys.trashedRow(tenantId, resource.name, id);

export async function findPlaces(collection: Collection, id: string): Promise<Places> {
  const [live, trash] = await Promise.all([findRow(collection, id, 'live'), findRow(collection, id, 'trash')]);
  return { live, trash };
}

/** The places of many rows, by id. */
export async function findAllPlaces(collection: Collection, ids: readonly string[]): Promise<Map<string, Places>> {
  const distinct = [...new Set(ids)];
  const [live, trash] = await Promise.all([
    findRows(collection, distinct, 'live'),
    findRows(collection, distinct, 'trash'),
  ]);
  const [inLive, inTrash] = [byId(live), byId(trash)];
  return new Map(distinct.map((id) => [id, { live: inLive.get(id), trash: inTrash.get(id) }]));
}

const byId = (rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]));

/** Refused if the row is not there any more as it was read, or is there although it was not. */
export function unchangedWrite(collection: Collection, id: string, place: Place, { [place]: row }: Places): Write {
  const key = keyIn(collection, id, place);
  return row
    ? { check: { ...key, if: '#version = :version', values: { version: row.version } } }
    : { absent: { pk: key.pk, sk: key.sk } };
}

/** Items of one call. DynamoDB also stops at 1 MB. */
const PAGE = 500;

/** Yields the items of a partition of a collection. Every sort key there begins with a letter or digit. */
export async function* walk({ pk }: { pk: string }): AsyncGenerator<Item[]> {
  let after: string | undefined;
  do {
    const { items, next } = await slice({ pk, from: '0', to: '~', after, limit: PAGE });
    if (items.length) yield items;
    after = next;
  } while (after !== undefined);
}
