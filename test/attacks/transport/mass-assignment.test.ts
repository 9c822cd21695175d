// Threat: an attacker sends fields that the caller may not set: roles, flags, keys, timestamps.
// A field that an operation does not declare has no effect and is not stored.
import { describe, expect, test } from '@jest/globals';
import { everyRow } from '../../support/rows.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';
import { idOf } from '../../support/stored-users.ts';
import { claimsOf } from '../../support/tokens.ts';

const service = useService();
const tenant = prepared(() => service.tenant());
const victim = prepared(() => service.signup(tenant));

const UNDECLARED = {
  id: 'usr_wish',
  userId: 'usr_wish',
  pk: 'P#ADMINS',
  sk: 'BOOTSTRAP',
  type: 'admin',
  isAdmin: true,
  admin: true,
  role: 'admin',
  roles: ['admin'],
  permissions: ['*'],
  guard: 'admin',
  isActive: false,
  status: 'deleted',
  emailVerified: true,
  emailVerifiedAt: '2020-01-01T00:00:00.000Z',
  phoneVerified: true,
  phoneVerifiedAt: '2020-01-01T00:00:00.000Z',
  isMfaEnabled: true,
  mfaEnabled: true,
  mustChangePassword: true,
  passwordHash: 'wish',
  epoch: 99,
  version: 99,
  createdAt: '2001-01-01T00:00:00.000Z',
  updatedAt: '2001-01-01T00:00:00.000Z',
  ttl: 1,
  metadata: { wish: true },
};

describe('a sign-up with undeclared fields', () => {
  test('creates an account without any of them', async () => {
    const [email, password] = [newEmail(), newPassword()];
    const reply = await service.post('/auth/signup', { ...UNDECLARED, email, password, tenantId: tenant.id });
    expect(reply.status).toBe(200);
    const { body } = await service.get('/auth/user', { headers: bearer(reply.body) });
    expect(body).toMatchObject({
      id: expect.stringMatching(/^usr_[0-9A-Za-z]{44}$/),
      emailVerifiedAt: null,
      phoneVerifiedAt: null,
      phone: null,
      isMfaEnabled: false,
      mustChangePassword: false,
      isActive: true,
      metadata: {},
    });
    expect(Date.parse(body.createdAt)).toBeGreaterThan(Date.parse('2025-01-01'));
    const me = await service.get('/auth/me', { headers: bearer(reply.body) });
    expect([me.body.roles, me.body.permissions]).toEqual([[], []]);
    expect(claimsOf(reply.body.accessToken)).toMatchObject({ roles: [], permissions: [] });
    expect(JSON.stringify(await everyRow())).not.toContain('wish');
  });
});

test('a login with undeclared fields opens a session without any of them', async () => {
  const { email, password } = victim;
  const body = {
    ...UNDECLARED,
    sessionId: 'ses_wish',
    amr: ['mfa'],
    tenantId: tenant.id,
    credentials: { ...UNDECLARED, email, password },
  };
  const reply = await service.post('/auth/login', body);
  expect(claimsOf(reply.body.accessToken)).toMatchObject({ sub: idOf(victim), amr: ['pwd'], roles: [] });
  expect(JSON.stringify(await everyRow())).not.toContain('wish');
});

test('a tenant is neither created nor changed by a request with undeclared fields', async () => {
  await service.adminCookie();
  const slug = `wish-${Date.now()}`;
  const { metadata, isActive, ...undeclared } = UNDECLARED;
  for (const [name, value] of Object.entries(undeclared)) {
    const made = await service.admin('POST', '/auth/admin/api/tenants', { name: 'N', slug, [name]: value });
    const changed = await service.admin('PATCH', `/auth/admin/api/tenants/${tenant.id}`, { name: 'M', [name]: value });
    for (const { status, body } of [made, changed])
      expect([status, body.message]).toEqual([400, `${name}: cannot be set here`]);
  }
  expect(JSON.stringify(await everyRow())).not.toContain('wish');
});
