// Brings lists, counters, long jobs and what belongs to rows of resources up to date. The change feed of a restored table follows a stream that begins empty: what the old feed had not reached at the moment of the backup
// is in no stream.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { forEachOnShards, syncUser } from '../../../lib/domain/directory/sync-user.ts';
import { now } from '../../../lib/platform/clock.ts';
import { newEventId, tenantOfUser, type UserId, userId } from '../../../lib/platform/ids.ts';
import type { Registry } from '../../../lib/records/declare/resource.ts';
import { removeRows } from '../../../lib/records/remove-rows.ts';
import { resources as declared } from '../../../lib/records/resources/index.ts';
import type { Report } from '../../../lib/records/store/repair/report.ts';
import { type EntryItem, eraseUser } from '../../../lib/store/audit/audit-log.ts';
import { create, get, type Item } from '../../../lib/store/dynamo/table.ts';
import type { Job } from '../../../lib/store/jobs.ts';
import * as keys from '../../../lib/store/keys.ts';
import { erasureItem } from '../../../lib/store/outbox.ts';
import * as store from '../../../lib/store/people/users.ts';
import { asTenant } from '../../../lib/store/tenants/tenants.ts';
import { step } from '../../../lib/workers/directory-jobs.ts';
import { type Collections, noteCollection, repairRows } from './rows.ts';

export type Resynced = { users: number; tenants: number; jobs: number; rows: Report };

/**
 * Reads the whole table in `GATEHOUSE_TABLE`, syncs every user as the change feed does, deletes what is left of removed
 * users, also from the audit log, and finishes the jobs. Then it repairs the rows of resources (`repairCollection`). Safe to repeat, and beside a running service. What is
 * in sync costs reads only.
 */
export async function resync(resources: Registry = declared): Promise<Resynced> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient());
  let users = 0;
  let tenants = 0;
  let jobs = 0;
  let last: UserId | undefined;
  const collections: Collections = new Map();
  try {
    for await (const { Items = [] } of paginateScan(
      { client },
      { TableName: process.env.GATEHOUSE_TABLE, ConsistentRead: true },
    )) {
      const found = new Set<UserId>();
      for (const item of Items as keys.Key[]) {
        noteCollection(collections, item);
        const user = keys.userOfPartition(item);
        // Items of a partition are adjacent, also across pages.
        if (user !== undefined && user !== last) found.add(user);
        last = user ?? last;
      }
      await forEachOnShards([...found], (id, shard) => syncUser(tenantOfUser(id), id, shard));
      users += found.size;
      tenants += (Items as Item[]).filter((item) => asTenant(item)).length;
      await eraseOfGone(Items as Item[]);
      for (const job of (Items as Job[]).filter(({ type }) => type === 'job')) {
        await finishJob(job);
        jobs++;
      }
    }
  } finally {
    client.destroy();
  }
  return { users, tenants, jobs, rows: await repairRows(collections, resources) };
}

/** Erases what the audit log has of users who are gone. The entry that says so may be one that the old feed had not reached. */
async function eraseOfGone(items: readonly Item[]): Promise<void> {
  const targets = items
    .filter((item) => item.type === 'audit-entry' && (item as EntryItem).personal !== undefined)
    .flatMap((item) => userId(keys.auditEntryIn(item).targetId) ?? []);
  for (const id of new Set(targets)) {
    const tenant = tenantOfUser(id);
    if (await store.find(tenant, id)) continue;
    // The entry of the erasure first. The feed erases too, as soon as it runs.
    await create(erasureItem(tenant, id, now(), newEventId()));
    await eraseUser(tenant, id);
  }
}

async function finishJob(job: Job): Promise<void> {
  for (let current: Job | undefined = job; current; current = await get<Job>(keys.job(job.id), 'job'))
    await step(current, removeRows);
}
