// Runs the steps of long jobs for the change feed.

import { forEachOnShards, syncUser } from '../domain/directory/sync-user.ts';
import { syncMembership } from '../domain/scim/memberships.ts';
import { tellSilences } from '../domain/scim/silence.ts';
import { endSessionsOf } from '../domain/tenants/end-sessions.ts';
import { tellEndingSecrets } from '../domain/tenants/ending-secrets.ts';
import { actOnDisuse, lettersOf, startDisuse } from '../domain/users/inactivity.ts';
import { now } from '../platform/clock.ts';
import { type TenantId, tenantOfUser } from '../platform/ids.ts';
import { removeKeysOf, removeKeysOfMachine } from '../store/api-keys.ts';
import { removeApplicationsOf } from '../store/applications/of-tenant.ts';
import { firstEntries } from '../store/dynamo/index-query.ts';
import { advance, finish, type Job, type Progress, type Work } from '../store/jobs.ts';
import {
  type Key,
  scimMemberRange,
  scimUserRange,
  TENANTS_INDEX,
  tenantIn,
  userIn,
  userListRanges,
} from '../store/keys.ts';
import { removeConnectionsOf } from '../store/scim/connections.ts';
import { emptyDirectory } from '../store/scim/groups.ts';
import { forget } from '../store/scim/users.ts';
import { removeDomainsOf } from '../store/tenants/domains.ts';
import { removeJoinRequestsOf } from '../store/tenants/join-requests.ts';
import { removeRolesOf } from '../store/tenants/roles.ts';
import { find } from '../store/tenants/tenants.ts';

/** Users or tenants per step: about a second of work. */
const STEP = 200;
/** Indexes are eventually consistent: the second pass finds what the first one missed. */
const PASSES = 2;
/** The next day's run finds what a run misses. */
const DAILY: readonly Work['kind'][] = ['inactivity', 'inactive'];

/**
 * Deletes some rows of a tenant. Returns whether there may be more. Rows are not part of the service: the function that
 * runs the change feed knows them.
 */
export type RemoveRows = (tenantId: TenantId) => Promise<boolean>;

/** Runs one step of the job. A step is idempotent. Throws `Unavailable`; the change feed then retries the step. */
export async function step(job: Job, removeRows: RemoveRows): Promise<void> {
  if (job.work.kind === 'machine' && job.work.tenantId !== undefined) {
    await removeKeysOfMachine(job.work.tenantId, job.work.applicationId);
    return finish(job);
  }
  const ranges = rangesOf(job.work);
  const passes = DAILY.includes(job.work.kind) ? 1 : PASSES;
  let { partition, after } = job.progress;
  const { visit, letters } = await visitorOf(job);
  for (let left = STEP; partition < passes * ranges.length; ) {
    if (left <= 0) return advance(job, { partition, after, ...letters() });
    const { entries, more } = await firstEntries(ranges[partition % ranges.length]!, left, after ?? undefined);
    await forEachOnShards(entries, ({ key }, shard) => visit(key, shard));
    left -= entries.length;
    [partition, after] = more ? [partition, entries.at(-1)?.sort ?? null] : [partition + 1, null];
  }
  if (job.work.kind === 'tenant') {
    await removeRolesOf(job.work.tenantId);
    await removeKeysOf(job.work.tenantId);
    await removeDomainsOf(job.work.tenantId);
    await removeJoinRequestsOf(job.work.tenantId);
    await removeConnectionsOf(job.work.tenantId);
    await removeApplicationsOf(job.work.tenantId);
    if (await removeRows(job.work.tenantId)) return advance(job, { partition, after });
  }
  if (job.work.kind === 'directory') await emptyDirectory(job.work.connectionId);
  return finish(job);
}

/** Returns the lists of all that the job visits: users, or tenants. */
function rangesOf(work: Work) {
  if (work.kind === 'machine' || work.kind === 'sessions' || work.kind === 'inactivity')
    return [{ ...TENANTS_INDEX, newestFirst: true }];
  if (work.kind === 'inactive') return userListRanges({ tenantId: work.tenantId }, [0, 1]);
  if (work.kind === 'directory') return [scimUserRange(work.connectionId)];
  if (work.kind === 'group') return [scimMemberRange(work.connectionId, work.groupId)];
  const roleName = work.kind === 'members' ? { roleName: work.roleName } : {};
  return userListRanges({ tenantId: work.tenantId ?? undefined, ...roleName }, [0, 1, 2, 3]);
}

type Visit = (key: Key, shard: number) => Promise<void>;
/** `letters`: what the progress of the job has of messages. */
type Visitor = { visit: Visit; letters: () => Pick<Progress, 'letters'> };

/**
 * Returns what is done with each user or tenant. Syncing a user deletes them if their tenant is gone, and removes them from
 * lists of roles they lost.
 */
async function visitorOf({ work, progress }: Job): Promise<Visitor> {
  if (work.kind === 'inactive') return unusedVisitorOf(work.tenantId, progress.letters ?? 0);
  return { visit: visitOf(work), letters: () => ({}) };
}

function visitOf(work: Exclude<Work, { kind: 'inactive' }>): Visit {
  if (work.kind === 'machine') return (key) => removeKeysOfMachine(tenantIn(key), work.applicationId);
  if (work.kind === 'sessions') return (key) => endSessionsOf(tenantIn(key), work.askedAt);
  if (work.kind === 'inactivity') return (key) => beginDay(tenantIn(key), work.day);
  if (work.kind === 'group') {
    const of = { tenant: work.tenantId, connection: work.connectionId, group: work.groupId };
    return (key) => syncMembership(of, userIn(key));
  }
  if (work.kind === 'directory') return (key) => forget(work.tenantId, userIn(key), work.connectionId);
  return (key, shard) => syncUser(tenantOfUser(userIn(key)), userIn(key), shard);
}

/** Does for a tenant what is due on a day, in UTC. Two reads. */
async function beginDay(id: TenantId, day: number): Promise<void> {
  const tenant = await find(id);
  if (!tenant) return;
  await startDisuse(tenant, day);
  await tellEndingSecrets(tenant, now());
  await tellSilences(tenant, now());
}

async function unusedVisitorOf(id: TenantId, sent: number): Promise<Visitor> {
  // Its item may have hundreds of KB: one read for a step.
  const tenant = await find(id);
  const all = tenant ? lettersOf(tenant).left : 0;
  const letters = { left: all - sent };
  return {
    visit: async (key) => tenant && actOnDisuse(tenant, userIn(key), letters),
    letters: () => ({ letters: all - letters.left }),
  };
}
