// Users who manage their tenant try to get more than their roles give, and to leave a tenant without anyone who manages it.
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  type OrganizationPermission,
  organizationPermissions,
} from '../../../lib/contract/groups/parts/organization-permissions.ts';
import { groups } from '../../../lib/contract/index.ts';
import { methodOf, type Operation, pathOf } from '../../../lib/contract/operation.ts';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, later, MINUTE, refusal } from '../../support/api.ts';
import {
  INVITATIONS,
  type Manager,
  MEMBERS,
  manager,
  managerWith,
  newDomain,
  ORGANIZATION,
  roleWith,
} from '../../support/organization.ts';
import { race } from '../../support/race.ts';
import { bearer, newEmail, prepared, unique, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const LACKING = refusal('MISSING_REQUIRED_PERMISSIONS');

const operations = Object.entries<Operation>(groups.organization)
  .map(([route, operation]) => ({ route, operation }))
  .filter(({ operation }) => operation.access === 'user');
const guarded = operations.filter(({ operation }) => operation.permissions);
const idOf = prepared(() => createUser(service, tenant));
/** A body that is valid and changes nothing that other calls need. */
const bodyOf = (route: string, intent = 'sso'): object | undefined =>
  ({
    'PATCH /auth/organization/members/{id}': { isActive: true },
    'PUT /auth/organization/members/{id}/roles': { roleIds: [] },
    'POST /auth/organization/invitations': { email: newEmail() },
    'POST /auth/organization/join-requests/{id}/accept': {},
    'POST /auth/organization/domains': { domain: newDomain() },
    'PATCH /auth/organization/domains/{domain}': { join: { policy: 'invitation' } },
    'POST /auth/organization/providers': { name: unique('idp'), issuer: 'https://id.example', clientId: 'x' },
    'POST /auth/organization/applications': { name: unique('app'), kind: 'browser' },
    'PATCH /auth/organization/applications/{id}': { isActive: true },
    'POST /auth/organization/scim-connections': { name: 'Okta' },
    'PATCH /auth/organization/scim-connections/{id}': { isPaused: true },
    'POST /auth/organization/scim-connections/{id}/rotate': {},
    'PUT /auth/organization/scim-connections/{id}/groups/{groupId}': { roleId: null },
    'POST /auth/organization/setup-links': { intents: [intent] },
  })[route];
const call = (by: Manager, route: string, id: string, intent?: string) =>
  by.ask(methodOf(route), pathOf(route).replace('{id}', id), bodyOf(route, intent));

describe.each(organizationPermissions)('a user with %s alone', (permission: OrganizationPermission) => {
  const by = prepared(() => manager(service, tenant, [permission]));

  test.each(guarded)('calls what the contract says: $route', async ({ route, operation }) => {
    const opens = operation.permissions?.includes(permission);
    // An id that no user has: what gets past the door finds nothing.
    const { status, body } = await call(
      by,
      route,
      `usr_${'0'.repeat(44)}`,
      permission === 'organization.domains' ? 'domains' : 'sso',
    );
    if (opens) expect([200, 201, 404]).toContain(status);
    else expect([status, body.code]).toEqual(LACKING);
  });
});

test.each(guarded)('a user without a permission is refused: $route', async ({ route }) => {
  const by = await managerWith(service, tenant, []);
  expect(answerOf(await call(by, route, idOf.id))).toEqual(LACKING);
});

/** A test of a connection changes nothing, the id is of no connection, and only a setup link ends its session. */
const WITHOUT: Record<string, string> = {
  'POST /auth/organization/providers/{name}/test': 'PROVIDER_NOT_FOUND',
  'GET /auth/organization/scim-connections/{id}/groups': 'SCIM_CONNECTION_NOT_FOUND',
  'GET /auth/organization/scim-connections/{id}/drift': 'SCIM_CONNECTION_NOT_FOUND',
  'POST /auth/organization/setup/end': 'FORBIDDEN',
};

test('each change needs a login of the last 15 minutes, and no read does', async () => {
  const by = await manager(service, tenant);
  const refused = await later(16 * MINUTE, async () => {
    const fresh = await service.post('/auth/refresh-token', { refreshToken: by.tokens.refreshToken });
    const headers = { authorization: `Bearer ${fresh.body.accessToken}` };
    const codes: [string, string | undefined][] = [];
    for (const { route } of operations) {
      const body = bodyOf(route);
      const path = pathOf(route).replace('{id}', idOf.id);
      const reply = await service.send(methodOf(route), path, { headers, ...(body && { body }) });
      codes.push([route, reply.body.code]);
    }
    return codes;
  });
  expect(refused).toEqual(
    operations.map(({ route }) => [
      route,
      WITHOUT[route] ?? (route.startsWith('GET ') ? undefined : 'REAUTH_REQUIRED'),
    ]),
  );
});

test('users of a suspended tenant manage nothing', async () => {
  const own = await service.tenant();
  const by = await manager(service, own);
  await service.admin('PATCH', `/auth/admin/api/tenants/${own.id}`, { isActive: false });
  for (const { route } of operations) expect((await call(by, route, by.id)).status).toBe(401);
});

describe('what a manager lacks', () => {
  const by = prepared(() =>
    manager(service, tenant, ['organization.members', 'organization.roles', 'organization.invite']),
  );
  const beyond = prepared(async () => {
    const name = `${unique('app')}.write`;
    await service.admin('POST', '/auth/admin/api/permissions', { name });
    return {
      application: await roleWith(service, tenant, [name]),
      everywhere: await roleWith(service, null, [name]),
      audit: await roleWith(service, tenant, ['organization.audit', 'organization.invite']),
      empty: await roleWith(service, tenant, []),
    };
  });

  test('is not given: not by roles, of the tenant or of all, and not by an invitation', async () => {
    const { id } = await createUser(service, tenant);
    for (const roleId of [beyond.application, beyond.everywhere, beyond.audit, beyond.empty]) {
      expect(answerOf(await by.ask('PUT', `${MEMBERS}/${id}/roles`, { roleIds: [roleId] }))).toEqual(LACKING);
      expect(answerOf(await by.ask('POST', INVITATIONS, { email: newEmail(), roleIds: [roleId] }))).toEqual(LACKING);
    }
    expect((await by.ask('PUT', `${MEMBERS}/${id}/roles`, { roleIds: [by.roleId] })).status).toBe(200);
  });

  test('protects a member who has it: from being disabled, deleted, changed and invited again', async () => {
    for (const roleId of [beyond.application, beyond.everywhere, beyond.audit, beyond.empty]) {
      const { id } = await createUser(service, tenant, { roleIds: [roleId] });
      const path = `${MEMBERS}/${id}`;
      expect(answerOf(await by.ask('PATCH', path, { isActive: false }))).toEqual(LACKING);
      expect(answerOf(await by.ask('DELETE', path))).toEqual(LACKING);
      expect(answerOf(await by.ask('PUT', `${path}/roles`, { roleIds: [] }))).toEqual(LACKING);
      const invitation = { tenantId: tenant.id, email: newEmail(), roleIds: [roleId] };
      const made = await service.admin('POST', '/auth/admin/api/invitations', invitation);
      const invitee = `${INVITATIONS}/${made.body.invitation.id}`;
      expect(answerOf(await by.ask('POST', `${invitee}/resend`))).toEqual(LACKING);
      expect(answerOf(await by.ask('DELETE', invitee))).toEqual(LACKING);
    }
  });

  test('is not got by a permission of the application that has the name of a built-in one', async () => {
    for (const name of ['organization.members', 'organization.domains', 'organization.x'])
      expect(answerOf(await service.admin('POST', '/auth/admin/api/permissions', { name }))).toEqual(
        refusal('PERMISSION_ALREADY_EXISTS'),
      );
    const { data } = (await service.admin('GET', '/auth/admin/api/permissions?search=organization.')).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual([...organizationPermissions].sort());
    const path = `/auth/admin/api/permissions/${data[0].id}`;
    expect((await service.admin('GET', path)).body.permission).toEqual(data[0]);
    expect(answerOf(await service.admin('PATCH', path, { name: 'posts.edit' }))).toEqual(refusal('FORBIDDEN'));
    expect(answerOf(await service.admin('DELETE', path))).toEqual(refusal('FORBIDDEN'));
  });
});

describe('an invitation to an address that has an account', () => {
  const invite = (by: Manager, email: string, roleIds?: string[]) =>
    by.ask('POST', INVITATIONS, { email, ...(roleIds && { roleIds }) });
  const INVITE = '/auth/admin/api/invitations';
  const by = prepared(() => manager(service, tenant, ['organization.invite']));

  test('is refused if the account has what the inviter lacks, also after an admin revoked theirs', async () => {
    const role = await roleWith(service, tenant, organizationPermissions);
    for (const isRevoked of [false, true]) {
      const email = newEmail();
      const sent = await service.admin('POST', INVITE, { tenantId: tenant.id, email, roleIds: [role] });
      expect(sent.status).toBe(201);
      if (isRevoked) await service.admin('DELETE', `${INVITE}/${sent.body.invitation.id}`);
      expect(answerOf(await invite(by, email))).toEqual(LACKING);
    }
  });

  test('by a user who gives no roles is refused if it was revoked and came with some', async () => {
    await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
    const older = await manager(service, tenant, ['users.invite']);
    const role = await roleWith(service, tenant, organizationPermissions);
    for (const roleIds of [[role], []]) {
      const email = newEmail();
      const sent = await service.admin('POST', INVITE, { tenantId: tenant.id, email, roleIds });
      await service.admin('DELETE', `${INVITE}/${sent.body.invitation.id}`);
      const again = await older.ask('POST', '/auth/invite', { email });
      if (roleIds.length) expect(answerOf(again)).toEqual(LACKING);
      else expect(again.status).toBe(201);
    }
  });

  test('gives no roles without the right to give them to members', async () => {
    const own = await roleWith(service, tenant, ['organization.invite']);
    const email = newEmail();
    await service.admin('POST', USERS, { tenantId: tenant.id, email });
    expect(answerOf(await invite(by, email, [own]))).toEqual(LACKING);
    expect((await invite(by, newEmail(), [own])).status).toBe(201);
    const giver = await manager(service, tenant, ['organization.invite', 'organization.roles']);
    expect((await invite(giver, email, [own])).status).toBe(201);
  });

  test('does not reach the own account of the inviter', async () => {
    const phone = '+4915112345678';
    await service.admin('PATCH', `${USERS}/${by.id}`, { phone });
    const headers = bearer((await service.login(by)).body);
    expect(answerOf(await service.post(INVITATIONS, { phone }, { headers }))).toEqual(refusal('FORBIDDEN'));
  });
});

describe('the last member who may give roles', () => {
  test('stays when two of them remove each other twenty times at once', async () => {
    const ways = [
      (by: Manager, of: Manager) => by.ask('DELETE', `${MEMBERS}/${of.id}`),
      (by: Manager, of: Manager) => by.ask('PATCH', `${MEMBERS}/${of.id}`, { isActive: false }),
      (by: Manager, of: Manager) => by.ask('PUT', `${MEMBERS}/${of.id}/roles`, { roleIds: [] }),
    ];
    for (const way of ways) {
      const own = await service.tenant();
      const roleId = await roleWith(service, own, organizationPermissions);
      const one = await managerWith(service, own, [roleId]);
      const two = await managerWith(service, own, [roleId]);
      const replies = await race(20, (caller) => (caller % 2 ? way(one, two) : way(two, one)));
      const stored = await Promise.all([one, two].map(({ id }) => service.admin('GET', `${USERS}/${id}`)));
      const left = stored.filter(
        ({ status, body }) => status === 200 && body.user.isActive && body.user.userAccesses[0].roles.length === 1,
      );
      expect(left).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
      expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    }
  });

  test('is one whom an admin may remove', async () => {
    const own = await service.tenant();
    const only = await manager(service, own);
    expect((await service.admin('DELETE', `${USERS}/${only.id}`)).status).toBe(200);
    expect((await only.ask('GET', ORGANIZATION)).status).toBe(401);
  });
});
