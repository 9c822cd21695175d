// Tests GET /auth/admin/api/permissions/{id}.
import { describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { foreignIds, newPermission, PERMISSIONS } from '../../support/grants.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const get = (id: string) => service.admin('GET', `${PERMISSIONS}/${id}`);

describe('GET /auth/admin/api/permissions/{id} 200', () => {
  test('returns the permission', async () => {
    const permission = await newPermission(service, { description: 'x', category: 'y' });
    const { status, body } = await get(permission.id);
    expect([status, body]).toEqual([200, { permission }]);
  });
});

describe('GET /auth/admin/api/permissions/{id} 404', () => {
  test('rejects an id that is unknown, malformed, deleted or of another kind', async () => {
    const { always, role } = await foreignIds(service);
    const { id, name } = await newPermission(service);
    await service.admin('DELETE', `${PERMISSIONS}/${id}`);
    for (const each of [...always, role, name, id])
      expect(answerOf(await get(each))).toEqual(refusal('PERMISSION_NOT_FOUND'));
  });
});
