// Checks that the audit log tells a session that was ended from one that had expired, by the session itself. In a replica of
// the table, a deletion by the time to live does not name DynamoDB as its author.
import { expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { newSessionId, newTenantId, newUserId } from '../../../lib/platform/ids.ts';
import * as keys from '../../../lib/store/keys.ts';
import { recordEntries } from '../../../lib/workers/audit-log.ts';
import { everyRow } from '../../support/rows.ts';
import { useService } from '../../support/service.ts';

useService({}, { changeFeed: false });
const DAY_MS = 86_400_000;

/** The record of the deletion of a session that ends so far from now. */
function removed(endsIn: { idle: number; absolute: number }, identity: object = {}): [user: string, DynamoDBRecord] {
  const tenant = newTenantId();
  const user = newUserId(tenant);
  const { pk, sk } = keys.sessionSlot(tenant, user, 1);
  const [idle, absolute] = [Date.now() + endsIn.idle, Date.now() + endsIn.absolute];
  const OldImage = {
    type: { S: 'session' },
    id: { S: newSessionId(tenant, 1) },
    gen: { N: '3' },
    pending: { BOOL: false },
    createdAt: { N: String(Date.now() - 90 * DAY_MS) },
    idleExpiresAt: { N: String(idle) },
    expiresAt: { N: String(absolute) },
    ttl: { N: String(Math.ceil((absolute + DAY_MS) / 1000)) },
  };
  const dynamodb = {
    SequenceNumber: '1',
    ApproximateCreationDateTime: Date.now() / 1000,
    Keys: { pk: { S: pk }, sk: { S: sk } },
    OldImage,
  };
  return [user, { eventName: 'REMOVE', dynamodb, ...identity } as never];
}

/** The actions of the user's entries in the audit log. */
async function actionsOf(user: string): Promise<unknown[]> {
  const entries = (await everyRow()).filter(({ type }) => type === 'audit-entry');
  const ofUser = entries.filter((row) => JSON.stringify(row).includes(user));
  return ofUser.map(({ entry }) => JSON.parse(entry as string).action);
}

const SERVICE = { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } };

test.each([
  ['is recorded as ended while it is valid', { idle: DAY_MS, absolute: DAY_MS }, {}, ['session.ended']],
  ['is not recorded two days after its end', { idle: -3 * DAY_MS, absolute: -2 * DAY_MS }, {}, []],
  ['is not recorded where DynamoDB names itself', { idle: -3 * DAY_MS, absolute: -2 * DAY_MS }, SERVICE, []],
  ['is not recorded after it was idle for too long', { idle: -1, absolute: DAY_MS }, {}, []],
])('a session that is deleted %s', async (_, endsIn, identity, actions) => {
  const [user, record] = removed(endsIn, identity);
  expect(await recordEntries([record])).toEqual([]);
  expect(await actionsOf(user)).toEqual(actions);
});
