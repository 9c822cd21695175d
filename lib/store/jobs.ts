// Work that is too long for one invocation: an item that says how far it has come. Each step ends by moving it on, which
// is a record of the stream again, which begins the next step. A job lost half way is a job that is still in the table.
import { newEventId, type TenantId } from '../platform/ids.ts';
import * as table from './dynamo/table.ts';
import * as keys from './keys.ts';

/** What is to be done: `members`, that those who had a role of this name are looked at again; `tenant`, that nothing is
 * left of a tenant. */
export type Work =
  | { kind: 'members'; roleName: string; tenantId: TenantId | null }
  | { kind: 'tenant'; tenantId: TenantId };

/** How far: the partition of the list that is being read, and the place in it. */
export type Progress = { partition: number; after: string | null };
export type Job = table.Item & { type: 'job'; id: string; work: Work; progress: Progress; step: number };

/** The write that puts a job into the world, as part of the change that makes it necessary. */
export function jobWrite(work: Work): table.Write {
  const id = newEventId();
  const item: Job = { ...keys.job(id), type: 'job', id, work, progress: { partition: 0, after: null }, step: 1 };
  return { create: item };
}

/** Notes how far the step came. Of callers that did the same step twice, one moves it on. */
export async function advance(job: Job, progress: Progress): Promise<void> {
  await table.update(keys.job(job.id), {
    set: 'SET #progress = :progress, #step = #step + :one',
    if: '#step = :step',
    values: { progress, step: job.step, one: 1 },
  });
}

export async function finish(job: Job): Promise<void> {
  await table.consume(keys.job(job.id));
}
