// Roles of users: given at creation and by PATCH, effective on the next request, listed by name.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, idsOf, USERS } from '../../support/admin-users.ts';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { bearer, type Tenant, unique, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  [tenant, other] = [await service.tenant(), await service.tenant()];
  for (const name of ['news.read', 'news.write']) await service.admin('POST', '/auth/admin/api/permissions', { name });
});

type Role = { id: string; name: string };
async function role(more: Record<string, unknown> = {}): Promise<Role> {
  const body = { name: unique('Role'), tenantId: tenant.id, permissions: ['news.read'], ...more };
  const reply = await service.admin('POST', '/auth/admin/api/roles', body);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.role;
}
const give = (id: string, roleIds: string[]) => service.admin('PATCH', `${USERS}/${id}`, { roleIds });
const members = async (roleName: string, more = '') =>
  idsOf(await service.admin('GET', `${USERS}?roleName=${encodeURIComponent(roleName)}${more}`));

/** What the list of a role says, as soon as it says so: a role's new name reaches the lists a moment later. */
async function membersOnce(roleName: string, wanted: string[]): Promise<string[]> {
  for (let waits = 0; waits < 100; waits++) {
    const found = await members(roleName);
    if (JSON.stringify(found) === JSON.stringify(wanted)) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return members(roleName);
}

describe('given', () => {
  test('at creation, by either field', async () => {
    const [one, common] = [await role(), await role({ tenantId: undefined })];
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

  test('and taken, they count on the next request of a live session', async () => {
    const [reader, writer] = [await role(), await role({ permissions: ['news.write'] })];
    const user = await createUser(service, tenant);
    const { body: tokens } = await service.login(user);
    const permissions = async () => (await service.get('/auth/me', { headers: bearer(tokens) })).body.permissions;
    expect(await permissions()).toEqual([]);
    await give(user.id, [reader.id, writer.id]);
    expect(await permissions()).toEqual(['news.read', 'news.write']);
    const { body: refreshed } = await service.post('/auth/refresh-token', { refreshToken: tokens.refreshToken });
    expect(claimsOf(refreshed.accessToken)).toMatchObject({ permissions: ['news.read', 'news.write'] });
    await give(user.id, []);
    expect(await permissions()).toEqual([]);
  });

  test('a patch that does not speak of roles leaves them', async () => {
    const one = await role();
    const user = await createUser(service, tenant, { roleIds: [one.id] });
    for (const patch of [{ metadata: { a: 1 } }, { tenantRoles: [] }, { tenantRoles: [{ tenantId: tenant.id }] }]) {
      const { body } = await service.admin('PATCH', `${USERS}/${user.id}`, patch);
      expect(body.user.userAccesses[0].roles).toMatchObject([{ id: one.id }]);
    }
  });
});

describe('refused', () => {
  test('a role of another tenant, of another guard, deleted or unknown; nothing of the change is made', async () => {
    const user = await createUser(service, tenant);
    const [foreign, api, gone] = [
      await role({ tenantId: other.id }),
      await role({ guard: 'api', permissions: [] }),
      await role(),
    ];
    await service.admin('DELETE', `/auth/admin/api/roles/${gone.id}`);
    for (const id of [foreign.id, gone.id, `rol_${'0'.repeat(44)}`, 'x', '__proto__', tenant.id])
      expect(answerOf(await give(user.id, [id]))).toEqual(refusal('ROLE_NOT_FOUND'));
    expect(answerOf(await give(user.id, [api.id]))).toEqual(refusal('GUARD_MISMATCH'));
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

  test('more than twenty', async () => {
    const user = await createUser(service, tenant);
    const many = Array.from({ length: 21 }, () => `rol_${'0'.repeat(44)}`);
    expect(answerOf(await give(user.id, many))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('listed by name', () => {
  test('across tenants, in one of them, with status and search', async () => {
    const name = unique('Editor');
    const [here, there] = [await role({ name }), await role({ name, tenantId: other.id })];
    const common = await role({ name, tenantId: undefined });
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
    await give(three.id, []);
    expect(await members(name)).toEqual([two.id, one.id]);
  });

  test.each([
    ['Chief # Editor', 'Chief % Editor'],
    ['日本', 'Ü#1'],
  ])('a role that was %s and is now %s', async (before, after) => {
    const [own, common] = [await role({ name: before }), await role({ name: before, tenantId: undefined })];
    const one = await createUser(service, tenant, { roleIds: [own.id] });
    const two = await createUser(service, other, { roleIds: [common.id] });
    expect(await members(before)).toEqual([two.id, one.id]);
    await service.admin('PATCH', `/auth/admin/api/roles/${own.id}`, { name: after });
    expect(await membersOnce(after, [one.id])).toEqual([one.id]);
    expect(await membersOnce(before, [two.id])).toEqual([two.id]);
    await service.admin('PATCH', `/auth/admin/api/roles/${common.id}`, { name: after });
    expect(await membersOnce(after, [two.id, one.id])).toEqual([two.id, one.id]);
    await service.admin('DELETE', `/auth/admin/api/roles/${own.id}`);
    expect(await membersOnce(after, [two.id])).toEqual([two.id]);
    const { body } = await service.admin('GET', `${USERS}/${one.id}`);
    expect(body.user.userAccesses[0].roles).toEqual([]);
  });
});
