// Tests GET /auth/user.
import { describe, expect, test } from '@jest/globals';
import { answerOf, disable, refusal } from '../../support/api.ts';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

const getUser = (token: Parameters<typeof bearer>[0]) => service.get('/auth/user', { headers: bearer(token) });

describe('GET /auth/user 200', () => {
  test('returns the account with its dates and without secrets', async () => {
    const { email, tokens } = await service.signup(await service.tenant());
    const { status, body } = await getUser(tokens);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^usr_[0-9A-Za-z]{44}$/),
      email,
      phone: null,
      emailVerifiedAt: null,
      phoneVerifiedAt: null,
      isActive: true,
      name: null,
      locale: null,
      isMfaEnabled: false,
      mustChangePassword: false,
      metadata: {},
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updatedAt: body.createdAt,
    });
  });
});

describe('GET /auth/user 401', () => {
  test('rejects a disabled account', async () => {
    const account = await service.signup(await service.tenant());
    await disable(account);
    expect(answerOf(await getUser(account.tokens))).toEqual(refusal('ACCOUNT_INACTIVE'));
  });

  test('rejects a pending login', async () => {
    const { tokens } = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    expect(answerOf(await getUser(tokens))).toEqual(refusal('MFA_REQUIRED'));
  });
});
