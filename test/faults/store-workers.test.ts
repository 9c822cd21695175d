// Threat: the table fails while the change feed or the mailer works, so that an event or a list entry is lost, a counter
// counts twice, or a message is sent twice.
// A history is written, and its stream delivered while every fifth call of the table fails. Records that failed are
// delivered again. In the end lists, counters and events are as without faults, and each message was sent once.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { advance, now } from '../../lib/platform/clock.ts';
import { removeRows } from '../../lib/records/remove-rows.ts';
import { handleChanges } from '../../lib/workers/change-feed.ts';
import { violations } from '../support/faults/invariants.ts';
import { type Bench, startBench } from '../support/faults/store/bench.ts';
import { FAULT_NAMES, FAULTS } from '../support/faults/store/wire.ts';
import { type StreamReader, startStreamReader } from '../support/faults/stream-reader.ts';
import { project, task, worker } from '../support/resources.ts';
import { everyRow } from '../support/rows.ts';
import { until } from '../support/until.ts';
import { chance, SEED } from '../world/random.ts';
import { account, admin, newName, signUp } from '../world/recipe.ts';

const draw = chance('store workers');
let bench: Bench;
let reader: StreamReader;
beforeAll(async () => {
  bench = await startBench();
  const { engine, table } = bench.world.service.local;
  reader = await startStreamReader(engine.endpoint, table);
});
afterAll(async () => {
  process.stderr.write(`store workers: GATEHOUSE_FAULT_SEED=${SEED}\n`);
  reader?.stop();
  await bench?.stop();
});

const met = new Set<string>();
/** Makes every fifth call fail in one of the ways in which it can. */
function disturb(): void {
  bench.disturb((operation, body) => {
    if (draw.below(5)) return undefined;
    const fault = draw.of(FAULT_NAMES);
    const fate = FAULTS[fault](operation, body);
    if (fate) met.add(`${operation} ${fault}`);
    return fate;
  });
}

/** People and rows come, change and go, a role is renamed, a tenant is deleted. Returns the addresses of waiting messages. */
async function writeHistory(): Promise<string[]> {
  const { world } = bench;
  const role = (await admin(world, 'POST', 'api/roles', { name: newName() })).role;
  const people = [await signUp(world), await signUp(world), await account(world, { roleIds: [role.id] })];
  for (const { tenant, email } of people) {
    await world.service.post('/auth/forgot-password', { tenantId: tenant.id, email });
  }
  const leaving = await account(world, { roleIds: [role.id] });
  await admin(world, 'PATCH', `api/roles/${role.id}`, { name: newName() });
  await admin(world, 'PATCH', `api/users/${people[1]!.id}`, { metadata: { name: 'Ada' } });
  await admin(world, 'DELETE', `api/users/${leaving.id}`);
  const gone = { ...world, tenant: await world.service.tenant() };
  for (let count = 0; count < 3; count++) await signUp(gone);
  for (const { tenant } of [world, gone]) {
    const user = await worker(world.service, undefined, tenant);
    for (let count = 0; count < 3; count++) await task(user, (await project(user)).id);
    await user.delete(`/projects/${(await project(user)).id}`);
  }
  await admin(world, 'DELETE', `api/tenants/${gone.tenant.id}`);
  return people.map(({ email }) => email);
}

/** Delivers what was written and its consequences, each record until it is handled. */
async function deliverAll(): Promise<void> {
  for (let records = await reader.next(); records.length; records = await reader.next()) {
    for (let left: DynamoDBRecord[] = records, round = 0; left.length; round++) {
      if (round === 50) throw new Error(`${left.length} records fail for ever`);
      const { batchItemFailures } = await handleChanges(left, removeRows);
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      // As the stream does: the records before the first that failed are done, the others come again.
      const first = left.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''));
      left = first < 0 ? [] : left.slice(first);
    }
  }
}

test('the change feed and the mailer lose nothing and do nothing twice while calls of the table fail', async () => {
  const { world, published } = bench;
  const { queue } = world.service.local;
  const addresses = await writeHistory();
  disturb();
  await deliverAll();
  await until(async () => {
    // The claim of a mailer that got no response to it is kept for a minute.
    if (queue.waiting().some(({ receives }) => receives > 2)) advance(61_000);
    return queue.waiting().length === 0;
  }, 'an empty queue');
  bench.disturb(undefined);
  expect(await violations(await everyRow(), { published: new Set(published), now: now() })).toEqual([]);
  expect(queue.deadLetters()).toEqual([]);
  expect(addresses.map((to) => world.service.inbox(to).length)).toEqual([1, 1, 1]);
  expect(met.size).toBeGreaterThan(3);
});
