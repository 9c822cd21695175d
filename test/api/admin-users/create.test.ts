// Tests POST /auth/admin/api/users.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, published, refusal } from '../../support/api.ts';
import { race, tally } from '../../support/race.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant({ password: { minLength: 12 } }));

const create = (more: Record<string, unknown> = {}) =>
  service.admin('POST', USERS, { email: newEmail(), tenantId: tenant.id, ...more });

describe('POST /auth/admin/api/users 201', () => {
  test('returns the complete user without secrets', async () => {
    const email = newEmail();
    const { status, body } = await create({ email: email.toUpperCase(), password: newPassword() });
    expect(status).toBe(201);
    const { id, createdAt } = body.user;
    const dates = { createdAt: expect.stringMatching(/Z$/), updatedAt: createdAt };
    expect(body).toEqual({
      user: {
        id: expect.stringMatching(/^usr_[0-9A-Za-z]{44}$/),
        tenantId: tenant.id,
        email,
        phone: null,
        name: null,
        locale: null,
        userAccesses: [
          {
            id,
            userId: id,
            tenantId: tenant.id,
            tenant: { ...tenantFields(), id: tenant.id, name: tenant.name, slug: tenant.slug },
            roles: [],
            isDefault: true,
            status: 'active',
            metadata: {},
            ...dates,
          },
        ],
        platformAccess: null,
        isPlatformUser: false,
        isActive: true,
        emailVerifiedAt: null,
        phoneVerifiedAt: null,
        isMfaEnabled: false,
        emailLoginEnabled: true,
        phoneLoginEnabled: true,
        mustChangePassword: false,
        metadata: {},
        ...dates,
      },
    });
  });

  test('stores the fields that were sent', async () => {
    const sent = {
      phone: '+49 171 2345678',
      emailVerifiedAt: '2026-01-02T03:04:05.678+01:00',
      phoneVerifiedAt: '2026-01-02T03:04:05Z',
      isActive: false,
      metadata: { name: 'Ada', nested: { list: [1, 'two'] } },
    };
    const { body } = await create(sent);
    expect(body.user).toMatchObject({
      phone: '+491712345678',
      emailVerifiedAt: '2026-01-02T02:04:05.678Z',
      phoneVerifiedAt: '2026-01-02T03:04:05.000Z',
      isActive: false,
      metadata: sent.metadata,
    });
  });

  test('lets a user log in with the password and a user without one not at all', async () => {
    const user = await createUser(service, tenant);
    expect((await service.login(user)).status).toBe(200);
    const { body } = await create({});
    const { email } = body.user;
    for (const password of ['', 'null', 'undefined', newPassword()]) {
      const { status } = await service.login({ tenant, email, password });
      expect([400, 401]).toContain(status);
    }
  });

  test('creates another account for the same address in another tenant', async () => {
    const user = await createUser(service, tenant);
    const other = await createUser(service, await service.tenant(), { email: user.email });
    expect(other.id).not.toBe(user.id);
  });

  test('publishes svc.user_created and an audit event without secrets', async () => {
    const own = await service.tenant();
    const user = await createUser(service, own, { metadata: { salary: 4711 } });
    const about = { tenantId: own.id, userId: user.id, email: user.email, phone: null };
    expect(await published(service, 'svc.user_created', own.id)).toMatchObject([{ detail: about }]);
    const [audit] = await auditedAction(service, 'user.created', own.id);
    expect(audit).toMatchObject({
      adminId: expect.stringMatching(/^adm_/),
      targetType: 'user',
      targetId: user.id,
      before: {},
      after: { email: user.email, isActive: true, password: 'set', 'metadata.salary': 'set' },
    });
    expect(JSON.stringify(audit)).not.toMatch(/4711|passwordHash|argon|scrypt/);
  });
});

describe('POST /auth/admin/api/users 400', () => {
  test('rejects a missing tenant', async () => {
    for (const tenantId of [undefined, ''])
      expect(answerOf(await create({ tenantId }))).toEqual(refusal('TENANT_ID_REQUIRED'));
  });

  test.each([
    ['a platform user', { isPlatformUser: true }, 'PLATFORM_ACCESS_DISABLED'],
    ['a short password', { password: 'Zq7$ kurz' }, 'PASSWORD_TOO_SHORT'],
    ['a long password', { password: 'Zq7$'.repeat(33) }, 'PASSWORD_TOO_LONG'],
    ['a common password', { password: 'password1234' }, 'PASSWORD_TOO_COMMON'],
    [
      'a password with the name of the user',
      { email: 'bartholomew@example.com', password: 'xx bartholomew xx' },
      'PASSWORD_CONTAINS_IDENTIFIER',
    ],
    ['an invalid address', { email: 'nobody' }, 'INVALID_INPUT'],
    ['an invalid phone number', { phone: '12' }, 'INVALID_INPUT'],
    ['a verification date without a phone number', { phoneVerifiedAt: '2026-01-01T00:00:00Z' }, 'INVALID_INPUT'],
    ['an impossible date', { emailVerifiedAt: '2026-02-31T00:00:00Z' }, 'INVALID_INPUT'],
    ['a date before the year 0 of its offset', { emailVerifiedAt: '0000-01-01T00:00:00+23:59' }, 'INVALID_INPUT'],
    ['a date after the year 9999 of its offset', { emailVerifiedAt: '9999-12-31T23:59:59-23:59' }, 'INVALID_INPUT'],
    ['true instead of a date', { emailVerifiedAt: true }, 'INVALID_INPUT'],
    ['metadata of 9 KB', { metadata: { a: ['x'.repeat(4000), 'x'.repeat(4000), 'x'.repeat(1000)] } }, 'INVALID_INPUT'],
    [
      'metadata of 9 levels',
      { metadata: { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } } },
      'INVALID_INPUT',
    ],
    ['a number the table cannot hold', { metadata: { n: 1e-140 } }, 'INVALID_INPUT'],
  ] as const)('rejects %s', async (_, more, code) => {
    expect(answerOf(await create(more))).toEqual(refusal(code));
  });
});

describe('POST /auth/admin/api/users 403', () => {
  test('rejects an address of a blocked domain or its sub-domain', async () => {
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['blocked.example'] });
    for (const email of ['a@blocked.example', 'a@sub.blocked.example'])
      expect(answerOf(await create({ email }))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
    expect((await create({ email: `x${newEmail().replace('@', '@not')}` })).status).toBe(201);
  });
});

describe('POST /auth/admin/api/users 404', () => {
  test('rejects unknown, malformed and deleted tenants', async () => {
    const deleted = await service.tenant();
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.id}`);
    for (const tenantId of [`ten_${'0'.repeat(22)}`, 'x', `${tenant.id}#USER`, '__proto__', deleted.id])
      expect(answerOf(await create({ tenantId }))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});

describe('POST /auth/admin/api/users 409', () => {
  test('rejects a taken address or number in any spelling', async () => {
    const phone = '+4930111222333';
    const user = await createUser(service, tenant, { phone });
    expect(answerOf(await create({ email: user.email.toUpperCase() }))).toEqual(refusal('USER_ALREADY_EXISTS'));
    expect(answerOf(await create({ phone: '0049 30 111222333' }))).toEqual(refusal('USER_ALREADY_EXISTS'));
  });

  test('creates one user from thirty parallel calls with one address', async () => {
    const email = newEmail();
    const replies = await race(30, () => create({ email }));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 201: 1, 409: 29 });
  });
});

const tenantFields = () => ({
  description: null,
  metadata: {},
  isActive: true,
  createdAt: expect.any(String),
  updatedAt: expect.any(String),
});
