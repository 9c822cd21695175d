// Tests how users manage the directories of their tenant, and how far a person with a setup link gets.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, publishedAbout, refusal } from '../../support/api.ts';
import { useDns } from '../../support/dns.ts';
import { type Manager, manager, managerWith, newDomain, ORGANIZATION, roleWith } from '../../support/organization.ts';
import { outcomes, race } from '../../support/race.ts';
import { connectionsOf, GROUP, person } from '../../support/scim.ts';
import { running, startService, type Tenant, unique } from '../../support/service.ts';
import { newSetup } from '../../support/setup-links.ts';

const dns = useDns();
const service = running(async () => startService({ GATEHOUSE_DNS_SERVERS: await dns.listen() }));
beforeAll(() => service.adminCookie());
const CONNECTIONS = `${ORGANIZATION}/scim-connections`;
const LACKING = refusal('MISSING_REQUIRED_PERMISSIONS');
const NOT_FOUND = refusal('SCIM_CONNECTION_NOT_FOUND');

type Asking = Pick<Manager, 'ask'>;
type Made = { connection: { id: string; url: string; tokens: object[] }; token: string };
const SSO = ['organization.sso'];

/** Each in a tenant of their own: one has at most five connections. */
async function managed(permissions?: readonly string[]): Promise<Manager & { roleId: string }> {
  return manager(service, await service.tenant(), permissions);
}

async function connected(by: Asking, body: object = {}): Promise<Made> {
  const reply = await by.ask('POST', CONNECTIONS, { name: unique('directory'), ...body });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body;
}

/** Sends as the directory does. */
const asDirectory = ({ connection, token }: Made, method: string, path: string, body?: object) =>
  service.send(method, `/scim/v2/${connection.id}${path}`, {
    ...(body && { body }),
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/scim+json' }) },
  });

async function grouped(made: Made): Promise<string> {
  const { body, text } = await asDirectory(made, 'POST', '/Groups', { schemas: [GROUP], displayName: unique('group') });
  if (!body.id) throw new Error(text);
  return body.id;
}

const map = (by: Asking, { connection }: Made, group: string, roleId: string | null) =>
  by.ask('PUT', `${CONNECTIONS}/${connection.id}/groups/${group}`, { roleId });

async function verified({ id }: Pick<Tenant, 'id'>): Promise<string> {
  const path = `/auth/admin/api/tenants/${id}/domains`;
  const domain = newDomain();
  const { body } = await service.admin('POST', path, { domain });
  dns.set(body.domain.record.name, body.domain.record.value);
  const checked = await service.admin('POST', `${path}/${domain}/check`);
  if (checked.body.domain?.state !== 'verified') throw new Error(checked.text);
  return domain;
}

/** The details of the event of an action, which the audit log keeps. */
const actionOf = async ({ id: tenantId }: Pick<Tenant, 'id'>, action: string) =>
  (await publishedAbout(service, 'svc.organization_action', { action, tenantId }))[0]!.detail;

