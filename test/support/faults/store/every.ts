// Makes each call of the operations of some groups fail: a file of tests for each part, because the engine writes slower
// the more was written.
import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { groupNames } from '../../../../lib/contract/index.ts';
import { chance } from '../../../world/random.ts';
import type { OperationGroup } from '../../ledger.ts';
import { everyRow } from '../../rows.ts';
import { rowProblems } from '../invariants.ts';
import { type Bench, startBench } from './bench.ts';
import { EVERY_CALL, problemsIn, runAll, SCENARIOS, SHORT, tableOf } from './suite.ts';
import type { Outcome } from './trials.ts';

type Part =
  | 'sign-in'
  | 'accounts'
  | 'factors'
  | 'sso'
  | 'oauth'
  | 'admins'
  | 'platform'
  | 'users'
  | 'roles'
  | 'resources';
export const PARTS: Record<OperationGroup, Part> = {
  authentication: 'sign-in',
  account: 'accounts',
  mfa: 'factors',
  passkeys: 'factors',
  sso: 'sso',
  oauth: 'oauth',
  discovery: 'oauth',
  apiKeys: 'accounts',
  organization: 'users',
  adminBlockedEmailDomains: 'platform',
  adminConsole: 'admins',
  adminTenants: 'platform',
  adminUsers: 'users',
  adminInvitations: 'accounts',
  adminRoles: 'roles',
  adminPermissions: 'roles',
  adminApplications: 'platform',
  adminProtectedResources: 'platform',
  adminAudit: 'users',
  adminTransfers: 'users',
  resources: 'resources',
};

/** Declares the tests of a part. Prints its table, and adds it to the file that GATEHOUSE_FAULT_TABLE names. */
export function testEveryFault(part: Part): void {
  const groups = [...groupNames, 'resources' as const].filter((name) => PARTS[name] === part);
  const all: Outcome[] = [];
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(async () => {
    const legend = [...SHORT].map(([name, letter]) => `${letter}: ${name}`).join('; ');
    const page = `${legend}\n\n${tableOf(all, groups)}\n\n${all.length} faults\n\n`;
    if (process.env.GATEHOUSE_FAULT_TABLE) appendFileSync(process.env.GATEHOUSE_FAULT_TABLE, page);
    process.stderr.write(page);
    await bench?.stop();
  });

  test.each(groups)(
    'operations of %s do the same when a call of the table fails once, and respond 503 when calls go on failing',
    async (group) => {
      const scenarios = SCENARIOS.filter((scenario) => scenario.group === group);
      const outcomes = await runAll(bench, scenarios, EVERY_CALL, chance(group));
      all.push(...outcomes);
      expect(problemsIn(outcomes)).toEqual([]);
      // Rows need no change feed to agree, so they must at any time.
      expect(rowProblems(await everyRow())).toEqual([]);
    },
    60 * 60_000,
  );
}
