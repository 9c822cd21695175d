// Threat: the table refuses a call, or carries it out and its response is lost, so that an operation does something
// twice, burns a code without the session, or responds with more than 503.
// A seeded part of all faults; store.slow.ts runs all of them. GATEHOUSE_FAULT_SEED repeats a run.
import { expect, test } from '@jest/globals';
import { chance, SEED } from '../support/faults/random.ts';
import { problemsIn, runAll, SCENARIOS } from '../support/faults/store/suite.ts';

const LASTING = ['Throttling', 'response lost'] as const;

test('operations do the same when a call of the table fails once, and respond 503 when calls go on failing', async () => {
  const draw = chance('store');
  const outcomes = await runAll(SCENARIOS, { once: 2, lasting: 1, lastingFaults: LASTING }, draw);
  process.stderr.write(`store faults: ${outcomes.length}, GATEHOUSE_FAULT_SEED=${SEED}\n`);
  expect(problemsIn(outcomes)).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(SCENARIOS.length);
});
