// Sends twelve thousand requests that are drawn from the contract. GATEHOUSE_FUZZ_TABLE=1 prints what they reached.
import { expect, test } from '@jest/globals';
import { operations } from '../support/ledger.ts';
import { running } from '../support/prepared.ts';
import { report, table } from './report.ts';
import { type Explored, explore, rangeOr } from './run.ts';
import { startStage } from './world/stage.ts';

const range = rangeOr({ seed: 2, from: 0, count: 12_000 });
/** A guard against a run that hangs: far more than a request takes. */
const PATIENCE_MS = 120_000 + range.count * 60;

let explored: Explored;
const stage = running(() => startStage());

test(
  `no reply breaks a rule in ${range.count} requests made from the contract`,
  async () => {
    explored = await explore(stage, range);
    if (process.env.GATEHOUSE_FUZZ_TABLE === '1') process.stderr.write(`${table(explored)}\n`);
    expect(report(explored)).toBe('');
  },
  PATIENCE_MS,
);

const isLong = range.count >= 12_000;
/**
 * The share of operations that must succeed once. Of 12 000 requests each operation gets about 40, and 85 % succeed; any
 * change of the contract moves every draw, by two or three operations. The bound is five times as far away.
 */
const LEAST_SHARE = range.count >= 20_000 ? 0.85 : 0.8;
/**
 * These need a signature by a key, a passkey, an identity provider, a directory, a domain with a DNS record, an entry that the
 * change feed writes, or a role that lets a person manage their tenant. No drawn request has one (test/attacks/passkeys,
 * device-sessions, tenancy/delegation). Such a role would also show people the addresses of another tenant that a drawn
 * invitation names.
 */
const NEEDS_MORE =
  /device-sessions|join-requests|api\/audit\/\{id\}|admin\/sso|identity-providers|\/organization\/|\/passkeys\/(login|verify|enrol|\{id\})$|POST \/auth\/(admin\/)?passkeys$|admins\/\{id\}\/passkeys$|\{passkeyId\}$|\{groupId\}$/;

(isLong ? test : test.skip)('the requests before reached every operation, and most succeeded (needs 12 000)', () => {
  const { byClass, byRoute } = explored.tally;
  const succeeded = (route: string): boolean =>
    [...(byRoute.get(route)?.keys() ?? [])].some((status) => Number(status) < 400);
  const routes = operations.map(({ route }) => route);
  expect(routes.filter((route) => !byRoute.has(route))).toEqual([]);
  const drawable = routes.filter((route) => !NEEDS_MORE.test(route));
  expect(drawable.filter(succeeded).length).toBeGreaterThan(drawable.length * LEAST_SHARE);
  expect(byClass.valid.succeeded).toBeGreaterThan(byClass.valid.all / 3);
});
