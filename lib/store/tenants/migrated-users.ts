// Counts the people of a tenant who were moved from its earlier service. The count is written with each of them, so it is
// exact, and nothing lowers it.
import { randomInt } from 'node:crypto';
import type { TenantId } from '../../platform/ids.ts';
import type * as table from '../dynamo/table.ts';
import * as keys from '../keys.ts';
import { totals } from '../people/directory.ts';

/** The write that counts one person, for the transaction that creates them. */
export const migratedUserWrite = (tenant: TenantId): table.Write => ({
  add: { ...keys.counter(tenant, randomInt(keys.COUNTER_SHARDS), 'MIGRATED'), type: 'counter', numbers: { moved: 1 } },
});

/** Returns how many people were moved. One read. */
export async function migratedUsers(tenant: TenantId): Promise<number> {
  const [sums] = await totals(tenant, ['MIGRATED']);
  return sums?.moved ?? 0;
}
