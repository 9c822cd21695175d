// Measures the lag of the change feed: how long until the event of a new user is on the bus, and until the user is
// counted and listed. Users are written steadily and directly into the table of a running service.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { UserId } from '../../../lib/platform/ids.ts';
import * as keys from '../../../lib/store/keys.ts';
import { write } from '../harness/bulk.ts';
import { createCaller } from '../harness/caller.ts';
import { newcomer, newTenant } from '../harness/newcomers.ts';
import type { Table } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { FAST, startService } from '../harness/service.ts';
import { quantile } from '../harness/stats.ts';
import { startTable, TABLE } from '../harness/table.ts';
import { miscounted } from './feed-drain.ts';

const SECONDS = 10;
/** Users in a batch: three items each, and BatchWriteItem takes 25. */
const BATCH = 8;
const POLL_MS = 100;
const WITHIN_MS = 240_000;

/** When a user was written, when the user's event was seen, and when the user was counted. */
type Seen = { id: UserId; written: number; event?: number; counted?: number };

/** Writes `rate` users per second and returns the lags. */
export const lag = (rate: number): Promise<{ rows: Table['rows']; wrong: string[] }> =>
  scoped(async (own) => {
    const users = rate * SECONDS;
    const engine = own(await startTable({ stream: true }));
    const service = own(await startService({ ...FAST, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }));
    const caller = own(createCaller(service.baseUrl));
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: engine.endpoint }));
    own({ stop: () => client.destroy() });
    const tenant = newTenant();
    await write(client, [tenant]);

    const all: Seen[] = [];
    const started = performance.now();
    const writing = writeSteadily(rate, async (from, count) => {
      const batch = Array.from({ length: count }, (_, at) => newcomer(tenant, from + at));
      const written = performance.now();
      await write(
        client,
        batch.flatMap(({ items }) => items),
      );
      all.push(...batch.map(({ user }) => ({ id: user.id, written })));
    }).then(() => performance.now());

    const pollEvents = async () => {
      const waiting = new Map(all.filter(({ event }) => event === undefined).map((each) => [each.id as string, each]));
      const { body } = await caller.call('GET /__events');
      const at = performance.now();
      for (const { detail } of body as unknown as { detail: { userId?: string } }[]) {
        const seen = waiting.get(detail.userId ?? '');
        if (seen) seen.event = at;
      }
    };
    const pollCounted = async () => {
      const waiting = all.filter(({ counted }) => counted === undefined).slice(0, 100);
      if (!waiting.length) return;
      const Keys = waiting.map(({ id }) => keys.counted(tenant.id, id));
      const RequestItems = { [TABLE]: { Keys, ConsistentRead: true, ProjectionExpression: 'pk' } };
      const { Responses } = await client.send(new BatchGetCommand({ RequestItems }));
      const at = performance.now();
      const found = new Set((Responses?.[TABLE] ?? []).map(({ pk }) => keys.userIn({ pk })));
      for (const each of waiting) if (found.has(each.id)) each.counted = at;
    };
    const seenAll = (what: 'event' | 'counted') =>
      all.length === users && all.every((each) => each[what] !== undefined);
    const poll = async (what: 'event' | 'counted', once: () => Promise<void>) => {
      while (!seenAll(what) && performance.now() - started < WITHIN_MS) {
        await once();
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    };
    const [end] = await Promise.all([writing, poll('event', pollEvents), poll('counted', pollCounted)]);

    const row = (what: 'event' | 'counted', until: string) => {
      const lags = all.map((each) => (each[what] ?? Number.POSITIVE_INFINITY) - each.written);
      const last = Math.max(...all.map((each) => each[what] ?? Number.POSITIVE_INFINITY));
      const [median, p95, max] = [0.5, 0.95, 1].map((fraction) => quantile(lags, fraction));
      const written = Math.round((users / (end - started)) * 1000);
      return { 'users/s': rate, written: `${written}/s`, until, median, p95, max, 'after the last write': last - end };
    };
    const what = `change feed with ${rate} users/s`;
    const missing = all.filter(({ event, counted }) => event === undefined || counted === undefined).length;
    const wrong = missing ? [`${what}: ${missing} users without event or entries`] : [];
    return {
      rows: [row('event', 'event on the bus'), row('counted', 'counted and listed')],
      wrong: [...wrong, ...(await miscounted(what, engine.endpoint, users))],
    };
  });

/** Calls `act` for the next users when they are due, without waiting for the previous call. */
async function writeSteadily(rate: number, act: (from: number, count: number) => Promise<void>): Promise<void> {
  const users = rate * SECONDS;
  const started = performance.now();
  const calls: Promise<void>[] = [];
  for (let from = 0; from < users; from += BATCH) {
    const wait = started + (from / rate) * 1000 - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    calls.push(act(from, Math.min(BATCH, users - from)));
  }
  await Promise.all(calls);
}
