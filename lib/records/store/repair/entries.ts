// Removes index entries that no row should have.
import { mapConcurrently } from '../../../platform/concurrency.ts';
import { retryOnConflict } from '../../../platform/retry.ts';
import { removeAll, transact } from '../../../store/dynamo/table.ts';
import { findRow, findRows } from '../find.ts';
import { type Entry, positionIn } from '../index-entries.ts';
import { type Index, partitionOf } from '../partitions.ts';
import type { Collection, Row } from '../row.ts';
import { unchangedWrite, walk } from './places.ts';
import type { Report } from './report.ts';

const WORKERS = 8;

/** Removes every entry of an index that is not declared any more. */
export async function removeIndex(collection: Collection, index: Index, report: Report): Promise<void> {
  for await (const page of walk(partitionOf(collection, index))) {
    await removeAll(page);
    report.removed += page.length;
  }
}

/** Removes the entries whose row is gone, is in the trash, or has another position. */
export async function removeStaleEntries(collection: Collection, index: Index, report: Report): Promise<void> {
  for await (const page of walk(partitionOf(collection, index)) as AsyncGenerator<Entry[]>) {
    const ids = [...new Set(page.map(({ id }) => id))];
    const rows = new Map((await findRows(collection, ids, 'live')).map((row) => [row.id, row]));
    const stale = page.filter((entry) => isStale(index, entry, rows.get(entry.id)));
    await mapConcurrently(stale, WORKERS, (entry) => removeStale(collection, index, entry, report));
  }
}

const isStale = (index: Index, { sk }: Entry, row: Row | undefined): boolean =>
  row === undefined || positionIn(index, row) !== sk;

/** Removes the entry unless its row is there after all. Decides again if the row moved or changed meanwhile. */
async function removeStale(collection: Collection, index: Index, entry: Entry, report: Report): Promise<void> {
  const { pk, sk, id } = entry;
  await retryOnConflict(`entry of ${id}`, async () => {
    const live = await findRow(collection, id, 'live');
    if (!isStale(index, entry, live)) return 'kept';
    const row = unchangedWrite(collection, id, 'live', { live, trash: undefined });
    const removed = await transact({ row, entry: { remove: { pk, sk } } });
    if (removed === 'done') report.removed++;
    return removed === 'done' || removed.has('entry') ? 'removed' : undefined;
  });
}
