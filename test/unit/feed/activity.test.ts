// Checks what the change feed counts as a sign-in, and that a batch that it gets twice is counted once.
import { expect, test } from '@jest/globals';
import {
  newSessionId,
  newTenantId,
  newUserId,
  nextSessionId,
  type SessionId,
  type TenantId,
} from '../../../lib/platform/ids.ts';
import { removeRows } from '../../../lib/records/remove-rows.ts';
import { activityOf } from '../../../lib/store/audit/activity.ts';
import * as keys from '../../../lib/store/keys.ts';
import { dayOf } from '../../../lib/store/people/directory.ts';
import { handleChanges } from '../../../lib/workers/change-feed.ts';
import { useService } from '../../support/service.ts';

useService();
let sequence = 0;
const at = Date.now();
const today = dayOf(at);

const image = (id: SessionId, more: object = {}) => ({
  type: { S: 'session' },
  id: { S: id },
  gen: { N: '1' },
  pending: { BOOL: false },
  createdAt: { N: String(at) },
  ...more,
});
const record = (tenant: TenantId, NewImage: object | undefined, OldImage?: object) => {
  const { pk, sk } = keys.sessionSlot(tenant, newUserId(tenant), 1);
  const dynamodb = { SequenceNumber: String(++sequence), Keys: { pk: { S: pk }, sk: { S: sk } }, NewImage, OldImage };
  return { eventName: OldImage ? (NewImage ? 'MODIFY' : 'REMOVE') : 'INSERT', dynamodb } as never;
};
const signInsOf = async (tenant: TenantId | null) => (await activityOf(tenant, [today]))[0]?.signIns;

test('the change feed counts a session that takes a free slot or replaces another one, and no other change', async () => {
  const tenant = newTenantId();
  const [one, two] = [newSessionId(tenant, 1), newSessionId(tenant, 1)];
  const records = [
    record(tenant, image(one)),
    record(tenant, image(two), image(one)),
    record(tenant, image(nextSessionId(one, 1)), image(one)),
    record(tenant, image(one, { gen: { N: '2' } }), image(one)),
    record(tenant, image(one, { pending: { BOOL: true } })),
    record(tenant, image(one, { application: { M: {} } })),
    record(tenant, image(one, { isSwitched: { BOOL: true } })),
    record(tenant, undefined, image(one)),
    record(tenant, image(one, { createdAt: { S: 'x' } })),
    record(tenant, { type: { S: 'session' } }),
  ];
  expect(await handleChanges(records, removeRows)).toEqual({ batchItemFailures: [] });
  expect(await signInsOf(tenant)).toBe(2);
});

test('a batch that the change feed gets twice is counted once', async () => {
  const [tenant, other] = [newTenantId(), newTenantId()];
  const records = [tenant, tenant, other].map((each) => record(each, image(newSessionId(each, 1))));
  const before = (await signInsOf(null)) ?? 0;
  await handleChanges(records, removeRows);
  await handleChanges(records, removeRows);
  expect([await signInsOf(tenant), await signInsOf(other), await signInsOf(null)]).toEqual([2, 1, before + 3]);
});

test('a record behind one that failed is counted when the stream repeats it', async () => {
  const tenant = newTenantId();
  // The step of this job fails, because its work is of no known kind.
  const bad = { type: { S: 'job' }, pk: { S: 'P#JOB#x' }, sk: { S: 'JOB' }, work: { M: {} }, progress: { NULL: true } };
  const records = [image(newSessionId(tenant, 1)), bad, image(newSessionId(tenant, 1))].map((each) =>
    record(tenant, each),
  );
  const { batchItemFailures } = await handleChanges(records, removeRows);
  expect(batchItemFailures).toHaveLength(1);
  expect(await signInsOf(tenant)).toBe(1);
  await handleChanges(records.slice(2), removeRows);
  expect(await signInsOf(tenant)).toBe(2);
});
