// Asserts what users who manage their tenant cost: reads that do not grow with its members, and the writes of a change.
import { expect, test } from '@jest/globals';
import { mapConcurrently } from '../../../lib/platform/concurrency.ts';
import { createUser } from '../../support/admin-users.ts';
import { type Line, logged, ofEvent } from '../../support/logs.ts';
import { MEMBERS, manager, ORGANIZATION } from '../../support/organization.ts';
import { useService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = useService({}, { changeFeed: true });

/** The read and write units of the last request. */
async function unitsOf(call: () => Promise<{ status: number }>): Promise<[number, number]> {
  const lines = await logged(async () => expect((await call()).status).toBe(200));
  const { readUnits, writeUnits } = ofEvent(lines, 'request').at(-1) as Line;
  return [readUnits, writeUnits];
}

test('reads cost the same with 12 members and with 60, and a change has a bound', async () => {
  const tenant = await service.tenant();
  const by = await manager(service, tenant);
  const grow = async (from: number, to: number) => {
    await mapConcurrently(Array.from({ length: to - from }), 4, () => createUser(service, tenant));
    await until(async () => (await by.ask('GET', `${MEMBERS}?limit=1`)).body.total === to, `${to} members`);
  };
  const paths = ['', '/members?limit=10', '/invitations?limit=10', '/roles', '/audit?limit=10', '/usage'];
  const reads = async () => {
    const units: number[] = [];
    for (const path of paths) units.push((await unitsOf(() => by.ask('GET', `${ORGANIZATION}${path}`)))[0]);
    return units;
  };
  await grow(1, 12);
  const few = await reads();
  await grow(12, 60);
  expect(await reads()).toEqual(few);
  // The last one reads ten shards of 22 counters.
  for (const [at, most] of [6, 40, 10, 12, 40, 240].entries())
    expect([paths[at], (few[at] as number) <= most]).toEqual([paths[at], true]);
  const { id } = await createUser(service, tenant);
  const change = await unitsOf(() => by.ask('PATCH', `${MEMBERS}/${id}`, { isActive: false }));
  // As the same change by an admin, and two units for the condition on the caller.
  expect([change[0] <= 12, change[1] <= 27]).toEqual([true, true]);
});
