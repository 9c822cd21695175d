// GET /auth/admin/config
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('200', () => {
  test('anybody may know it', async () => {
    const { status, body } = await service.get('/auth/admin/config');
    expect([status, body]).toEqual([200, { allowAdminManagement: true }]);
  });
});
