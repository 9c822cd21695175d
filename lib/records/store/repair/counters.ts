// Corrects counters of rows, beside writes that change them.
import { transact } from '../../../store/dynamo/table.ts';
import * as keys from '../../../store/keys.ts';
import { type Counter, SHARDS } from '../counters.ts';
import type { Collection } from '../row.ts';

/** The rows of a shard that were counted. */
export type Counted = { live: number; trash: number };

export const noneCounted = (): Counted[] => Array.from({ length: SHARDS }, () => ({ live: 0, trash: 0 }));

/**
 * Corrects the counter of a shard. `before` was read before the rows were counted, and `after` when they had been.
 * `'busy'`: rows of the shard came, went or moved in between, so the number may be of no moment; count again. The write
 * has the same condition, so no write of the service is lost.
 */
export async function correctCounter(
  { tenantId, resource }: Collection,
  shard: number,
  { before, after, counted }: { before: Counter | undefined; after: Counter | undefined; counted: Counted },
): Promise<'right' | 'corrected' | 'busy'> {
  if (before?.changes !== after?.changes) return 'busy';
  if ((before?.live ?? 0) === counted.live && (before?.trash ?? 0) === counted.trash) return 'right';
  const changes = before?.changes;
  const item: Counter = {
    ...keys.rowCount(tenantId, resource.name, shard),
    type: 'row-count',
    ...counted,
    changes: (changes ?? 0) + 1,
  };
  const isSame =
    changes === undefined
      ? { if: 'attribute_not_exists(#changes)' }
      : { if: '#changes = :changes', values: { changes } };
  const written = await transact({ counter: { replace: { item, ...isSame } } });
  return written === 'done' ? 'corrected' : 'busy';
}
