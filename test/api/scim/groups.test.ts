// Tests the groups of a SCIM connection: their members, and the roles that they give once an admin has mapped them.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { newUserId, type ScimConnectionId, type ScimGroupId, type TenantId } from '../../../lib/platform/ids.ts';
import { membershipOf } from '../../../lib/store/scim/groups.ts';
import { writeAlone } from '../../../lib/store/scim/users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { roleWith } from '../../support/organization.ts';
import { outcomes, race } from '../../support/race.ts';
import { connectionsOf, type Directory, directoryOf, GROUP, patchOf, person } from '../../support/scim.ts';
import { prepared, running, startService, unique } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const service = running(() => startService({}, { changeFeed: true }));
beforeAll(() => service.adminCookie());
const tenant = prepared(() => service.tenant());
const directory = prepared(() => directoryOf(service, tenant));
const newGroup = async (more: Record<string, unknown> = {}, from: Directory = directory) => {
  const reply = await from.ask('POST', '/Groups', { schemas: [GROUP], displayName: unique('group'), ...more });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body;
};
const someone = async () => (await directory.create(person())).id as string;
const membersOf = async (id: string): Promise<string[]> =>
  ((await directory.ask('GET', `/Groups/${id}`)).body.members ?? [])
    .map(({ value }: { value: string }) => value)
    .sort();
const patch = (id: string, ...operations: object[]) => directory.ask('PATCH', `/Groups/${id}`, patchOf(...operations));
const rolesOf = async (id: string): Promise<string[]> =>
  (await service.admin('GET', `/auth/admin/api/users/${id}`)).body.user.userAccesses[0].roles.map(
    (role: { id: string }) => role.id,
  );
const mapTo = (group: string, roleId: string | null, of: Directory = directory) =>
  service.admin('PUT', `${connectionsOf(tenant)}/${of.id}/groups/${group}`, { roleId });
const eventually = (what: string, isSo: () => Promise<boolean>) =>
  until(async () => ((await isSo()) ? true : undefined), what);

