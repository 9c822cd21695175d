// Makes what belongs to the rows of a collection agree with its declaration: index entries, claims and counters.
import * as keys from '../../../store/keys.ts';
import { readCounters, shardOf } from '../counters.ts';
import type { Place } from '../find.ts';
import { type Index, writtenIndexes } from '../partitions.ts';
import type { Collection, Row } from '../row.ts';
import { removeStaleClaims } from './claims.ts';
import { type Counted, correctCounter, noneCounted } from './counters.ts';
import { removeIndex, removeStaleEntries } from './entries.ts';
import { walk } from './places.ts';
import type { Report } from './report.ts';
import { noteTooLong, repairRows } from './rows.ts';

/**
 * Makes the entries and claims that rows lack, removes those that no row should have, and corrects counters. `indexes`:
 * those whose entries were found, declared or not. Each change is one transaction, with the condition that the row did
 * not change: safe beside writes of the service, to interrupt, and to repeat. Reads the whole collection, page by page.
 *
 * The service must run the same declaration: entries of an index that it does not know would go stale again.
 */
export async function repairCollection(
  collection: Collection,
  indexes: readonly Index[],
  report: Report,
): Promise<void> {
  report.collections++;
  const declared = writtenIndexes(collection.resource);
  const names = new Set(declared.map((index) => index.join('.')));
  for (const index of indexes) if (!names.has(index.join('.'))) await removeIndex(collection, index, report);
  for (const index of declared) await removeStaleEntries(collection, index, report);
  await removeStaleClaims(collection, report);
  for await (const { place, rows } of everyRow(collection)) {
    report.rows += rows.length;
    await repairRows(collection, place, rows, report);
    if (place === 'live') noteTooLong(collection, rows, report);
  }
  // Counting is separate: a row that was in two places must not be counted twice.
  await correctCounters(collection, report);
}

/** A row that moves meanwhile may be missed in both places. Its move writes all that it should have (../write.ts). */
async function* everyRow({ tenantId, resource }: Collection): AsyncGenerator<{ place: Place; rows: Row[] }> {
  const { name } = resource;
  for await (const rows of walk(keys.rowsOf(tenantId, name))) yield { place: 'live', rows: rows as Row[] };
  for await (const rows of walk(keys.trashOf(tenantId, name))) yield { place: 'trash', rows: rows as Row[] };
}

/** Rows are counted so often while their number changes. */
const ROUNDS = 3;

async function correctCounters(collection: Collection, report: Report): Promise<void> {
  let open = noneCounted().map((_, shard) => shard);
  for (let round = 0; open.length && round < ROUNDS; round++) {
    const before = await readCounters(collection);
    const counted = await count(collection);
    const after = await readCounters(collection);
    const busy: number[] = [];
    for (const shard of open) {
      const numbers = { before: before[shard], after: after[shard], counted: counted[shard] as Counted };
      const result = await correctCounter(collection, shard, numbers);
      if (result === 'busy') busy.push(shard);
      if (result === 'corrected') report.corrected++;
    }
    open = busy;
  }
  report.busy += open.length;
}

async function count(collection: Collection): Promise<Counted[]> {
  const counted = noneCounted();
  for await (const { place, rows } of everyRow(collection)) {
    for (const { id } of rows) (counted[shardOf(id)] as Counted)[place]++;
  }
  return counted;
}
