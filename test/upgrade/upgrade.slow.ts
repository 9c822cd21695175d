// Tests that deployments change their version while people use them: what one version of the code made works with
// the other, forwards, backwards, and while both run.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { resync } from '../../infra/tools/restore/resync.ts';
import { advance, now } from '../../lib/platform/clock.ts';
import { violations } from '../support/faults/invariants.ts';
import { SHAPES } from '../support/faults/shapes.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { everyRow } from '../support/rows.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { createFleet, type Fleet, previous, type Running } from './fleet.ts';
import { THINGS } from './things.ts';

const SEED = 1;
/**
 * The change feed of the previous release keeps no audit log; what this version recorded must be whole all the same. It
 * also counts the sign-ups of a tenant for the deployment, in counters that nothing reads. A user that it deletes is erased
 * from the log, and it writes no entry that says so.
 */
const HARMLESS =
  /^(audit: (.* is not recorded$|erased .*: its personal data is missing, and no entry says that a user)|I14: P JOINED#)/;

const directions: readonly [Running, Running][] = [
  ['the previous release', 'this version'],
  ['this version', 'the previous release'],
  ['a mixture of both', 'a mixture of both'],
];

let fleet: Fleet;
let service: Service;
let idp: IdentityProvider;
beforeAll(async () => {
  fleet = createFleet(SEED);
  idp = await startIdentityProvider();
  service = await startService({}, { changeFeed: true }, fleet.deployment);
});
afterAll(async () => {
  await service.stop();
  await idp.stop();
  fleet.remove();
});

/** Kinds of items that pass within milliseconds, and what only a schedule writes. */
const PASSING = ['job', 'heartbeat'];
/** Kinds that the previous release does not have, nor a request that both versions could serve. */
const NEW = [
  'role-copy',
  'application-copy',
  'logo',
  'row',
  'row-entry',
  'row-claim',
  'row-count',
  'application',
  'used-assertion',
  'used-code',
  'stored-reply',
  'invitation',
  'failed-sign-ins',
  'admin-invitation',
  'admin-flow',
  'admin-identity',
  'audit-entry',
  'audit-mention',
  'audit-block',
  'acting',
  'audit-archive',
];
/** The kinds of items that were in the table when the version changed. */
const seen = new Set<string>();
const note = async (kinds: Set<string>): Promise<void> => {
  for (const { type } of await everyRow()) kinds.add(type);
};

/** The latest time that the functions were told. */
let latest = 0;
// Things move the clock, and identity providers do not follow.
afterEach(() => {
  latest = Math.max(latest, now());
  advance(Date.now() - now());
});

describe.each(directions)(`after ${previous}: made by %s, used by %s`, (before, after) => {
  test.each(Object.entries(THINGS))('%s', async (_, make) => {
    fleet.run(before);
    const use = await make(service, idp);
    await note(seen);
    fleet.run(after);
    await use();
  });

  test('the table holds nothing that contradicts itself once it is resynced', async () => {
    // The previous release keeps no heads of tenants, so a return to this version needs this step.
    await resync();
    let found: string[] = [];
    await until(async () => {
      const published = new Set(service.local.events().map(({ detail }) => (detail as { id: string }).id));
      const all = violations(await everyRow(), { published, now: Math.max(latest, now()) });
      found = all.filter((each) => !HARMLESS.test(each));
      return found.length === 0;
    }, 'a table at rest').catch(() => undefined);
    expect(found).toEqual([]);
  });
});

test('each kind of item was in the table when the version changed', () => {
  const expected = SHAPES.map(({ type }) => type).filter((kind) => ![...PASSING, ...NEW].includes(kind));
  expect(expected.filter((kind) => !seen.has(kind))).toEqual([]);
});
