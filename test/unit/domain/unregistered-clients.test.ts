// Checks since when a tenant lets a client in, over changes of its setting.
import { expect, test } from '@jest/globals';
import type { TenantSettings } from '../../../lib/contract/fields/settings.ts';
import { admits, clientHostsAfter } from '../../../lib/domain/unregistered-clients.ts';
import type { ApplicationId } from '../../../lib/platform/ids.ts';

type Policy = TenantSettings['unregisteredClients'];
const idAt = (host: string) => `https://${host}/client.json` as ApplicationId;
const [ONE, OTHER] = [idAt('one.example'), idAt('other.example:8443')];

/** The head after changes of the setting at these times. */
const after = (...changes: [number, Policy][]) =>
  changes.reduce<{ clientHosts?: Uint8Array | undefined }>(
    (before, [at, policy]) => ({ clientHosts: clientHostsAfter(before, policy, at) }),
    {},
  );
const listed = (...hosts: string[]): Policy => ({ policy: 'listed', hosts });
const [ANY, OFF]: Policy[] = [{ policy: 'any' }, { policy: 'off', hosts: ['one.example'] }];
const [A, B] = ['one.example', 'other.example:8443'];

test.each<[string, [number, Policy][], [number, number]]>([
  ['nothing', [[1, undefined]], [0, 0]],
  ['off, also with hosts', [[1, OFF]], [0, 0]],
  ['a list that is empty', [[1, listed()]], [0, 0]],
  ['one', [[1, listed(A)]], [1, 0]],
  ['two', [[1, listed(A, B)]], [1, 1]],
  ['another port', [[1, listed('other.example')]], [0, 0]],
  ['all', [[1, ANY]], [1, 1]],
  [
    'one, then another, too',
    [
      [1, listed(A)],
      [2, listed(B, A)],
    ],
    [1, 2],
  ],
  [
    'one, nothing, and one again',
    [
      [1, listed(A)],
      [2, OFF],
      [3, listed(A)],
    ],
    [3, 0],
  ],
  [
    'two, one, and two again',
    [
      [1, listed(A, B)],
      [2, listed(A)],
      [3, listed(A, B)],
    ],
    [1, 3],
  ],
  [
    'one of all',
    [
      [1, ANY],
      [2, listed(A)],
    ],
    [1, 0],
  ],
  [
    'one, then all with that one',
    [
      [1, listed(A)],
      [2, { policy: 'any', hosts: [A] }],
    ],
    [1, 2],
  ],
  [
    'all, nothing, and all again',
    [
      [1, ANY],
      [2, undefined],
      [3, ANY],
    ],
    [3, 3],
  ],
  [
    'the same again',
    [
      [1, listed(A)],
      [9, listed(A)],
    ],
    [1, 0],
  ],
])('%s', (_, changes, since) => {
  const tenant = after(...changes);
  const firstOf = (id: ApplicationId) => [1, 2, 3, 9].find((at) => admits(tenant, id, at)) ?? 0;
  expect([firstOf(ONE), firstOf(OTHER)]).toEqual(since);
  expect([admits(tenant, ONE), admits(tenant, OTHER)]).toEqual(since.map((at) => at > 0));
});
