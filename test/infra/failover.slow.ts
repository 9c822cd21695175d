// Runs the failover drill, and checks the table at its end with the oracle of the fault tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { failover } from '../../infra/tools/rehearsal/drill/failover.ts';
import { synthesiseFailover } from '../../infra/tools/rehearsal/drill/failover-assemblies.ts';
import { violations } from '../support/faults/invariants.ts';
import type { Row } from '../support/rows.ts';

const directory = mkdtempSync(join(tmpdir(), 'gatehouse-failover-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('a failover to the second region and back loses nothing but what the runbook names', async () => {
  const lines: string[] = [];
  const { passed, restored } = await failover(await synthesiseFailover(directory), (line) => lines.push(line));
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([]);
  expect(passed).toBe(true);
  expect(lines.length).toBeGreaterThan(25);
  // The oracle asks for the limits of a deployment without settings.
  Object.assign(process.env, { GATEHOUSE_BASE_URL: 'http://localhost:1', GATEHOUSE_TABLE: 'drill' });
  expect(violations(restored.map((item) => unmarshall(item) as Row))).toEqual([]);
});
