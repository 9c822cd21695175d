// Tests `nextStep`: what a new session still needs.
import { expect, test } from '@jest/globals';
import { EMAIL_VERIFIED, enrolled, person } from '../../support/mfa.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';

const service = useService();

test('the next step of a complete session is null, also after a refresh', async () => {
  const user = await service.signup(await service.tenant());
  const { body } = await service.login(user);
  expect([body.isRequiresMfa, body.nextStep]).toEqual([false, null]);
  const refreshed = await service.post('/auth/refresh-token', { refreshToken: body.refreshToken });
  expect(refreshed.body.nextStep).toBeNull();
});

test('the next step of an account with an authenticator is the second factor', async () => {
  const { body } = await service.login(await enrolled(service));
  expect([body.isRequiresMfa, body.nextStep]).toEqual([true, 'mfa']);
});

test('the next step of an account without a factor is to enrol where the tenant requires one', async () => {
  const tenant = await service.tenant({ mfa: { policy: 'required' } });
  const { body } = await service.login(await service.signup(tenant));
  expect(body).toMatchObject({ isRequiresMfa: true, mfaMethods: [], nextStep: 'enrol' });
  const verified = await service.login(await person(service, tenant, EMAIL_VERIFIED));
  expect(verified.body).toMatchObject({ mfaMethods: ['email'], nextStep: 'mfa' });
});

test('the next step after the password of an admin is a new one', async () => {
  const tenant = await service.tenant({ password: { minLength: 8, mustChangeInitial: true } });
  const account = { tenantId: tenant.id, email: newEmail(), password: newPassword() };
  await service.admin('POST', '/auth/admin/api/users', account);
  const { body } = await service.login({ ...account, tenant });
  expect(body).toMatchObject({ isRequiresMfa: false, mustChangePassword: true, nextStep: 'change-password' });
});

test('a sign-up that awaits the verification of its address has no session, and so no next step', async () => {
  const { id: tenantId } = await service.tenant({ signup: { mode: 'verifyFirst' } });
  const { body } = await service.post('/auth/signup', { tenantId, email: newEmail(), password: newPassword() });
  expect([body.accessToken, body.nextStep]).toEqual([undefined, null]);
});
