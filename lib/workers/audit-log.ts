// Records what the table's stream tells of changes in the audit log.
import type { DynamoDBRecord } from 'aws-lambda';
import * as newEntry from '../domain/audit-log/new-entry.ts';
import { record as recordAll } from '../domain/audit-log/record.ts';
import { userId } from '../platform/ids.ts';
import { describeError, log } from '../platform/log.ts';
import { count } from '../platform/metrics.ts';
import type { AdminSession } from '../store/admins/admins.ts';
import { userOfSession } from '../store/keys.ts';
import type { OutboxItem } from '../store/outbox.ts';
import type { Session } from '../store/people/sessions.ts';
import type { User } from '../store/people/users.ts';
import { countUnexpected } from './batch.ts';
import { newImage, oldImage, raisedEpoch, readableImage, sequenceOf, timeOf } from './stream-record.ts';

/** Records the entries of a batch. Returns the first record that made one if it could not: all of them are tried again. */
export async function recordEntries(records: DynamoDBRecord[]): Promise<string[]> {
  const made = records.flatMap((record) => {
    const entry = entryOf(record);
    return entry ? [{ record, entry }] : [];
  });
  const [first] = made;
  if (!first) return [];
  try {
    await recordAll(made.map(({ entry }) => entry));
    return [];
  } catch (error) {
    const sequence = sequenceOf(first.record);
    log.error('audit_failed', { record: sequence, ...describeError(error) });
    countUnexpected(error);
    return [sequence];
  }
}

/** Returns the entry of a record, if it makes one. No retry repairs a record that cannot be read. */
function entryOf(record: DynamoDBRecord): newEntry.NewEntry | undefined {
  try {
    const entry = newEntryOf(record);
    if (!entry || newEntry.isSound(entry)) return entry;
    log.error('audit_entry_lost', { record: sequenceOf(record) });
  } catch (error) {
    log.error('audit_entry_lost', { record: sequenceOf(record), error: (error as Error).name });
  }
  count('RepairNeeded');
  return undefined;
}

function newEntryOf(record: DynamoDBRecord): newEntry.NewEntry | undefined {
  const type = (record.dynamodb?.NewImage ?? record.dynamodb?.OldImage)?.type?.S;
  switch (type) {
    case 'outbox': {
      const item = record.eventName === 'INSERT' ? readableImage<OutboxItem>(record, 'outbox') : undefined;
      return item && newEntry.fromOutbox(item);
    }
    case 'session':
      return ofSession(record);
    case 'admin-session': {
      const session = record.eventName === 'INSERT' && newImage<AdminSession>(record, 'admin-session');
      return session ? newEntry.fromAdminSession(session) : undefined;
    }
    case 'user':
      return ofUser(record);
    default:
      return undefined;
  }
}

function ofSession(record: DynamoDBRecord): newEntry.NewEntry | undefined {
  const user = userId(userOfSession({ pk: record.dynamodb?.Keys?.pk?.S ?? '' }));
  const [before, after] = [oldImage<Session>(record, 'session'), newImage<Session>(record, 'session')];
  if (!user) return undefined;
  if (after) return after.gen === 1 ? newEntry.fromSession(user, after, before) : undefined;
  // The author of a deletion tells nothing: DynamoDB names itself only in the region where it deleted what has expired, and
  // not where the deletion is replicated to.
  return before && newEntry.fromSessionEnd(user, before, timeOf(record));
}

/** A change with an event changes one of these. */
const WITH_EVENT = ['version', 'updatedAt'] as const;

/** Returns the entry of a change that only raised the epoch. Other changes that end sessions have an event. */
function ofUser(record: DynamoDBRecord): newEntry.NewEntry | undefined {
  const raised = raisedEpoch(record);
  const [before, after] = [oldImage<User>(record, 'user'), newImage<User>(record, 'user')];
  if (!raised || !before || !after || WITH_EVENT.some((name) => before[name] !== after[name])) return undefined;
  return newEntry.fromRaisedEpoch(raised.user, raised.after, timeOf(record));
}
