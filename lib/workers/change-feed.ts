// Handles the records of the table's stream: publishes events, also those of sessions that an epoch has ended, records the
// audit log, keeps lists and counters in sync, runs the next step of jobs, counts sign-ins.
import type { Context, DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { forEachOnShards, syncUser } from '../domain/directory/sync-user.ts';
import { tenantOfUser, type UserId } from '../platform/ids.ts';
import { describeError, log } from '../platform/log.ts';
import type { Job } from '../store/jobs.ts';
import { countActivity } from './activity.ts';
import { recordEntries } from './audit-log.ts';
import { countUnexpected, inBatch } from './batch.ts';
import { type RemoveRows, step } from './directory-jobs.ts';
import { publishEnded } from './ended-sessions.ts';
import { newDay, startDay } from './new-day.ts';
import { publishOutbox } from './outbox.ts';
import { changedUser, newImage, sequenceOf } from './stream-record.ts';

/** Handles a batch. Returns the records that failed; the stream retries from the first of them. */
export function handleChanges(
  records: DynamoDBRecord[],
  removeRows: RemoveRows,
  context?: Context,
): Promise<DynamoDBBatchResponse> {
  return inBatch('change-feed', records.length, context, async () => {
    const failed = (
      await Promise.all(Object.keys(WORKS).map((name) => undone(name as Work, records, removeRows)))
    ).flat();
    if (failed.length === 0) done.clear();
    failed.push(...(await countHandled(records, failed)));
    return { batchItemFailures: [...new Set(failed)].map((itemIdentifier) => ({ itemIdentifier })) };
  });
}

/** What is done with a batch, side by side. Each returns the records that failed. */
const WORKS = {
  publish,
  record: recordEntries,
  users: syncUsers,
  jobs: runJobs,
};
type Work = keyof typeof WORKS;

/**
 * Work -> events of the stream that it is done with, while another work failed. The stream repeats all records from the
 * first that failed, most often to this process: a work that succeeded does not repeat its part, so that subscribers get
 * few repetitions. It is an economy and no guarantee.
 */
const done = new Map<Work, ReadonlySet<string>>();

/** Does the work for the records that it has not done yet. Returns those that failed. */
async function undone(name: Work, records: DynamoDBRecord[], removeRows: RemoveRows): Promise<string[]> {
  const left = records.filter((record) => !record.eventID || !done.get(name)?.has(identityOf(record)));
  if (left.length === 0) return [];
  const failed = await WORKS[name](left, removeRows);
  const first = left.findIndex((record) => failed.includes(sequenceOf(record)));
  const finished = first < 0 ? left : left.slice(0, first);
  done.set(name, new Set([...(done.get(name) ?? []), ...finished.map(identityOf)]));
  return failed;
}

/** With the key of the item: the embedded engine of a local run numbers the events of each table from one. */
const identityOf = ({ eventID, dynamodb: { Keys } = {} }: DynamoDBRecord): string =>
  `${eventID} ${Keys?.pk?.S} ${Keys?.sk?.S}`;

/** Publishes the events of changes, then those of the sessions that they ended. */
async function publish(records: DynamoDBRecord[]): Promise<string[]> {
  return [...(await publishOutbox(records)), ...(await tellEnds(records))];
}

/** Syncs each user of the batch once, even if several records concern them. */
async function syncUsers(records: DynamoDBRecord[]): Promise<string[]> {
  const changed = new Map<UserId, string>();
  for (const record of records) {
    const id = changedUser(record);
    if (id && !changed.has(id)) changed.set(id, sequenceOf(record));
  }
  const failed: string[] = [];
  await forEachOnShards([...changed], ([id, sequence], shard) =>
    reporting('directory', sequence, failed, () => syncUser(tenantOfUser(id), id, shard)),
  );
  return failed;
}

async function tellEnds(records: DynamoDBRecord[]): Promise<string[]> {
  const failed: string[] = [];
  for (const record of records) {
    await reporting('logout', sequenceOf(record), failed, () => publishEnded(record));
  }
  return failed;
}

/** Counts the records that the stream will not repeat: those before the first that failed. */
async function countHandled(records: DynamoDBRecord[], failed: readonly string[]): Promise<string[]> {
  const first = records.findIndex((record) => failed.includes(sequenceOf(record)));
  const handled = first < 0 ? records : records.slice(0, first);
  const repeated: string[] = [];
  const [oldest] = handled;
  if (oldest) await reporting('activity', sequenceOf(oldest), repeated, () => countActivity(handled));
  return repeated;
}

async function runJobs(records: DynamoDBRecord[], removeRows: RemoveRows): Promise<string[]> {
  const failed: string[] = [];
  for (const record of records) {
    const job = newImage<Job>(record, 'job');
    if (job) await reporting('job', sequenceOf(record), failed, () => step(job, removeRows));
    const day = newDay(record);
    if (day !== undefined) await reporting('job', sequenceOf(record), failed, () => startDay(day));
  }
  return failed;
}

async function reporting(
  what: 'activity' | 'directory' | 'job' | 'logout',
  sequence: string,
  failed: string[],
  work: () => Promise<void>,
): Promise<void> {
  await work().catch((error: unknown) => {
    log.error(`${what}_failed`, { record: sequence, ...describeError(error) });
    countUnexpected(error);
    failed.push(sequence);
  });
}
