// Makes what belongs to the rows of resources agree with the declarations, for the whole table.

import { mapConcurrently } from '../../../lib/platform/concurrency.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import type { Registry } from '../../../lib/records/declare/resource.ts';
import { repairCollection } from '../../../lib/records/store/repair/collection.ts';
import { newReport, type Report } from '../../../lib/records/store/repair/report.ts';
import * as keys from '../../../lib/store/keys.ts';

type Found = { tenantId: TenantId; name: string; indexes: Set<string> };

/** The collections of which the table has anything, as its items are read. */
export type Collections = Map<string, Found>;

/** Notes the collection that a partition belongs to, if it is one. */
export function noteCollection(collections: Collections, { pk }: { pk: string }): void {
  const part = keys.collectionOfPartition({ pk });
  if (!part) return;
  const { tenantId, collection: name, index } = part;
  const place = keys.rowsOf(tenantId, name).pk;
  const found = collections.get(place) ?? { tenantId, name, indexes: new Set() };
  if (index !== undefined) found.indexes.add(index);
  collections.set(place, found);
}

/** Collections at a time: most are small. */
const WORKERS = 4;

/** Repairs the collections of declared resources. Those of other resources stay as they are. */
export async function repairRows(collections: Collections, resources: Registry): Promise<Report> {
  const report = newReport();
  await mapConcurrently([...collections.values()], WORKERS, async ({ tenantId, name, indexes }) => {
    const resource = Object.hasOwn(resources, name) ? resources[name] : undefined;
    if (!resource) return;
    const found = [...indexes].map((index) => index.split('.'));
    await repairCollection({ tenantId, resource }, found, report);
  });
  return { ...report, problems: [...new Set(report.problems)].sort() };
}
