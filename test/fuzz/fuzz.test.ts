// Sends a thousand requests that are drawn from the contract, the same ones in each run. docs/decisions/0058-fuzz.md says
// what is checked, and how to repeat a round.
import { expect, test } from '@jest/globals';
import { running } from '../support/prepared.ts';
import { report } from './report.ts';
import { explore, rangeOr } from './run.ts';
import { startStage } from './world/stage.ts';

const range = rangeOr({ seed: 1, from: 0, count: 1000 });

const stage = running(() => startStage());

test(`no reply breaks a rule in ${range.count} requests made from the contract`, async () => {
  const explored = await explore(stage, range);
  expect(report(explored)).toBe('');
  // Requests that are all refused would prove nothing.
  const { all, succeeded } = explored.tally.byClass.valid;
  expect(succeeded).toBeGreaterThan(all / 4);
}, 600_000);
