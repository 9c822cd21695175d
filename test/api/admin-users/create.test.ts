// POST /auth/admin/api/users
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, auditedAction, published, refusal } from '../../support/api.ts';
import { race, tally } from '../../support/race.ts';
import { newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';

const service = useService();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await service.tenant({ password: { minLength: 12 } });
});

const create = (more: Record<string, unknown> = {}) =>
  service.admin('POST', USERS, { email: newEmail(), tenantId: tenant.id, ...more });

describe('201', () => {
  test('answers the user with all that is known of him, and nothing secret', async () => {
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

  test('honours what was sent', async () => {
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

  test('ignores what is not asked for', async () => {
    const clever = {
      id: 'usr_mine',
      isMfaEnabled: true,
      passwordHash: 'x',
      epoch: 9,
      roles: ['admin'],
      createdAt: 'x',
    };
    const { body } = await create(clever);
    expect(body.user).toMatchObject({ isMfaEnabled: false, id: expect.not.stringContaining('mine') });
    expect(body.user.userAccesses[0].roles).toEqual([]);
  });

  test('with the password he logs in; without one nobody does', async () => {
    const user = await createUser(service, tenant);
    expect((await service.login(user)).status).toBe(200);
    const { body } = await create({});
    const { email } = body.user;
    for (const password of ['', 'null', 'undefined', newPassword()]) {
      const { status } = await service.login({ tenant, email, password });
      expect([400, 401]).toContain(status);
    }
  });

  test('the same address in another tenant is another account', async () => {
    const user = await createUser(service, tenant);
    const other = await createUser(service, await service.tenant(), { email: user.email });
    expect(other.id).not.toBe(user.id);
  });

  test('publishes svc.user_created and the audit event, without a secret', async () => {
    const own = await service.tenant();
    const user = await createUser(service, own, { metadata: { salary: 12 } });
    const about = { tenantId: own.id, userId: user.id, email: user.email, phone: null };
    expect(await published(service, 'svc.user_created', own.id)).toMatchObject([{ detail: about }]);
    const [audit] = await auditedAction(service, 'user.created', own.id);
    expect(audit).toMatchObject({
      adminId: expect.stringMatching(/^adm_/),
      targetType: 'user',
      targetId: user.id,
      before: {},
      after: { email: user.email, isActive: true },
    });
    expect(JSON.stringify(audit)).not.toMatch(/salary|passwordHash|argon|scrypt/);
  });
});

describe('400', () => {
  test('no tenant', async () => {
    for (const tenantId of [undefined, ''])
      expect(answerOf(await create({ tenantId }))).toEqual(refusal('TENANT_ID_REQUIRED'));
  });

  test.each([
    ['a platform user', { isPlatformUser: true }, 'PLATFORM_ACCESS_DISABLED'],
    ['a short password', { password: 'Zq7$ kurz' }, 'PASSWORD_TOO_SHORT'],
    ['a long password', { password: 'Zq7$'.repeat(33) }, 'PASSWORD_TOO_LONG'],
    ['a common password', { password: 'password1234' }, 'PASSWORD_TOO_COMMON'],
    [
      'his own name',
      { email: 'bartholomew@example.com', password: 'xx bartholomew xx' },
      'PASSWORD_CONTAINS_IDENTIFIER',
    ],
    ['no address', { email: 'nobody' }, 'INVALID_INPUT'],
    ['no number', { phone: '12' }, 'INVALID_INPUT'],
    ['a verified number that is not there', { phoneVerifiedAt: '2026-01-01T00:00:00Z' }, 'INVALID_INPUT'],
    ['a date that is none', { emailVerifiedAt: '2026-02-31T00:00:00Z' }, 'INVALID_INPUT'],
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
  ] as const)('%s', async (_, more, code) => {
    expect(answerOf(await create(more))).toEqual(refusal(code));
  });
});

describe('403', () => {
  test('an address of a blocked domain', async () => {
    await service.admin('POST', '/auth/admin/api/blocked-email-domains', { domains: ['blocked.example'] });
    for (const email of ['a@blocked.example', 'a@sub.blocked.example'])
      expect(answerOf(await create({ email }))).toEqual(refusal('EMAIL_DOMAIN_NOT_ALLOWED'));
    expect((await create({ email: `x${newEmail().replace('@', '@not')}` })).status).toBe(201);
  });
});

describe('404', () => {
  test('unknown, malformed and deleted tenants', async () => {
    const gone = await service.tenant();
    await service.admin('DELETE', `/auth/admin/api/tenants/${gone.id}`);
    for (const tenantId of [`ten_${'0'.repeat(22)}`, 'x', `${tenant.id}#USER`, '__proto__', gone.id])
      expect(answerOf(await create({ tenantId }))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});

describe('409', () => {
  test('an address or a number that is taken', async () => {
    const phone = '+4930111222333';
    const user = await createUser(service, tenant, { phone });
    expect(answerOf(await create({ email: user.email.toUpperCase() }))).toEqual(refusal('USER_ALREADY_EXISTS'));
    expect(answerOf(await create({ phone: '0049 30 111222333' }))).toEqual(refusal('USER_ALREADY_EXISTS'));
  });

  test('of thirty at once one gets the address', async () => {
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
