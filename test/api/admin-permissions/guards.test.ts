// Tests GET /auth/admin/api/permissions/guards.
import { describe, expect, test } from '@jest/globals';
import { newPermission, PERMISSIONS } from '../../support/grants.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const read = async () => {
  const { status, body } = await service.admin('GET', `${PERMISSIONS}/guards`);
  return [status, body];
};

describe('GET /auth/admin/api/permissions/guards 200', () => {
  test('lists the guard of the built-in permissions at first', async () => {
    expect(await read()).toEqual([200, { data: ['web'] }]);
  });

  test('lists each guard once, sorted, while a permission has it', async () => {
    for (const guard of ['web', 'api', undefined]) await newPermission(service, { guard });
    const other = await newPermission(service, { guard: 'gone' });
    expect(await read()).toEqual([200, { data: ['api', 'gone', 'web'] }]);
    await service.admin('DELETE', `${PERMISSIONS}/${other.id}`);
    expect(await read()).toEqual([200, { data: ['api', 'web'] }]);
  });
});
