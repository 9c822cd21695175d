// Tests POST /auth/passwordless/send, and POST /auth/login with the code.
import { describe, expect, test } from '@jest/globals';
import { createUser, USERS } from '../../support/admin-users.ts';
import { answerOf, claimsOf, later, MINUTE, refusal } from '../../support/api.ts';
import { challengeOf } from '../../support/binding.ts';
import { codeTo, messagesTo, otherThan } from '../../support/messages.ts';
import { race, tally } from '../../support/race.ts';
import { bearer, newEmail, newPassword, prepared, useService } from '../../support/service.ts';

const service = useService();
const tenant = prepared(() => service.tenant());

const REQUESTED = 'svc.passwordless_code_requested';
const send = (identifier: string, channel = 'email', tenantId: string | undefined = tenant.id) =>
  service.post('/auth/passwordless/send', { identifier, channel, tenantId });
const login = (identifier: string, code: unknown, more: Record<string, unknown> = {}) => {
  const credentials = { identifier, channels: [identifier.includes('@') ? 'email' : 'sms'], code, ...more };
  return service.post('/auth/login', { tenantId: tenant.id, providerName: 'passwordless', credentials });
};

describe('POST /auth/passwordless/send 200', () => {
  test('sends a code by e-mail that opens a session and verifies the address', async () => {
    const user = await createUser(service, tenant, { password: undefined });
    expect((await send(user.email.toUpperCase())).status).toBe(200);
    const { status, body } = await login(user.email, await codeTo(service, REQUESTED, user.email));
    expect([status, claimsOf(body.accessToken).amr]).toEqual([200, ['otp']]);
    const me = await service.get('/auth/me', { headers: bearer(body) });
    expect(me.body.emailVerifiedAt).toEqual(expect.any(String));
  });

  test('sends a code by SMS that opens a session', async () => {
    const phone = '+4915112360001';
    await createUser(service, tenant, { phone, phoneVerifiedAt: '2026-01-01T00:00:00Z' });
    expect((await send('0049 151 12360001', 'sms')).status).toBe(200);
    const { body } = await login(phone, await codeTo(service, REQUESTED, phone));
    expect(claimsOf(body.accessToken).amr).toEqual(['otp', 'sms']);
  });

  test('ends the sessions and removes the password of a squatter when the owner first proves the address', async () => {
    const squatter = await service.signup(tenant);
    await send(squatter.email);
    const { body } = await login(squatter.email, await codeTo(service, REQUESTED, squatter.email));
    expect((await service.get('/auth/me', { headers: bearer(body) })).status).toBe(200);
    const before = await service.get('/auth/me', { headers: bearer(squatter.tokens) });
    expect(answerOf(before)).toEqual(refusal('SESSION_NOT_FOUND'));
    // The squatter's password is removed, too. The owner may set a new one.
    expect(answerOf(await service.login(squatter))).toEqual(refusal('INVALID_CREDENTIALS'));
  });

  test('keeps the password of a user who verified the address or was created by an admin', async () => {
    const verified = await service.signup(tenant);
    const headers = bearer(verified.tokens);
    await service.post('/auth/send-email-verification', {}, { headers });
    const code = await codeTo(service, 'svc.email_verification_requested', verified.email);
    await service.post('/auth/verify-email', { code }, { headers });
    const createdByAdmin = await createUser(service, tenant);
    for (const user of [verified, createdByAdmin]) {
      await send(user.email);
      expect((await login(user.email, await codeTo(service, REQUESTED, user.email))).status).toBe(200);
      expect((await service.login({ ...user, tenant })).status).toBe(200);
    }
  });

  test('opens an account of a verifyFirst tenant with the code of the sign-up', async () => {
    const strict = await service.tenant({ signup: { mode: 'verifyFirst' } });
    const [email, password] = [newEmail(), newPassword()];
    const codeVerifier = 'v'.repeat(43);
    const signup = { tenantId: strict.id, email, password, codeChallenge: challengeOf(codeVerifier) };
    const { body: signupReply } = await service.post('/auth/signup', signup);
    expect(signupReply).toEqual({ message: expect.any(String), isRequiresMfa: false, nextStep: null });
    expect(answerOf(await service.login({ tenant: strict, email, password }))).toEqual(refusal('INVALID_CREDENTIALS'));
    const code = await codeTo(service, REQUESTED, email);
    const credentials = { identifier: email, channels: ['email'], code, codeVerifier };
    const reply = await service.post('/auth/login', { tenantId: strict.id, providerName: 'passwordless', credentials });
    expect(reply.status).toBe(200);
    expect((await service.login({ tenant: strict, email, password })).status).toBe(200);
    // Another person tries the same address: the response is the same, and the owner is notified.
    await later(2 * MINUTE, () =>
      service.post('/auth/signup', { tenantId: strict.id, email, password: newPassword() }),
    );
    expect(await messagesTo(service, 'svc.signup_attempted', email)).toHaveLength(1);
    expect(await messagesTo(service, REQUESTED, email)).toHaveLength(1);
  });

  test('does not reveal in a verifyFirst tenant whether a second address is taken', async () => {
    const strict = await service.tenant({ signup: { mode: 'verifyFirst' } });
    const [taken, free] = ['+4915170000001', '+4915170000002'];
    await service.admin('POST', '/auth/admin/api/users', { tenantId: strict.id, email: newEmail(), phone: taken });
    for (const phone of [taken, free]) {
      const email = newEmail();
      await service.post('/auth/signup', { tenantId: strict.id, email, phone, password: newPassword() });
      const credentials = { identifier: email, channels: ['email'], code: await codeTo(service, REQUESTED, email) };
      const loginBody = { tenantId: strict.id, providerName: 'passwordless', credentials };
      const { body } = await service.post('/auth/login', loginBody);
      // A code to the second address does not reveal it either: the account does not have that address.
      const me = await service.get('/auth/me', { headers: bearer(body) });
      expect(me.body).toMatchObject({ email, phone: null });
    }
  });

  test('opens a pending login for an account with MFA', async () => {
    const strict = await service.tenant({ mfa: { policy: 'required' } });
    const user = await createUser(service, strict);
    await send(user.email, 'email', strict.id);
    const credentials = {
      identifier: user.email,
      channels: ['email'],
      code: await codeTo(service, REQUESTED, user.email),
    };
    const { body } = await service.post('/auth/login', {
      tenantId: strict.id,
      providerName: 'passwordless',
      credentials,
    });
    expect(body.isRequiresMfa).toBe(true);
  });

  test('responds alike to known and unknown addresses and tenants, and sends one message', async () => {
    const user = await service.signup(tenant);
    const off = await createUser(service, tenant);
    await service.admin('PATCH', `${USERS}/${off.id}`, { emailLoginEnabled: false });
    const replies = [
      await send(user.email),
      await send(newEmail()),
      await send(off.email),
      await send(user.email, 'email', 'ten_x'),
    ];
    for (const { status, text } of replies) expect([status, text]).toEqual([200, replies[0]!.text]);
    expect(await messagesTo(service, REQUESTED, user.email)).toHaveLength(1);
  });
});

