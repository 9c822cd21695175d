// Sends a thousand requests that are drawn from the contract, the same ones in each run. docs/decisions/0058-fuzz.md says
// what is checked, and how to repeat a round.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { report } from './report.ts';
import { explore, rangeOr } from './run.ts';
import { type Stage, startStage } from './world/stage.ts';

const range = rangeOr({ seed: 1, from: 0, count: 1000 });

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage?.stop());

test(`no reply breaks a rule in ${range.count} requests made from the contract`, async () => {
  const explored = await explore(stage, range);
  expect(report(explored)).toBe('');
  // Requests that are all refused would prove nothing.
  const { all, succeeded } = explored.tally.byClass.valid;
  expect(succeeded).toBeGreaterThan(all / 4);
}, 600_000);
