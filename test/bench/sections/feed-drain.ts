// The shipped handler and a stream full of sign-ups.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { startPoller } from '../../../infra/local/stream.ts';
import type { User } from '../../../lib/store/users.ts';
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
 * Writes users in bulk, reads what the stream has to say of them, and hands it to the handler. Without `stream` the
 * stream is switched off before: each write to the local engine takes the longer the more records its stream holds.
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

    const records = filtered ? all.filter(isWanted) : all;
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

/** What the poller of the local run is handed, until there are so many. */
async function recordsOf(endpoint: string, count: number): Promise<DynamoDBRecord[]> {
  const all: DynamoDBRecord[] = [];
  const done = Promise.withResolvers<void>();
  const poller = startPoller(endpoint, TABLE, undefined, async () => async ({ Records }) => {
    all.push(...Records);
    if (all.length >= count) done.resolve();
    return { batchItemFailures: [] };
  });
  await done.promise;
  await poller.stop();
  return all;
}

/** What is wrong with the counters of a table with that many users, in words. */
export async function miscounted(what: string, endpoint: string, users: number): Promise<string[]> {
  const { counted, listed } = await recount(endpoint);
  const made = [0, users, 0, 0];
  const right = [counted, listed].every((numbers) => String(numbers) === String(made));
  return right ? [] : [`${what}: ${made} users, counters ${counted}, entries ${listed}`];
}

/** What the handler does for one new user, after one that warmed it up. */
export const perUser = () =>
  scoped(async (own) => {
    const engine = own(await startTable({ stream: false }));
    const proxy = own(await startProxy(engine.endpoint));
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: engine.endpoint }));
    const tenant = newTenant();
    const handler = await loadHandler();
    await write(client, [tenant]);
    return withStore(proxy.endpoint, async () => {
      const come = async (index: number) => {
        const { user, items } = newcomer(tenant, index);
        await write(client, items);
        return () => handler({ Records: [inserted(user)] });
      };
      await (await come(0))();
      const { trips, read, write: written, calls } = await proxy.cost(await come(1));
      client.destroy();
      return { trips, read, write: written, calls: calls.join(' ') };
    });
  });

const inserted = (user: User): DynamoDBRecord => {
  const image = marshall(user) as never;
  return { eventName: 'INSERT', dynamodb: { Keys: image, NewImage: image, SequenceNumber: '1' } };
};

const typeOf = ({ dynamodb }: DynamoDBRecord): string | undefined =>
  (dynamodb?.NewImage ?? dynamodb?.OldImage)?.type?.S as string | undefined;

/** The stack's filters. */
const isWanted = (record: DynamoDBRecord): boolean => {
  const type = typeOf(record) ?? '';
  return (
    type === 'user' ||
    (type === 'job' && !!record.dynamodb?.NewImage) ||
    (type === 'outbox' && record.eventName === 'INSERT')
  );
};
