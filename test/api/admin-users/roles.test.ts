// Tests roles of users: assigned at creation and by PATCH, effective on the next request, listed by name.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, idsOf, USERS } from '../../support/admin-users.ts';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { bearer, type Tenant, unique, useService } from '../../support/service.ts';

const service = useService({}, { changeFeed: true });
let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  [tenant, other] = [await service.tenant(), await service.tenant()];
  for (const name of ['news.read', 'news.write']) await service.admin('POST', '/auth/admin/api/permissions', { name });
});

type Role = { id: string; name: string };
async function newRole(more: Record<string, unknown> = {}): Promise<Role> {
  const body = { name: unique('Role'), tenantId: tenant.id, permissions: ['news.read'], ...more };
  const reply = await service.admin('POST', '/auth/admin/api/roles', body);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.role;
}
const assign = (id: string, roleIds: string[]) => service.admin('PATCH', `${USERS}/${id}`, { roleIds });
const members = async (roleName: string, more = '') =>
  idsOf(await service.admin('GET', `${USERS}?roleName=${encodeURIComponent(roleName)}${more}`));

/** Polls the list of a role until it has the wanted users: a new role name reaches the lists a moment later. */
async function pollMembers(roleName: string, wanted: string[]): Promise<string[]> {
  for (let waits = 0; waits < 100; waits++) {
    const ids = await members(roleName);
    if (JSON.stringify(ids) === JSON.stringify(wanted)) return ids;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return members(roleName);
}

describe('assigning roles', () => {
  test('stores the roles of a new user from roleIds or tenantRoles', async () => {
    const [one, common] = [await newRole(), await newRole({ tenantId: undefined })];
    const first = await createUser(service, tenant, { roleIds: [one.id, common.id, one.id] });
    const second = await createUser(service, tenant, { tenantRoles: [{ tenantId: tenant.id, roleIds: [one.id] }] });
    const rolesOf = ({ user }: typeof first) => user.userAccesses[0].roles.map(({ id }: Role) => id);
    expect([rolesOf(first), rolesOf(second)]).toEqual([[one.id, common.id], [one.id]]);
    expect(first.user.userAccesses[0].roles[1]).toEqual({
      id: common.id,
      name: common.name,
      guard: 'web',
      isSystem: false,
      isActive: true,
      tenantId: null,
    });
  });

  test('grants and revokes permissions on the next request of a live session', async () => {
    const [reader, writer] = [await newRole(), await newRole({ permissions: ['news.write'] })];
    const user = await createUser(service, tenant);
    const { body: tokens } = await service.login(user);
    const permissions = async () => (await service.get('/auth/me', { headers: bearer(tokens) })).body.permissions;
    expect(await permissions()).toEqual([]);
    await assign(user.id, [reader.id, writer.id]);
    expect(await permissions()).toEqual(['news.read', 'news.write']);
    const { body: refreshed } = await service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
    expect(claimsOf(refreshed.accessToken)).toMatchObject({ permissions: ['news.read', 'news.write'] });
    await assign(user.id, []);
    expect(await permissions()).toEqual([]);
  });

  test('keeps the roles when a PATCH does not name them', async () => {
    const one = await newRole();
    const user = await createUser(service, tenant, { roleIds: [one.id] });
    for (const patch of [{ metadata: { a: 1 } }, { tenantRoles: [] }, { tenantRoles: [{ tenantId: tenant.id }] }]) {
      const { body } = await service.admin('PATCH', `${USERS}/${user.id}`, patch);
      expect(body.user.userAccesses[0].roles).toMatchObject([{ id: one.id }]);
    }
  });
});

describe('rejecting roles', () => {
  test('rejects a foreign, deleted or unknown role and one of another guard, and changes nothing', async () => {
    const user = await createUser(service, tenant);
    const [foreign, api, deleted] = [
      await newRole({ tenantId: other.id }),
      await newRole({ guard: 'api', permissions: [] }),
      await newRole(),
    ];
    await service.admin('DELETE', `/auth/admin/api/roles/${deleted.id}`);
    for (const id of [foreign.id, deleted.id, `rol_${'0'.repeat(44)}`, 'x', '__proto__', tenant.id])
      expect(answerOf(await assign(user.id, [id]))).toEqual(refusal('ROLE_NOT_FOUND'));
    expect(answerOf(await assign(user.id, [api.id]))).toEqual(refusal('GUARD_MISMATCH'));
    const elsewhere = { tenantRoles: [{ tenantId: other.id, roleIds: [foreign.id] }], isActive: false };
    expect(answerOf(await service.admin('PATCH', `${USERS}/${user.id}`, elsewhere))).toEqual(
      refusal('TENANT_NOT_FOUND'),
    );
    expect((await service.login(user)).status).toBe(200);
    const refused = { email: 'refused@example.com', tenantId: tenant.id };
    expect(answerOf(await service.admin('POST', USERS, { ...refused, roleIds: [foreign.id] }))).toEqual(
      refusal('ROLE_NOT_FOUND'),
    );
    expect(answerOf(await service.admin('POST', USERS, { ...refused, roleIds: [api.id] }))).toEqual(
      refusal('GUARD_MISMATCH'),
    );
  });

  test('rejects more than twenty roles', async () => {
    const user = await createUser(service, tenant);
    const many = Array.from({ length: 21 }, () => `rol_${'0'.repeat(44)}`);
    expect(answerOf(await assign(user.id, many))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('GET /auth/admin/api/users?roleName', () => {
  test('lists the holders of a role name across tenants, in one tenant, with status and search', async () => {
    const name = unique('Editor');
    const [here, there] = [await newRole({ name }), await newRole({ name, tenantId: other.id })];
    const common = await newRole({ name, tenantId: undefined });
    const one = await createUser(service, tenant, { roleIds: [here.id, common.id], metadata: { name: 'Odd One' } });
    const two = await createUser(service, other, { roleIds: [there.id], isActive: false });
    const three = await createUser(service, tenant, { roleIds: [common.id] });
    await createUser(service, tenant, { metadata: { name: 'Odd Other' } });
    expect(await members(name)).toEqual([three.id, two.id, one.id]);
    expect(await members(name, `&tenantId=${tenant.id}`)).toEqual([three.id, one.id]);
    expect(await members(name, '&status=inactive')).toEqual([two.id]);
    expect(await members(name, '&search=odd')).toEqual([one.id]);
    expect(await members(name, `&search=odd&tenantId=${other.id}`)).toEqual([]);
    const { body } = await service.admin('GET', `${USERS}?roleName=${name}&limit=1`);
    expect(body.meta).toMatchObject({ total: 3, totalPages: 3, nextCursor: expect.any(String) });
    await service.admin('PATCH', `${USERS}/${one.id}`, { isActive: false });
    expect(await members(name, '&status=inactive')).toEqual([two.id, one.id]);
    await assign(three.id, []);
    expect(await members(name)).toEqual([two.id, one.id]);
  });

  test.each([
    ['Chief # Editor', 'Chief % Editor'],
    ['日本', 'Ü#1'],
  ])('follows a role renamed from %s to %s', async (before, after) => {
    const [own, common] = [await newRole({ name: before }), await newRole({ name: before, tenantId: undefined })];
    const one = await createUser(service, tenant, { roleIds: [own.id] });
    const two = await createUser(service, other, { roleIds: [common.id] });
    expect(await members(before)).toEqual([two.id, one.id]);
    await service.admin('PATCH', `/auth/admin/api/roles/${own.id}`, { name: after });
    expect(await pollMembers(after, [one.id])).toEqual([one.id]);
    expect(await pollMembers(before, [two.id])).toEqual([two.id]);
    await service.admin('PATCH', `/auth/admin/api/roles/${common.id}`, { name: after });
    expect(await pollMembers(after, [two.id, one.id])).toEqual([two.id, one.id]);
    await service.admin('DELETE', `/auth/admin/api/roles/${own.id}`);
    expect(await pollMembers(after, [two.id])).toEqual([two.id]);
    const { body } = await service.admin('GET', `${USERS}/${one.id}`);
    expect(body.user.userAccesses[0].roles).toEqual([]);
  });
});
