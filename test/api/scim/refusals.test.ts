// Tests what is noted of the refused requests of a directory: enough to find what is wrong, and no value.
import { beforeAll, expect, test } from '@jest/globals';
import type { ScimConnectionId } from '../../../lib/platform/ids.ts';
import { get } from '../../../lib/store/dynamo/table.ts';
import { scimRefusals } from '../../../lib/store/keys.ts';
import { MAX_REFUSALS } from '../../../lib/store/scim/directories.ts';
import { later, MINUTE } from '../../support/api.ts';
import { connectionsOf, type Directory, directoryOf, GROUP, person } from '../../support/scim.ts';
import { prepared, unique, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const seenOf = async ({ id }: Directory) =>
  (await service.admin('GET', `${connectionsOf(tenant)}/${id}/groups`)).body as {
    users: number;
    groups: object[];
    refusals: { at: string; method: string; resource: string; status: number; reason: string }[];
  };
const stored = ({ id }: Directory) => get(scimRefusals(id as ScimConnectionId), 'scim-refusals');

test('a refused request is shown with its reason, without a value, and what succeeds is not', async () => {
  const directory = await directoryOf(service, tenant);
  const sent = person();
  await directory.create(sent);
  await directory.ask('POST', '/Groups', { schemas: [GROUP], displayName: unique('group') });
  expect(await stored(directory)).toBeUndefined();
  await directory.ask('POST', '/Users', sent);
  await directory.ask('GET', '/Users?filter=userName%20is%20secret');
  await directory.ask('GET', '/Secrets/of-a-client');
  const { users, groups, refusals } = await seenOf(directory);
  expect([users, groups.length]).toEqual([1, 1]);
  const at = expect.any(String);
  expect(refusals).toEqual([
    { at, method: 'GET', resource: '', status: 404, reason: 'There is no such resource.' },
    { at, method: 'GET', resource: 'Users', status: 400, reason: expect.stringMatching(/^invalidFilter: /) },
    { at, method: 'POST', resource: 'Users', status: 409, reason: expect.stringMatching(/^uniqueness: /) },
  ]);
  const text = JSON.stringify(refusals);
  for (const value of [sent.userName, 'secret', 'Secrets']) expect(text).not.toContain(value);
});

test('the same refusal is noted once a minute', async () => {
  const directory = await directoryOf(service, tenant);
  const again = () => directory.ask('GET', '/Users/usr_x');
  for (let count = 0; count < 3; count += 1) expect((await again()).status).toBe(404);
  expect((await seenOf(directory)).refusals).toHaveLength(1);
  await later(MINUTE + 1000, again);
  expect((await seenOf(directory)).refusals).toHaveLength(2);
});

test('the last twenty are kept', async () => {
  const directory = await directoryOf(service, tenant);
  for (let minute = 0; minute <= MAX_REFUSALS; minute += 1)
    await later((minute + 1) * 2 * MINUTE, () => directory.ask('GET', '/Users/usr_x'));
  const { refusals } = await seenOf(directory);
  expect(refusals).toHaveLength(MAX_REFUSALS);
  expect(refusals.map(({ at }) => at)).toEqual(
    [...refusals]
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
});

test('a caller without the token leaves no note, and a removed connection has none', async () => {
  const directory = await directoryOf(service, tenant);
  const wrong = await directory.ask('GET', '/Users', undefined, { headers: { authorization: 'Bearer x' } });
  expect(wrong.status).toBe(401);
  expect(await stored(directory)).toBeUndefined();
});
