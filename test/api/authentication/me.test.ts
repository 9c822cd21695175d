// Tests GET /auth/me.
import { describe, expect, test } from '@jest/globals';
import { bearer, useService } from '../../support/service.ts';

const service = useService();

describe('GET /auth/me 200', () => {
  test('returns the current account of the session', async () => {
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

describe('GET /auth/me 401', () => {
  test('rejects a token after logout', async () => {
    const user = await service.signup(await service.tenant());
    await service.post('/auth/logout', {}, { headers: bearer(user.tokens) });
    const reply = await service.get('/auth/me', { headers: bearer(user.tokens) });
    expect([reply.status, reply.body.code]).toEqual([401, 'SESSION_NOT_FOUND']);
  });
});
