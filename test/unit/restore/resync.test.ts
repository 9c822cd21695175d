// Checks that a resync repairs what the change feed of a lost table had not reached, goes on after an interruption, and
// names what it cannot repair.
import { expect, test } from '@jest/globals';
import { describe as linesOf } from '../../../infra/tools/restore/describe.ts';
import { isDone, newProgress, type Progress } from '../../../infra/tools/restore/progress.ts';
import { resync } from '../../../infra/tools/restore/resync.ts';
import { newTenantId } from '../../../lib/platform/ids.ts';
import { entries } from '../../../lib/store/audit/audit-log.ts';
import { create, transact } from '../../../lib/store/dynamo/table.ts';
import { jobWrite } from '../../../lib/store/jobs.ts';
import { newTenant } from '../../../lib/store/tenants/tenants.ts';
import { countCalls } from '../../support/calls.ts';
import { everyRow } from '../../support/rows.ts';
import { newAccount, useTable } from '../store/support.ts';
import { counted, forget, newEntry, newUser, syncedUser, typesOf } from './support.ts';

useTable();

const FAST = { pageMs: 0 };
const run = (progress?: Progress, pace = {}) => resync({}, progress, { ...FAST, ...pace });
const many = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

test('users whom the change feed had not reached get their entries and are counted, once', async () => {
  const tenant = newTenantId();
  const users = await many(30, (at) => newUser(tenant, `new${at}`));
  expect(await run()).toMatchObject({ synced: 30, failed: [] });
  for (const user of users) expect(await typesOf(user)).toEqual(['directory', 'directory', 'user']);
  expect(await counted(tenant)).toBe(30);
  expect(await run()).toMatchObject({ synced: 0, failed: [] });
  expect(await counted(tenant)).toBe(30);
});

test('what is in sync costs one call for a page and one for what its users refer to, and no write', async () => {
  const tenant = newTenantId();
  const users = await many(30, (at) => syncedUser(tenant, `synced${at}`));
  for (const user of users) await newEntry(user);
  const { Scan = 0, BatchGetItem = 0, ...others } = await countCalls(() => run());
  expect(others).toEqual({});
  expect(Scan).toBe(16);
  expect(BatchGetItem).toBeLessThanOrEqual(Scan);
});

test('a user in two pages is synced and counted once', async () => {
  const tenant = newTenantId();
  await many(20, (at) => newUser(tenant, `cut${at}`));
  expect(await run(undefined, { limit: 2 })).toMatchObject({ failed: [] });
  expect(await counted(tenant)).toBe(20);
  const { users, items } = await run();
  expect(await run(undefined, { limit: 2 })).toMatchObject({ users, items, failed: [] });
});

test('a removed user is removed from the table and the audit log, and others stay in both', async () => {
  const tenant = newTenantId();
  const [gone, left] = [await syncedUser(tenant, 'gone'), await syncedUser(tenant, 'left')];
  const refs = [await newEntry(gone), await newEntry(gone), await newEntry(left)];
  await forget(gone);
  expect(await run()).toMatchObject({ erased: 1, failed: [] });
  expect(await typesOf(gone)).toEqual([]);
  expect(await typesOf(left)).toContain('user');
  expect((await entries(refs)).map((entry) => entry?.personal)).toEqual([undefined, undefined, '{"ip":"192.0.2.1"}']);
  expect(await counted(tenant)).toBe(1);
  expect(await run()).toMatchObject({ erased: 0 });
});

test('the deletion of a tenant that was begun is finished', async () => {
  const tenant = { ...newTenant(newTenantId(), { name: 'Gone', slug: 'gone' }), status: 'deleted' as const };
  const users = [await syncedUser(tenant.id, 'ann'), await newUser(tenant.id, 'bob')];
  await create(tenant);
  await transact({ job: jobWrite({ kind: 'tenant', tenantId: tenant.id }) });
  expect(await run()).toMatchObject({ jobs: 1, failed: [] });
  for (const user of users) expect(await typesOf(user)).toEqual([]);
  expect(await counted(tenant.id)).toBe(0);
  expect((await everyRow()).filter(({ type }) => type === 'job')).toEqual([]);
});

test('an interrupted run goes on where it was, from what a file keeps of it', async () => {
  const tenant = newTenantId();
  await many(60, (at) => newUser(tenant, `resumed${at}`));
  const pace = { limit: 4 };
  const interruption = new AbortController();
  const progress = newProgress();
  let scans = 0;
  const stop = (operation: string): void => {
    if (operation === 'Scan' && ++scans === 20) interruption.abort();
  };
  await countCalls(() => run(progress, { ...pace, signal: interruption.signal }), stop);
  expect(isDone(progress)).toBe(false);
  const kept = JSON.parse(JSON.stringify(progress)) as Progress;
  const { Scan: rest = 0 } = await countCalls(() => run(kept, pace));
  expect(isDone(kept)).toBe(true);
  expect(await counted(tenant)).toBe(60);
  const { Scan: whole = 0 } = await countCalls(async () =>
    expect(await run(undefined, pace)).toMatchObject({ users: kept.users, failed: [] }),
  );
  expect(scans + rest).toBeLessThanOrEqual(whole);
});

test('a user who cannot be read is named at the end, and all others are synced', async () => {
  const tenant = newTenantId();
  const broken = newAccount('broken@example.com', tenant);
  await create({ ...broken, roleIds: null } as never);
  await many(10, (at) => newUser(tenant, `whole${at}`));
  const progress = await run();
  expect(progress.failed).toEqual([expect.stringMatching(new RegExp(`^user ${broken.id}: `))]);
  expect(linesOf(progress).at(-1)).toContain(`failed: user ${broken.id}`);
  expect(isDone(progress)).toBe(true);
  expect(await counted(tenant)).toBe(10);
});
