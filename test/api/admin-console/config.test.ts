// GET /auth/admin/config
import { describe, expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const service = useService();

describe('200', () => {
  test('anybody may know it', async () => {
    const { status, body } = await service.get('/auth/admin/config');
    expect([status, body]).toEqual([200, { allowAdminManagement: true }]);
  });
});
