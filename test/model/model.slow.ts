// Runs the model for longer than `npm test` does. GATEHOUSE_MODEL_STEPS=200000 is the nightly form.
import { expect, test } from '@jest/globals';
import { operationsOfContract } from '../support/ledger.ts';
import { running } from '../support/prepared.ts';
import { explore, report, seedOr } from './runner/explore.ts';
import { tableOf } from './runner/table.ts';
import { startStage } from './world/stage.ts';

const STEPS = Number(process.env.GATEHOUSE_MODEL_STEPS ?? 2000);
const collects = process.env.GATEHOUSE_MODEL_FIND === '1';
/** A guard against a run that hangs: far more than a step takes. */
const PATIENCE_MS = 120_000 + STEPS * 200;

const stage = running(() => startStage());

test(
  `no rule breaks in ${STEPS} random steps`,
  async () => {
    const explored = await explore(stage, { seed: seedOr(1000), steps: STEPS, collects });
    if (collects) process.stderr.write(`${tableOf(explored)}\n`);
    expect(report(explored)).toBe('');
  },
  PATIENCE_MS,
);

const isLong = STEPS >= 10_000;
(isLong ? test : test.skip)('every operation was called by the steps before (needs 10 000 steps to be likely)', () => {
  const patterns = operationsOfContract.map(({ route }) => ({
    route,
    pattern: new RegExp(`^${route.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));
  const uncalled = patterns.filter(({ pattern }) => ![...stage.called].some((each) => pattern.test(each)));
  expect(uncalled.map(({ route }) => route)).toEqual([]);
});
