// GET /auth/admin/api/permissions/guards
import { describe, expect, test } from '@jest/globals';
import { newPermission, PERMISSIONS } from '../../support/grants.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const read = async () => {
  const { status, body } = await service.admin('GET', `${PERMISSIONS}/guards`);
  return [status, body];
};

describe('200', () => {
  test('is empty at first', async () => {
    expect(await read()).toEqual([200, { data: [] }]);
  });

  test('holds each once, sorted, as long as a permission has it', async () => {
    for (const guard of ['web', 'api', undefined]) await newPermission(service, { guard });
    const gone = await newPermission(service, { guard: 'gone' });
    expect(await read()).toEqual([200, { data: ['api', 'gone', 'web'] }]);
    await service.admin('DELETE', `${PERMISSIONS}/${gone.id}`);
    expect(await read()).toEqual([200, { data: ['api', 'web'] }]);
  });
});
