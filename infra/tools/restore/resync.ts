// Brings lists, counters, long jobs and what belongs to rows of resources up to date. The change feed of a restored table
// follows a stream that begins empty: no stream has what the old feed had not reached at the moment of the backup.
import { syncUser } from '../../../lib/domain/directory/sync-user.ts';
import { now } from '../../../lib/platform/clock.ts';
import { mapConcurrently } from '../../../lib/platform/concurrency.ts';
import { newEventId, tenantOfUser, type UserId } from '../../../lib/platform/ids.ts';
import type { Registry } from '../../../lib/records/declare/resource.ts';
import { removeRows } from '../../../lib/records/remove-rows.ts';
import { resources as declared } from '../../../lib/records/resources/index.ts';
import { eraseUser } from '../../../lib/store/audit/audit-log.ts';
import { create, get } from '../../../lib/store/dynamo/table.ts';
import type { Job } from '../../../lib/store/jobs.ts';
import * as keys from '../../../lib/store/keys.ts';
import { erasureItem } from '../../../lib/store/outbox.ts';
import { step } from '../../../lib/workers/directory-jobs.ts';
import { findWork, type Known } from './page.ts';
import { patiently, shardLender } from './patience.ts';
import { newProgress, type Progress, READING } from './progress.ts';
import { noteCollection, repairRows } from './rows.ts';
import { openTable, type Pace, type Page, readSegment } from './scan.ts';

/**
 * Reads the whole table in `GATEHOUSE_TABLE`, syncs users as the change feed does, deletes what is left of removed users,
 * also from the audit log, and finishes the jobs. Then it repairs the rows of resources (`repairCollection`). Safe to
 * repeat, and beside a running service. What is in sync costs the reads of its pages.
 *
 * `progress` is kept up to date, for a later call to go on with. What cannot be done is named in it, and the rest is done.
 */
export async function resync(
  resources: Registry = declared,
  progress: Progress = newProgress(),
  pace: Pace = {},
): Promise<Progress> {
  const client = openTable();
  const known: Known = { isDeleted: new Map(), roleNames: new Map() };
  const lend = shardLender();
  const failed = (what: string, error: unknown): void => {
    progress.failed.push(`${what}: ${error instanceof Error ? error.message : error}`);
  };
  const attempt = (what: string, work: () => Promise<void>) => patiently(work).catch((error) => failed(what, error));

  async function workOn(page: Page): Promise<void> {
    for (const item of page.items) noteCollection(progress.collections, item);
    const { users, unsynced, gone } = await patiently(() => findWork(page, known));
    await mapConcurrently(unsynced, keys.COUNTER_SHARDS, (id) =>
      lend((shard) => attempt(`user ${id}`, () => syncUser(tenantOfUser(id), id, shard))),
    );
    for (const id of gone) await attempt(`audit log of ${id}`, () => eraseGone(id));
    const jobs = page.items.filter(({ type }) => type === 'job') as Job[];
    for (const { pk, sk } of jobs) await attempt(`job ${pk}`, () => finishJob({ pk, sk }));
    progress.items += page.items.length;
    progress.users += users;
    progress.synced += unsynced.length;
    progress.erased += gone.length;
    progress.jobs += jobs.length;
  }

  try {
    const work = progress.segments.map(async (at, segment) => {
      if (at === 'done') return;
      await readSegment(client, segment, at === 'new' ? undefined : at, pace, async (page) => {
        await workOn(page);
        progress.segments[segment] = page.next ?? 'done';
      }).catch((error: unknown) => failed(READING, error));
    });
    await Promise.all(work);
  } finally {
    client.destroy();
  }
  // Collections are known when all has been read.
  if (progress.segments.every((each) => each === 'done'))
    await repairRows(progress.collections, resources, progress.rows, pace.signal, failed);
  return progress;
}

/** Erases what the audit log has of a user who is gone. The entry that says so may be one that the old feed had not reached. */
async function eraseGone(id: UserId): Promise<void> {
  const tenant = tenantOfUser(id);
  // The entry of the erasure first. The feed erases too, as soon as it runs.
  await create(erasureItem(tenant, id, now(), newEventId()));
  await eraseUser(tenant, id);
}

/** Does the steps that are left. Beside a running service, the change feed does them, too: each counts once. */
async function finishJob(key: keys.Key): Promise<void> {
  for (let job = await get<Job>(key, 'job'); job; job = await get<Job>(key, 'job')) await step(job, removeRows);
}