describe('a user with organization.sso', () => {
  test('makes, lists, changes, rotates and removes a connection, in the audit log', async () => {
    const by = await managed(SSO);
    const made = await connected(by, { name: 'Okta', onDelete: 'delete' });
    expect(made).toEqual({
      token: expect.stringMatching(/^gh_scim_\w{44}_\w{49}$/),
      connection: {
        id: expect.stringMatching(/^scm_\w{44}$/),
        tenantId: by.tenant.id,
        name: 'Okta',
        url: `${service.baseUrl}/scim/v2/${made.connection.id}`,
        tokenUrl: `${service.baseUrl}/oauth2/token`,
        isPaused: false,
        onDelete: 'delete',
        takesUpManagers: false,
        tokens: [{ hint: made.token.slice(-4), createdAt: expect.any(String), endsAt: null }],
        createdBy: by.id,
        createdAt: expect.any(String),
        lastUsedAt: null,
        silentAfterDays: 7,
        isSilent: false,
      },
    });
    expect((await by.ask('GET', CONNECTIONS)).body).toEqual({ connections: [made.connection] });
    expect((await asDirectory(made, 'POST', '/Users', person())).status).toBe(201);

    const path = `${CONNECTIONS}/${made.connection.id}`;
    const changed = await by.ask('PATCH', path, { name: 'Entra', isPaused: true });
    expect([changed.status, changed.body.connection]).toMatchObject([200, { name: 'Entra', isPaused: true }]);
    expect((await asDirectory(made, 'GET', '/Users')).status).toBe(403);
    await by.ask('PATCH', path, { isPaused: false });

    const rotated = await by.ask('POST', `${path}/rotate`, { overlapHours: 0 });
    expect([rotated.status, rotated.body.connection.tokens.length]).toEqual([200, 1]);
    expect((await asDirectory(made, 'GET', '/Users')).status).toBe(401);
    expect((await asDirectory(rotated.body, 'GET', '/Users')).status).toBe(200);

    expect((await by.ask('DELETE', path)).status).toBe(200);
    expect((await asDirectory(rotated.body, 'GET', '/Users')).status).toBe(401);
    for (const action of ['created', 'updated', 'rotated', 'removed']) {
      const entry = await actionOf(by.tenant, `scim_connection.${action}`);
      expect([action, entry.actorId]).toEqual([action, by.id]);
    }
  });

  test('makes at most five, also when twenty callers race', async () => {
    const by = await managed(SSO);
    const replies = await race(20, () => by.ask('POST', CONNECTIONS, { name: 'x' }));
    expect(outcomes(replies)).toEqual({ 201: 5, '400 SCIM_CONNECTION_LIMIT_REACHED': 15 });
  });

  test('sees no connection of another tenant, and none by a malformed id', async () => {
    const [by, other] = [await managed(), await managed()];
    const foreign = await connected(other);
    const group = await grouped(foreign);
    expect((await by.ask('GET', CONNECTIONS)).body).toEqual({ connections: [] });
    for (const id of [foreign.connection.id, 'x']) {
      const path = `${CONNECTIONS}/${id}`;
      for (const [method, at, body] of [
        ['PATCH', path, { name: 'x' }],
        ['POST', `${path}/rotate`, {}],
        ['DELETE', path],
        ['GET', `${path}/groups`],
        ['PUT', `${path}/groups/${group}`, { roleId: null }],
      ] as const)
        expect(answerOf(await by.ask(method, at, body))).toEqual(NOT_FOUND);
    }
  });

  test('loses what they may do before the change is written', async () => {
    const by = await managed(SSO);
    const made = await connected(by);
    await service.admin('PATCH', `/auth/admin/api/users/${by.id}`, { roleIds: [] });
    expect(answerOf(await by.ask('POST', `${CONNECTIONS}/${made.connection.id}/rotate`, {}))).toEqual(LACKING);
  });
});

describe('a connection that an admin made', () => {
  test('is shown without the admin, changed and paused, and gets no new token here', async () => {
    const by = await managed();
    const { body } = await service.admin('POST', connectionsOf(by.tenant), { name: 'Okta' });
    const path = `${CONNECTIONS}/${body.connection.id}`;
    const [shown] = (await by.ask('GET', CONNECTIONS)).body.connections;
    expect(shown).toEqual({ ...body.connection, createdBy: null });
    expect(shown.takesUpManagers).toBe(true);
    expect((await by.ask('PATCH', path, { isPaused: true })).status).toBe(200);
    expect(answerOf(await by.ask('POST', `${path}/rotate`, {}))).toEqual(LACKING);
  });
});

describe('an account that is there', () => {
  test('is taken up by the connection of a user, unless it manages the tenant', async () => {
    const by = await managed();
    const domain = await verified(by.tenant);
    const made = await connected(by);
    const plain = await roleWith(service, by.tenant, []);
    const platform = await roleWith(service, null, ['organization.audit']);
    const owner = async (roleIds: string[]) =>
      createUser(service, by.tenant, { email: `${unique('a')}@${domain}`, roleIds });
    const bring = async (of: Made, email: string) =>
      (await asDirectory(of, 'POST', '/Users', person({ userName: email, emails: [] }))).status;
    expect(await bring(made, (await owner([plain])).email)).toBe(201);
    const managers = [await owner([by.roleId]), await owner([plain, platform])];
    for (const { email } of managers) expect(await bring(made, email)).toBe(409);
    const byAdmin = await service.admin('POST', connectionsOf(by.tenant), { name: 'Okta' });
    for (const { email } of managers) expect(await bring(byAdmin.body, email)).toBe(201);
  });
});

