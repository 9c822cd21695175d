// Checks that the change feed writes the heads of a tenant that code without heads has created or changed, as in a
// deployment that is under way, and that it never puts an earlier head back.
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { FEED_FILTERS } from '../../../infra/stack/functions/feed-filter.ts';
import { newTenantId, type TenantId } from '../../../lib/platform/ids.ts';
import { removeRows } from '../../../lib/records/remove-rows.ts';
import { getMany, transact } from '../../../lib/store/dynamo/table.ts';
import * as keys from '../../../lib/store/keys.ts';
import { event, outboxWrite } from '../../../lib/store/outbox.ts';
import { HEAD_COPIES, type HeadItem } from '../../../lib/store/tenants/tenant-heads.ts';
import * as tenants from '../../../lib/store/tenants/tenants.ts';
import { handleChanges } from '../../../lib/workers/change-feed.ts';
import { race } from '../../support/race.ts';
import { unique } from '../../support/service.ts';
import { startTable } from '../store/support.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  process.env.GATEHOUSE_LOG_LEVEL = 'none';
  stop = await startTable();
});
afterAll(() => stop());

const copyKeys = (id: TenantId) => Array.from({ length: HEAD_COPIES }, (_, copy) => keys.tenantHead(id, copy));
const copiesOf = (id: TenantId) => getMany(copyKeys(id)) as Promise<(HeadItem | undefined)[]>;
const statesOf = async (id: TenantId) =>
  (await copiesOf(id)).map((copy) => copy && `${copy.version} ${copy.status} ${copy.epoch}`);
const all = <T>(value: T): T[] => Array.from({ length: HEAD_COPIES }, () => value);
const events = (id: TenantId) =>
  outboxWrite(id, [event('svc.tenant_deleted', { tenantId: id, name: 'x', slug: 'x' })], 1);

function draft(): tenants.Tenant {
  const slug = unique('slug');
  const given = { name: slug, slug, description: null, metadata: {}, status: 'active', settings: {} } as const;
  return tenants.newTenant(newTenantId(), given);
}

async function stored(): Promise<tenants.Tenant> {
  const tenant = draft();
  await tenants.create(tenant, events(tenant.id));
  return tenant;
}

/** Stores a tenant as code did that knew of no heads: it kept the attributes that it did not know. */
async function byOldCode(before: tenants.Tenant, to: Partial<tenants.Tenant>): Promise<tenants.Tenant> {
  const after: tenants.Tenant = { ...before, ...to, version: before.version + 1 };
  await transact({ tenant: { put: after } });
  return after;
}

const recordOf = (tenant: tenants.Tenant): DynamoDBRecord => ({
  eventName: 'MODIFY',
  dynamodb: {
    SequenceNumber: String(tenant.version),
    Keys: marshall({ pk: tenant.pk, sk: tenant.sk }) as never,
    NewImage: marshall(tenant, { removeUndefinedValues: true }) as never,
  },
});
const feed = async (...changes: tenants.Tenant[]) =>
  expect(await handleChanges(changes.map(recordOf), removeRows)).toEqual({ batchItemFailures: [] });

test('the change feed receives changes of tenants, but not of their heads', () => {
  const types: string[] = FEED_FILTERS.flatMap((filter) => filter.types);
  expect(types).toContain('tenant');
  expect(types).not.toContain('tenant-head');
});

test('a tenant that old code created gets its heads', async () => {
  const { headVersion: _, ...tenant } = draft();
  await transact({ tenant: { create: tenant } });
  await feed(tenant);
  expect(await statesOf(tenant.id)).toEqual(all('1 active 1'));
});

test('a tenant that old code deactivated is inactive in every copy', async () => {
  const tenant = await stored();
  const after = await byOldCode(tenant, { status: 'inactive', epoch: 2 });
  expect(await statesOf(tenant.id)).toEqual(all('1 active 1'));
  await feed(after);
  expect(await statesOf(tenant.id)).toEqual(all('2 inactive 2'));
});

test('a record that arrives late, twice or out of order leaves the latest head', async () => {
  const first = await byOldCode(await stored(), { epoch: 2 });
  const second = await byOldCode(first, { epoch: 3 });
  await feed(second);
  await feed(first, second, first);
  await race(20, (caller) => feed(caller % 2 ? first : second));
  expect(await statesOf(first.id)).toEqual(all('3 active 3'));
});

test('a late record of old code does not put back what a change of this code has ended', async () => {
  const old = await byOldCode(await stored(), { name: 'Old' });
  const before = (await tenants.find(old.id))!;
  expect(await tenants.change(before, { ...before, status: 'inactive', epoch: 2 }, events(old.id))).toBe('done');
  await feed(old);
  expect(await statesOf(old.id)).toEqual(all('3 inactive 2'));
});

test('a change of this code costs the change feed no write', async () => {
  const tenant = await stored();
  await transact({ copies: copyKeys(tenant.id).map((erase) => ({ erase })) });
  await feed(tenant);
  expect(await copiesOf(tenant.id)).toEqual(all(undefined));
});
