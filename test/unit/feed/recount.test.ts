// Compares the counters with a recount after concurrent sign-ups, changes and deletions, which the change feed received
// several times, late and out of order.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { termsOf } from '../../../lib/domain/directory/sync-user.ts';
import { tenantOfUser, type UserId } from '../../../lib/platform/ids.ts';
import { removeRows } from '../../../lib/records/remove-rows.ts';
import { allEntries } from '../../../lib/store/dynamo/index-query.ts';
import { getMany } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { totals } from '../../../lib/store/people/directory.ts';
import { asUser, statusBucketOf, type User } from '../../../lib/store/people/users.ts';
import { handleChanges } from '../../../lib/workers/change-feed.ts';
import { race } from '../../support/race.ts';
import { newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const USERS = '/auth/admin/api/users';
const service = useService({}, { changeFeed: true });
let tenants: Tenant[] = [];
beforeAll(async () => {
  tenants = [await service.tenant(), await service.tenant(), await service.tenant()];
});

const BUCKETS: readonly keys.StatusBucket[] = [0, 1, 2, 3];
const allUsers = async (): Promise<User[]> => {
  const ranges = keys.userListRanges({}, BUCKETS);
  const entries = (await Promise.all(ranges.map((range) => allEntries(range)))).flat();
  return (await getMany(entries.map(({ key }) => key))).flatMap((item) => asUser(item) ?? []);
};

/** Returns the numbers that the counters should hold for these users. */
const recount = (users: readonly User[]) =>
  BUCKETS.map((each) => users.filter((user) => statusBucketOf(user) === each).length);
const counted = (sums: Record<string, number> | undefined) => BUCKETS.map((each) => sums?.[`c${each}`] ?? 0);

/** Waits until the counters equal the recount, because the change feed runs behind the writes. */
async function waitForFeed(): Promise<void> {
  await until(async () => {
    const [users, [sums]] = [await allUsers(), await totals(null, ['USERS'])];
    return JSON.stringify(recount(users)) === JSON.stringify(counted(sums));
  }, 'counters that agree with the recount');
}

async function expectRecounted(): Promise<void> {
  await waitForFeed();
  const users = await allUsers();
  const today = Math.floor(Date.now() / 86_400_000);
  const [sums, day] = await totals(null, ['USERS', `DAY#${today}`]);
  expect(counted(sums)).toEqual(recount(users));
  expect(day).toEqual({ signups: users.length });
  for (const { id } of tenants) {
    const own = users.filter(({ tenantId }) => tenantId === id);
    expect(counted((await totals(id as never, ['USERS']))[0])).toEqual(recount(own));
    const terms = await Promise.all(
      keys.termRanges(id as never, '').map(({ prefix: _, ...range }) => allEntries(range)),
    );
    expect(terms.flat()).toHaveLength(own.flatMap(termsOf).length);
  }
}

/** Returns stream records that name these users, as if one of their items had changed. */
const recordsOf = (ids: readonly string[]) =>
  ids.map((id, at) => {
    const key = keys.user(tenantOfUser(id as UserId), id as UserId);
    const NewImage = { type: { S: 'user' }, version: { N: String(at) } };
    return {
      eventName: 'MODIFY',
      dynamodb: { SequenceNumber: String(at), Keys: { pk: { S: key.pk }, sk: { S: key.sk } }, NewImage },
    };
  }) as never[];

async function liveOneLife(caller: number, seen: string[]): Promise<void> {
  const tenant = tenants[caller % 3] as Tenant;
  const metadata = { name: `Person Number ${caller}` };
  const account = { email: newEmail(), password: newPassword(), tenantId: tenant.id };
  const id: string =
    caller % 2
      ? (await service.admin('POST', USERS, { ...account, metadata })).body.user.id
      : (
          await service.get('/auth/user', {
            headers: { authorization: `Bearer ${(await service.post('/auth/signup', account)).body.accessToken}` },
          })
        ).body.id;
  seen.push(id);
  const change = (body: Record<string, unknown>) => service.admin('PATCH', `${USERS}/${id}`, body);
  const changes = [
    () => change({ isActive: false }),
    () => change({ emailVerifiedAt: new Date().toISOString() }),
    () => change({ email: newEmail(), metadata: { name: `Other ${caller}` } }),
    () => change({ isActive: true, emailVerifiedAt: null }),
  ];
  await Promise.all([
    ...changes.slice(0, caller % 5).map((each) => each()),
    handleChanges(recordsOf([id, ...seen.slice(-3).reverse(), id]), removeRows),
  ]);
  if (caller % 7 === 0) await service.admin('DELETE', `${USERS}/${id}`);
}

describe('the counters equal a recount', () => {
  test('after forty concurrent users signed up, changed and left, with records repeated and out of order', async () => {
    const seen: string[] = [];
    await race(40, (caller) => liveOneLife(caller, seen));
    await expectRecounted();
    expect((await allUsers()).length).toBe(40 - Math.ceil(40 / 7));
    // All records arrive once more, also those of deleted users. No counter changes.
    const replies = await Promise.all([
      handleChanges(recordsOf(seen), removeRows),
      handleChanges(recordsOf([...seen].reverse()), removeRows),
    ]);
    expect(replies).toEqual([{ batchItemFailures: [] }, { batchItemFailures: [] }]);
    await expectRecounted();
  });

  test('after a tenant and all of its users are deleted', async () => {
    const [deleted] = tenants.splice(0, 1) as [Tenant];
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.id}`);
    await until(async () => (await allUsers()).every(({ tenantId }) => tenantId !== deleted.id), 'an empty tenant');
    await expectRecounted();
    expect(counted((await totals(deleted.id as never, ['USERS']))[0])).toEqual([0, 0, 0, 0]);
  });

  test('after users signed up while their tenant was deleted: those users are deleted too', async () => {
    const tenant = await service.tenant();
    const account = () => ({ email: newEmail(), password: newPassword(), tenantId: tenant.id });
    await race(20, (caller) =>
      caller === 5
        ? service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`)
        : service.post('/auth/signup', account()),
    );
    await until(async () => (await allUsers()).every(({ tenantId }) => tenantId !== tenant.id), 'an empty tenant');
    expect((await allUsers()).filter(({ tenantId }) => tenantId === tenant.id)).toEqual([]);
    await expectRecounted();
  });
});
