// Tests what is left of a directory after its users, its connection or its tenant are deleted: nothing.
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ScimConnectionId, TenantId, UserId } from '../../../lib/platform/ids.ts';
import { getMany, partition, span } from '../../../lib/store/dynamo/table.ts';
import { scimConnections, scimDirectory, scimUserAndGroups } from '../../../lib/store/keys.ts';
import { groupNameKey } from '../../../lib/store/scim/groups.ts';
import { externalClaimKey, nameClaimKey } from '../../../lib/store/scim/users.ts';
import { race } from '../../support/race.ts';
import { connectionsOf, type Directory, directoryOf, person } from '../../support/scim.ts';
import { running, startService, unique } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = running(() => startService({ GATEHOUSE_CEILINGS: 'api-key-use=100' }, { changeFeed: true }));
beforeAll(() => service.adminCookie());

/** A directory with a user who is in a group. */
async function filled() {
  const directory = await directoryOf(service, await service.tenant());
  const sent = person();
  const user = await directory.create(sent);
  const displayName = unique('group');
  await directory.ask('POST', '/Groups', { displayName, members: [{ value: user.id }] });
  return { directory, sent, id: user.id as UserId, displayName };
}

/** Everything that is stored about the user, the group and the connection. */
async function leftOf({ directory, sent, id, displayName }: Awaited<ReturnType<typeof filled>>) {
  const [connection, tenant] = [directory.id as ScimConnectionId, directory.tenant.id as TenantId];
  const claims = [
    nameClaimKey(connection, sent.userName),
    externalClaimKey(connection, sent.externalId),
    groupNameKey(connection, displayName),
  ];
  const [ofUser, ofConnection, ofClaims] = await Promise.all([
    span(scimUserAndGroups(tenant, id)),
    partition(scimDirectory(connection)),
    getMany(claims),
  ]);
  return { ofUser, ofConnection, ofClaims: ofClaims.filter(Boolean) };
}
const totalOf = async ({ ask }: Directory): Promise<number> => (await ask('GET', '/Users?count=0')).body.totalResults;

describe('what a directory said of a user', () => {
  test('goes with the user whom an admin deletes, and the directory may create them anew', async () => {
    const made = await filled();
    await service.admin('DELETE', `/auth/admin/api/users/${made.id}`);
    expect((await made.directory.ask('GET', `/Users/${made.id}`)).status).toBe(404);
    expect((await leftOf(made)).ofUser).toEqual([]);
    expect(await totalOf(made.directory)).toBe(0);
    expect((await made.directory.create(made.sent)).id).not.toBe(made.id);
    expect(await totalOf(made.directory)).toBe(1);
  });

  test('goes with the connection, and the user stays', async () => {
    const made = await filled();
    const { tenant, id: connection } = made.directory;
    await service.admin('DELETE', `${connectionsOf(tenant)}/${connection}`);
    await until(async () => {
      const { ofUser, ofConnection, ofClaims } = await leftOf(made);
      return ofUser.length + ofConnection.length + ofClaims.length === 0 ? true : undefined;
    }, 'nothing of the connection');
    expect((await service.admin('GET', `/auth/admin/api/users/${made.id}`)).body.user).toMatchObject({
      isActive: true,
    });
  });

  test('goes with the tenant', async () => {
    const made = await filled();
    const { tenant } = made.directory;
    await service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`);
    expect((await made.directory.ask('GET', '/Users')).status).toBe(401);
    await until(async () => {
      const { ofUser, ofConnection, ofClaims } = await leftOf(made);
      const connections = await partition(scimConnections(tenant.id as TenantId));
      return ofUser.length + ofConnection.length + ofClaims.length + connections.length === 0 ? true : undefined;
    }, 'nothing of the tenant');
  });
});

test('a connection that asks without an end gets 429 with Retry-After, in the form of SCIM', async () => {
  const { ask } = await directoryOf(service, await service.tenant());
  // Two at a time would count as well. All at once end within the minute that counts.
  const replies = await race(200, () => ask('GET', '/ServiceProviderConfig'));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(199);
  const { status, body, headers } = await ask('GET', '/ServiceProviderConfig');
  expect([status, body.status, Number(headers['retry-after'])]).toEqual([429, '429', expect.any(Number)]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});
