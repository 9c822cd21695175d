// Tests POST /auth/admin/signup and reset-password without a configured key of at least 32 characters.
import { describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';

const service = useService({}, { adminSecretKey: 'x'.repeat(31) });

describe('POST /auth/admin/signup 401', () => {
  test.each(['', 'x', 'x'.repeat(31), 'y'.repeat(40)])('rejects the key "%s"', async (secretKey) => {
    const body = { email: newEmail(), password: newPassword(), secretKey };
    expect(answerOf(await service.post('/auth/admin/signup', body))).toEqual(refusal('SECRET_KEY_NOT_CONFIGURED'));
    const reset = { email: newEmail(), newPassword: newPassword(), secretKey };
    expect(answerOf(await service.post('/auth/admin/reset-password', reset))).toEqual(
      refusal('SECRET_KEY_NOT_CONFIGURED'),
    );
  });
});
