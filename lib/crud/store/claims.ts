// Keeps unique values unique: an item for each value of a unique field, written in the row's transaction. A row keeps
// its claims in the trash and releases them when it is purged.
import { hash } from 'node:crypto';
import type { Item, Write } from '../../store/dynamo/table.ts';
import * as keys from '../../store/keys.ts';
import type { Collection, Row } from './row.ts';
import { encode, type IndexedValue } from './sort-key.ts';

export type Claim = Item & { type: 'row-claim'; id: string };

export type RowChange = Readonly<{ before: Row; after: Row }>;
type Changed = Readonly<{ before: Row | undefined; after: Row | undefined }>;

/** Hashed, so that a long value fits and none can imitate the key of another one. */
const digest = (value: IndexedValue): string => hash('sha256', encode(value), 'base64url');

/** The key of the claim on a value of a unique field. */
export const claimKey = ({ tenantId, resource }: Collection, field: string, value: IndexedValue): keys.Key =>
  keys.rowClaim(tenantId, resource.name, field, digest(value));

/** Returns the unique fields of a resource. */
export const uniqueFields = ({ resource }: Pick<Collection, 'resource'>): string[] =>
  Object.keys(resource.fields).filter((field) => resource.fields[field]?.options.unique);

/**
 * The writes of the claims of one field, for all rows of a transaction, or `'taken'` if two of them want one value. A
 * value that one row releases and another one takes is handed over: a transaction may not write an item twice.
 */
export function claimWrites(collection: Collection, field: string, changes: readonly Changed[]): Write[] | 'taken' {
  const released = new Map<string, string>();
  const claimed = new Map<string, Claim>();
  for (const { before, after } of changes) {
    const [old, next] = [before?.data[field] ?? null, after?.data[field] ?? null] as IndexedValue[];
    if (old === next) continue;
    if (before && old != null) released.set(digest(old), before.id);
    if (!after || next == null) continue;
    const key = claimKey(collection, field, next);
    if (claimed.has(digest(next))) return 'taken';
    claimed.set(digest(next), { ...key, type: 'row-claim', id: after.id });
  }
  const { tenantId, resource } = collection;
  const keyOf = (each: string): keys.Key => keys.rowClaim(tenantId, resource.name, field, each);
  return [
    ...[...released.keys()].filter((each) => !claimed.has(each)).map((each) => ({ erase: keyOf(each) })),
    ...[...claimed].map(([each, item]): Write => {
      const holder = released.get(each);
      return holder === undefined ? { create: item } : { replace: { item, if: '#id = :holder', values: { holder } } };
    }),
  ];
}
