// What roles allow: in GET /auth/me at once, in access tokens from the next one on
import { describe, expect, test } from '@jest/globals';
import { claimsOf, giveRoles } from '../../support/api.ts';
import { grantsOf, holder, me, newName, newPermission, newRole, PERMISSIONS, ROLES } from '../../support/grants.ts';
import { type User, useService } from '../../support/service.ts';

const service = useService();

const claimed = (token: string) => {
  const { roles, permissions } = claimsOf(token);
  return [roles, permissions];
};
const login = async (user: User) => claimed((await service.login(user)).body.accessToken);

describe('/auth/me', () => {
  test('joins several roles, by name and each permission once', async () => {
    const permissions = (await Promise.all([1, 2, 3].map(() => newPermission(service)))).map(({ name }) => name).sort();
    const user = await service.signup(await service.tenant());
    const own = await newRole(service, { name: 'b', tenantId: user.tenant.id, permissions: permissions.slice(1) });
    const common = await newRole(service, { name: 'a', permissions: permissions.slice(0, 2) });
    await giveRoles(user, [own.id, common.id, own.id]);
    const { body } = await me(service, user);
    expect(body.roles).toEqual([
      { id: common.id, name: 'a', guard: 'web' },
      { id: own.id, name: 'b', guard: 'web' },
    ]);
    expect(body.permissions).toEqual(permissions);
  });

  test('roles of another tenant, of another guard, inactive, gone, count for nothing', async () => {
    const [{ name }, { name: foreign }] = [
      await newPermission(service),
      await newPermission(service, { guard: 'api' }),
    ];
    const { user, role } = await holder(service, [name], { isActive: false });
    const other = await holder(service, [name]);
    const api = await newRole(service, { guard: 'api', permissions: [foreign] });
    const gone = await newRole(service, { permissions: [name] });
    await service.admin('DELETE', `${ROLES}/${gone.id}`);
    await giveRoles(user, [role.id, other.role.id, api.id, gone.id]);
    expect(await grantsOf(service, user)).toEqual([[], []]);
    expect(await login(user)).toEqual([[], []]);
  });
});

describe('access tokens', () => {
  test('name roles and permissions as they are when they are signed', async () => {
    const permission = await newPermission(service);
    const { user, role } = await holder(service, [permission.name]);
    expect(claimed(user.tokens.accessToken)).toEqual([[], []]);
    expect(await login(user)).toEqual([[role.name], [permission.name]]);
    const name = newName('renamed');
    await service.admin('PATCH', `${PERMISSIONS}/${permission.id}`, { name });
    const refreshed = await service.post('/auth/refresh-token', { refreshToken: user.tokens.refreshToken });
    expect(claimed(refreshed.body.accessToken)).toEqual([[role.name], [name]]);
    await service.admin('DELETE', `${PERMISSIONS}/${permission.id}`);
    expect(await login(user)).toEqual([[role.name], []]);
  });

  test('say nothing of them while a second factor is outstanding', async () => {
    const { name } = await newPermission(service);
    const role = await newRole(service, { permissions: [name] });
    const user = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    await giveRoles(user, [role.id]);
    expect(await login(user)).toEqual([[], []]);
  });

  test('leave out what would not fit into a cookie; /auth/me has it all', async () => {
    const long = Array.from({ length: 10 }, (_, index) => `${'x'.repeat(200)}.n${index}`);
    await Promise.all(long.map((name) => newPermission(service, { name })));
    const { user, role } = await holder(service, long);
    expect(await login(user)).toEqual([[role.name], []]);
    expect(await grantsOf(service, user)).toEqual([[role.name], long]);
  });
});
