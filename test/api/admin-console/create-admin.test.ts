// Tests POST /auth/admin/admins.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { BAD_PASSWORDS, callers, PATH } from '../../support/admins.ts';
import { adminSession, answerOf, audited, later, MINUTE, refusal } from '../../support/api.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));

describe('POST /auth/admin/admins 201', () => {
  test('creates an admin who can log in', async () => {
    const account = { email: newEmail(), password: newPassword() };
    const { status, body } = await call.create({
      ...account,
      email: account.email.toUpperCase(),
      name: 'Ada',
      metadata: { team: ['core'] },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      admin: {
        id: expect.stringMatching(/^adm_[0-9A-Za-z]{22}$/),
        email: account.email,
        name: 'Ada',
        role: 'owner',
        tenants: null,
        metadata: { team: ['core'] },
        isMfaEnabled: false,
        hasPasskey: false,
        lastLoginAt: null,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: body.admin.createdAt,
      },
    });
    expect((await call.login(account)).status).toBe(201);
  });

  test('creates an admin of the role and the tenants, each tenant once', async () => {
    const [one, two] = [await service.tenant(), await service.tenant()];
    const { status, body } = await call.create({ role: 'support', tenants: [one.id, two.id, one.id] });
    expect(status).toBe(201);
    expect(body.admin).toMatchObject({ role: 'support', tenants: [one.id, two.id] });
    expect((await call.list()).body.data).toContainEqual({ ...body.admin, isLocked: false });
    const [entry] = await audited(service, body.admin.id);
    expect(entry.after).toMatchObject({ role: 'support', tenants: [one.id, two.id] });
  });

  test('publishes svc.admin_created and an audit event without secrets', async () => {
    const password = newPassword();
    const { id, email } = (await call.create({ password, name: 'Ada', metadata: { plan: 'unseen' } })).body.admin;
    const [entry] = await audited(service, id);
    const actor = (await service.admin('GET', '/auth/admin/me')).body.id;
    expect(entry).toMatchObject({ adminId: actor, action: 'admin.created', targetType: 'admin', tenantId: null });
    const after = { email, name: 'Ada', role: 'owner', tenants: null, password: 'set', 'metadata.plan': 'set' };
    expect([entry.before, entry.after]).toEqual([{}, after]);
    const { body, text } = await service.get('/__events');
    expect(body).toContainEqual(
      expect.objectContaining({
        detailType: 'svc.admin_created',
        detail: expect.objectContaining({ adminId: id, email }),
      }),
    );
    expect(text).not.toContain(password);
    expect(text).not.toMatch(/passwordHash|scrypt|unseen/);
  });
});

describe('POST /auth/admin/admins 400', () => {
  test.each(BAD_PASSWORDS)('rejects a password that breaks the policy: %s', async (_, password, code) => {
    expect(answerOf(await call.create({ email: 'horatio@example.com', password }))).toEqual(refusal(code));
  });

  test.each([
    ['an invalid address', { email: 'x' }],
    ['a missing password', { password: undefined }],
    ['a blank name', { name: ' ' }],
    ['metadata of more than 8 KB', { metadata: { a: Array(3).fill('x'.repeat(3000)) } }],
    ['an unknown role', { role: 'root' }],
    ['a role that is null', { role: null }],
    ['no tenant', { tenants: [] }],
    ['51 tenants', { tenants: Array(51).fill('ten_x') }],
    ['a tenant that is no text', { tenants: [1] }],
    ['metadata of 9 levels', { metadata: JSON.parse(`${'{"a":'.repeat(8)}{}${'}'.repeat(8)}`) }],
  ])('rejects %s', async (_, more) => {
    expect(answerOf(await call.create(more))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('POST /auth/admin/admins 403', () => {
  test('rejects a login of more than 15 minutes ago', async () => {
    const cookie = await adminSession(service);
    const create = () => service.post(PATH, { email: newEmail(), password: newPassword() }, { headers: { cookie } });
    expect((await later(14 * MINUTE, create)).status).toBe(201);
    expect(answerOf(await later(16 * MINUTE, create))).toEqual(refusal('REAUTH_REQUIRED'));
  });
});

describe('POST /auth/admin/admins 404', () => {
  test('rejects tenants that are unknown, malformed or deleted', async () => {
    const [live, deleted] = [await service.tenant(), await service.tenant()];
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.id}`);
    for (const id of [deleted.id, `ten_${'0'.repeat(22)}`, 'x', ''])
      expect(answerOf(await call.create({ tenants: [live.id, id] }))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});

describe('POST /auth/admin/admins 409', () => {
  test('creates one admin from twenty parallel calls with one address in two spellings', async () => {
    const email = newEmail();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => call.create({ email: at % 2 ? email.toUpperCase() : email })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(answerOf(reply)).toEqual(refusal('ADMIN_USER_EXISTS'));
    const { data } = (await call.list()).body;
    expect(data.filter((each: { email: string }) => each.email === email)).toHaveLength(1);
  });

  test('rejects the address of the first admin', async () => {
    expect(answerOf(await call.create({ email: service.adminLogin.email }))).toEqual(refusal('ADMIN_USER_EXISTS'));
  });
});
