// Shrinks a case that breaks a rule to a few steps that still break it (delta debugging, ddmin: Zeller and Hildebrandt,
// IEEE TSE 28(2), 2002).
import type { Step } from '../commands/command.ts';
import type { RuleId } from '../rules.ts';
import type { Stage } from '../world/stage.ts';
import { type Case, firstOf, type Outcome, replay } from './run.ts';

/** Replays at most. Each takes as long as its steps do. */
const MAX_REPLAYS = 150;

/** Returns the smallest case found that breaks the rule, with its world. Throws if the case does not break it again. */
export async function shrink(stage: Stage, original: Case, rule: RuleId): Promise<Outcome> {
  let replays = 0;
  const attempt = async (steps: Step[]): Promise<Outcome | undefined> => {
    replays++;
    const outcome = await replay(stage, { ...original, steps });
    const broken = firstOf(outcome.world, rule);
    if (!broken) return undefined;
    // Nothing after the break belongs to it.
    const upTo = outcome.case.steps.filter(({ label }) => label <= broken.step);
    return { ...outcome, case: { ...outcome.case, steps: upTo } };
  };
  let best = await attempt(original.steps);
  // A rule that breaks only sometimes depends on something that the seed does not decide. That must be mended first.
  if (!best) throw new Error(`seed ${original.seed} does not break ${rule} again`);
  let parts = 2;
  while (best.case.steps.length > 1 && replays < MAX_REPLAYS) {
    const steps: Step[] = best.case.steps;
    const size = Math.ceil(steps.length / parts);
    let smaller: Outcome | undefined;
    for (let from = 0; from < steps.length && !smaller && replays < MAX_REPLAYS; from += size)
      smaller = await attempt([...steps.slice(0, from), ...steps.slice(from + size)]);
    if (smaller) {
      best = smaller;
      parts = Math.max(2, parts - 1);
    } else if (size === 1) break;
    else parts = Math.min(steps.length, parts * 2);
  }
  return best;
}
