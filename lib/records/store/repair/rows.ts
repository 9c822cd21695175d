// Gives rows the index entries and claims that they lack.
import { mapConcurrently } from '../../../platform/concurrency.ts';
import { retryOnConflict } from '../../../platform/retry.ts';
import { getMany, type Item, transact, type Write } from '../../../store/dynamo/table.ts';
import { type Claim, claimsOf } from '../claims.ts';
import type { Place } from '../find.ts';
import { type Entry, positionIn } from '../index-entries.ts';
import { partitionOf, writtenIndexes } from '../partitions.ts';
import type { Collection, Row } from '../row.ts';
import { isKeySize } from '../sort-key.ts';
import { isStaleClaim, removeStaleClaim } from './claims.ts';
import { findPlaces, keyIn, type Places, unchangedWrite } from './places.ts';
import { nameOf, type Report } from './report.ts';

/** Rows at a time: beside a running service, whose writes should not wait. */
const WORKERS = 8;

/** Repairs the rows of a page that lack something. Reads in batches, so a page of whole rows costs little. */
export async function repairRows(collection: Collection, place: Place, rows: readonly Row[], report: Report) {
  const owed = rows.map((row) => owedItems(collection, row, place).map((item) => item as Item));
  // A row of the trash must not be live as well.
  if (place === 'trash') for (const [at, row] of rows.entries()) owed[at]?.push(absentItem(collection, row.id));
  const found = (await getMany(owed.flat())) as (Claim | undefined)[];
  let at = 0;
  const lacking = rows.filter((row, index) => {
    const wanted = owed[index] ?? [];
    const there = found.slice(at, at + wanted.length);
    at += wanted.length;
    return wanted.some(({ type }, each) => (type === 'absent' ? there[each] : there[each]?.id !== row.id));
  });
  await mapConcurrently(lacking, WORKERS, ({ id }) => repairRow(collection, id, report));
}

const absentItem = (collection: Collection, id: string): Item => ({ ...keyIn(collection, id, 'live'), type: 'absent' });

/** The entries and claims that a row should have in this place. */
const owedItems = (collection: Collection, row: Row, place: Place): (Entry | Claim)[] => [
  ...(place === 'live' ? owedEntries(collection, row) : []),
  ...claimsOf(collection, row),
];

const owedEntries = (collection: Collection, row: Row): Entry[] =>
  writtenIndexes(collection.resource).flatMap((index) => {
    const sk = positionIn(index, row);
    return isKeySize(sk) ? [{ ...partitionOf(collection, index), sk, type: 'row-entry', id: row.id }] : [];
  });

/** A row that moves between two reads seems to be nowhere. */
const SEEN_NOWHERE = 3;

/** Repairs one row, in one transaction with the condition that the row did not change. */
async function repairRow(collection: Collection, id: string, report: Report): Promise<void> {
  let nowhere = 0;
  await retryOnConflict(`row ${id}`, async () => {
    const places = await findPlaces(collection, id);
    if (places.live && places.trash) {
      if (await keepLater(collection, places.live, places.trash)) report.removed++;
      return undefined;
    }
    const row = places.live ?? places.trash;
    if (!row) return ++nowhere < SEEN_NOWHERE ? undefined : 'gone';
    const place = places.live ? 'live' : 'trash';
    const owed = owedItems(collection, row, place);
    const there = (await getMany(owed)) as (Claim | undefined)[];
    const problems: string[] = [];
    const writes: Write[] = [];
    for (const [at, item] of owed.entries()) {
      const holder = there[at]?.id;
      if (holder === row.id) continue;
      if (item.type === 'row-entry') writes.push({ put: item });
      else if (holder === undefined) writes.push({ create: item });
      else {
        const claim = there[at] as Claim;
        const field = claim.sk.slice(0, claim.sk.indexOf('#'));
        if (!isStaleClaim(collection, claim, await findPlaces(collection, holder))) {
          problems.push(`${nameOf(collection, field)}: ${[holder, row.id].sort().join(' and ')} have the same value`);
        } else {
          await removeStaleClaim(collection, claim, report);
          return undefined;
        }
      }
    }
    if (writes.length) {
      if ((await transact({ row: unchangedWrite(collection, id, place, places), writes })) !== 'done') return undefined;
      report.made += writes.length;
    }
    report.problems.push(...problems);
    return 'repaired';
  });
}

/** Removes the earlier version of a row that is in two places. `false`: it is not any more. */
async function keepLater(collection: Collection, live: Row, trash: Row): Promise<boolean> {
  const places: Places = { live, trash };
  const [kept, old]: [Place, Place] = live.version > trash.version ? ['live', 'trash'] : ['trash', 'live'];
  const version = places[old]?.version;
  const removed = await transact({
    kept: unchangedWrite(collection, live.id, kept, places),
    old: { remove: { ...keyIn(collection, live.id, old), if: '#version = :version', values: { version } } },
  });
  return removed === 'done';
}

/** Names the rows whose values are too long for an index. They are in no list that the index serves. */
export function noteTooLong(collection: Collection, rows: readonly Row[], report: Report): void {
  for (const index of writtenIndexes(collection.resource))
    for (const row of rows)
      if (!isKeySize(positionIn(index, row)))
        report.problems.push(`${nameOf(collection, index.join(', '))}: ${row.id} has values that are too long`);
}
