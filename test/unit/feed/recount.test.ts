// Counters against a recount, after people came, changed and went from many sides at once, and after the change feed was
// told of it several times over, late and in the wrong order.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { termsOf } from '../../../lib/domain/directory/sync-user.ts';
import { tenantOfUser, type UserId } from '../../../lib/platform/ids.ts';
import { totals } from '../../../lib/store/directory.ts';
import { allEntries } from '../../../lib/store/dynamo/index-query.ts';
import { getMany } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { asUser, statusBucketOf, type User } from '../../../lib/store/users.ts';
import { handleChanges } from '../../../lib/workers/change-feed.ts';
import { race } from '../../support/race.ts';
import { newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const USERS = '/auth/admin/api/users';
const service = useService();
let tenants: Tenant[] = [];
beforeAll(async () => {
  tenants = [await service.tenant(), await service.tenant(), await service.tenant()];
});

const CLASSES: readonly keys.StatusBucket[] = [0, 1, 2, 3];
const everybody = async (): Promise<User[]> => {
  const ranges = keys.userListRanges({}, CLASSES);
  const entries = (await Promise.all(ranges.map((range) => allEntries(range)))).flat();
  return (await getMany(entries.map(({ key }) => key))).flatMap((item) => asUser(item) ?? []);
};

/** What the counters should say of these users. */
const recount = (users: readonly User[]) =>
  CLASSES.map((each) => users.filter((user) => statusBucketOf(user) === each).length);
const counted = (sums: Record<string, number> | undefined) => CLASSES.map((each) => sums?.[`c${each}`] ?? 0);

/** Until the counters agree with the recount: the feed is behind while it works. */
async function atRest(): Promise<void> {
  await until(async () => {
    const [users, [sums]] = [await everybody(), await totals(null, ['USERS'])];
    return JSON.stringify(recount(users)) === JSON.stringify(counted(sums));
  }, 'counters that agree with the recount');
}

async function expectRecounted(): Promise<void> {
  await atRest();
  const users = await everybody();
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

/** Records of the stream that name these users, as if something of theirs had changed. */
const recordsOf = (ids: readonly string[]) =>
  ids.map((id, at) => {
    const key = keys.user(tenantOfUser(id as UserId), id as UserId);
    const NewImage = { type: { S: 'user' }, version: { N: String(at) } };
    return {
      eventName: 'MODIFY',
      dynamodb: { SequenceNumber: String(at), Keys: { pk: { S: key.pk }, sk: { S: key.sk } }, NewImage },
    };
  }) as never[];

async function live(caller: number, seen: string[]): Promise<void> {
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
    handleChanges(recordsOf([id, ...seen.slice(-3).reverse(), id])),
  ]);
  if (caller % 7 === 0) await service.admin('DELETE', `${USERS}/${id}`);
}

describe('at rest the counters equal a recount', () => {
  test('after forty lives at once, with every record reported many times and out of order', async () => {
    const seen: string[] = [];
    await race(40, (caller) => live(caller, seen));
    await expectRecounted();
    expect((await everybody()).length).toBe(40 - Math.ceil(40 / 7));
    // Once more, all of it, the gone included: nothing moves.
    const replies = await Promise.all([handleChanges(recordsOf(seen)), handleChanges(recordsOf([...seen].reverse()))]);
    expect(replies).toEqual([{ batchItemFailures: [] }, { batchItemFailures: [] }]);
    await expectRecounted();
  });

  test('after a tenant is deleted, of which nothing stays', async () => {
    const [gone] = tenants.splice(0, 1) as [Tenant];
    await service.admin('DELETE', `/auth/admin/api/tenants/${gone.id}`);
    await until(async () => (await everybody()).every(({ tenantId }) => tenantId !== gone.id), 'an empty tenant');
    await expectRecounted();
    expect(counted((await totals(gone.id as never, ['USERS']))[0])).toEqual([0, 0, 0, 0]);
  });

  test('a sign-up that raced the deletion of its tenant is taken away too', async () => {
    const tenant = await service.tenant();
    const account = () => ({ email: newEmail(), password: newPassword(), tenantId: tenant.id });
    await race(20, (caller) =>
      caller === 5
        ? service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`)
        : service.post('/auth/signup', account()),
    );
    await until(async () => (await everybody()).every(({ tenantId }) => tenantId !== tenant.id), 'an empty tenant');
    expect((await everybody()).filter(({ tenantId }) => tenantId === tenant.id)).toEqual([]);
    await expectRecounted();
  });
});