describe('POST /auth/login 400', () => {
  test('accepts a code once in fifty parallel logins', async () => {
    const user = await service.signup(tenant);
    await send(user.email);
    const code = await codeTo(service, REQUESTED, user.email);
    const replies = await race(50, () => login(user.email, code));
    expect(tally(replies.map(({ status }) => status))).toEqual({ 200: 1, 400: 49 });
    expect(answerOf(await login(user.email, code))).toEqual(refusal('VERIFICATION_CODE_INVALID'));
  });

  test("responds alike to a code that is wrong, expired, another user's or of a disabled account", async () => {
    const [user, other] = [await service.signup(tenant), await createUser(service, tenant)];
    await send(user.email);
    const code = await codeTo(service, REQUESTED, user.email);
    await send(other.email);
    const otherCode = await codeTo(service, REQUESTED, other.email);
    await service.admin('PATCH', `${USERS}/${other.id}`, { isActive: false });
    const replies = [
      await login(user.email, otherThan(code)),
      await login(newEmail(), code),
      await login(other.email, otherCode),
      await later(11 * MINUTE, () => login(user.email, code)),
    ];
    for (const reply of replies)
      expect([answerOf(reply), reply.text]).toEqual([refusal('VERIFICATION_CODE_INVALID'), replies[0]!.text]);
  });

  test('rejects a request without tenant, address, channel or code', async () => {
    expect(answerOf(await send(newEmail(), 'email', ''))).toEqual(refusal('TENANT_ID_REQUIRED'));
    for (const [identifier, channel] of [
      ['x', 'email'],
      ['+49', 'sms'],
      [newEmail(), 'sms'],
      [newEmail(), 'pigeon'],
    ])
      expect(answerOf(await send(identifier as string, channel as string))).toEqual(refusal('INVALID_INPUT'));
    for (const more of [
      { identifier: undefined },
      { channels: undefined },
      { channels: [] },
      { channels: ['sms'] },
      { code: undefined },
      { code: 123456 },
      { code: '12345' },
    ])
      expect(answerOf(await login(newEmail(), '123456', more))).toEqual(refusal('INVALID_INPUT'));
  });
});
