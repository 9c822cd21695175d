// Measures how fast the shipped handler processes a stream full of sign-ups.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { passesFeed } from '../../../infra/stack/functions/feed-filter.ts';
import { startPoller } from '../../../infra/tools/local/stream.ts';
import type { User } from '../../../lib/store/people/users.ts';
import { write, writeAll } from '../harness/bulk.ts';
import { ITEMS, newcomer, newTenant } from '../harness/newcomers.ts';
import { cpuMs } from '../harness/proc.ts';
import { startProxy } from '../harness/proxy.ts';
import { recount, withStore } from '../harness/recount.ts';
import { scoped } from '../harness/scope.ts';
import { median } from '../harness/stats.ts';
import { startTable, stopStream, TABLE } from '../harness/table.ts';

export const USERS = 2000;

const loadHandler = async () => (await import('../../../functions/change-feed.ts')).handler;

type Way = { name: string; batch: number; filtered: boolean; stream: boolean };

/**
 * Writes users in bulk, reads their stream records and passes them to the handler. Without `stream`, the stream is
 * switched off first, because each write to the local engine slows down with the number of records in its stream.
 */
export const drain = ({ name, batch, filtered, stream }: Way) =>
  scoped(async (own) => {
    const engine = own(await startTable({ stream: true }));
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: engine.endpoint }));
    own({ stop: () => client.destroy() });
    const tenant = newTenant();
    await write(client, [tenant]);
    await writeAll(client, USERS, (index) => newcomer(tenant, index).items);
    const all = await recordsOf(engine.endpoint, USERS * ITEMS);
    if (!stream) await stopStream(engine.endpoint);

    const records = filtered ? all.filter(passesFeed) : all;
    const handler = await loadHandler();
    const times: number[] = [];
    const before = cpuMs(engine.pid);
    const failed = await withStore(engine.endpoint, async () => {
      let failures = 0;
      for (let at = 0; at < records.length; at += batch) {
        const started = performance.now();
        const reply = await handler({ Records: records.slice(at, at + batch) });
        times.push(performance.now() - started);
        failures += reply.batchItemFailures.length;
      }
      return failures;
    });
    const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000;
    const row = {
      records: name,
      'users/s': USERS / seconds,
      'records/s': all.length / seconds,
      invocations: times.length,
      'p50 ms': median(times),
      'max ms': Math.max(...times),
      'engine CPU ms/user': (cpuMs(engine.pid) - before) / USERS,
    };
    const refused = failed ? [`${name}: ${failed} records refused`] : [];
    return { row, wrong: [...refused, ...(await miscounted(name, engine.endpoint, USERS))] };
  });

/** Returns the records that the poller of the local run receives, until there are `count`. */
async function recordsOf(endpoint: string, count: number): Promise<DynamoDBRecord[]> {
  const all: DynamoDBRecord[] = [];
  const done = Promise.withResolvers<void>();
  const load =
    async () =>
    async ({ Records }: { Records: DynamoDBRecord[] }) => {
      all.push(...Records);
      if (all.length >= count) done.resolve();
      return { batchItemFailures: [] };
    };
  const poller = startPoller(endpoint, TABLE, undefined, load, { matches: () => true, batch: 1000 });
  await done.promise;
  await poller.stop();
  return all;
}

/** Returns a complaint if the counters of a table do not equal its number of users, and an empty list otherwise. */
export async function miscounted(what: string, endpoint: string, users: number): Promise<string[]> {
  const { counted, listed } = await recount(endpoint);
  const expected = [0, users, 0, 0];
  const isCorrect = [counted, listed].every((numbers) => String(numbers) === String(expected));
  return isCorrect ? [] : [`${what}: ${expected} users, counters ${counted}, entries ${listed}`];
}

/** Returns what one new user costs the handler, after another user has warmed it up. */
export const perUser = () =>
  scoped(async (own) => {
    const engine = own(await startTable({ stream: false }));
    const proxy = own(await startProxy(engine.endpoint));
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: engine.endpoint }));
    const tenant = newTenant();
    const handler = await loadHandler();
    await write(client, [tenant]);
    return withStore(proxy.endpoint, async () => {
      const arrive = async (index: number) => {
        const { user, items } = newcomer(tenant, index);
        await write(client, items);
        return () => handler({ Records: [inserted(user)] });
      };
      await (await arrive(0))();
      const { trips, read, write: written, calls } = await proxy.cost(await arrive(1));
      client.destroy();
      return { trips, read, write: written, calls: calls.join(' ') };
    });
  });

const inserted = (user: User): DynamoDBRecord => {
  const image = marshall(user) as never;
  return { eventName: 'INSERT', dynamodb: { Keys: image, NewImage: image, SequenceNumber: '1' } };
};
