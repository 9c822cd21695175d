// Measures the change feed: its throughput, what a new user costs, and how far lists, counters and events lag behind
// while users sign up steadily. Times are reported. Asserted: no user is lost or counted twice.
import { createOutbound } from '../../../infra/tools/local/aws/sent-messages.ts';
import { startAws } from '../../../infra/tools/local/aws/server.ts';
import type { Section } from '../harness/report.ts';
import { scoped } from '../harness/scope.ts';
import { drain, perUser, USERS } from './feed-drain.ts';
import { lag } from './feed-lag.ts';

/** Users per second: a rate that the local engine sustains, and ten times that rate. */
const RATES = [20, 200];

export const feed = (): Promise<Section> =>
  scoped(async (own) => {
    const bus = own(await startAws({ secrets: {}, rules: [], outbound: createOutbound() }));
    Object.assign(process.env, { AWS_ENDPOINT_URL_EVENTBRIDGE: bus.endpoint, GATEHOUSE_BUS: 'bench' });
    const cost = await perUser();
    const ways = [
      { name: 'filtered as in the stack, 100 at a time', batch: 100, filtered: true, stream: false },
      { name: 'all records, 1000 at a time', batch: 1000, filtered: false, stream: false },
      { name: 'all, 1000 at a time, stream on as in the local run', batch: 1000, filtered: false, stream: true },
    ];
    const drains = [];
    for (const way of ways) drains.push(await drain(way));
    const loads = [];
    for (const rate of RATES) loads.push(await lag(rate));
    return {
      tables: [
        { title: 'Change feed: cost of one new user', rows: [cost], notes: ['without the event of the user'] },
        {
          title: `Change feed: ${USERS} sign-ups waiting in the stream`,
          rows: drains.map(({ row }) => row),
          notes: [
            'records/s: user, address claim and outbox item of each; one shard, engine and handler on this machine',
            'stream on: the local engine reads every record of its stream for every item it writes',
          ],
        },
        {
          title: 'Change feed: lag of a local run while users sign up steadily, ms',
          rows: loads.flatMap(({ rows }) => rows),
          notes: ['users are written directly to the table for 10 s; event and entry are polled every 100 ms'],
        },
      ],
      exceeded: [...drains, ...loads].flatMap(({ wrong }) => wrong),
    };
  });
