// Deletes all rows of a deleted tenant, without events.
import type { TenantId } from '../../platform/ids.ts';
import * as table from '../../store/dynamo/table.ts';
import type { Resource } from '../declare/resource.ts';
import { partitionsOf } from './partitions.ts';

/** Items that one step deletes, 25 in each call: about a second. */
const STEP = 1000;

/**
 * Deletes some rows of these resources with their entries, claims and counters. Returns whether there may be more: then
 * call it again. Indexes that are not declared any more are left to `npm run resync`.
 */
export async function removeSome(tenantId: TenantId, resources: readonly Resource[]): Promise<boolean> {
  let left = STEP;
  for (const pk of resources.flatMap((resource) => partitionsOf({ tenantId, resource }))) {
    // Every sort key of these partitions begins with a letter or digit.
    const { items, next } = await table.slice({ pk, from: '0', to: '~', limit: left });
    await table.removeAll(items);
    left -= items.length;
    if (next !== undefined || left === 0) return true;
  }
  return false;
}
