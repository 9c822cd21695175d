// Threat: see store.test.ts. Each call that an operation makes to the table fails in each way in which it can.
// Prints the table of operations and faults. GATEHOUSE_FAULT_TABLE names a file to write it to.
import { writeFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { groupNames } from '../../lib/contract/index.ts';
import { chance } from '../support/faults/random.ts';
import { problemsIn, runAll, SCENARIOS, SHORT, tableOf } from '../support/faults/store/suite.ts';
import type { Outcome } from '../support/faults/store/trials.ts';

const LASTING = ['TransactionConflict', 'Throttling', 'InternalServerError, applied', 'response lost'] as const;
const EVERY = { once: undefined, lasting: undefined, lastingFaults: LASTING };
const all: Outcome[] = [];

afterAll(() => {
  const legend = [...SHORT].map(([name, letter]) => `${letter}: ${name}`).join('; ');
  const page = `${legend}\n\n${tableOf(all)}\n`;
  if (process.env.GATEHOUSE_FAULT_TABLE) writeFileSync(process.env.GATEHOUSE_FAULT_TABLE, page);
  process.stderr.write(`${page}${all.length} faults\n`);
});

test.each(groupNames)(
  'operations of %s do the same when a call of the table fails once, and respond 503 when calls go on failing',
  async (group) => {
    const scenarios = SCENARIOS.filter((scenario) => scenario.group === group);
    const outcomes = await runAll(scenarios, EVERY, chance(group));
    all.push(...outcomes);
    expect(problemsIn(outcomes)).toEqual([]);
  },
  30 * 60_000,
);
