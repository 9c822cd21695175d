// Counts what a resync costs on a table of a thousand users with a year of audit log, which docs/operations.md has by the
// million.
import { BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { resync } from '../../infra/tools/restore/resync.ts';
import { entriesOf } from '../../lib/domain/directory/sync-user.ts';
import { newEventId, newTenantId } from '../../lib/platform/ids.ts';
import { toAttributes } from '../../lib/store/dynamo/attributes.ts';
import { db } from '../../lib/store/dynamo/client.ts';
import { transact } from '../../lib/store/dynamo/table.ts';
import * as keys from '../../lib/store/keys.ts';
import type { User } from '../../lib/store/people/users.ts';
import { creation, newTenant } from '../../lib/store/tenants/tenants.ts';
import { countCalls } from '../support/calls.ts';
import { newAccount, useTable } from '../unit/store/support.ts';

useTable();

const USERS = 1000;
/** About 1 KB each. With the user and their lists, a user has some 40 KB. */
const AUDIT_ENTRIES = 36;
const BATCH = 25;

const auditEntry = ({ tenantId, id }: User, at: number) => ({
  ...keys.auditEntry(tenantId, id, 1_780_000_000_000 + at, newEventId()),
  type: 'audit-entry',
  entry: 'x'.repeat(600),
  personal: 'y'.repeat(250),
  salt: 'c2FsdA',
});

function itemsOf(at: number, tenant: User['tenantId']): object[] {
  const user = { ...newAccount(`user${at}@example.com`, tenant), name: `First${at} Last${at % 97}` };
  const entries = entriesOf(user, []).map((entry) => ({ ...entry, version: 1 }));
  return [user, ...entries, ...Array.from({ length: AUDIT_ENTRIES }, (_, each) => auditEntry(user, each))];
}

async function write(items: readonly object[]): Promise<void> {
  for (let first = 0; first < items.length; first += BATCH) {
    const requests: WriteRequest[] = items
      .slice(first, first + BATCH)
      .map((item) => ({ PutRequest: { Item: toAttributes(item as never) } }));
    const RequestItems = { [process.env.GATEHOUSE_TABLE as string]: requests };
    const { UnprocessedItems = {} } = await db().send(new BatchWriteItemCommand({ RequestItems }));
    expect(UnprocessedItems).toEqual({});
  }
}

test('a thousand users of 40 KB who are in sync cost two calls for each MB, and no write', async () => {
  const tenant = newTenant(newTenantId(), { name: 'Large', slug: 'large' });
  await transact(creation(tenant));
  const items = Array.from({ length: USERS }, (_, at) => itemsOf(at, tenant.id)).flat();
  await write(items);
  const bytes = JSON.stringify(items).length;
  const calls = await countCalls(async () =>
    expect(await resync({}, undefined, { pageMs: 0 })).toMatchObject({ users: USERS, failed: [] }),
  );
  const { Scan = 0, BatchGetItem = 0, Query = 0, ...others } = calls;
  expect(others).toEqual({});
  // The last page of a segment is not full.
  expect(Scan).toBeLessThanOrEqual(bytes / 1_000_000 + 16);
  expect(BatchGetItem).toBeLessThanOrEqual(Scan + Query);
  // A page ends mostly in the audit log.
  expect(Query).toBeLessThanOrEqual(Scan / 4);
  expect(Scan + BatchGetItem + Query).toBeLessThanOrEqual(140);
}, 900_000);
