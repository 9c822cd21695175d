// Threat: see store.test.ts. Each call that the synchronisations of directories make to the table fails in each way.
import { expect, test } from '@jest/globals';
import * as entra from '../api/scim/suites/entra.ts';
import * as google from '../api/scim/suites/google.ts';
import * as okta from '../api/scim/suites/okta.ts';
import { filled, type Kept, type Step, sendStep } from '../api/scim/suites/step.ts';
import { startBench } from '../support/faults/store/bench.ts';
import { EVERY_CALL, problemsIn, runAll } from '../support/faults/store/suite.ts';
import { running } from '../support/prepared.ts';
import { type Directory, directoryOf } from '../support/scim.ts';
import { unique } from '../support/service.ts';
import { chance } from '../world/random.ts';
import type { Call } from '../world/recipe.ts';
import type { Scenario } from '../world/recipes/all.ts';

const CLIENTS = { Okta: okta.synchronisation, Entra: entra.synchronisation, Google: google.synchronisation };
const HOUR_MS = 60 * 60_000;

/** A machine that does other work may not connect within the second that the service waits. No fault is under test here. */
const TRIES = 3;

async function prepare(directory: Directory, step: Step, kept: Kept): Promise<void> {
  let reply = await sendStep(directory, step, kept);
  for (let more = 1; more < TRIES && reply.status === 503; more++) reply = await sendStep(directory, step, kept);
  if (reply.status !== step.status) throw new Error(`${step.name}: ${reply.status} ${reply.text}`);
}

/** The request of a step, after those before it were sent in a directory of its own. */
function scenarioOf(client: string, synchronisation: (name: string) => Step[], at: number): Scenario {
  const { name, send, status } = synchronisation('')[at] as Step;
  const [method, path] = send.split(' ');
  const route = `${method} /scim/v2/{connection}${path}`;
  return {
    group: 'adminTenants',
    name: `${client} ${name}`,
    route: route as Scenario['route'],
    status,
    recipe: async ({ service }): Promise<Call> => {
      const directory = await directoryOf(service, await service.tenant());
      const steps = synchronisation(unique('fault'));
      const kept: Kept = new Map();
      for (const step of steps.slice(0, at)) await prepare(directory, step, kept);
      const { query, body } = steps[at] as Step;
      const headers = { authorization: `Bearer ${directory.token}`, 'content-type': 'application/scim+json' };
      return {
        params: { ...Object.fromEntries(kept), connection: directory.id },
        ...(query && { query: filled(query, kept) }),
        ...(body !== undefined && { body: filled(body, kept) }),
        headers,
      };
    },
  };
}

const bench = running(() => startBench());

test.each(Object.entries(CLIENTS))(
  'requests of %s do the same when a call of the table fails once, and get 503 when calls go on failing',
  async (client, synchronisation) => {
    const scenarios = synchronisation('').map((_, at) => scenarioOf(client, synchronisation, at));
    const outcomes = await runAll(bench, scenarios, EVERY_CALL, chance(client));
    process.stderr.write(`${client}: ${outcomes.length} faults\n`);
    expect(problemsIn(outcomes)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(scenarios.length);
  },
  HOUR_MS,
);
