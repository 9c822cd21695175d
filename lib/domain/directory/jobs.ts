// The steps of long work, run by the change feed.

import { tenantOfUser } from '../../platform/ids.ts';
import { firstEntries } from '../../store/dynamo/index-query.ts';
import { advance, finish, type Job, type Work } from '../../store/jobs.ts';
import { userIn, userListRanges } from '../../store/keys.ts';
import { removeRolesOf } from '../../store/roles.ts';
import { forEachOnShards, syncUser } from './sync-user.ts';

/** Users a step deals with: a second's work. */
const STEP = 200;
/** Indexes lag: what the first pass over a tenant's users may have missed, the second finds. */
const PASSES = 2;

/** One step of the job. Doing a step twice does no harm. Throws `Unavailable`; the step comes again then. */
export async function step(job: Job): Promise<void> {
  const ranges = userListRanges(listOf(job.work), [0, 1, 2, 3]);
  let { partition, after } = job.progress;
  for (let left = STEP; partition < PASSES * ranges.length; ) {
    if (left <= 0) return advance(job, { partition, after });
    const { entries, more } = await firstEntries(ranges[partition % ranges.length]!, left, after ?? undefined);
    // Of a deleted tenant nobody stays, and who lost a role is listed under it no more: both follow from looking again.
    await forEachOnShards(entries, ({ key }, shard) => syncUser(tenantOfUser(userIn(key)), userIn(key), shard));
    left -= entries.length;
    [partition, after] = more ? [partition, entries.at(-1)?.sort ?? null] : [partition + 1, null];
  }
  if (job.work.kind === 'tenant') await removeRolesOf(job.work.tenantId);
  return finish(job);
}

const listOf = (work: Work) =>
  work.kind === 'tenant'
    ? { tenantId: work.tenantId }
    : { tenantId: work.tenantId ?? undefined, roleName: work.roleName };
