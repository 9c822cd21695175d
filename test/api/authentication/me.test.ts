// Tests GET /auth/me.
import { describe, expect, test } from '@jest/globals';
import { claimsOf } from '../../support/api.ts';
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
      name: null,
      locale: null,
      isMfaEnabled: false,
      mustChangePassword: false,
      metadata: {},
      tenantId: user.tenant.id,
      tenant: { id: user.tenant.id, slug: user.tenant.slug, name: user.tenant.name },
      sessionId: claimsOf(user.tokens.accessToken).sid,
      roles: [],
      permissions: [],
    });
  });

  test('returns the new name of a renamed tenant', async () => {
    const user = await service.signup(await service.tenant());
    await service.admin('PATCH', `/auth/admin/api/tenants/${user.tenant.id}`, { name: 'Another name' });
    const { body } = await service.get('/auth/me', { headers: bearer(user.tokens) });
    expect(body.tenant).toEqual({ id: user.tenant.id, slug: user.tenant.slug, name: 'Another name' });
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
