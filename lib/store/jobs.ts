// Stores work that is too long for one invocation, as an item that records its progress. Each step ends by updating the
// item. The stream carries that update, which starts the next step. A job that was interrupted is still in the table.
import {
  type ApplicationId,
  derivedEventId,
  newEventId,
  type ScimConnectionId,
  type ScimGroupId,
  type TenantId,
} from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';
import type { Versioned } from './record.ts';

/**
 * `members`: updates the lists of the users who had a role of this name. `tenant`: deletes everything that belongs to
 * the tenant. `machine`: deletes the API keys of an application, in all tenants or the only one that it ever served. `sessions`: ends those of all tenants, as an
 * admin asked at that time, ms. `inactivity`: of all tenants, starts the next one where a policy is set. `inactive`: acts on the
 * users of a tenant who did not sign in. `directory`: forgets what a removed SCIM connection said of users. `group`: gives the members
 * of a group of a directory their roles anew, and takes them out of a removed one.
 */
export type Work =
  | { kind: 'members'; roleName: string; tenantId: TenantId | null }
  | { kind: 'tenant'; tenantId: TenantId }
  | { kind: 'machine'; applicationId: ApplicationId; tenantId?: TenantId }
  | { kind: 'sessions'; askedAt: number }
  | { kind: 'inactivity'; day: number }
  | { kind: 'inactive'; tenantId: TenantId; day: number }
  | { kind: 'directory'; tenantId: TenantId; connectionId: ScimConnectionId }
  | { kind: 'group'; tenantId: TenantId; connectionId: ScimConnectionId; groupId: ScimGroupId };

/** The partition of the list that is being read, and the position in it. `letters`: the messages that the job has caused. */
export type Progress = { partition: number; after: string | null; letters?: number };
export type Job = Versioned & { type: 'job'; id: string; work: Work; progress: Progress };

/** The write that starts a job, for the transaction that makes it necessary. */
export const jobWrite = (work: Work): table.Write => ({ create: jobOf(newEventId(), work) });

const jobOf = (id: string, work: Work): Job => ({
  ...keys.job(id),
  type: 'job',
  id,
  work,
  progress: { partition: 0, after: null },
  version: 1,
});

/** Starts a job, unless one with this name runs. Returns whether it was started. */
export const startOnce = (name: string, work: Work): Promise<boolean> =>
  table.create(jobOf(derivedEventId(name, 'job'), work));

/** Starts the job with the events. */
export async function start(work: Work, events: table.Write): Promise<void> {
  await table.transact({ job: jobWrite(work), events });
}

/** Records the progress of a step. If callers did the same step, one succeeds; the others change nothing. */
export async function advance(job: Job, progress: Progress): Promise<void> {
  await table.update(keys.job(job.id), {
    set: { progress },
    add: { version: 1 },
    ...table.unchanged(job, 'version'),
  });
}

/** Removes a job that is done. */
export async function finish(job: Job): Promise<void> {
  await table.erase(keys.job(job.id));
}
