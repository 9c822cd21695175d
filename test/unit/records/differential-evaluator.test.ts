// Compares the parser and the evaluator with PostgreSQL over generated rows and queries, without the service around them.
import { afterAll, describe, test } from '@jest/globals';
import { differenceOf, requireNone } from '../../records/oracle/compare.ts';
import { generateQueries } from '../../records/oracle/generate.ts';
import { memoryRows } from '../../records/oracle/memory-rows.ts';
import { runInMemory } from '../../records/oracle/memory-runner.ts';
import { startOracle } from '../../records/oracle/oracle.ts';
import { type Query, show } from '../../records/oracle/query.ts';
import { generatePopulation } from '../../records/oracle/rows.ts';
import { QUERIES, SEED } from '../../records/oracle/seed.ts';
import { prepared } from '../../support/prepared.ts';

const tenants = [
  memoryRows(generatePopulation(SEED, { projects: 60, tasks: 300 }), 'a'),
  memoryRows(generatePopulation(SEED + 1, { projects: 20, tasks: 80 }), 'b'),
];

describe('The evaluator of queries', () => {
  const oracle = prepared(() => startOracle(tenants));
  afterAll(() => oracle.stop());

  test(`returns what PostgreSQL returns for ${QUERIES} generated queries (seed ${SEED})`, async () => {
    const failures: string[] = [];
    for (const query of generateQueries(SEED, tenants, QUERIES)) {
      const difference = await compare(query);
      if (difference) failures.push(`${show(query)}\n  ${difference}`);
    }
    requireNone(failures, SEED);
  });

  async function compare(query: Query): Promise<string | undefined> {
    const expected = await oracle.expect(query);
    try {
      const received = runInMemory(query, tenants[query.tenant]!);
      return differenceOf(expected.status === 200 ? expected.body : undefined, received);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (expected.status !== 200 && expected.code === code) return undefined;
      return `expected ${expected.status}, received an error ${code} ${message}`;
    }
  }
});
