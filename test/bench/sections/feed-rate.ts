// Measures how far the change feed lags behind while users sign up steadily, against an engine without a stream: the local
// engine's own stream costs more than the change feed does. The records are those of sign-ups, in shards and batches as
// Lambda delivers them. Also measures what one shard does at most. Asserted: nothing is lost and nothing is done twice.
import { BatchWriteItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { FEED_BATCH } from '../../../infra/stack/functions/feed-filter.ts';
import { createOutbound } from '../../../infra/tools/local/aws/sent-messages.ts';
import { startAws } from '../../../infra/tools/local/aws/server.ts';
import { EVENT_SOURCE } from '../../../lib/contract/events.ts';
import { rootSettings } from '../../support/roots.ts';
import { wrongAfter } from '../feed/after.ts';
import { type Shards, startShards } from '../feed/shards.ts';
import { differences, newSignup, type Signup } from '../feed/signups.ts';
import { write } from '../harness/bulk.ts';
import { tenantAs, tenantItems } from '../harness/population.ts';
import { cpuMs } from '../harness/proc.ts';
import { startProxy } from '../harness/proxy.ts';
import { withStore } from '../harness/recount.ts';
import { atMost, type Section, type Table } from '../harness/report.ts';
import { type Own, scoped } from '../harness/scope.ts';
import { quantile } from '../harness/stats.ts';
import { startTable, TABLE, type TableEngine } from '../harness/table.ts';

const MAX_LAG_MS = 2000;
/** Sign-ups that wait in one shard. */
const WAITING = 2000;
/** Sign-ups before the measurement, so that V8 has compiled the change feed of each shard. */
const WARM_UPS = 900;
/** Users in a batch: four items each, and BatchWriteItem takes 25. */
const BATCH = 6;
/** A function with 512 MB has this part of a processor: 1769 MB have one (Lambda Developer Guide, "Configuring memory"). */
const LAMBDA_CPU = 512 / 1769;
/** A call of DynamoDB from Lambda, ms, for the estimate. */
const TRIP_MS = 5;

export type Rate = { seconds: number; rate: number; shards: number };

export const feedRate = ({ seconds, rate, shards }: Rate): Promise<Section> =>
  scoped(async (own) => {
    const events = new Map<string, number>();
    const target = ({ detail }: { detail: unknown }) => {
      const { id } = detail as { id: string };
      events.set(id, (events.get(id) ?? 0) + 1);
    };
    const rules = [{ name: 'all', pattern: { source: [EVENT_SOURCE] }, target }];
    const bus = own(await startAws({ secrets: {}, rules, outbound: createOutbound() }));
    const quiet = { GATEHOUSE_LOG_LEVEL: 'none', GATEHOUSE_BASE_URL: 'http://localhost:1', GATEHOUSE_TABLE: TABLE };
    const env = {
      ...quiet,
      ...rootSettings('unused'),
      AWS_ENDPOINT_URL_EVENTBRIDGE: bus.endpoint,
      GATEHOUSE_BUS: 'bench',
    };
    Object.assign(process.env, env);
    const tenant = tenantAs('Feed', 'feed', Date.now());
    const different = await differences(tenant);

    const drained = await oneShard(env, events);
    const steady = await steadily({ seconds, rate, shards }, env, events);
    const { perSecond, cpu, trips, records } = drained;
    const onLambda = 1000 / Math.max(cpu / LAMBDA_CPU, (trips * TRIP_MS) / (FEED_BATCH / records));
    return {
      tables: [
        {
          title: 'A batch of the change feed',
          rows: [drained.batch],
          notes: ['calls, units and records of one sign-up'],
        },
        {
          title: 'One shard, one batch after the other',
          rows: [
            {
              'sign-ups waiting': WAITING,
              'sign-ups/s': perSecond,
              'CPU ms of a sign-up': cpu,
              'engine CPU ms': drained.engineCpu,
              'on Lambda, sign-ups/s': onLambda,
              [`shards for ${rate}/s`]: Math.ceil(rate / onLambda),
            },
          ],
          notes: [
            `on Lambda: the lower of what its part of a processor (${LAMBDA_CPU.toFixed(2)}) and ${trips} trips of ${TRIP_MS} ms a batch allow`,
          ],
        },
        { title: `${rate} sign-ups a second`, rows: [steady.row], notes: steady.notes },
      ],
      exceeded: [...different, ...drained.wrong, ...steady.wrong],
    };
  });

type Started = {
  engine: TableEngine;
  shards: Shards;
  add: (count: number) => Promise<Signup[]>;
  expected: Set<string>;
};

/** Starts a table with one tenant, and shards on it. `add` writes new users, without their records. */
async function start(
  own: Own,
  count: number,
  env: Record<string, string>,
  onHandled: (record: DynamoDBRecord) => void,
): Promise<Started> {
  const engine = own(await startTable({ stream: false }));
  const client = new DynamoDBClient({ endpoint: engine.endpoint });
  own({ stop: () => client.destroy() });
  const tenant = tenantAs('Feed', 'feed', Date.now());
  await write(DynamoDBDocumentClient.from(client), tenantItems(tenant, new Map()));
  const expected = new Set<string>();
  let index = 0;
  const add = async (count: number): Promise<Signup[]> => {
    const first = index;
    index += count;
    const signups = await Promise.all(Array.from({ length: count }, (_, at) => newSignup(tenant, first + at)));
    const requests = signups.flatMap(({ images }) => images).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [TABLE]: requests } }));
    for (const { events } of signups) for (const id of events) expected.add(id);
    return signups;
  };
  const shards = await startShards(own, count, { ...env, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }, onHandled);
  return { engine, shards, add, expected };
}

