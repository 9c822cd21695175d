// Threat: the change feed dies while it records the audit log, or several feeds record the same changes at once, and an
// entry is lost, recorded twice, or linked beside another one.
// The recorder is stopped before and after each of its calls of the table, then tried again; twenty of them race for the
// same records; and the whole stream is delivered once more. Each time the chain has every entry once.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { verify } from '../../infra/tools/audit/verify.ts';
import { now } from '../../lib/platform/clock.ts';
import { removeRows } from '../../lib/records/remove-rows.ts';
import { recordEntries } from '../../lib/workers/audit-log.ts';
import { handleChanges } from '../../lib/workers/change-feed.ts';
import { exported } from '../support/audit.ts';
import { violations } from '../support/faults/invariants.ts';
import { type Bench, startBench } from '../support/faults/store/bench.ts';
import { type StreamReader, startStreamReader } from '../support/faults/stream-reader.ts';
import { race } from '../support/race.ts';
import { everyRow } from '../support/rows.ts';
import { bearer } from '../support/service.ts';

let bench: Bench;
let reader: StreamReader;
const all: DynamoDBRecord[] = [];
beforeAll(async () => {
  bench = await startBench();
  const { engine, table } = bench.world.service.local;
  reader = await startStreamReader(engine.endpoint, table);
  await recorded(await newRecords());
});
afterAll(async () => {
  reader?.stop();
  await bench?.stop();
});

/** What changed since the last call. */
async function newRecords(): Promise<DynamoDBRecord[]> {
  const found: DynamoDBRecord[] = [];
  for (let page = await reader.next(); page.length > 0; page = await reader.next()) found.push(...page);
  all.push(...found);
  return found;
}

/** Of each person in `history`: sign-up with its session, sign-in, failed sign-in, logout. */
const ENTRIES = 5;
/** Returns the records of people who sign up, sign in, mistype the password and log out. */
async function history(people: number): Promise<DynamoDBRecord[]> {
  const { service, tenant } = bench.world;
  for (let person = 0; person < people; person++) {
    const user = await service.signup(tenant as never);
    const { body } = await service.login(user);
    await service.login({ ...user, password: 'wrong password 1' });
    await service.post('/auth/logout', {}, { headers: bearer(body) });
  }
  return newRecords();
}

const IS_LINE = /^audit:/;
const problems = async () =>
  (await violations(await everyRow(), { published: new Set(), now: now() })).filter((text) => IS_LINE.test(text));
const idsOf = async (): Promise<string[]> =>
  (await exported(bench.world.service))
    .map((line) => JSON.parse(line))
    // The export is an entry too.
    .flatMap(({ id, action }) => (action === 'audit.read' ? [] : [id]))
    .sort();
/** Records what failed again, as the stream does. */
async function recorded(records: DynamoDBRecord[]): Promise<void> {
  for (let round = 0; (await recordEntries(records)).length > 0; round++) {
    if (round === 20) throw new Error('the records fail for ever');
  }
}

/** No retry helps against it: the process has ended, as far as the table sees. */
const GONE = {
  status: 400,
  body: { __type: 'com.amazonaws.dynamodb.v20120810#AccessDeniedException', message: 'gone' },
};

/** Runs `work` until it makes its call number `at`. Returns whether it came so far. */
async function killedAt(at: number, isAfter: boolean, work: () => Promise<unknown>): Promise<boolean> {
  let calls = 0;
  bench.disturb(() => {
    calls++;
    if (calls < at) return undefined;
    return calls === at && isAfter ? { reply: GONE, after: true } : { reply: GONE };
  });
  await work();
  bench.disturb(undefined);
  return calls >= at;
}

test('a recorder that is killed before or after any of its calls loses nothing and records nothing twice', async () => {
  let kills = 0;
  for (const isAfter of [false, true]) {
    for (let at = 1, isKilled = true; isKilled; at++) {
      const { service, tenant } = bench.world;
      await service.signup(tenant as never);
      const records = await newRecords();
      isKilled = await killedAt(at, isAfter, () => recordEntries(records));
      if (isKilled) kills++;
      await recorded(records);
    }
  }
  expect(kills).toBeGreaterThan(10);
  expect(await problems()).toEqual([]);
});

test('twenty feeds with the same records at once record each entry once, in a chain that does not fork', async () => {
  const before = await idsOf();
  const records = await history(2);
  await race(20, () => recorded(records));
  expect((await idsOf()).length - before.length).toBe(2 * ENTRIES);
  expect(await problems()).toEqual([]);
});

test('twenty feeds with different parts of one stream, some of them killed, lose nothing', async () => {
  const before = await idsOf();
  const records = await history(4);
  let calls = 0;
  bench.disturb(() => {
    if (++calls % 7 !== 0) return undefined;
    return calls % 2 === 0 ? { reply: GONE, after: true } : { reply: GONE };
  });
  await race(20, (feed) => recordEntries(records.filter((_, index) => index % 5 <= feed % 5)));
  bench.disturb(undefined);
  await race(4, () => recorded(records));
  expect((await idsOf()).length - before.length).toBe(4 * ENTRIES);
  expect(await problems()).toEqual([]);
});

test('the whole stream delivered again adds nothing, also in another order', async () => {
  const before = await exported(bench.world.service);
  const anchors = (await bench.world.service.admin('GET', '/auth/admin/api/audit/anchors')).body.data;
  await recorded(all);
  await recorded(all.toReversed());
  await handleChanges(all.slice(0, 100), removeRows);
  const after = await exported(bench.world.service);
  expect(after.length - before.length).toBe(0);
  expect(after.join() === before.join()).toBe(true);
  expect((await verify(after, anchors)).findings).toEqual([]);
});
