// Tests passwords that admins choose for users: who must change them, and what ends that.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, claimsOf, refusal } from '../../support/api.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';
import { headerOf } from '../../support/tokens.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const MUST_CHANGE = refusal('MUST_CHANGE_PASSWORD');
const patch = (id: string, body: unknown) => service.admin('PATCH', `${USERS}/${id}`, body);
/** Whether a login of the user says that the password must be changed. */
const isAsked = async (user: Parameters<typeof service.login>[0]): Promise<boolean> => {
  const { status, body } = await service.login(user);
  expect(status).toBe(200);
  return body.mustChangePassword === true;
};

describe('a password that an admin chooses', () => {
  test('must be changed when it replaces one, unless the admin says otherwise', async () => {
    const user = await createUser(service, tenant);
    const password = newPassword();
    expect((await patch(user.id, { password })).body.user.mustChangePassword).toBe(true);
    expect(await isAsked({ ...user, password })).toBe(true);
    const another = newPassword();
    const reply = await patch(user.id, { password: another, mustChangePassword: false });
    expect(reply.body.user.mustChangePassword).toBe(false);
    expect(await isAsked({ ...user, password: another })).toBe(false);
  });

  test('of a new user must be changed if the admin or the tenant says so', async () => {
    const strict = await service.tenant({ password: { minLength: 8, mustChangeInitial: true } });
    expect(await isAsked(await createUser(service, tenant))).toBe(false);
    expect(await isAsked(await createUser(service, tenant, { mustChangePassword: true }))).toBe(true);
    expect(await isAsked(await createUser(service, strict))).toBe(true);
    expect(await isAsked(await createUser(service, strict, { mustChangePassword: false }))).toBe(false);
  });

  test('stays to be changed when the admin changes something else', async () => {
    const user = await createUser(service, tenant, { mustChangePassword: true });
    expect((await patch(user.id, { metadata: { a: 1 } })).body.user.mustChangePassword).toBe(true);
  });

  test('is not asked for where there is none', async () => {
    const strict = await service.tenant({ password: { minLength: 8, mustChangeInitial: true } });
    const body = { tenantId: strict.id, email: newEmail() };
    const { user } = (await service.admin('POST', USERS, body)).body;
    expect(user.mustChangePassword).toBe(false);
    expect(answerOf(await patch(user.id, { mustChangePassword: true }))).toEqual(refusal('INVALID_INPUT'));
    const other = { ...body, email: newEmail(), mustChangePassword: true };
    expect(answerOf(await service.admin('POST', USERS, other))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('a user who must change the password', () => {
  test('changes it and is free', async () => {
    const user = await createUser(service, tenant, { mustChangePassword: true });
    const headers = bearer((await service.login(user)).body);
    expect((await service.get('/auth/me', { headers })).body.mustChangePassword).toBe(true);
    expect(answerOf(await service.post('/auth/logout-all', {}, { headers }))).toEqual(MUST_CHANGE);
    const password = newPassword();
    const change = { currentPassword: user.password, newPassword: password };
    expect((await service.post('/auth/change-password', change, { headers })).status).toBe(200);
    const after = await service.login({ ...user, password });
    expect(after.body.mustChangePassword).toBeUndefined();
    expect((await service.post('/auth/logout-all', {}, { headers: bearer(after.body) })).status).toBe(200);
  });

  test('is held to it in sessions from before, and after a refresh', async () => {
    const user = await createUser(service, tenant);
    const { body } = await service.login(user);
    expect((await service.get('/auth/mfa/devices', { headers: bearer(body) })).status).toBe(200);
    await patch(user.id, { mustChangePassword: true });
    expect(answerOf(await service.get('/auth/mfa/devices', { headers: bearer(body) }))).toEqual(MUST_CHANGE);
    const refreshed = await service.post('/auth/refresh-token', { refreshToken: body.refreshToken });
    expect(refreshed.body.mustChangePassword).toBe(true);
    expect(answerOf(await service.get('/auth/mfa/devices', { headers: bearer(refreshed.body) }))).toEqual(MUST_CHANGE);
  });

  test('holds a token that no key of the JWKS verifies and that carries no rights', async () => {
    const role = { name: 'Owner', tenantId: tenant.id };
    const { id } = (await service.admin('POST', '/auth/admin/api/roles', role)).body.role;
    const free = await createUser(service, tenant, { roleIds: [id] });
    const held = await createUser(service, tenant, { roleIds: [id], mustChangePassword: true });
    const logins = [await service.login(free), await service.login(held)];
    const [usual, limited] = logins.map(({ body }) => claimsOf(body.accessToken));
    expect(headerOf(logins[1]?.body.accessToken)).toMatchObject({ alg: 'HS256', typ: 'pending+jwt' });
    expect(usual).toMatchObject({ aud: service.baseUrl, roles: ['Owner'] });
    for (const claim of ['aud', 'roles', 'permissions']) expect(limited).not.toHaveProperty(claim);
  });

  test('is free after a reset, which needs no password', async () => {
    const verified = { emailVerifiedAt: '2026-01-01T00:00:00Z', mustChangePassword: true };
    const user = await createUser(service, tenant, verified);
    const about = { tenantId: tenant.id, email: user.email };
    await service.post('/auth/forgot-password', about);
    const code = await service.code(user.email);
    const { resetToken } = (await service.post('/auth/verify-forgot-password-otp', { ...about, code })).body;
    const password = newPassword();
    await service.post('/auth/reset-password', { token: resetToken, newPassword: password });
    expect(await isAsked({ ...user, password })).toBe(false);
  });

  test('completes a second factor first', async () => {
    const strict = await service.tenant({ mfa: { policy: 'required' } });
    const user = await createUser(service, strict, { mustChangePassword: true });
    const { body } = await service.login(user);
    expect([body.isRequiresMfa, body.mustChangePassword]).toEqual([true, true]);
    const headers = bearer(body);
    expect((await service.get('/auth/mfa/status', { headers })).status).toBe(200);
    expect((await service.post('/auth/mfa/setup-totp', {}, { headers })).status).toBe(200);
    expect(answerOf(await service.get('/auth/me', { headers }))).toEqual(refusal('MFA_REQUIRED'));
  });
});
