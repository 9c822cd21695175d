// Keeps unique values unique: an item for each value of a unique field, written in the row's transaction. A row keeps
// its claims in the trash and releases them when it is purged.
import { hash } from 'node:crypto';
import { getMany, type Item, type Write } from '../../store/dynamo/table.ts';
import * as keys from '../../store/keys.ts';
import type { Collection, Row } from './row.ts';
import { encode, type IndexedValue } from './sort-key.ts';

export type Claim = Item & { type: 'row-claim'; id: string };

export type RowChange = Readonly<{ before: Row; after: Row }>;
export type Changed = Readonly<{ before: Row | undefined; after: Row | undefined }>;

/** Hashed, so that a long value fits and none can imitate the key of another one. */
const digest = (value: IndexedValue): string => hash('sha256', encode(value), 'base64url');

/** The key of the claim on a value of a unique field. */
export const claimKey = ({ tenantId, resource }: Collection, field: string, value: IndexedValue): keys.Key =>
  keys.rowClaim(tenantId, resource.name, field, digest(value));

/** Returns the fields whose values changes claim: more than those that are unique. */
export const claimedFields = ({ resource }: Pick<Collection, 'resource'>): string[] =>
  Object.keys(resource.fields).filter((field) => resource.fields[field]?.options.unique);

/** Returns the fields with a claim for every value of every row. */
export const uniqueFields = ({ resource }: Pick<Collection, 'resource'>): string[] =>
  Object.keys(resource.fields).filter((field) => resource.fields[field]?.options.unique === true);

const valueIn = (row: Row | undefined, field: string): IndexedValue => (row?.data[field] ?? null) as IndexedValue;

/** Returns the fields that will be unique once each row has its claims. */
export const buildingFields = (collection: Pick<Collection, 'resource'>): string[] => {
  const unique = uniqueFields(collection);
  return claimedFields(collection).filter((field) => !unique.includes(field));
};

/** The claims that a row should have. */
export const claimsOf = (collection: Collection, row: Row, fields = claimedFields(collection)): Claim[] =>
  fields.flatMap((field) => {
    const value = valueIn(row, field);
    return value === null ? [] : [{ ...claimKey(collection, field, value), type: 'row-claim', id: row.id } as const];
  });

/** The ids of the rows that hold values of a field, by the sort keys of the claims. */
export type Holders = ReadonlyMap<string, string | undefined>;

/** `held`: refused if a released value is not held as supposed. `claimed`: refused if another row has a value. */
export type ClaimWrites = Readonly<{ held: readonly Write[]; claimed: readonly Write[] }>;

/**
 * The writes of the claims of one field, for all rows of a transaction, or `'taken'` if two of them want one value. A
 * value that one row releases and another one takes is handed over: a transaction may not write an item twice.
 *
 * Without `holders`, each row is supposed to hold its old value. That is not so for rows that are older than a unique
 * field which is being built. A row never releases a value that another one holds.
 */
export function claimWrites(
  collection: Collection,
  field: string,
  changes: readonly Changed[],
  holders?: Holders,
): ClaimWrites | 'taken' {
  const released = new Map<string, { key: keys.Key; ids: string[] }>();
  const claimed = new Map<string, Claim>();
  for (const { before, after } of changes) {
    const [old, next] = [valueIn(before, field), valueIn(after, field)];
    if (old === next) continue;
    if (before && old !== null) {
      const key = claimKey(collection, field, old);
      released.set(key.sk, { key, ids: [...(released.get(key.sk)?.ids ?? []), before.id] });
    }
    if (!after || next === null) continue;
    const key = claimKey(collection, field, next);
    if (claimed.has(key.sk)) return 'taken';
    claimed.set(key.sk, { ...key, type: 'row-claim', id: after.id });
  }
  const writes: { held: Write[]; claimed: Write[] } = { held: [], claimed: [] };
  for (const [sk, { key, ids }] of released) {
    const holder = holders ? holders.get(sk) : ids[0];
    const item = claimed.get(sk);
    const isOwn = holder !== undefined && (ids.includes(holder) || holder === item?.id);
    const condition = { if: '#id = :holder', values: { holder } };
    if (item && isOwn) writes.held.push({ replace: { item, ...condition } });
    else if (item) writes.claimed.push({ create: item });
    else if (isOwn) writes.held.push({ remove: { ...key, ...condition } });
    else writes.held.push(holder === undefined ? { absent: key } : { check: { ...key, ...condition } });
  }
  for (const [sk, item] of claimed) if (!released.has(sk)) writes.claimed.push({ create: item });
  return writes;
}

/** Reads who holds the values that these changes release. */
export async function findHolders(collection: Collection, changes: readonly Changed[]): Promise<Holders> {
  const wanted = changes.flatMap(({ before }) => (before ? claimsOf(collection, before) : []));
  const found = (await getMany(wanted)) as (Claim | undefined)[];
  return new Map(wanted.map(({ sk }, place) => [sk, found[place]?.id]));
}

/**
 * The claims of fields that are being built that these rows lack, unless another row has the value. For rows that move
 * between the collection and the trash: a walk through both may miss them. Refused if a value was taken meanwhile.
 */
export async function missingClaimWrites(collection: Collection, rows: readonly Row[]): Promise<Write[]> {
  const fields = buildingFields(collection);
  const wanted = rows.flatMap((row) => claimsOf(collection, row, fields));
  if (!wanted.length) return [];
  const found = await getMany(wanted);
  const free = wanted.filter((_, place) => found[place] === undefined);
  return [...new Map(free.map((item) => [item.sk, { create: item }])).values()];
}
