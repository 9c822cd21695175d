// Threat: a function dies between two store calls, and a write is lost, doubled or half done.
// Functions are killed before and after every store call of each flow, and then at random under load. A client repeats
// a call whose response was lost. Everything acknowledged holds, and at rest the table keeps its invariants.
//
// GATEHOUSE_FAULT_KILLS sets the number of kills (`npm run faults`: 1000, with every call killed in both ways).
// GATEHOUSE_FAULT_SEED repeats the random choices of a run.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '../support/faults/client.ts';
import { accountFlows } from '../support/faults/flows/accounts.ts';
import { adminFlows } from '../support/faults/flows/admin.ts';
import { codeFlows } from '../support/faults/flows/codes.ts';
import { factorFlows } from '../support/faults/flows/factors.ts';
import type { Flow } from '../support/faults/flows/flow.ts';
import { rowFlows } from '../support/faults/flows/rows.ts';
import { atCalls, bootstrapped, broken, disturbed, followed, mailed, type Pass } from '../support/faults/kill.ts';
import { atRest } from '../support/faults/rest.ts';
import { startWorld, type World } from '../support/faults/world.ts';
import { chance, SEED } from '../world/random.ts';

const KILLS = Number(process.env.GATEHOUSE_FAULT_KILLS ?? 200);
const IS_FULL = KILLS >= 1000;
const CLIENTS = 3;
const MINUTE = 60_000;
const flows: readonly Flow[] = [...accountFlows, ...codeFlows, ...factorFlows, ...adminFlows, ...rowFlows];

let world: World;
beforeAll(async () => {
  world = await startWorld(CLIENTS);
});
afterAll(async () => {
  const { kills, starts } = world.deployment;
  process.stderr.write(`kill -9: ${kills()} times, ${starts()} processes started, GATEHOUSE_FAULT_SEED=${SEED}\n`);
  await world.stop();
});

/**
 * In the full run each call of a flow is killed before and after; in the short run every second call, in one of the two
 * ways.
 */
function passes(name: string): Pass[] {
  if (IS_FULL) return (['before', 'after'] as const).map((first) => ({ from: 1, stride: 1, first }));
  const draw = chance(name);
  return [{ from: 1 + draw.below(2), stride: 2, first: draw.of(['before', 'after']) }];
}
/**
 * The change feed makes more than a hundred calls. The full run kills at each of them, the short one at every twelfth.
 */
function feedPasses(): Pass[] {
  const draw = chance('change-feed');
  return [{ from: IS_FULL ? 1 : 1 + draw.below(12), stride: IS_FULL ? 1 : 12, first: draw.of(['before', 'after']) }];
}

/** Lets all clients work on the jobs until none is left. Returns the messages of the jobs that failed. */
async function workOff<T>(jobs: readonly T[], work: (client: Client, job: T) => Promise<void>): Promise<string[]> {
  const queue = [...jobs];
  const wrong: string[] = [];
  const drain = async (client: Client): Promise<void> => {
    for (let job = queue.shift(); job; job = queue.shift()) {
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

test('admin sign-up creates one first admin when its function is killed', async () => {
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
});

test('the change feed completes events, lists and jobs after its function is killed', async () => {
  const [client] = world.clients as [Client];
  for (const pass of feedPasses()) await atCalls('change-feed', pass, (plan) => followed(client, plan));
  await expectRest();
});

test('the mailer sends the message after its function is killed', async () => {
  const [client] = world.clients as [Client];
  for (const pass of passes('mailer')) await atCalls('mailer', pass, (plan) => mailed(client, plan));
  await expectRest();
});

test('every flow completes or can be repeated after a kill at its store calls', async () => {
  const wrong = await workOff(flows, async (client, flow) => {
    for (const pass of passes(flow.name)) await atCalls(flow.name, pass, (plan) => disturbed(client, flow, plan));
  });
  expect([...wrong, ...(await atRest(world.deployment))]).toEqual([]);
  expect(world.deployment.kills()).toBeGreaterThan(2 * flows.length);
  expect(world.deployment.faults).toEqual([]);
});

/** An operation makes about ten store calls, including the start of its process; a batch of the feed about twenty. */
const CALLS = 10;
const FEED_CALLS = 20;

test(
  `three clients complete their flows while functions are killed at random, ${KILLS} kills in all`,
  async () => {
    const { kills } = world.deployment;
    const wrong: string[] = [];
    const work = async (client: Client, number: number): Promise<void> => {
      const draw = chance(`client ${number}`);
      const behind = ['change-feed', 'mailer'];
      while (kills() < KILLS && !wrong.length) {
        // The change feed and the mailer run for all clients in the first lane.
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

test('after all kills half-done work is finished, and the invariants and every acknowledged write hold', async () => {
  await expectRest();
  expect(await broken(world.clients[0]!)).toEqual([]);
  const { ledger } = world.clients[0]!;
  expect(Object.values(ledger).map(({ length }) => length > 0)).toEqual([true, true, true, true]);
  await expectRest();
});