describe('/Groups', () => {
  test('POST creates a group with its members, and GET returns it', async () => {
    const [ada, grace] = [await someone(), await someone()];
    const displayName = unique('group');
    const members = [
      { value: ada, display: 'Ada' },
      { value: grace, $ref: null },
    ];
    const { status, body, headers } = await directory.ask('POST', '/Groups', {
      schemas: [GROUP],
      displayName,
      externalId: 'x1',
      members,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      schemas: [GROUP],
      id: expect.stringMatching(/^sgr_\w{44}$/),
      displayName,
      externalId: 'x1',
      members: expect.arrayContaining(
        [ada, grace].map((value) => ({ value, $ref: `${directory.url}/Users/${value}`, type: 'User' })),
      ),
      meta: {
        resourceType: 'Group',
        created: expect.any(String),
        lastModified: expect.any(String),
        location: `${directory.url}/Groups/${body.id}`,
        version: headers.etag,
      },
    });
    const { body: without } = await directory.ask('GET', `/Groups/${body.id}?excludedAttributes=members`);
    expect(without).not.toHaveProperty('members');
    expect(await membersOf(body.id)).toEqual([ada, grace].sort());
  });

  test('POST refuses a name that another group has in any case, none, and members whom the connection did not bring', async () => {
    const { displayName } = await newGroup();
    const post = async (body: object) => {
      const reply = await directory.ask('POST', '/Groups', body);
      return [reply.status, reply.body.scimType];
    };
    expect(await post({ displayName: displayName.toUpperCase() })).toEqual([409, 'uniqueness']);
    expect(await post({ displayName: ' ' })).toEqual([400, 'invalidValue']);
    const other = await directoryOf(service, tenant);
    const foreign = (await other.create(person())).id;
    for (const value of ['x', foreign, `usr_${'0'.repeat(44)}`, (await newGroup()).id])
      expect(await post({ displayName: unique('g'), members: [{ value }] })).toEqual([400, 'invalidValue']);
    const many = Array.from({ length: 1001 }, (_, at) => ({ value: `u${at}` }));
    expect(await post({ displayName: unique('g'), members: many })).toEqual([413, undefined]);
  });

  test('PATCH puts members in and takes them out, as Entra and Okta send it', async () => {
    const [ada, grace, alan] = [await someone(), await someone(), await someone()];
    const { id } = await newGroup();
    expect((await patch(id, { op: 'Add', path: 'members', value: [{ $ref: null, value: ada }] })).status).toBe(204);
    await patch(id, { op: 'add', value: { members: [{ value: grace }] } });
    await patch(
      id,
      { op: 'Add', path: 'members', value: alan },
      { op: 'Add', path: 'members', value: [{ value: ada }] },
    );
    expect(await membersOf(id)).toEqual([ada, grace, alan].sort());
    await patch(id, { op: 'Remove', path: 'members', value: [{ value: ada }] });
    await patch(id, { op: 'remove', path: `members[value eq "${grace}"]` });
    expect(await membersOf(id)).toEqual([alan]);
    await patch(id, { op: 'replace', path: 'members', value: [{ value: ada }, { value: grace }] });
    expect(await membersOf(id)).toEqual([ada, grace].sort());
    await patch(id, { op: 'remove', path: 'members' });
    expect(await membersOf(id)).toEqual([]);
  });

  test('PATCH renames as Okta sends it, with the id in the value, and PUT replaces all', async () => {
    const ada = await someone();
    const { id } = await newGroup({ members: [{ value: ada }] });
    const displayName = unique('renamed');
    await patch(id, { op: 'replace', value: { id, displayName } });
    expect((await directory.ask('GET', `/Groups/${id}`)).body).toMatchObject({
      displayName,
      members: [{ value: ada }],
    });
    const { status, body } = await directory.ask('PUT', `/Groups/${id}`, { displayName });
    expect([status, body.displayName, body.members]).toEqual([200, displayName, undefined]);
  });

  test('PATCH changes nothing if one operation is wrong', async () => {
    const ada = await someone();
    const { id, displayName } = await newGroup();
    for (const [operation, scimType] of [
      [{ op: 'add', path: 'members', value: [{ value: 'x' }] }, 'invalidValue'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'remove', path: 'members[value sw "u"]' }, 'noTarget'],
      [{ op: 'add', path: 'members[value eq "x"].type', value: 'x' }, 'mutability'],
      [{ op: 'replace', path: 'members.value', value: 'x' }, 'invalidPath'],
    ] as const) {
      const reply = await patch(
        id,
        { op: 'add', path: 'members', value: [{ value: ada }] },
        { op: 'replace', path: 'displayName', value: 'y' },
        operation,
      );
      expect([reply.status, reply.body?.scimType]).toEqual([400, scimType]);
    }
    expect(await membersOf(id)).toEqual([]);
    expect((await directory.ask('GET', `/Groups/${id}`)).body.displayName).toBe(displayName);
  });

  test('GET lists and finds by name, and DELETE removes', async () => {
    const mine = await directoryOf(service, tenant);
    const [a, b] = [await newGroup({}, mine), await newGroup({}, mine)];
    const find = async (query: string) => (await mine.ask('GET', `/Groups?${query}`)).body;
    expect(await find('')).toMatchObject({ totalResults: 2, Resources: [{ id: a.id }, { id: b.id }] });
    expect(await find('startIndex=2&count=1&excludedAttributes=members')).toMatchObject({ Resources: [{ id: b.id }] });
    const filter = encodeURIComponent(`displayName eq "${a.displayName.toUpperCase()}"`);
    expect(await find(`filter=${filter}`)).toMatchObject({ totalResults: 1, Resources: [{ id: a.id }] });
    expect((await mine.ask('DELETE', `/Groups/${a.id}`)).status).toBe(204);
    expect((await mine.ask('GET', `/Groups/${a.id}`)).status).toBe(404);
    expect((await directory.ask('GET', `/Groups/${b.id}`)).status).toBe(404);
    expect(await find('')).toMatchObject({ totalResults: 1 });
    expect((await newGroup({ displayName: a.displayName }, mine)).id).not.toBe(a.id);
  });

  test('If-Match refuses another version', async () => {
    const { id, meta } = await newGroup();
    const rename = (version: string) =>
      directory.ask('PATCH', `/Groups/${id}`, patchOf({ op: 'replace', path: 'displayName', value: unique('n') }), {
        headers: { 'if-match': version },
      });
    expect((await rename(meta.version)).status).toBe(204);
    expect((await rename(meta.version)).status).toBe(412);
  });
});

