// Threat: the table refuses a call, or carries it out and its response is lost, so that an operation does something
// twice, burns a code without the session, or responds with more than 503.
// The same part of all faults each time. GATEHOUSE_FAULT_SEED draws another part. store-*.slow.ts make every call fail.
import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { rowProblems } from '../support/faults/invariants.ts';
import { startBench } from '../support/faults/store/bench.ts';
import { PARTS } from '../support/faults/store/every.ts';
import { problemsIn, runAll, SCENARIOS } from '../support/faults/store/suite.ts';
import { running } from '../support/prepared.ts';
import { everyRow } from '../support/rows.ts';
import { chance } from '../world/random.ts';

const SEED = Number(process.env.GATEHOUSE_FAULT_SEED ?? 1_598_037_873);
const draw = chance('store', SEED);
const bench = running(() => startBench());

test('operations do the same when one of their calls of the table fails once', async () => {
  const some = draw.shuffled(SCENARIOS).slice(0, 40);
  const outcomes = await runAll(bench, some, { once: 2, lasting: 0 }, draw);
  process.stderr.write(`store faults: ${outcomes.length}, GATEHOUSE_FAULT_SEED=${SEED}\n`);
  expect(problemsIn(outcomes)).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(20);
}, 300_000);

test('operations respond 503 and write nothing twice when calls of the table go on failing', async () => {
  const some = draw.shuffled(SCENARIOS).slice(0, 12);
  const outcomes = await runAll(bench, some, { once: 0, lasting: 2 }, draw);
  expect(problemsIn(outcomes)).toEqual([]);
}, 300_000);

test('rows of resources agree with their indexes, claims, counters and events after all these faults', async () => {
  const rows = await everyRow();
  expect(rowProblems(rows)).toEqual([]);
  expect(rows.filter(({ type }) => type === 'row').length).toBeGreaterThan(5);
});

test('all faults of the operations of each part have a file that runs them', () => {
  const files = readdirSync(import.meta.dirname).flatMap((name) => /^store-(.+)\.slow\.ts$/.exec(name)?.[1] ?? []);
  expect(files.sort()).toEqual([...new Set<string>(Object.values(PARTS))].sort());
});
