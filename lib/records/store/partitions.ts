// Lists where the rows of a collection and what belongs to them are. The change feed imports this file, so it needs
// nothing but keys.
import * as keys from '../../store/keys.ts';
import type { Collection } from './row.ts';

/** The fields of an index. */
export type Index = readonly string[];

/** The indexes that every change of a row writes: more than those that queries read. */
export const writtenIndexes = ({ indexes, building }: Collection['resource']): Index[] => [...indexes, ...building];

/** The partition of an index. */
export const partitionOf = ({ tenantId, resource }: Collection, index: Index): { pk: string } =>
  keys.rowIndex(tenantId, resource.name, index.join('.'));

/** Returns every partition of a collection: rows, trash, claims, counters and the declared indexes. */
export function partitionsOf(collection: Collection): string[] {
  const { tenantId, resource } = collection;
  const indexes = writtenIndexes(resource).map((index) => partitionOf(collection, index));
  const others = [keys.rowsOf, keys.trashOf, keys.rowClaimsOf, keys.rowCountsOf].map((of) =>
    of(tenantId, resource.name),
  );
  return [...others, ...indexes].map(({ pk }) => pk);
}
