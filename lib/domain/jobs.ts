// The steps of long work, run by the change feed.
import { type TenantId, tenantOfUser, type UserId } from '../platform/ids.ts';
import { advance, finish, type Job, type Work } from '../store/jobs.ts';
import { userIn, userListRanges } from '../store/keys.ts';
import { type Entry, firstEntries } from '../store/listing.ts';
import { removeRolesOf } from '../store/roles.ts';
import * as users from '../store/users.ts';
import { keep } from './directory.ts';
import { inLanes } from './lanes.ts';

/** Users a step deals with: a second's work. */
const STEP = 200;
/** Indexes lag: what the first pass over a tenant's users may have missed, the second finds. */
const PASSES = 2;

/** One step of the job. Doing a step twice does no harm. Throws `Unavailable`; the step comes again then. */
export async function step(job: Job): Promise<void> {
  const ranges = userListRanges(listOf(job.work), [0, 1, 2, 3]);
  const { partition, after } = job.progress;
  const range = partition < PASSES * ranges.length ? ranges[partition % ranges.length] : undefined;
  if (!range) {
    if (job.work.kind === 'tenant') await removeRolesOf(job.work.tenantId);
    return finish(job);
  }
  const { entries, more } = await firstEntries(range, STEP, after ?? undefined);
  await inLanes(entries, (entry, share) => handle(job.work, entry, share));
  const last = entries.at(-1)?.sort ?? null;
  await advance(job, more ? { partition, after: last } : { partition: partition + 1, after: null });
}

const listOf = (work: Work) =>
  work.kind === 'tenant'
    ? { tenantId: work.tenantId }
    : { tenantId: work.tenantId ?? undefined, roleName: work.roleName };

async function handle(work: Work, { key }: Entry, share: number): Promise<void> {
  const id = userIn(key);
  const tenant = tenantOfUser(id);
  await (work.kind === 'tenant' ? erase(tenant, id, share) : keep(tenant, id, share));
}

/** The user goes, his addresses with him; the purge of his partition follows at once. */
async function erase(tenant: TenantId, id: UserId, share: number): Promise<void> {
  const user = await users.find(tenant, id);
  if (user) await users.remove(user, []);
  await keep(tenant, id, share);
}
