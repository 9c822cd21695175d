// Tests the oracle of the fault tests on rows of resources: it accepts what the service wrote, and reports every kind of
// damage.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { now } from '../../lib/platform/clock.ts';
import { atKey, type Change, damaged, remove, set } from '../support/faults/damage.ts';
import { violations } from '../support/faults/invariants.ts';
import { project, task, worker } from '../support/resources.ts';
import { everyRow, type Row } from '../support/rows.ts';
import { useService } from '../support/service.ts';
import { until } from '../support/until.ts';

let rows: Row[];
const check = (table: readonly Row[]) => violations(table, { now: now() });

/** Rows that were created, changed, moved to the trash, restored and deleted; and those of a tenant that goes. */
async function writeRowsOfAllKinds(): Promise<void> {
  const user = await worker(service);
  const [kept, trashed, restored, gone] = [
    await project(user),
    await project(user),
    await project(user),
    await project(user),
  ];
  await user.put(`/projects/${kept.id}`, { name: 'Another name', dueAt: '2026-05-04T03:02:01.000Z' });
  await task(user, kept.id);
  for (const { id } of [trashed, restored, gone]) await user.delete(`/projects/${id}`);
  await user.put(`/projects/${restored.id}/restore`);
  await user.delete(`/projects/${gone.id}/trash`);
  const leaving = await worker(service);
  await task(leaving, (await project(leaving)).id);
  await service.admin('DELETE', `/auth/admin/api/tenants/${leaving.tenant.id}`);
}

const service = useService();
beforeAll(async () => {
  await writeRowsOfAllKinds();
  service.local.events(); // starts the change feed
  await until(async () => {
    rows = await everyRow();
    return check(rows).length === 0;
  }, 'a table at rest').catch(() => undefined); // the first test reports what is wrong
});

test('the oracle reports nothing about rows that the service wrote', () => {
  expect(check(rows)).toEqual([]);
  const types = rows.map(({ type }) => type);
  for (const type of ['row', 'row-entry', 'row-claim', 'row-count']) expect(types).toContain(type);
});

const damageItem = (type: string, change: Change, fits: (row: Row) => boolean = () => true): Row[] =>
  damaged(rows, type, change, fits);
const isLive = (row: Row) => !row.pk.includes('#TRASH');
const counts = (row: Row) => Boolean(row.live) || Boolean(row.trash);
const tellsOfRows = (row: Row) => row.type === 'outbox' && JSON.stringify(row).includes('"rowId"');

describe('the oracle of rows', () => {
  const cases: [string, string, () => Row[]][] = [
    ['I16', 'a row that is gone, but not what belongs to it', () => damageItem('row', remove)],
    ['I16', 'a row with a version that no event tells of', () => damageItem('row', set({ version: 9 }))],
    [
      'I16',
      'a row in the trash that was not deleted',
      () => damageItem('row', set({ deletedAt: undefined }), atKey('#TRASH')),
    ],
    [
      'I16',
      'a row whose values have another place in an index',
      () => damageItem('row', (row) => ({ ...row, data: { ...(row.data as object), dueAt: 'x' } }), isLive),
    ],
    ['I16', 'a row whose unique value another claim holds', () => damageItem('row-claim', set({ id: 'prj_other' }))],
    ['I16', 'a missing entry of an index', () => damageItem('row-entry', remove)],
    [
      'I16',
      'an entry of a row in the trash',
      () =>
        damageItem('row-entry', (entry) => ({
          ...entry,
          sk: `${entry.sk.slice(0, -1)}${entry.sk.endsWith('0') ? 1 : 0}`,
        })),
    ],
    ['I16', 'a missing claim', () => damageItem('row-claim', remove)],
    ['I16', 'a missing number of rows', () => damageItem('row-count', remove, counts)],
    [
      'I16',
      'a number of rows that is one too high',
      () => damageItem('row-count', (row) => ({ ...row, live: Number(row.live ?? 0) + 1 })),
    ],
    ['I16', 'a row whose events are lost', () => rows.filter((row) => !tellsOfRows(row))],
    [
      'I16',
      'an event that was written twice',
      () => [
        ...rows,
        ...rows
          .filter(tellsOfRows)
          .slice(0, 1)
          .map(set({ pk: `P#OUT#evt_${'x'.repeat(22)}` })),
      ],
    ],
    [
      'I15',
      'a deleted tenant whose rows remain',
      () =>
        damageItem(
          'tenant',
          set({ status: 'deleted' }),
          (row) => row.status === 'active' && rows.some(({ pk, type }) => type === 'row' && pk.startsWith(row.pk)),
        ),
    ],
  ];

  test.each(cases)('reports %s for %s', (invariant, _, damagedTable) => {
    expect(check(damagedTable()).map((complaint) => complaint.split(':')[0])).toContain(invariant);
  });
});
