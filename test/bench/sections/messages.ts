// Measures messages: how many requests for a message the service handles, and how long a message takes to the inbox.
import { createCaller } from '../harness/caller.ts';
import { load } from '../harness/load.ts';
import { atMost, type Section } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { FAST, startService } from '../harness/service.ts';
import { quantile } from '../harness/stats.ts';
import { createWorld, emailOf, signup } from '../harness/world.ts';

const PEOPLE = 200;
const REQUESTS = 1000;
const WATCHED = 40;
const MAX_LAG_MS = 1000;

export const messages = (): Promise<Section> =>
  scoped(async (own) => {
    const service = own(await startService(FAST));
    const caller = own(createCaller(service.baseUrl));
    const { tenantId } = await createWorld(caller, service);
    await load(PEOPLE, 4, (index) => signup(caller, tenantId, index));
    const forgot = (name: number | string) =>
      caller.ok('POST /auth/forgot-password', { body: { tenantId, email: emailOf(name) } });
    const sendCode = (name: number | string) => {
      const body = { tenantId, identifier: emailOf(name), channel: 'email' };
      return caller.ok('POST /auth/passwordless/send', { body });
    };

    const lags = [];
    for (let index = 0; index < WATCHED; index++) lags.push(await lag(index));
    const rows = [];
    for (const [operation, act] of Object.entries({ 'forgot-password': forgot, 'passwordless/send': sendCode })) {
      for (const [account, name] of Object.entries({
        known: (n: number) => n % PEOPLE,
        unknown: (n: number) => `x${n}`,
      })) {
        for (const concurrency of [1, 16]) {
          const { rps, p50, p99 } = await load(REQUESTS, concurrency, (index) => act(name(index)));
          rows.push({ operation, account, concurrency, rps, p50, p99 });
        }
      }
    }
    const [median, p95] = [quantile(lags, 0.5), quantile(lags, 0.95)];
    return {
      tables: [
        {
          title: 'From request to inbox, ms',
          rows: [{ what: 'forgot-password, one at a time', median, p95, ...atMost(median, MAX_LAG_MS) }],
          notes: ['stream, change feed, bus, rule, queue, mailer and SES of the local run; polled every 5 ms'],
        },
        {
          title: 'Requests for messages (the response never waits for the message)',
          rows,
          notes: ['limits off; change feed and mailer run in the same process'],
        },
      ],
    };

    async function lag(index: number): Promise<number> {
      const to = emailOf(index);
      const started = performance.now();
      await forgot(index);
      for (;;) {
        const { body } = await caller.call(`GET /__inbox/messages?to=${encodeURIComponent(to)}`);
        if ((body as unknown as unknown[]).length) return performance.now() - started;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  });
