// Checks that no way of setting a password accepts the owner's phone number, which every acquaintance knows.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createUser } from '../../support/admin-users.ts';
import { answerOf, refusal } from '../../support/api.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
let inviter: Record<string, string>;
const tenant = prepared(() => service.tenant());
beforeAll(async () => {
  await service.admin('POST', '/auth/admin/api/permissions', { name: 'users.invite' });
  const role = { name: 'inviter', tenantId: tenant.id, permissions: ['users.invite'] };
  const { id } = (await service.admin('POST', '/auth/admin/api/roles', role)).body.role;
  inviter = bearer((await service.login(await createUser(service, tenant, { roleIds: [id] }))).body);
});

const REFUSED = refusal('PASSWORD_CONTAINS_IDENTIFIER');
let numbers = 0;
/** A new German mobile number, as people write it at home. */
const newNumber = () => {
  const subscriber = `1512${String(3_000_000 + ++numbers)}`;
  return { phone: `+49${subscriber}`, national: `0${subscriber.slice(0, 3)}/${subscriber.slice(3)}` };
};

describe('the own phone number', () => {
  test.each(['phone', 'national'] as const)('is no password at sign-up: %s', async (form) => {
    const number = newNumber();
    const body = { tenantId: tenant.id, phone: number.phone, password: `x ${number[form]}` };
    expect(answerOf(await service.post('/auth/signup', body))).toEqual(REFUSED);
  });

  test('is no password that an admin chooses, at creation or later', async () => {
    const { phone, national } = newNumber();
    const path = '/auth/admin/api/users';
    const made = await service.admin('POST', path, {
      tenantId: tenant.id,
      email: newEmail(),
      phone,
      password: national,
    });
    expect(answerOf(made)).toEqual(REFUSED);
    const user = await createUser(service, tenant, { phone });
    expect(answerOf(await service.admin('PATCH', `${path}/${user.id}`, { password: national }))).toEqual(REFUSED);
    const other = newNumber();
    const both = { phone: other.phone, password: other.national };
    expect(answerOf(await service.admin('PATCH', `${path}/${user.id}`, both))).toEqual(REFUSED);
  });

  test('is no password at a change', async () => {
    const { phone, national } = newNumber();
    const user = await createUser(service, tenant, { phone });
    const headers = bearer((await service.login(user)).body);
    const body = { currentPassword: user.password, newPassword: national };
    expect(answerOf(await service.post('/auth/change-password', body, { headers }))).toEqual(REFUSED);
  });

  test('is no password at a reset, and the token still works', async () => {
    const { phone, national } = newNumber();
    const user = await createUser(service, tenant, { phone, emailVerifiedAt: '2026-01-01T00:00:00Z' });
    const about = { tenantId: tenant.id, email: user.email };
    await service.post('/auth/forgot-password', about);
    const code = await service.code(user.email);
    const { resetToken } = (await service.post('/auth/verify-forgot-password-otp', { ...about, code })).body;
    const reset = (newPassword: string) => service.post('/auth/reset-password', { token: resetToken, newPassword });
    expect(answerOf(await reset(national))).toEqual(REFUSED);
    expect((await reset(newPassword())).status).toBe(200);
  });

  test('is no password of an invited person', async () => {
    const { phone, national } = newNumber();
    const email = newEmail();
    expect((await service.post('/auth/invite', { email, phone }, { headers: inviter })).status).toBe(201);
    const { token } = await service.link(email);
    expect(answerOf(await service.post('/auth/reset-password', { token, newPassword: national }))).toEqual(REFUSED);
  });
});
