// Tests GET /auth/admin/api/tenants.
import { describe, expect, test } from '@jest/globals';
import { later, SECOND } from '../../support/api.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const list = async () => (await service.admin('GET', '/auth/admin/api/tenants')).body.data;

describe('GET /auth/admin/api/tenants 200', () => {
  test('is empty without tenants', async () => {
    const { status, body } = await service.admin('GET', '/auth/admin/api/tenants');
    expect([status, body]).toEqual([200, { data: [] }]);
  });

  test('lists current tenants, newest first, with inactive and without deleted ones', async () => {
    const one = await service.tenant({ locale: 'de-CH' });
    const two = await later(SECOND, () => service.tenant());
    const three = await later(2 * SECOND, () => service.tenant());
    const four = await later(3 * SECOND, () => service.tenant());
    await service.admin('PATCH', `/auth/admin/api/tenants/${two.id}`, { isActive: false, name: 'Second' });
    await service.admin('DELETE', `/auth/admin/api/tenants/${three.id}`);
    const data = await list();
    expect(data.map(({ id }: { id: string }) => id)).toEqual([four.id, two.id, one.id]);
    expect(data[0]).toEqual(four);
    expect(data[1]).toEqual({ ...two, isActive: false, name: 'Second', updatedAt: expect.any(String) });
    expect(data[2]).toMatchObject({ settings: { locale: 'de-CH' } });
  });
});
