// Asserts what the audit log costs: the units of the writes that record an entry, and those of the reads of a page, which
// do not grow with the log.
import { beforeAll, expect, test } from '@jest/globals';
import { anchors } from '../../../lib/domain/audit-log/chain-pages.ts';
import { list, ofUser } from '../../../lib/domain/audit-log/list.ts';
import { fromOutbox, type NewEntry } from '../../../lib/domain/audit-log/new-entry.ts';
import { record } from '../../../lib/domain/audit-log/record.ts';
import { mapConcurrently } from '../../../lib/platform/concurrency.ts';
import { newAdminId, newTenantId, newUserId, type TenantId, type UserId } from '../../../lib/platform/ids.ts';
import { inContext, resourceUse } from '../../../lib/platform/request-context.ts';
import { transact } from '../../../lib/store/dynamo/table.ts';
import { event, type OutboxItem, outboxWrite } from '../../../lib/store/outbox.ts';
import { itemOf, newUser } from '../../../lib/store/people/users.ts';
import { useService } from '../../support/service.ts';

useService({}, { changeFeed: false });
const tenant: TenantId = newTenantId();
const admin = { admin: { id: newAdminId(), tenants: null } };
const user = newUser(tenant, { email: 'ada@example.com', phone: null, passwordHash: null });
const sender = {
  requestId: 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef',
  operation: 'changePassword',
  actor: user.id,
  ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'.padEnd(100, '.'),
};

let minute = 0;
/** An entry of a user, made as the feed makes it. Each is a minute later than the one before. */
const newEntryOf = (tenantId: TenantId, userId: UserId): Promise<NewEntry> =>
  inContext({ ...sender, actor: userId }, async () => {
    const detail = { tenantId, userId, email: 'ada@example.com', phone: null };
    const { create } = outboxWrite(tenantId, [event('svc.password_changed', detail)], ++minute * 60_000) as {
      create: OutboxItem;
    };
    return fromOutbox(create) as NewEntry;
  });
const entries = (count: number, ofTenant = tenant, id?: UserId) =>
  Promise.all(Array.from({ length: count }, () => newEntryOf(ofTenant, id ?? newUserId(ofTenant))));
const unitsOf = async (work: () => Promise<unknown>) =>
  inContext({}, async () => {
    await work();
    const { readUnits, writeUnits } = resourceUse();
    return { read: readUnits, write: writeUnits };
  });

beforeAll(() => transact({ user: { create: itemOf(user) } }));

test('an entry that is alone in its batch costs four write units: entry, its id, list of the tenant, link', async () => {
  expect((await unitsOf(async () => record(await entries(1, tenant, user.id)))).write).toBe(4);
});

test('an entry costs at most three and a quarter write units in a batch of twenty or more', async () => {
  const users = Array.from({ length: 100 }, () => newUser(tenant, { email: null, phone: null, passwordHash: null }));
  await mapConcurrently(users, 8, (each) => transact({ user: { create: itemOf(each) } }));
  for (const size of [20, 100]) {
    const batch = await Promise.all(users.slice(0, size).map(({ id }) => newEntryOf(tenant, id)));
    const { write } = await unitsOf(() => record(batch));
    expect(write / size).toBeLessThanOrEqual(3.26);
  }
});

test('a page costs the same among ten other entries as among two thousand', async () => {
  const measure = async () => ({
    user: (await unitsOf(() => ofUser(admin, user.id, {}))).read,
    tenant: (await unitsOf(() => list(admin.admin, { tenantId: tenant }))).read,
    deployment: (await unitsOf(() => list(admin.admin, {}))).read,
    action: (await unitsOf(() => list(admin.admin, { tenantId: tenant, action: 'password_changed' }))).read,
    anchors: (await unitsOf(() => anchors())).read,
  });
  await record(await entries(30, tenant, user.id));
  await record(await entries(10, newTenantId()));
  const small = await measure();
  const others = [newTenantId(), tenant];
  for (let batch = 0; batch < 20; batch++) await record(await entries(100, others[batch % 2] as TenantId));
  // So that the newest of every list are as before.
  await record(await entries(30, tenant, user.id));
  const large = await measure();
  // Entries are in shards that are drawn, so two measurements of the same log differ by some units.
  for (const name of ['user', 'tenant', 'action'] as const) expect(large[name]).toBeLessThanOrEqual(2 * small[name]);
  // Ten blocks of up to twenty links from each of four shards, and the entries of the page. Shards are drawn, and blocks of
  // a small log hold few links, so a small log says little about a large one.
  expect(large.deployment).toBeLessThanOrEqual(80);
  expect(large.anchors).toBeLessThanOrEqual(8);
});
