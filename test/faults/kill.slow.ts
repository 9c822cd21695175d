// Functions killed between two calls of the store: in each flow at every call, before it and after it, and then at random
// while several clients are at work. A lost answer is asked for again; whatever was acknowledged holds; when all has come
// to rest the table keeps its invariants.
//
// GATEHOUSE_FAULT_KILLS says how many (`npm run faults`: 1000, and every call in both ways), GATEHOUSE_FAULT_SEED repeats
// the choices of a run.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '../support/faults/client.ts';
import { accountFlows } from '../support/faults/flows/accounts.ts';
import { adminFlows } from '../support/faults/flows/admin.ts';
import { codeFlows } from '../support/faults/flows/codes.ts';
import { factorFlows } from '../support/faults/flows/factors.ts';
import type { Flow } from '../support/faults/flows/flow.ts';
import { atCalls, bootstrapped, broken, disturbed, followed, mailed, type Pass } from '../support/faults/kill.ts';
import { chance, SEED } from '../support/faults/random.ts';
import { atRest } from '../support/faults/rest.ts';
import { startWorld, type World } from '../support/faults/world.ts';

const KILLS = Number(process.env.GATEHOUSE_FAULT_KILLS ?? 200);
const IS_FULL = KILLS >= 1000;
const CLIENTS = 3;
const MINUTE = 60_000;
const flows: readonly Flow[] = [...accountFlows, ...codeFlows, ...factorFlows, ...adminFlows];

let world: World;
beforeAll(async () => {
  world = await startWorld(CLIENTS);
}, MINUTE);
afterAll(async () => {
  const { kills, starts } = world.deployment;
  process.stderr.write(`kill -9: ${kills()} times, ${starts()} processes started, GATEHOUSE_FAULT_SEED=${SEED}\n`);
  await world.stop();
}, MINUTE);

/** In the full run each call of a flow is met in both ways; in the short one every other call, in one of them. */
function passes(name: string): Pass[] {
  if (IS_FULL) return (['before', 'after'] as const).map((first) => ({ from: 1, stride: 1, first }));
  const draw = chance(name);
  return [{ from: 1 + draw.below(2), stride: 2, first: draw.of(['before', 'after']) }];
}
/** The change feed makes more than a hundred calls for what happens there: each once, or every twelfth. */
function feedPasses(): Pass[] {
  const draw = chance('change-feed');
  return [{ from: IS_FULL ? 1 : 1 + draw.below(12), stride: IS_FULL ? 1 : 12, first: draw.of(['before', 'after']) }];
}

/** Work for each client, until none is left. Answers what went wrong. */
async function shared<T>(jobs: readonly T[], work: (client: Client, job: T) => Promise<void>): Promise<string[]> {
  const left = [...jobs];
  const wrong: string[] = [];
  const drain = async (client: Client): Promise<void> => {
    for (let job = left.shift(); job; job = left.shift()) {
      await work(client, job).catch((error: Error) => wrong.push(error.message));
    }
  };
  await Promise.all(world.clients.map(drain));
  return wrong;
}

const expectRest = async () => {
  expect(await atRest(world.deployment)).toEqual([]);
  expect(world.deployment.faults).toEqual([]);
};

test(
  'the first admin: there is one, whatever died on the way',
  async () => {
    const [client] = world.clients as [Client];
    for (const pass of passes('bootstrap')) await atCalls('bootstrap', pass, (plan) => bootstrapped(client, plan));
    for (const { admin } of world.clients.slice(1)) {
      const { email, password } = admin;
      const made = await client.lane.send('POST', '/auth/admin/admins', {
        body: { email, password },
        cookie: client.admin.cookie,
      });
      expect(made).toMatchObject({ status: 201 });
    }
    await expectRest();
  },
  2 * MINUTE,
);

test(
  'the change feed: events, lists and jobs go on where it died',
  async () => {
    const [client] = world.clients as [Client];
    for (const pass of feedPasses()) await atCalls('change-feed', pass, (plan) => followed(client, plan));
    await expectRest();
  },
  5 * MINUTE,
);

test(
  'the mailer: a message leaves',
  async () => {
    const [client] = world.clients as [Client];
    for (const pass of passes('mailer')) await atCalls('mailer', pass, (plan) => mailed(client, plan));
    await expectRest();
  },
  MINUTE,
);

test(
  'every flow, at every call of the store',
  async () => {
    const wrong = await shared(flows, async (client, flow) => {
      for (const pass of passes(flow.name)) await atCalls(flow.name, pass, (plan) => disturbed(client, flow, plan));
    });
    expect([...wrong, ...(await atRest(world.deployment))]).toEqual([]);
    expect(world.deployment.kills()).toBeGreaterThan(2 * flows.length);
    expect(world.deployment.faults).toEqual([]);
  },
  10 * MINUTE,
);

/** An operation makes some ten calls, the start of its process included; a batch of the feed some twenty. */
const CALLS = 10;
const FEED_CALLS = 20;

test(
  `several clients at work, killed at random until it were ${KILLS}`,
  async () => {
    const { kills } = world.deployment;
    const wrong: string[] = [];
    const work = async (client: Client, number: number): Promise<void> => {
      const draw = chance(`client ${number}`);
      const behind = ['change-feed', 'mailer'];
      while (kills() < KILLS && !wrong.length) {
        // What follows from changes runs for everybody in the first lane.
        if (number === 0) {
          for (const name of behind) {
            if (draw.below(4)) continue;
            client.lane.disarm(name);
            client.lane.arm(name, { at: 1 + draw.below(FEED_CALLS), when: draw.of(['before', 'after']) });
          }
        }
        const flow = draw.of(flows);
        const plan = { at: 1 + draw.below(CALLS), when: draw.of(['before', 'after'] as const) };
        await disturbed(client, flow, plan).catch((error: Error) =>
          wrong.push(`${flow.name}, ${plan.when} call ${plan.at}: ${error.message}`),
        );
      }
      for (const name of behind) client.lane.disarm(name);
    };
    await Promise.all(world.clients.map(work));
    expect(wrong).toEqual([]);
    expect(kills()).toBeGreaterThanOrEqual(KILLS);
  },
  20 * MINUTE,
);

test(
  'at rest: half-done work is finished, the invariants hold, and so does everything that was acknowledged',
  async () => {
    await expectRest();
    expect(await broken(world.clients[0]!)).toEqual([]);
    const { ledger } = world.clients[0]!;
    expect(Object.values(ledger).map(({ length }) => length > 0)).toEqual([true, true, true, true]);
    await expectRest();
  },
  2 * MINUTE,
);
