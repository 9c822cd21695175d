// Tests GET /auth/admin/config.
import { describe, expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

const service = useService();

describe('GET /auth/admin/config 200', () => {
  test('returns the configuration to any caller', async () => {
    const { status, body } = await service.get('/auth/admin/config');
    expect([status, body]).toEqual([
      200,
      { allowAdminManagement: true, isTotpRequired: false, passkeys: 'optional', provider: null },
    ]);
  });
});
