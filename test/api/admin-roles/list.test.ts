// Tests GET /auth/admin/api/roles.
import { describe, expect, test } from '@jest/globals';
import type { TenantId } from '../../../lib/platform/ids.ts';
import { get, type Item } from '../../../lib/store/dynamo/table.ts';
import { count } from '../../../lib/store/keys.ts';
import { removeRolesOf } from '../../../lib/store/tenants/roles.ts';
import { newName, newPermission, newRole, PERMISSIONS, ROLES, stored } from '../../support/grants.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const list = async (query = '') => (await service.admin('GET', `${ROLES}${query}`)).body.data;
const idsOf = async (query: string) => (await list(query)).map(({ id }: { id: string }) => id);
const countOf = async (kind: 'ROLES' | 'TENANTS') => (await get<Item & { count: number }>(count(kind), 'count'))?.count;

describe('GET /auth/admin/api/roles 200', () => {
  test('is empty without roles', async () => {
    const { status, body } = await service.admin('GET', ROLES);
    expect([status, body]).toEqual([200, { data: [] }]);
  });

  test('lists every role by name, and for a tenant its own and the global ones', async () => {
    const [one, two] = [await service.tenant(), await service.tenant()];
    const permission = await newPermission(service);
    const ofTwo = await newRole(service, { name: 'b', tenantId: two.id });
    const ofOne = await newRole(service, { name: 'c', tenantId: one.id, permissions: [permission.name] });
    const system = await newRole(service, { name: 'a', isSystem: true, isActive: false });
    const api = await newRole(service, { name: 'a', guard: 'api' });
    expect(await list()).toEqual([api, system, ofTwo, ofOne]);
    expect(await list(`?tenantId=${one.id}`)).toEqual([api, system, ofOne]);
    expect(await list(`?tenantId=${one.id}&guard=web`)).toEqual([system, ofOne]);
    expect(await list('?guard=api')).toEqual([api]);
    expect(await list('?guard=&tenantId=')).toEqual([api, system, ofTwo, ofOne]);
    for (const unknown of ['nobody', `ten_${'0'.repeat(22)}`, '__proto__', permission.id])
      expect(await list(`?tenantId=${unknown}`)).toEqual([api, system]);
  });

  test('omits the roles of a deleted tenant', async () => {
    const tenant = await service.tenant();
    const { id } = await newRole(service, { tenantId: tenant.id });
    expect(await idsOf('')).toContain(id);
    await service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`);
    expect(await idsOf('')).not.toContain(id);
    expect(await idsOf(`?tenantId=${tenant.id}`)).not.toContain(id);
    const before = (await countOf('ROLES')) as number;
    for (const _ of ['at once', 'and once more']) await removeRolesOf(tenant.id as TenantId);
    expect([(await stored(id)).role, await countOf('ROLES')]).toEqual([undefined, before - 1]);
  });

  test('returns current permission names and refreshes at most 25 stored roles per call', async () => {
    const tenant = await service.tenant();
    const [kept, deleted] = [await newPermission(service), await newPermission(service)];
    const about = { tenantId: tenant.id, permissions: [kept.name, deleted.name] };
    const roles = await Promise.all(Array.from({ length: 30 }, () => newRole(service, about)));
    const name = newName('renamed');
    await service.admin('PATCH', `${PERMISSIONS}/${kept.id}`, { name });
    await service.admin('DELETE', `${PERMISSIONS}/${deleted.id}`);
    const countRefreshed = async () => {
      const items = await Promise.all(roles.map(({ id }) => stored(id)));
      return items.filter(({ role, epoch }) => role?.permissionsEpoch === epoch).length;
    };
    for (const expected of [25, 30]) {
      const own = (await list(`?tenantId=${tenant.id}`)).filter((each: { tenantId: string }) => each.tenantId);
      expect(own.map(({ permissions }: { permissions: string[] }) => permissions)).toEqual(Array(30).fill([name]));
      expect(await countRefreshed()).toBe(expected);
    }
  });

  test('counts roles and tenants', async () => {
    const [roles, tenants] = [(await countOf('ROLES')) as number, (await countOf('TENANTS')) as number];
    const tenant = await service.tenant();
    const { id } = await newRole(service, { tenantId: tenant.id });
    expect([await countOf('ROLES'), await countOf('TENANTS')]).toEqual([roles + 1, tenants + 1]);
    await service.admin('PATCH', `${ROLES}/${id}`, { name: newName() });
    await service.admin('DELETE', `${ROLES}/${id}`);
    await service.admin('DELETE', `/auth/admin/api/tenants/${tenant.id}`);
    expect([await countOf('ROLES'), await countOf('TENANTS')]).toEqual([roles, tenants]);
  });
});
