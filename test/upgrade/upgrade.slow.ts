// Tests that deployments change their version while people use them: what one version of the code made works with
// the other, forwards, backwards, and while both run.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { advance, now } from '../../lib/platform/clock.ts';
import { ALLOWED } from '../support/acting.ts';
import { violations } from '../support/faults/invariants.ts';
import { SHAPES } from '../support/faults/shapes.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { everyRow } from '../support/rows.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { createFleet, type Fleet, type Running, releaseBefore } from './fleet.ts';
import { THINGS } from './things.ts';

const SEED = 1;
const directions: readonly [Running, Running][] = [
  ['the previous release', 'this version'],
  ['this version', 'the previous release'],
  ['a mixture of both', 'a mixture of both'],
];

let fleet: Fleet;
let service: Service;
let idp: IdentityProvider;
beforeAll(async () => {
  fleet = await createFleet(SEED);
  idp = await startIdentityProvider();
  service = await startService(ALLOWED, { changeFeed: true }, fleet.deployment);
});
afterAll(async () => {
  await service.stop();
  await idp.stop();
  fleet.remove();
});

/** Kinds of items that pass within milliseconds, and what only a schedule writes. */
const PASSING = ['job', 'heartbeat'];
/** Kinds that no thing makes: rows of resources, which an app declares, logins of admins by a provider, assertions, the archive. */
const NOT_MADE = [
  ...['row', 'row-entry', 'row-claim', 'row-count'],
  ...['admin-identity', 'admin-flow', 'used-assertion', 'device-request', 'audit-archive'],
  // The first release does not have them.
  ...['protected-resource', 'protected-resource-copy', 'client-document', 'api-key', 'api-key-use'],
  ...['passkey', 'passkey-claim', 'used-challenge', 'admin-passkey', 'admin-passkey-claim'],
  ...[
    'import-claim',
    'left-address',
    'disuse',
    'tenant-domain',
    'domain-count',
    'domain-claim',
    'setup-link',
    'join-request',
    'application-count',
  ],
  ...['scim-connection', 'scim-connection-count', 'scim-user', 'scim-member', 'scim-claim', 'scim-count'],
  ...['scim-group', 'scim-group-count', 'scim-group-claim', 'scim-refusals'],
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

describe.each(directions)('made by %s, used by %s', (before, after) => {
  test.each(Object.entries(THINGS))('%s', async (_, make) => {
    fleet.run(before);
    const use = await make(service, idp);
    await note(seen);
    fleet.run(after);
    await use();
  });

  test('the table holds nothing that contradicts itself', async () => {
    let found: string[] = [];
    await until(async () => {
      const published = new Set(service.local.events().map(({ detail }) => (detail as { id: string }).id));
      found = violations(await everyRow(), { published, now: Math.max(latest, now()) });
      return found.length === 0;
    }, 'a table at rest').catch(() => undefined);
    expect(found).toEqual([]);
  });
});

test('a release of the changelog that is not packed is named', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2027-01-01\n\n## 0.1.0 - 2026-11-25\n';
  expect(releaseBefore(changelog, '0.2.0')).toBe('0.1.0');
  expect(releaseBefore(changelog, '0.3.0')).toBe('0.2.0');
  expect(releaseBefore(changelog.slice(0, -24), '0.2.0')).toBeUndefined();
});

test('both versions have served requests', () => {
  expect(Math.min(...Object.values(fleet.served))).toBeGreaterThan(100);
});

test('each kind of item was in the table when the version changed', () => {
  const expected = SHAPES.map(({ type }) => type).filter((kind) => ![...PASSING, ...NOT_MADE].includes(kind));
  expect(expected.filter((kind) => !seen.has(kind))).toEqual([]);
});
