// Runs the steps of long jobs for the change feed.

import { forEachOnShards, syncUser } from '../domain/directory/sync-user.ts';
import { type TenantId, tenantOfUser } from '../platform/ids.ts';
import { removeKeysOf } from '../store/api-keys.ts';
import { firstEntries } from '../store/dynamo/index-query.ts';
import { advance, finish, type Job, type Work } from '../store/jobs.ts';
import { userIn, userListRanges } from '../store/keys.ts';
import { removeRolesOf } from '../store/tenants/roles.ts';

/** Users per step: about a second of work. */
const STEP = 200;
/** Indexes are eventually consistent: the second pass finds users that the first one missed. */
const PASSES = 2;

/**
 * Deletes some rows of a tenant. Returns whether there may be more. Rows are not part of the service: the function that
 * runs the change feed knows them.
 */
export type RemoveRows = (tenantId: TenantId) => Promise<boolean>;

/** Runs one step of the job. A step is idempotent. Throws `Unavailable`; the change feed then retries the step. */
export async function step(job: Job, removeRows: RemoveRows): Promise<void> {
  const ranges = userListRanges(listOf(job.work), [0, 1, 2, 3]);
  let { partition, after } = job.progress;
  for (let left = STEP; partition < PASSES * ranges.length; ) {
    if (left <= 0) return advance(job, { partition, after });
    const { entries, more } = await firstEntries(ranges[partition % ranges.length]!, left, after ?? undefined);
    // Syncing a user deletes them if their tenant is gone, and removes them from lists of roles they lost.
    await forEachOnShards(entries, ({ key }, shard) => syncUser(tenantOfUser(userIn(key)), userIn(key), shard));
    left -= entries.length;
    [partition, after] = more ? [partition, entries.at(-1)?.sort ?? null] : [partition + 1, null];
  }
  if (job.work.kind === 'tenant') {
    await removeRolesOf(job.work.tenantId);
    await removeKeysOf(job.work.tenantId);
    if (await removeRows(job.work.tenantId)) return advance(job, { partition, after });
  }
  return finish(job);
}

const listOf = (work: Work) =>
  work.kind === 'tenant'
    ? { tenantId: work.tenantId }
    : { tenantId: work.tenantId ?? undefined, roleName: work.roleName };
