// Runs the planned faults over all operations, and draws the table of what came of them.
import { createRequire } from 'node:module';
import type * as Retries from '@smithy/core/retry';
import type { Random } from '../../../world/random.ts';
import { SCENARIOS, type Scenario } from '../../../world/recipes/all.ts';
import { type OperationGroup, operations } from '../../ledger.ts';
import type { Bench, Plan } from './bench.ts';
import {
  type Baseline,
  baselineOf,
  describeOutcome,
  type Outcome,
  onePlanOfEachKind,
  outcomeOf,
  plansOf,
} from './trials.ts';
import { FAULT_NAMES, type FaultName } from './wire.ts';

/** How many of the plans of a scenario to run, drawn at random: so many of those with one failure, and of those with failure upon failure. */
type Draw = { once: number; lasting: number };
/** Or each call of the table: with every fault that it can meet, or with one of each kind. */
type Choice = Draw | 'every fault' | 'each kind';

/** The choice of the slow tests. GATEHOUSE_STORE_FAULTS=all (`npm run faults`) makes every fault. */
export const EVERY_CALL: Choice = process.env.GATEHOUSE_STORE_FAULTS === 'all' ? 'every fault' : 'each kind';

/** The packages of the tests have their own copy of the SDK, which the service does not use. */
const ofTheService = createRequire(new URL('../../../../lib/store/dynamo/client.ts', import.meta.url));

/** The SDK waits up to a second before it repeats what was throttled. What comes of it does not depend on that. */
function repeatAtOnce(): void {
  const { Retry }: typeof Retries = ofTheService('@smithy/core/retry');
  Retry.delay = () => 2;
  Retry.throttlingDelay = () => 2;
}

/** Runs the scenarios one after the other. Returns what came of each plan. */
export async function runAll(
  bench: Bench,
  scenarios: readonly Scenario[],
  choice: Choice,
  draw: Random,
): Promise<Outcome[]> {
  repeatAtOnce();
  const outcomes: Outcome[] = [];
  for (const [turn, scenario] of scenarios.toSorted((a, b) => turnOf(a) - turnOf(b)).entries()) {
    const baseline = await baselineOf(bench, scenario);
    for (const plan of chosen(baseline, turn, choice, draw)) {
      const outcome = await outcomeOf(bench, scenario, baseline, plan);
      if (outcome) outcomes.push(outcome);
    }
  }
  return outcomes;
}

/** The list of admins comes before the other trials make thousands of them. The first admin signs up last: that removes all others. */
function turnOf({ route }: Scenario): number {
  if (route === 'GET /auth/admin/admins') return 0;
  return route === 'POST /auth/admin/signup' ? 2 : 1;
}

function chosen(baseline: Baseline, turn: number, choice: Choice, draw: Random): Plan[] {
  if (choice === 'each kind') return onePlanOfEachKind(baseline, turn);
  const [once, lasting] = [plansOf(baseline, false), plansOf(baseline, true)];
  if (choice === 'every fault') return [...once, ...lasting];
  return [...draw.shuffled(once).slice(0, choice.once), ...draw.shuffled(lasting).slice(0, choice.lasting)];
}

export const problemsIn = (outcomes: readonly Outcome[]): string[] =>
  outcomes.filter(({ problems }) => problems.length).map(describeOutcome);

export const SHORT = new Map(
  FAULT_NAMES.map((name, index) => [name, String.fromCharCode('A'.charCodeAt(0) + index)] as const),
);

/** The table as Markdown: operations by faults, the number of their calls that failed once without consequence. */
export function tableOf(outcomes: readonly Outcome[], groups: readonly OperationGroup[]): string {
  const routes = operations.filter(({ group }) => groups.includes(group)).map(({ route }) => route);
  const cell = (route: string, fault: FaultName): string => {
    const met = outcomes.filter(
      ({ scenario, plan }) => scenario.route === route && plan.fault === fault && !plan.lasting,
    );
    return met.length ? String(met.length) : '';
  };
  const repeated = (route: string): string => {
    const replies = outcomes.filter(({ scenario, plan }) => scenario.route === route && plan.lasting);
    return [...new Set(replies.flatMap(({ again }) => again ?? []))].sort().join(', ');
  };
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const head = ['Operation', ...SHORT.values(), 'repeated after 503'];
  return [
    row(head),
    row(head.map(() => '---')),
    ...routes.map((route) => row([`\`${route}\``, ...FAULT_NAMES.map((fault) => cell(route, fault)), repeated(route)])),
  ].join('\n');
}

export { SCENARIOS };
