// Runs the model for a few thousand steps. See runner/explore.ts; docs/explanation/model.md says how to read a failure.
//
// GATEHOUSE_MODEL_SEED repeats a run. GATEHOUSE_MODEL_FIND=1 collects every distinct rule that breaks.
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RULES } from './rules.ts';
import { explore, report } from './runner/explore.ts';
import { type Stage, startStage } from './world/stage.ts';

const STEPS = 3000;
const seed = Number(process.env.GATEHOUSE_MODEL_SEED ?? randomInt(2 ** 31));
const collects = process.env.GATEHOUSE_MODEL_FIND === '1';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

test(`no rule breaks in ${STEPS} random steps`, async () => {
  const explored = await explore(stage, { seed, steps: Number(process.env.GATEHOUSE_MODEL_STEPS ?? STEPS), collects });
  console.error(explored.cases, explored.steps);
  const texts = explored.found.map((found) => report(found, RULES[found.rule].text));
  expect(texts.join('\n\n')).toBe('');
}, 600_000);
