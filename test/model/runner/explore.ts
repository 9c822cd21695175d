// Explores: runs cases until a number of steps is reached. Stops at the first break, or collects breaks of distinct
// rules.
import { RULES, type RuleId } from '../rules.ts';
import type { Stage } from '../world/stage.ts';
import { type Case, firstOf, type Outcome, runCase, traceOf } from './run.ts';
import { shrink } from './shrink.ts';

/** The seed of the first case, the same in each run unless the environment names another. */
export const seedOr = (standard: number): number => Number(process.env.GATEHOUSE_MODEL_SEED ?? standard);

/** Steps of a case, without its audit. */
export const CASE_STEPS = 40;

export type Found = {
  rule: RuleId;
  seed: number;
  /** Steps of all cases until the rule broke. */
  stepsUntilFound: number;
  smallest: Outcome;
};
export type Explored = { seed: number; cases: number; steps: number; found: Found[] };

type Options = {
  seed: number;
  steps: number;
  /** Goes on after a break, and collects one case for each rule. */
  collects?: boolean;
};

/** Runs cases with the seeds from `seed` on. */
export async function explore(
  stage: Stage,
  { seed: first, steps: most, collects = false }: Options,
): Promise<Explored> {
  const found: (Omit<Found, 'smallest'> & { case: Case })[] = [];
  const known = new Set<RuleId>();
  let [cases, steps] = [0, 0];
  while (steps < most) {
    const outcome = await runCase(stage, first + cases, CASE_STEPS, known);
    cases++;
    for (const { rule, step } of outcome.world.violations) {
      if (known.has(rule)) continue;
      known.add(rule);
      found.push({ rule, seed: outcome.case.seed, stepsUntilFound: steps + step, case: outcome.case });
    }
    steps += outcome.case.steps.length;
    if (found.length && !collects) break;
  }
  const smallest: Found[] = [];
  for (const { case: broken, ...each } of found)
    smallest.push({ ...each, smallest: await shrink(stage, broken, each.rule) });
  return { seed: first, cases, steps, found: smallest };
}

/** A text for people: the rule, the seed, and who did what with which result. Empty if no rule broke. */
export const report = ({ seed, found }: Explored): string =>
  found.map((each) => `${reportOf(each)}\n\nGATEHOUSE_MODEL_SEED=${seed} repeats this run.`).join('\n\n');

function reportOf({ rule, seed, smallest }: Found): string {
  const { world, case: shrunk } = smallest;
  const broken = firstOf(world, rule)!;
  return [
    `${rule}: ${RULES[rule].text}`,
    `Case ${seed}, ${shrunk.steps.length} steps after shrinking: ${broken.what}`,
    `Tenants: ${JSON.stringify(shrunk.shape.tenants)}`,
    traceOf({ ...world, trace: world.trace.filter(({ step }) => step <= broken.step) }),
  ].join('\n');
}
