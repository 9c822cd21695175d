// Runs the restore drill and checks the restored table with the oracle of the fault tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { synthesiseAll } from '../../infra/tools/rehearsal/drill/assemblies.ts';
import { drill } from '../../infra/tools/rehearsal/drill/drill.ts';
import { violations } from '../support/faults/invariants.ts';
import type { Row } from '../support/rows.ts';

const directory = mkdtempSync(join(tmpdir(), 'gatehouse-drill-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('a restore by the runbook loses nothing but what happened since the backup', async () => {
  const lines: string[] = [];
  const { passed, restored } = await drill(await synthesiseAll(directory), (line) => lines.push(line));
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([]);
  expect(passed).toBe(true);
  expect(lines.length).toBeGreaterThan(25);
  // The oracle asks for the limits of a deployment without settings.
  Object.assign(process.env, { GATEHOUSE_BASE_URL: 'http://localhost:1', GATEHOUSE_TABLE: 'drill' });
  expect(violations(restored.map((item) => unmarshall(item) as Row))).toEqual([]);
}, 900_000);
