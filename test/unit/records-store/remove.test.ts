// Checks that the rows of a deleted tenant are deleted, step by step, and those of other tenants are not.
import { expect, test } from '@jest/globals';
import { newTenantId } from '../../../lib/platform/ids.ts';
import { removeRows } from '../../../lib/records/remove-rows.ts';
import { resources } from '../../../lib/records/resources/index.ts';
import { removeSome } from '../../../lib/records/store/remove.ts';
import type { Collection } from '../../../lib/records/store/row.ts';
import { trashRows } from '../../../lib/records/store/write.ts';
import * as table from '../../../lib/store/dynamo/table.ts';
import { type Job, jobWrite } from '../../../lib/store/jobs.ts';
import * as keys from '../../../lib/store/keys.ts';
import { step } from '../../../lib/workers/directory-jobs.ts';
import { everyRow } from '../../support/rows.ts';
import { useTable } from '../store/support.ts';
import { collectionOf, events, newRow, parts, store } from './support.ts';

useTable();

const count = async ({ tenantId }: Collection): Promise<number> =>
  (await everyRow()).filter(({ pk }) => pk.startsWith(`T#${tenantId}#`)).length;

test('removeSome deletes rows, trash, entries, claims and counters of a tenant in steps, and nothing else', async () => {
  const [gone, other] = [collectionOf(), collectionOf()];
  for (const collection of [gone, other]) {
    const rows = Array.from({ length: 230 }, (_, at) => newRow(collection, { code: `${at}` }));
    await store(collection, rows);
    await trashRows(collection, rows.slice(0, 12), 1e12, events());
  }
  const before = await count(other);
  expect(before).toBeGreaterThan(1000);
  const steps: boolean[] = [];
  do steps.push(await removeSome(gone.tenantId, [parts]));
  while (steps.at(-1));
  expect(steps).toEqual([true, false]);
  expect(await count(gone)).toBe(0);
  expect(await count(other)).toBe(before);
});

test('the job that deletes a tenant deletes its rows of every declared resource', async () => {
  const [gone, other] = [newTenantId(), newTenantId()];
  const resource = resources.projects;
  for (const tenantId of [gone, other]) {
    const collection = { tenantId, resource };
    await store(collection, [newRow(collection, { name: 'n', slug: 's', status: 'planned' })]);
  }
  const { create } = jobWrite({ kind: 'tenant', tenantId: gone }) as { create: Job };
  await table.create(create);
  await step(create, removeRows);
  expect(await count({ tenantId: gone, resource })).toBe(0);
  expect(await count({ tenantId: other, resource })).toBeGreaterThan(3);
  expect(await table.get(keys.job(create.id), 'job')).toBeUndefined();
});