describe('PUT /auth/organization/scim-connections/{id}/groups/{groupId}', () => {
  test('maps a group to a role that the user could give, and to none', async () => {
    const by = await managed();
    const made = await connected(by);
    const group = await grouped(made);
    const role = await roleWith(service, by.tenant, SSO);
    const mapped = await map(by, made, group, role);
    expect([mapped.status, mapped.body.group]).toMatchObject([200, { id: group, roleId: role }]);
    const { body } = await by.ask('GET', `${CONNECTIONS}/${made.connection.id}/groups`);
    expect(body.groups).toEqual([mapped.body.group]);
    expect((await map(by, made, group, null)).body.group.roleId).toBeNull();
    expect((await actionOf(by.tenant, 'scim_group.mapped')).actorId).toBe(by.id);
  });

  test('refuses unknown groups and roles, those of all tenants, and those of other guards', async () => {
    const by = await managed();
    const made = await connected(by);
    const group = await grouped(made);
    const platform = await roleWith(service, null, SSO);
    const foreign = await roleWith(service, await service.tenant(), SSO);
    const { body } = await service.admin('POST', '/auth/admin/api/roles', {
      name: unique('role'),
      tenantId: by.tenant.id,
      guard: 'api',
    });
    expect(answerOf(await map(by, made, 'x', null))).toEqual(refusal('SCIM_GROUP_NOT_FOUND'));
    for (const role of ['x', platform, foreign])
      expect(answerOf(await map(by, made, group, role))).toEqual(refusal('ROLE_NOT_FOUND'));
    expect(answerOf(await map(by, made, group, body.role.id))).toEqual(refusal('GUARD_MISMATCH'));
  });

  test('refuses a role that the user could not give, the end of one, and a new token of its connection', async () => {
    const owner = await managed();
    const by = await managerWith(service, owner.tenant, [await roleWith(service, owner.tenant, SSO)]);
    const made = await connected(by);
    const group = await grouped(made);
    const [beyond, empty] = [owner.roleId, await roleWith(service, owner.tenant, [])];
    for (const role of [beyond, empty]) expect(answerOf(await map(by, made, group, role))).toEqual(LACKING);
    expect((await map(owner, made, group, beyond)).status).toBe(200);
    expect(answerOf(await map(by, made, group, null))).toEqual(LACKING);
    // Who has the token puts themselves into the group.
    const rotate = (who: Asking) => who.ask('POST', `${CONNECTIONS}/${made.connection.id}/rotate`, {});
    expect(answerOf(await rotate(by))).toEqual(LACKING);
    expect((await rotate(owner)).status).toBe(200);
  });
});

describe('a person with a setup link', () => {
  test('connects a directory, sees its groups and maps none of them', async () => {
    const owner = await managed();
    const setup = await newSetup(service, owner.tenant, ['sso']);
    const made = await connected(setup);
    expect(made.connection).toMatchObject({ createdBy: setup.link.id, takesUpManagers: false });
    const group = await grouped(made);
    const path = `${CONNECTIONS}/${made.connection.id}`;
    expect((await setup.ask('GET', `${path}/groups`)).body.groups).toMatchObject([{ id: group, roleId: null }]);
    expect(answerOf(await map(setup, made, group, owner.roleId))).toEqual(LACKING);
    expect((await setup.ask('POST', `${path}/rotate`, {})).status).toBe(200);
    await map(owner, made, group, owner.roleId);
    expect(answerOf(await map(setup, made, group, null))).toEqual(LACKING);
    expect(answerOf(await setup.ask('POST', `${path}/rotate`, {}))).toEqual(LACKING);
    expect((await setup.ask('PATCH', path, { isPaused: true })).status).toBe(200);
    expect((await setup.ask('DELETE', path)).status).toBe(200);
    expect((await actionOf(owner.tenant, 'scim_connection.created')).actorId).toBe(setup.link.id);
  });
});
