// Compares what the benchmark builds in bulk with what the API stores, so that it measures the items of the product.
import { expect, test } from '@jest/globals';
import type { TenantId, UserId } from '../../../lib/platform/ids.ts';
import { getMany, type Item } from '../../../lib/store/dynamo/table.ts';
import type { Subject } from '../../../lib/store/keys.ts';
import { totals } from '../../../lib/store/people/directory.ts';
import { everything, type User } from '../../../lib/store/people/users.ts';
import { type Tenant, tenantKey } from '../../../lib/store/tenants/tenants.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';
import { type Counters, personOf, tenantAs, tenantItems, userItems } from './population.ts';

const service = useService();
const METADATA = { name: 'Ada Lovelace' };

/** Heads say when they were written. */
const withoutTime = (item: Item | undefined) => ({ ...item, writtenAt: undefined });

async function createUser() {
  const tenant = await service.tenant();
  const email = newEmail();
  const body = { tenantId: tenant.id, email, password: newPassword(), metadata: METADATA, emailVerifiedAt: new Date() };
  const { status, body: reply } = await service.admin('POST', '/auth/admin/api/users', body);
  expect(status).toBe(201);
  return { tenantId: tenant.id as TenantId, userId: reply.user.id as UserId };
}

test('the benchmark builds a tenant and a user item by item as the API creates them', async () => {
  const { tenantId, userId } = await createUser();
  const stored = await everything(tenantId, userId);
  const user = stored.find(({ type }) => type === 'user') as User;
  const { id, passwordHash, emailVerifiedAt, createdAt, updatedAt } = user;
  const given = { id, passwordHash, emailVerifiedAt, createdAt, updatedAt, metadata: METADATA };
  const counters: Counters = new Map();
  const built = userItems(personOf(tenantId, user.email as string, given), [], 0, counters);
  expect(await getMany(built.map(({ pk, sk }) => ({ pk, sk })))).toEqual(built);
  expect(stored.length).toBe(built.filter(({ pk }) => pk === user.pk).length);

  for (const { pk, sk, type: _, ...numbers } of counters.values()) {
    expect(await totals(pk.startsWith('T#') ? tenantId : null, [sk as Subject])).toEqual([numbers]);
  }

  const [tenant] = (await getMany([tenantKey(tenantId)])) as [Tenant];
  const items = tenantItems(tenantAs(tenant.name, tenant.slug, tenant.createdAt, tenantId), counters);
  const same = await getMany(items.map(({ pk, sk }) => ({ pk, sk })));
  expect(same.map(withoutTime)).toEqual(items.map(withoutTime));
});