describe('a mapped group', () => {
  test('gives its role to members, and takes it from those who leave', async () => {
    const role = await roleWith(service, tenant, []);
    const [ada, grace] = [await someone(), await someone()];
    const { id } = await newGroup({ members: [{ value: ada }] });
    expect(await rolesOf(ada)).toEqual([]);
    expect((await mapTo(id, role)).body.group).toMatchObject({ id, roleId: role });
    await eventually('the role of a member', async () => (await rolesOf(ada)).includes(role));
    await patch(id, { op: 'add', path: 'members', value: [{ value: grace }] });
    expect(await rolesOf(grace)).toEqual([role]);
    await patch(id, { op: 'remove', path: `members[value eq "${ada}"]` });
    expect(await rolesOf(ada)).toEqual([]);
    await mapTo(id, null);
    await eventually('no role', async () => (await rolesOf(grace)).length === 0);
  });

  test('keeps a role that an admin gave, and one that another group gives', async () => {
    const role = await roleWith(service, tenant, []);
    const [ada, grace] = [await someone(), await someone()];
    await service.admin('PATCH', `/auth/admin/api/users/${ada}`, { roleIds: [role] });
    const [first, second] = [await newGroup(), await newGroup()];
    await mapTo(first.id, role);
    await mapTo(second.id, role);
    const members = [{ value: ada }, { value: grace }];
    for (const { id } of [first, second]) await patch(id, { op: 'add', path: 'members', value: members });
    await patch(first.id, { op: 'remove', path: 'members' });
    expect([await rolesOf(ada), await rolesOf(grace)]).toEqual([[role], [role]]);
    await patch(second.id, { op: 'remove', path: 'members' });
    expect([await rolesOf(ada), await rolesOf(grace)]).toEqual([[role], []]);
  });

  test('gives its role no more after it was deleted, and to no one who left the directory', async () => {
    const role = await roleWith(service, tenant, []);
    const [ada, grace] = [await someone(), await someone()];
    const { id } = await newGroup({ members: [{ value: ada }, { value: grace }] });
    await mapTo(id, role);
    await eventually('the role', async () => (await rolesOf(ada)).length + (await rolesOf(grace)).length === 2);
    await directory.ask('DELETE', `/Users/${ada}`);
    expect(await rolesOf(ada)).toEqual([]);
    expect(await membersOf(id)).toEqual([grace]);
    await directory.ask('DELETE', `/Groups/${id}`);
    await eventually('no role', async () => (await rolesOf(grace)).length === 0);
  });

  test('is never mapped by its name, nor to a role of all tenants, of another tenant or guard, or an unknown one', async () => {
    const name = unique('Manager');
    const role = { name, tenantId: tenant.id };
    const ours = (await service.admin('POST', '/auth/admin/api/roles', role)).body.role.id;
    const all = await roleWith(service, null, []);
    const foreign = await roleWith(service, await service.tenant(), []);
    const ada = await someone();
    const { id } = await newGroup({ displayName: name, members: [{ value: ada }] });
    expect(await rolesOf(ada)).toEqual([]);
    for (const role of [all, foreign, 'x', `${ours.slice(0, -4)}0000`])
      expect(answerOf(await mapTo(id, role))).toEqual(refusal('ROLE_NOT_FOUND'));
    const guarded = await service.admin('POST', '/auth/admin/api/roles', {
      name: unique('r'),
      guard: 'api',
      tenantId: tenant.id,
    });
    expect(answerOf(await mapTo(id, guarded.body.role.id))).toEqual(refusal('GUARD_MISMATCH'));
  });

  test('is listed for admins, and found in its connection alone', async () => {
    const mine = await directoryOf(service, tenant);
    const { id, displayName } = await newGroup({}, mine);
    const path = `${connectionsOf(tenant)}/${mine.id}/groups`;
    expect((await service.admin('GET', path)).body).toEqual({
      groups: [{ id, displayName, externalId: null, roleId: null, createdAt: expect.any(String) }],
      users: 0,
      refusals: [],
    });
    for (const group of ['x', (await newGroup()).id])
      expect(answerOf(await mapTo(group, null, mine))).toEqual(refusal('SCIM_GROUP_NOT_FOUND'));
    const gone = { ...mine, id: `scm_${'0'.repeat(44)}` };
    expect(answerOf(await mapTo(id, null, gone))).toEqual(refusal('SCIM_CONNECTION_NOT_FOUND'));
    expect(answerOf(await service.admin('GET', `${connectionsOf(tenant)}/x/groups`))).toEqual(
      refusal('SCIM_CONNECTION_NOT_FOUND'),
    );
    for (const [method, at, body] of [
      ['GET', `${connectionsOf({ id: 'x' })}/${mine.id}/groups`, undefined],
      ['PUT', `${connectionsOf({ id: 'x' })}/${mine.id}/groups/${id}`, { roleId: null }],
    ] as const)
      expect(answerOf(await service.admin(method, at, body))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});

describe('a group of more than 1000 members', () => {
  test('is replaced as a whole by a request that changes few of them, and one that changes more is refused', async () => {
    const { id } = await newGroup();
    const [tenantId, connection] = [tenant.id as TenantId, directory.id as ScimConnectionId];
    // Memberships without their users: to create these takes a minute.
    const members = Array.from({ length: 1100 }, () => newUserId(tenantId));
    for (let first = 0; first < members.length; first += 100)
      await writeAlone(
        members
          .slice(first, first + 100)
          .map((user) => ({ create: membershipOf(tenantId, user, connection, id as ScimGroupId) })),
      );
    const ada = await someone();
    const put = (list: readonly string[]) =>
      directory.ask('PUT', `/Groups/${id}`, { displayName: unique('g'), members: list.map((value) => ({ value })) });
    const { status, body } = await put([...members, ada]);
    expect([status, body.members.length]).toEqual([200, 1101]);
    expect(await membersOf(id)).toContain(ada);
    const all = await put([ada]);
    expect([all.status, all.body.detail]).toEqual([413, expect.stringMatching(/1000 members/)]);
    const strangers = Array.from({ length: 1001 }, () => newUserId(tenantId));
    expect((await put([...members, ...strangers])).status).toBe(413);
    expect((await patch(id, { op: 'add', path: 'members', value: strangers.map((value) => ({ value })) })).status).toBe(
      413,
    );
    expect(await membersOf(id)).toHaveLength(1101);
    expect((await put(Array.from({ length: 10_001 }, () => ada))).status).toBe(413);
    const asked = await directory.ask(
      'PATCH',
      `/Groups/${id}?attributes=members`,
      patchOf({ op: 'remove', path: `members[value eq "${ada}"]` }),
    );
    expect([asked.status, asked.body.members.length]).toEqual([200, 1100]);
  });
});

test('twenty callers who put twenty users into a group put in all of them', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, someone));
  const { id } = await newGroup();
  const replies = await Promise.all(
    people.map((value) => patch(id, { op: 'add', path: 'members', value: [{ value }] })),
  );
  expect(replies.map(({ status }) => status)).toEqual(people.map(() => 204));
  expect(await membersOf(id)).toEqual([...people].sort());
});

