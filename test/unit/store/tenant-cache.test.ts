// Checks the cache of whole tenants: which key a request reads, and that no change is missed.
import { expect, test } from '@jest/globals';
import { newTenantId, type TenantId } from '../../../lib/platform/ids.ts';
import { getMany, transact } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { event, outboxWrite } from '../../../lib/store/outbox.ts';
import { findWhole, wholeFrom, wholeKey } from '../../../lib/store/tenants/tenant-cache.ts';
import { HEAD_COPIES, type HeadItem } from '../../../lib/store/tenants/tenant-heads.ts';
import * as tenants from '../../../lib/store/tenants/tenants.ts';
import { race } from '../../support/race.ts';
import { unique } from '../../support/service.ts';
import { useTable } from './support.ts';

useTable();

const events = (id: TenantId) =>
  outboxWrite(id, [event('svc.tenant_deleted', { tenantId: id, name: 'x', slug: 'x' })], 1);
const headKeys = (id: TenantId) => Array.from({ length: HEAD_COPIES }, (_, copy) => keys.tenantHead(id, copy));
const isHeadKey = ({ sk }: keys.Key): boolean => sk === 'HEAD';

async function stored(): Promise<tenants.Tenant> {
  const slug = unique('slug');
  const given = { name: slug, slug, description: null, metadata: {}, status: 'active', settings: {} } as const;
  const tenant = tenants.newTenant(newTenantId(), given);
  await tenants.create(tenant, events(tenant.id));
  return tenant;
}

async function change(id: TenantId, to: Partial<tenants.Tenant>): Promise<void> {
  const before = (await tenants.find(id)) as tenants.Tenant;
  expect(await tenants.change(before, { ...before, ...to }, events(id))).toBe('done');
}

test('a tenant is read itself the first time, and by its head afterwards', async () => {
  const { id } = await stored();
  expect(wholeKey(id)).toEqual(keys.tenant(id));
  const first = await findWhole(id);
  expect(isHeadKey(wholeKey(id))).toBe(true);
  // Only the copies are left: the tenant comes from the cache.
  await transact({ tenant: { erase: keys.tenant(id) } });
  expect(await findWhole(id)).toEqual(first);
});

test('a change counts on the next read, also of what is in no head', async () => {
  const { id } = await stored();
  await findWhole(id);
  for (const description of ['One', 'Two']) {
    await change(id, { description });
    expect((await findWhole(id))?.description).toBe(description);
  }
});

test('twenty readers that race with changes never see less than what was stored before their read', async () => {
  const { id } = await stored();
  let latest = 1;
  const isStale = await race(20, async (caller) => {
    if (caller === 10) {
      for (let round = 0; round < 10; round++) {
        await change(id, { description: String(round) });
        latest++;
      }
      return false;
    }
    let stale = false;
    for (let round = 0; round < 20; round++) {
      const least = latest;
      stale ||= ((await findWhole(id))?.version ?? 0) < least;
    }
    return stale;
  });
  expect(isStale).not.toContain(true);
});

test('a tenant without heads is read itself and gets heads of its version', async () => {
  const { id } = await stored();
  await findWhole(id);
  await change(id, { description: 'Changed' });
  await transact({ heads: headKeys(id).map((erase) => ({ erase })) });
  expect((await wholeFrom(id, undefined))?.description).toBe('Changed');
  const heads = (await getMany(headKeys(id))) as HeadItem[];
  expect(heads.map((head) => head?.version)).toEqual(Array(HEAD_COPIES).fill(2));
});

test('an unknown tenant is none, before and after it was read', async () => {
  const id = newTenantId();
  expect(await findWhole(id)).toBeUndefined();
  expect(wholeKey(id)).toEqual(keys.tenant(id));
  expect(await findWhole(id)).toBeUndefined();
});
