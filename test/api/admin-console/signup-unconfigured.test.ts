// POST /auth/admin/signup and reset-password where no key of at least 32 characters is configured
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { newEmail, newPassword, type Service, startService } from '../../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({}, { adminSecretKey: 'x'.repeat(31) });
});
afterAll(() => service.stop());

describe('401', () => {
  test.each(['', 'x', 'x'.repeat(31), 'y'.repeat(40)])('stays closed for the key "%s"', async (secretKey) => {
    const body = { email: newEmail(), password: newPassword(), secretKey };
    expect(answerOf(await service.post('/auth/admin/signup', body))).toEqual(refusal('SECRET_KEY_NOT_CONFIGURED'));
    const reset = { email: newEmail(), newPassword: newPassword(), secretKey };
    expect(answerOf(await service.post('/auth/admin/reset-password', reset))).toEqual(
      refusal('SECRET_KEY_NOT_CONFIGURED'),
    );
  });
});