/** Measures what one shard does, and one batch of it. */
const oneShard = (env: Record<string, string>, events: Map<string, number>) =>
  scoped(async (own) => {
    events.clear();
    const { engine, shards, add, expected } = await start(own, 1, env, () => {});
    const waiting: DynamoDBRecord[] = [];
    for (let left = WAITING; left > 0; left -= BATCH) {
      for (const { records } of await add(Math.min(BATCH, left))) waiting.push(...records);
    }
    const records = waiting.length / WAITING;
    const [started, before] = [performance.now(), cpuMs(engine.pid)];
    shards.add(waiting);
    await shards.drained();
    const seconds = (performance.now() - started) / 1000;
    const engineCpu = (cpuMs(engine.pid) - before) / WAITING;
    const cpu = shards.batches.reduce((sum, batch) => sum + batch.cpuMs, 0) / WAITING;

    const { handler } = await import('../../../functions/change-feed.ts');
    const proxy = own(await startProxy(engine.endpoint));
    const some: DynamoDBRecord[] = [];
    let users = 0;
    while (some.length + BATCH * records <= FEED_BATCH) {
      users += BATCH;
      for (const signup of await add(BATCH)) some.push(...signup.records);
    }
    const cost = await withStore(proxy.endpoint, () => proxy.cost(() => handler({ Records: some })));
    const batch = {
      'sign-ups': users,
      records: some.length,
      trips: cost.trips,
      'calls/sign-up': cost.calls.length / users,
      'read/sign-up': cost.read / users,
      'write/sign-up': cost.write / users,
    };
    const wrong = await wrongAfter(engine.endpoint, WAITING + users, expected, events);
    return { perSecond: WAITING / seconds, cpu, engineCpu, trips: cost.trips, records, batch, wrong };
  });

/** Writes users at the rate, and returns how long it took until all three records of each were handled. */
const steadily = ({ seconds, rate, shards: count }: Rate, env: Record<string, string>, events: Map<string, number>) =>
  scoped(async (own) => {
    events.clear();
    const open = new Map<DynamoDBRecord, { written: number; left: number }>();
    const lags: number[] = [];
    const onHandled = (record: DynamoDBRecord) => {
      const signup = open.get(record)!;
      open.delete(record);
      signup.left--;
      if (signup.left === 0) lags.push(performance.now() - signup.written);
    };
    const { engine, shards, add, expected } = await start(own, count, env, onHandled);
    const handle = (signups: readonly Signup[]) => {
      for (const { records } of signups) {
        const signup = { written: performance.now(), left: records.length };
        for (const record of records) open.set(record, signup);
        shards.add(records);
      }
    };
    for (let warm = 0; warm < WARM_UPS; warm += BATCH) handle(await add(BATCH));
    await shards.drained();
    lags.length = 0;
    shards.batches.length = 0;

    const users = Math.floor((seconds * rate) / BATCH) * BATCH;
    const before = cpuMs(engine.pid) + cpuMs(process.pid);
    const started = performance.now();
    const writes: Promise<void>[] = [];
    for (let from = 0; from < users; from += BATCH) {
      const wait = started + (from / rate) * 1000 - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      writes.push(add(BATCH).then(handle));
    }
    await Promise.all(writes);
    const end = performance.now();
    await shards.drained();
    const [p50 = 0, p99 = 0, max = 0] = [0.5, 0.99, 1].map((fraction) => quantile(lags, fraction));
    const cpu = shards.batches.reduce((sum, batch) => sum + batch.cpuMs, 0);
    const row: Table['rows'][number] = {
      load: `${rate} a second for ${seconds} s`,
      shards: count,
      'written/s': users / ((end - started) / 1000),
      'sign-ups': users,
      'p50 ms': p50,
      'p99 ms': p99,
      'max ms': max,
      'records/batch': shards.batches.reduce((sum, { records }) => sum + records, 0) / shards.batches.length,
      'CPU ms of a sign-up': cpu / users,
      'cores of this machine': (cpu + cpuMs(engine.pid) + cpuMs(process.pid) - before) / (performance.now() - started),
      'delivered again': shards.redelivered(),
      ...atMost(max, MAX_LAG_MS),
    };
    const lost = lags.length === users ? [] : [`${users - lags.length} sign-ups were not handled`];
    const notes = [
      'lag: from the write of a sign-up until its account, session and events are all handled; a poller looks four times a second',
      'asserted: every user is counted, listed and found, every event is sent once, and the audit log has both entries in its chain',
    ];
    return { row, notes, wrong: [...lost, ...(await wrongAfter(engine.endpoint, WARM_UPS + users, expected, events))] };
  });
