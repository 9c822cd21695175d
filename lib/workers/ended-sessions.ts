// Publishes the ends of applications' sessions that a raised epoch has ended: one write ends all sessions of a user, and
// no session is written. So the change feed reads them.
import type { DynamoDBRecord } from 'aws-lambda';
import { Unavailable } from '../platform/errors.ts';
import { tenantOfUser } from '../platform/ids.ts';
import { stampedAt } from '../store/outbox.ts';
import { endedEvents } from '../store/people/ended-sessions.ts';
import { list } from '../store/people/sessions.ts';
import { publishEvents } from './outbox.ts';
import { type RaisedEpoch, raisedEpoch, sequenceOf, timeOf } from './stream-record.ts';

/**
 * Publishes what the record ended, if it raised the epoch of a user. The events have the time of that change, so that each
 * repetition is equal. Throws `Unavailable`.
 */
export async function publishEnded(record: DynamoDBRecord): Promise<void> {
  const raised = raisedEpoch(record);
  if (!raised) return;
  const events = stampedAt(await eventsOf(raised), timeOf(record));
  if (!(await publishEvents(events, sequenceOf(record)))) throw new Unavailable('the bus did not accept the events');
}

async function eventsOf({ user, before, after }: RaisedEpoch) {
  const tenant = tenantOfUser(user);
  // A session of an earlier epoch ended with an earlier change. One that this change kept has the new epoch.
  const ended = (await list(tenant, user)).filter(({ epoch }) => epoch >= before && epoch < after);
  return endedEvents(tenant, user, ended);
}
