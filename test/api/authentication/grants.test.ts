// Tests the effect of roles: at once in GET /auth/me, in access tokens from the next one on.
import { describe, expect, test } from '@jest/globals';
import { claimsOf, giveRoles } from '../../support/api.ts';
import { grantsOf, holder, me, newName, newPermission, newRole, PERMISSIONS, ROLES } from '../../support/grants.ts';
import { type User, useService } from '../../support/service.ts';

const service = useService();

const grantsIn = (token: string) => {
  const { roles, permissions } = claimsOf(token);
  return [roles, permissions];
};
const scopeOf = async (user: User) => claimsOf((await service.login(user)).body.accessToken).scope;
const login = async (user: User) => grantsIn((await service.login(user)).body.accessToken);

describe('GET /auth/me', () => {
  test('merges several roles, sorted by name and with each permission once', async () => {
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

  test('ignores roles that are inactive, deleted, of another tenant or of another guard', async () => {
    const [{ name }, { name: foreign }] = [
      await newPermission(service),
      await newPermission(service, { guard: 'api' }),
    ];
    const { user, role } = await holder(service, [name], { isActive: false });
    const other = await holder(service, [name]);
    const api = await newRole(service, { guard: 'api', permissions: [foreign] });
    const deleted = await newRole(service, { permissions: [name] });
    await service.admin('DELETE', `${ROLES}/${deleted.id}`);
    await giveRoles(user, [role.id, other.role.id, api.id, deleted.id]);
    expect(await grantsOf(service, user)).toEqual([[], []]);
    expect(await login(user)).toEqual([[], []]);
  });
});

describe('roles in access tokens', () => {
  test('are those valid at the time of signing, with their permissions', async () => {
    const permission = await newPermission(service);
    const { user, role } = await holder(service, [permission.name]);
    expect(grantsIn(user.tokens.accessToken)).toEqual([[], []]);
    expect(await login(user)).toEqual([[role.name], [permission.name]]);
    const name = newName('renamed');
    await service.admin('PATCH', `${PERMISSIONS}/${permission.id}`, { name });
    const refreshed = await service.post('/auth/refresh-token', { refreshToken: user.tokens.refreshToken });
    expect(grantsIn(refreshed.body.accessToken)).toEqual([[role.name], [name]]);
    await service.admin('DELETE', `${PERMISSIONS}/${permission.id}`);
    expect(await login(user)).toEqual([[role.name], []]);
  });

  test('are the scope as well, separated by spaces, and without permissions there is none', async () => {
    const names = (await Promise.all([1, 2].map(() => newPermission(service)))).map(({ name }) => name).sort();
    const { user } = await holder(service, names);
    expect(await scopeOf(user)).toBe(names.join(' '));
    expect(claimsOf(user.tokens.accessToken)).not.toHaveProperty('scope');
  });

  test('are kept while a scope that would exceed a cookie is left out', async () => {
    const long = Array.from({ length: 6 }, (_, index) => `${'y'.repeat(200)}.n${index}`);
    await Promise.all(long.map((name) => newPermission(service, { name })));
    const { user, role } = await holder(service, long);
    expect(await login(user)).toEqual([[role.name], long]);
    expect(await scopeOf(user)).toBeUndefined();
  });

  test('are left out of a pending login', async () => {
    const { name } = await newPermission(service);
    const role = await newRole(service, { permissions: [name] });
    const user = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    await giveRoles(user, [role.id]);
    expect(await login(user)).toEqual([undefined, undefined]);
  });

  test('are kept while permissions that exceed a cookie are left to /auth/me', async () => {
    const long = Array.from({ length: 10 }, (_, index) => `${'x'.repeat(200)}.n${index}`);
    await Promise.all(long.map((name) => newPermission(service, { name })));
    const { user, role } = await holder(service, long);
    expect(await login(user)).toEqual([[role.name], []]);
    expect(await grantsOf(service, user)).toEqual([[role.name], long]);
  });
});
