// Runs the model for fifteen hundred steps, the same ones in each run. docs/explanation/model.md says how to read a failure.
//
// GATEHOUSE_MODEL_SEED repeats a run. GATEHOUSE_MODEL_FIND=1 goes on after a break, and collects every distinct rule.
import { expect, test } from '@jest/globals';
import { running } from '../support/prepared.ts';
import { explore, report, seedOr } from './runner/explore.ts';
import { startStage } from './world/stage.ts';

const STEPS = 1500;

const stage = running(() => startStage());

test(`no rule breaks in ${STEPS} random steps of owners, squatters, hosts, admins and thieves`, async () => {
  const explored = await explore(stage, { seed: seedOr(2000), steps: STEPS });
  expect(report(explored)).toBe('');
  expect(explored.steps).toBeGreaterThanOrEqual(STEPS);
  // Forty steps a second on two busy cores; a break is shrunk first.
}, 600_000);
