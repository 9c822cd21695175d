// Tests GET /auth/admin/runtime.
import { describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('GET /auth/admin/runtime 200', () => {
  test('returns the scheme of new passwords', async () => {
    const { status, body } = await service.admin('GET', '/auth/admin/runtime');
    expect([status, body]).toEqual([200, { passwordScheme: 'scrypt' }]);
  });
});

describe('GET /auth/admin/runtime 401', () => {
  test('says nothing to a caller without an admin session', async () => {
    expect(answerOf(await service.get('/auth/admin/runtime'))).toEqual(refusal('NO_AUTH_PROVIDED'));
  });
});