test('of twenty callers who create a group of one name, one succeeds, and twenty who add one member add them once', async () => {
  const mine = await directoryOf(service, await service.tenant());
  const displayName = unique('race');
  const created = await race(20, () => mine.ask('POST', '/Groups', { displayName }));
  expect(outcomes(created)).toEqual({ 201: 1, 409: 19 });
  const { id } = created.map(({ body }) => body).find((body) => body.id);
  const { id: ada } = await mine.create(person());
  const add = { op: 'add', path: 'members', value: [{ value: ada }] };
  const added = await race(20, () => mine.ask('PATCH', `/Groups/${id}`, patchOf(add)));
  expect(outcomes(added)).toEqual({ 204: 20 });
  expect((await mine.ask('GET', `/Groups/${id}`)).body.members).toHaveLength(1);
});

test('twenty callers who add and remove one member of a mapped group leave a role only with the membership', async () => {
  const role = await roleWith(service, tenant, []);
  const ada = await someone();
  const { id } = await newGroup();
  await mapTo(id, role);
  const replies = await race(20, (caller) =>
    patch(id, { op: caller % 2 ? 'remove' : 'add', path: 'members', value: [{ value: ada }] }),
  );
  expect(outcomes(replies)).toEqual({ 204: 20 });
  const isMember = (await membersOf(id)).includes(ada);
  await eventually('what the job of the mapping leaves', async () => (await rolesOf(ada)).includes(role) === isMember);
});

test('of twenty callers who rename twenty groups to one name, one succeeds', async () => {
  const mine = await directoryOf(service, await service.tenant());
  const groups = await Promise.all(Array.from({ length: 20 }, () => newGroup({}, mine)));
  const displayName = unique('race');
  const rename = patchOf({ op: 'replace', path: 'displayName', value: displayName });
  const replies = await race(20, (caller) => mine.ask('PATCH', `/Groups/${groups[caller]?.id}`, rename));
  expect(outcomes(replies)).toEqual({ 204: 1, 409: 19 });
  const filter = encodeURIComponent(`displayName eq "${displayName}"`);
  expect((await mine.ask('GET', `/Groups?filter=${filter}`)).body.totalResults).toBe(1);
});
