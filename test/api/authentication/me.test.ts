// GET /auth/me
import { describe, expect, test } from '@jest/globals';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

describe('200', () => {
  test('is the account of the session, as it is now', async () => {
    const user = await service.signup(await service.tenant());
    const { status, body } = await service.get('/auth/me', { headers: bearer(user.tokens) });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^usr_/),
      email: user.email,
      phone: null,
      emailVerifiedAt: null,
      phoneVerifiedAt: null,
      isMfaEnabled: false,
      mustChangePassword: false,
      metadata: {},
      roles: [],
      permissions: [],
    });
  });
});

describe('401', () => {
  test('after logout', async () => {
    const user = await service.signup(await service.tenant());
    await service.post('/auth/logout', {}, { headers: bearer(user.tokens) });
    const reply = await service.get('/auth/me', { headers: bearer(user.tokens) });
    expect([reply.status, reply.body.code]).toEqual([401, 'SESSION_NOT_FOUND']);
  });
});
