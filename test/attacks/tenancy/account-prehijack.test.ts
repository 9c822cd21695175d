// Threat: an attacker signs up with another person's address, waits for its owner to arrive, and keeps access to the
// account.
// Proving the address ends everything the attacker set up: sessions, password and unverified addresses.
import { expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { addDevice } from '../../support/factors.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

let numbers = 0;
/**
 * Signs up with an e-mail address and a phone number, both unverified. The attacker uses their victim's e-mail address.
 */
async function signUpWithPhone() {
  const account = { email: newEmail(), phone: `+49151${12_390_000 + numbers++}`, password: newPassword() };
  const { body: tokens } = await service.post('/auth/signup', { tenantId: tenant.id, ...account });
  return { ...account, tenant, tokens, headers: bearer(tokens), refreshToken: tokens.refreshToken as string };
}
type UnverifiedAccount = Awaited<ReturnType<typeof signUpWithPhone>>;

const RESET = 'svc.password_reset_requested';
const LOGIN = 'svc.passwordless_code_requested';
const forgot = (email: string) => service.post('/auth/forgot-password', { tenantId: tenant.id, email });
const send = (identifier: string, channel: string) =>
  service.post('/auth/passwordless/send', { tenantId: tenant.id, identifier, channel });
const sentTo = async (name: string, to: string): Promise<number> => {
  await service.signup(tenant).then(({ email }) => forgot(email).then(() => messagesTo(service, RESET, email)));
  return (await messagesTo(service, name, to, 0)).length;
};

async function resetPassword({ email }: UnverifiedAccount): Promise<string> {
  await forgot(email);
  const code = await codeTo(service, RESET, email);
  const { body } = await service.post('/auth/verify-forgot-password-otp', { tenantId: tenant.id, email, code });
  const password = newPassword();
  expect((await service.post('/auth/reset-password', { token: body.resetToken, newPassword: password })).status).toBe(
    200,
  );
  return password;
}

async function expectLockedOut(attacker: UnverifiedAccount): Promise<void> {
  const { tenant: where, email, phone, password, headers, refreshToken } = attacker;
  expect(answerOf(await service.get('/auth/me', { headers }))).toEqual(refusal('SESSION_NOT_FOUND'));
  expect(answerOf(await service.post('/auth/refresh-token', { refreshToken }))).toEqual(refusal('SESSION_NOT_FOUND'));
  expect(answerOf(await service.login({ tenant: where, email, password }))).toEqual(refusal('INVALID_CREDENTIALS'));
  const byPhone = { tenantId: where.id, providerName: 'phone', credentials: { phone, password } };
  expect(answerOf(await service.post('/auth/login', byPhone))).toEqual(refusal('INVALID_CREDENTIALS'));
  await send(phone, 'sms');
  await service.post('/auth/forgot-password', { tenantId: where.id, phone });
  expect([await sentTo(LOGIN, phone), await sentTo(RESET, phone)]).toEqual([0, 0]);
}

test('a password reset by the owner ends the attacker’s session, password and phone number', async () => {
  const attacker = await signUpWithPhone();
  const password = await resetPassword(attacker);
  await expectLockedOut(attacker);
  expect((await service.login({ ...attacker, password })).status).toBe(200);
});

test('a login by code of the owner ends the attacker’s session, password and phone number', async () => {
  const attacker = await signUpWithPhone();
  await send(attacker.email, 'email');
  const credentials = {
    identifier: attacker.email,
    channels: ['email'],
    code: await codeTo(service, LOGIN, attacker.email),
  };
  const { status } = await service.post('/auth/login', {
    tenantId: tenant.id,
    providerName: 'passwordless',
    credentials,
  });
  expect(status).toBe(200);
  await expectLockedOut(attacker);
});

test('an authenticator and recovery codes that the attacker left behind are gone once the owner resets the password', async () => {
  const attacker = await signUpWithPhone();
  await addDevice(service, attacker.tokens);
  const { body: planted } = await service.post(
    '/auth/mfa/generate-recovery-code',
    {},
    { headers: bearer(attacker.tokens) },
  );
  const password = await resetPassword(attacker);
  expect(answerOf(await service.login(attacker))).toEqual(refusal('INVALID_CREDENTIALS'));
  const { body: owner } = await service.login({ ...attacker, password });
  expect(owner.isRequiresMfa).toBe(false);
  const headers = bearer(owner);
  expect((await service.get('/auth/mfa/devices', { headers })).body).toEqual([]);
  expect((await service.get('/auth/me', { headers })).body).toMatchObject({ email: attacker.email, phone: null });
  await addDevice(service, owner);
  const { body: pending } = await service.login({ ...attacker, password });
  const replayed = await service.post(
    '/auth/mfa/verify-recovery-code',
    { code: planted.code },
    { headers: bearer(pending) },
  );
  expect(answerOf(replayed)).toEqual(refusal('MFA_RECOVERY_CODE_INVALID'));
});

test('the owner of an address receives no code for an account whose attacker verified their own number first', async () => {
  const attacker = await signUpWithPhone();
  const { headers, phone, email } = attacker;
  await service.post('/auth/send-phone-verification', {}, { headers });
  const code = await codeTo(service, 'svc.phone_verification_requested', phone);
  expect((await service.post('/auth/verify-phone', { code }, { headers })).status).toBe(200);
  await forgot(email);
  await send(email, 'email');
  expect([await sentTo(RESET, email), await sentTo(LOGIN, email)]).toEqual([0, 0]);
});

test('a user who verifies both e-mail address and number can log in with both', async () => {
  const honest = await signUpWithPhone();
  const { headers, email, phone } = honest;
  for (const [kind, to] of [
    ['email', email],
    ['phone', phone],
  ] as const) {
    await service.post(`/auth/send-${kind}-verification`, {}, { headers });
    const code = await codeTo(service, `svc.${kind}_verification_requested`, to);
    expect((await service.post(`/auth/verify-${kind}`, { code }, { headers })).status).toBe(200);
  }
  await send(phone, 'sms');
  const credentials = { identifier: phone, channels: ['sms'], code: await codeTo(service, LOGIN, phone) };
  const login = await service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
  expect(login.status).toBe(200);
  expect((await service.login(honest)).status).toBe(200);
});

test('an owner who claims an account by code owes no change of a password that is gone', async () => {
  const account = await service.signup(tenant);
  const { body: before } = await service.get('/auth/me', { headers: bearer(account.tokens) });
  const path = `/auth/admin/api/users/${before.id}`;
  expect((await service.admin('PATCH', path, { mustChangePassword: true })).status).toBe(200);
  await send(account.email, 'email');
  const code = await codeTo(service, LOGIN, account.email);
  const reply = await service.post('/auth/login', {
    tenantId: tenant.id,
    providerName: 'passwordless',
    credentials: { identifier: account.email, channels: ['email'], code },
  });
  expect(reply.body).not.toHaveProperty('mustChangePassword');
  const { status } = await service.get('/auth/mfa/status', { headers: bearer(reply.body) });
  expect(status).toBe(200);
});
