// Tests GET /auth/admin/api/permissions/categories.
import { describe, expect, test } from '@jest/globals';
import { newPermission, PERMISSIONS } from '../../support/grants.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const read = async () => {
  const { status, body } = await service.admin('GET', `${PERMISSIONS}/categories`);
  return [status, body];
};

describe('GET /auth/admin/api/permissions/categories 200', () => {
  test('lists the category of the built-in permissions at first', async () => {
    expect(await read()).toEqual([200, { data: ['Organization'] }]);
  });

  test('lists each category once, sorted, while a permission has it', async () => {
    for (const category of ['b', 'B', 'a', 'b', null]) await newPermission(service, { category });
    const other = await newPermission(service, { category: 'gone' });
    expect(await read()).toEqual([200, { data: ['B', 'Organization', 'a', 'b', 'gone'] }]);
    await service.admin('PATCH', `${PERMISSIONS}/${other.id}`, { category: null });
    expect(await read()).toEqual([200, { data: ['B', 'Organization', 'a', 'b'] }]);
  });
});
