// Asserts what a page of users costs: the same reads with few users and with many. The benchmark asserts it up to 100 000.
import { expect, test } from '@jest/globals';
import { mapConcurrently } from '../../../lib/platform/concurrency.ts';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { transact } from '../../../lib/store/dynamo/table.ts';
import { itemOf, newUser } from '../../../lib/store/people/users.ts';
import { USERS } from '../../support/admin-users.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import { newEmail, type Tenant, useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService({}, { changeFeed: true });

/** Stores users until there are `total`, and waits until the lists know them. */
async function grow({ id }: Tenant, from: number, total: number): Promise<void> {
  await mapConcurrently(Array.from({ length: total - from }), 8, () =>
    transact({
      user: { create: itemOf(newUser(id as TenantId, { email: newEmail(), phone: null, passwordHash: null })) },
    }),
  );
  await until(
    async () => (await service.admin('GET', `${USERS}?limit=1`)).body.meta.total === total,
    `${total} users in the list`,
  );
}

test('a page of users costs the same reads with 80 users and with 200', async () => {
  const tenant = await service.tenant();
  const unitsOf = async (query: string) => {
    const lines = await logged(async () => {
      const { body } = await service.admin('GET', `${USERS}?limit=10&${query}`);
      expect(body.data).toHaveLength(10);
    });
    const { readUnits, trips } = ofEvent(lines, 'request').at(-1) as Line;
    return { query, readUnits, trips };
  };
  const all = async () => {
    const { body } = await service.admin('GET', `${USERS}?limit=10`);
    const { nextCursor } = body.meta;
    const queries = ['', 'status=active', `tenantId=${tenant.id}`, 'page=2'];
    const units = [];
    for (const query of queries) units.push(await unitsOf(query));
    return [...units, { ...(await unitsOf(`cursor=${nextCursor}`)), query: 'cursor' }];
  };
  await grow(tenant, 0, 80);
  const few = await all();
  await grow(tenant, 80, 200);
  expect(await all()).toEqual(few);
  // The last of the trips records that the admin read it.
  for (const { readUnits, trips } of few) expect([readUnits <= 40, trips <= 4]).toEqual([true, true]);
});
