// Checks the rows of resources (I16): a row, its entries in indexes, its claims, the numbers of rows and the events say
// the same.

import { shardOfOrderedId, type TenantId } from '../../../lib/platform/ids.ts';
import type { Resource } from '../../../lib/records/declare/resource.ts';
import { resources } from '../../../lib/records/resources/index.ts';
import { claimedFields, claimKey } from '../../../lib/records/store/claims.ts';
import { SHARDS } from '../../../lib/records/store/counters.ts';
import { positionIn } from '../../../lib/records/store/index-entries.ts';
import { partitionOf, writtenIndexes } from '../../../lib/records/store/partitions.ts';
import type { Collection, Row as StoredRow } from '../../../lib/records/store/row.ts';
import type { IndexedValue } from '../../../lib/records/store/sort-key.ts';
import * as keys from '../../../lib/store/keys.ts';
import type { Row } from '../rows.ts';
import type { Complain, World } from './recount.ts';
import { tenantIn } from './shapes.ts';

type Stored = Row & StoredRow;
type Numbers = { live: number; trash: number };

const ALL: Readonly<Record<string, Resource>> = resources;
const COLLECTION = /^T#(ten_\w+)#C#([^#]+)(#.*)?$/;

/** Returns what must be in the table for a row, besides the row: key and id. */
function belongings(collection: Collection, row: Stored): Map<string, string> {
  const { resource } = collection;
  const places = claimedFields(collection).flatMap((field) => {
    const value = row.data[field] as IndexedValue | undefined;
    return value === undefined ? [] : [claimKey(collection, field, value)];
  });
  // Rows in the trash keep their claims, and have no entries.
  if (row.pk === keys.rowsOf(collection.tenantId, resource.name).pk) {
    for (const index of writtenIndexes(resource))
      places.push({ ...partitionOf(collection, index), sk: positionIn(index, row) });
  }
  return new Map(places.map(({ pk, sk }) => [`${pk}\n${sk}`, row.id]));
}

/** Complains about everything that a change of rows may have left half-written. */
export function resourceRows({ of, tenants }: World, complain: Complain): void {
  const expected = new Map<string, string>();
  const numbers = new Map<string, Numbers>();
  const versions = new Map<string, number>();
  for (const row of of<StoredRow>('row') as Stored[]) {
    const [, tenantId = '', name = '', place] = COLLECTION.exec(row.pk) ?? [];
    const resource = ALL[name];
    if (!resource || row.sk !== row.id || (place ? '#TRASH' : undefined) !== place) {
      complain('I16', `${row.pk} ${row.sk} is no row of a resource`);
      continue;
    }
    if ((row.deletedAt !== undefined) !== (place !== undefined))
      complain('I16', `${row.id} was deleted at ${row.deletedAt}`);
    if (versions.has(row.id)) complain('I16', `${row.id} is there twice`);
    versions.set(row.id, row.version);
    const collection = { tenantId: tenantId as TenantId, resource };
    for (const [key, id] of belongings(collection, row)) expected.set(key, id);
    const { pk, sk } = keys.rowCount(collection.tenantId, name, shardOfOrderedId(row.id, SHARDS));
    const counted = numbers.get(`${pk}\n${sk}`) ?? { live: 0, trash: 0 };
    counted[place ? 'trash' : 'live']++;
    numbers.set(`${pk}\n${sk}`, counted);
  }
  pointers([...of<{ id: string }>('row-entry'), ...of<{ id: string }>('row-claim')], expected, complain);
  counts(of<Partial<Numbers>>('row-count'), numbers, complain);
  // The rows of a deleted tenant go without events.
  const isGone = (row: Row): boolean => tenants.get(tenantIn(row) ?? '')?.status === 'deleted';
  const outbox = of<{ events: Event[] }>('outbox').filter((row) => !isGone(row));
  history(outbox, versions, complain);
}

/** Every entry and claim leads to its row, and none is missing. */
function pointers(there: readonly (Row & { id: string })[], expected: Map<string, string>, complain: Complain): void {
  const missing = new Map(expected);
  for (const { pk, sk, id } of there) {
    const key = `${pk}\n${sk}`;
    if (expected.get(key) !== id) complain('I16', `${pk} ${JSON.stringify(sk)} leads to ${id}, which is not so`);
    missing.delete(key);
  }
  for (const [key, id] of missing) complain('I16', `${id} lacks ${JSON.stringify(key)}`);
}

function counts(there: readonly (Row & Partial<Numbers>)[], numbers: Map<string, Numbers>, complain: Complain): void {
  const missing = new Map(numbers);
  for (const { pk, sk, live = 0, trash = 0 } of there) {
    const key = `${pk}\n${sk}`;
    const should = numbers.get(key) ?? { live: 0, trash: 0 };
    if (live !== should.live || trash !== should.trash)
      complain('I16', `${pk} ${sk} counts ${live} and ${trash}, and there are ${should.live} and ${should.trash}`);
    missing.delete(key);
  }
  for (const key of missing.keys()) complain('I16', `${JSON.stringify(key)} is missing`);
}

type Event = { name: string; detail: { id: string; rowId?: string; version?: number } };

/** Each version of a row has one event, from the first one on. The last is that of the row, or says that it is gone. */
function history(outbox: readonly { events: Event[] }[], versions: Map<string, number>, complain: Complain): void {
  const told = new Map<string, Event[]>();
  for (const event of outbox.flatMap(({ events }) => events)) {
    const { rowId, version } = event.detail;
    if (rowId === undefined || version === undefined) continue;
    const events = told.get(rowId) ?? [];
    events[events.length] = event;
    told.set(rowId, events);
  }
  for (const [id, events] of told) {
    const sorted = events.toSorted((a, b) => Number(a.detail.version) - Number(b.detail.version));
    if (sorted.some(({ detail }, at) => detail.version !== at + 1))
      complain('I16', `${id} has events of versions ${sorted.map(({ detail }) => detail.version)}`);
    const isGone = sorted.at(-1)?.name === 'svc.row_deleted';
    const version = versions.get(id);
    if (isGone ? version !== undefined : version !== sorted.length)
      complain('I16', `${id} has version ${version} after ${sorted.map(({ name }) => name)}`);
  }
  for (const id of versions.keys()) if (!told.has(id)) complain('I16', `${id} has no events`);
}
