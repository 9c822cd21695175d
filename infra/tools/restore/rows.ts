// Makes what belongs to the rows of resources agree with the declarations, for the whole table.

import { mapConcurrently } from '../../../lib/platform/concurrency.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import type { Registry } from '../../../lib/records/declare/resource.ts';
import { repairCollection } from '../../../lib/records/store/repair/collection.ts';
import type { Report } from '../../../lib/records/store/repair/report.ts';
import * as keys from '../../../lib/store/keys.ts';

type Found = { tenantId: TenantId; name: string; indexes: string[] };

/** The collections of which the table has anything, by their partitions. */
export type Collections = Record<string, Found>;

/** Notes the collection that a partition belongs to, if it is one. */
export function noteCollection(collections: Collections, { pk }: { pk: string }): void {
  const part = keys.collectionOfPartition({ pk });
  if (!part) return;
  const { tenantId, collection: name, index } = part;
  const place = keys.rowsOf(tenantId, name).pk;
  const found = collections[place] ?? { tenantId, name, indexes: [] };
  collections[place] = found;
  const { indexes } = found;
  if (index !== undefined && !indexes.includes(index)) indexes.push(index);
}

/** Collections at a time: most are small. */
const WORKERS = 4;

/**
 * Repairs the collections of declared resources, and takes each out of those that are left. Those of other resources stay as
 * they are. `failed` is told of those that cannot be repaired.
 */
export async function repairRows(
  left: Collections,
  resources: Registry,
  report: Report,
  signal: AbortSignal | undefined,
  failed: (what: string, error: unknown) => void,
): Promise<void> {
  await mapConcurrently(Object.entries(left), WORKERS, async ([place, { tenantId, name, indexes }]) => {
    if (signal?.aborted) return;
    const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
    const found = indexes.map((index) => index.split('.'));
    if (resource) {
      await repairCollection({ tenantId, resource }, found, report).catch((error: unknown) =>
        failed(`rows of ${name} in ${tenantId}`, error),
      );
    }
    delete left[place];
  });
  report.problems = [...new Set(report.problems)].sort();
}
