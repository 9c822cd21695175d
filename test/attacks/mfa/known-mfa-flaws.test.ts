// Threat: flaws that recur in second factors of services like this one. Each has a test with its name here; other files
// attack the same places harder.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { advance } from '../../../lib/platform/clock.ts';
import { answerOf, claimsOf, later, MINUTE } from '../../support/api.ts';
import {
  addDevice,
  admin,
  CODE_SENT,
  challenge,
  completeSetUp,
  enrol,
  freshCode,
  logIn,
  me,
  pendingLogin,
  reachable,
  recover,
  recoveryCodes,
  refresh,
  sentCode,
  setUp,
  type Tokens,
  toggle,
  verify,
  wrongCode,
} from '../../support/factors.ts';
import { codeTo, messagesTo } from '../../support/messages.ts';
import { everyRow } from '../../support/rows.ts';
import { bearer, newPassword, type Tenant, type User, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const WRONG = [400, 'MFA_CODE_INVALID'];
const PENDING = [401, 'MFA_REQUIRED'];
const REAUTH = [403, 'REAUTH_REQUIRED'];
const service = useService();
let tenant: Tenant;
let required: Tenant;
beforeAll(async () => {
  [tenant, required] = [await service.tenant(), await service.tenant({ mfa: { policy: 'required' } })];
});

const post = (tokens: Tokens, path: string, body: object = {}) =>
  service.post(`/auth/${path}`, body, { headers: bearer(tokens) });
const remove = (tokens: Tokens, deviceId: string) =>
  service.send('DELETE', `/auth/mfa/devices/${deviceId}`, { headers: bearer(tokens) });
const status = async (tokens: Tokens) => (await service.get('/auth/mfa/status', { headers: bearer(tokens) })).body;
/** Logs in with a code sent by e-mail. */
async function loginByCode({ tenant: { id: tenantId }, email }: Pick<User, 'tenant' | 'email'>) {
  await service.post('/auth/passwordless/send', { tenantId, identifier: email, channel: 'email' });
  const code = await codeTo(service, 'svc.passwordless_code_requested', email);
  const credentials = { identifier: email, channels: ['email'], code };
  return service.post('/auth/login', { providerName: 'passwordless', tenantId, credentials });
}

describe('a tenant that requires a second factor', () => {
  test('keeps an account without one pending until it sets one up and verifies it', async () => {
    const user = await service.signup(required);
    expect((await me(service, user.tokens)).body.code).toBe('MFA_REQUIRED');
    expect(answerOf(await post(user.tokens, 'mfa/generate-recovery-code'))).toEqual(PENDING);
    expect(answerOf(await post(user.tokens, 'mfa/toggle', { enabled: false }))).toEqual(PENDING);
    const { deviceId, secret } = (await setUp(service, user.tokens)).body;
    expect((await completeSetUp(service, user.tokens, { otp: freshCode(secret), deviceId })).status).toBe(200);
    // Setting a factor up does not verify it for this login.
    expect(answerOf(await me(service, user.tokens))).toEqual(PENDING);
    expect((await verify(service, user.tokens, freshCode(secret))).status).toBe(200);
  });

  test('requires it of an account that had disabled MFA', async () => {
    const person = await enrol(service, await service.tenant());
    expect((await toggle(service, person.tokens, false)).status).toBe(200);
    await service.admin('PATCH', `/auth/admin/api/tenants/${person.tenant.id}`, {
      settings: { mfa: { policy: 'required' } },
    });
    const pending = await pendingLogin(service, person);
    expect(pending.mfaMethods).toEqual(['totp']);
    expect(answerOf(await setUp(service, pending))).toEqual(PENDING);
    expect((await verify(service, pending, freshCode(person.secret))).status).toBe(200);
  });
});

test('a pending login cannot change the password, log out sessions or read the account', async () => {
  const person = await enrol(service, tenant);
  const pending = await pendingLogin(service, person);
  const refreshed: Tokens = (await refresh(service, pending)).body;
  for (const tokens of [pending, refreshed]) {
    const passwords = { currentPassword: person.password, newPassword: newPassword() };
    expect(answerOf(await post(tokens, 'change-password', passwords))).toEqual(PENDING);
    expect(answerOf(await post(tokens, 'logout-all'))).toEqual(PENDING);
    for (const path of ['/auth/me', '/auth/user', '/auth/verify-session'])
      expect(answerOf(await service.get(path, { headers: bearer(tokens) }))).toEqual(PENDING);
  }
  expect((await me(service, person.tokens)).status).toBe(200);
  expect((await service.login(person)).status).toBe(200);
});

test('a TOTP code is accepted once, and wrong ones lock the account', async () => {
  const person = await enrol(service, tenant);
  const code = freshCode(person.secret);
  const [first, second] = [await pendingLogin(service, person), await pendingLogin(service, person)];
  expect((await verify(service, first, code)).status).toBe(200);
  expect(answerOf(await verify(service, second, code))).toEqual(WRONG);
  for (let guess = 1; guess < 10; guess++) await verify(service, second, wrongCode(person.secret));
  expect(answerOf(await verify(service, second, freshCode(person.secret)))).toEqual([429, 'ACCOUNT_LOCKED']);
});

test('a second factor is required after every first factor: password, code, sign-up and reset', async () => {
  const user = await reachable(service, required, { on: false });
  expect((await loginByCode(user)).body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['sms'] });
  const account = { tenantId: required.id, email: user.email };
  await service.post('/auth/forgot-password', account);
  const code = await codeTo(service, 'svc.password_reset_requested', user.email);
  const { resetToken } = (await service.post('/auth/verify-forgot-password-otp', { ...account, code })).body;
  const password = newPassword();
  const reset = await service.post('/auth/reset-password', { token: resetToken, newPassword: password });
  expect(Object.keys(reset.body)).toEqual(['message']);
  expect((await service.login({ ...user, password })).body.isRequiresMfa).toBe(true);
  expect((await service.signup(required)).tokens).toMatchObject({ isRequiresMfa: true });
  const person = await enrol(service, tenant);
  expect((await loginByCode(person)).body).toMatchObject({ isRequiresMfa: true, mfaMethods: ['totp'] });
});

test('authenticator secrets are stored sealed, and recovery codes as digests', async () => {
  const person = await enrol(service, tenant);
  const codes = await recoveryCodes(service, person.tokens);
  const rows = (await everyRow()).filter(({ pk }) => pk.includes(person.id));
  const device = rows.find(({ type }) => type === 'totp-device');
  expect(device?.secret).toMatch(/^v1\.[\w-]{60,}$/);
  const text = JSON.stringify(rows, (_, value) => (value instanceof Set ? [...value] : value));
  for (const secret of [person.secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(text).not.toContain(secret);
});

describe('a second-factor code', () => {
  test('sent by e-mail is refused as an SMS code and does not verify the phone number', async () => {
    const user = await reachable(service, tenant);
    await admin(service, 'PATCH', user.id, { phoneVerifiedAt: null });
    const pending = await pendingLogin(service, user);
    const code = await sentCode(service, pending, 'email', user.email);
    expect(answerOf(await verify(service, pending, code, 'sms'))).toEqual([400, 'MFA_METHOD_NOT_AVAILABLE']);
    expect((await admin(service, 'GET', user.id)).body.user.phoneVerifiedAt).toBeNull();
  });

  test('is not offered for an unverified address, or for the mailbox that was the first factor', async () => {
    const person = await enrol(service, tenant);
    expect((await pendingLogin(service, person)).mfaMethods).toEqual(['totp']);
    const user = await reachable(service, tenant);
    expect((await loginByCode(user)).body.mfaMethods).toEqual(['sms']);
  });
});

test('resetting authenticators requires a completed login and a recent proof or a recovery code, with few guesses', async () => {
  const person = await enrol(service, tenant);
  await recoveryCodes(service, person.tokens);
  const pending = await pendingLogin(service, person);
  expect(answerOf(await post(pending, 'mfa/reset-totp'))).toEqual(PENDING);
  await later(20 * MINUTE, async () => {
    const { body } = await refresh(service, person.tokens);
    expect(answerOf(await post(body, 'mfa/reset-totp'))).toEqual(REAUTH);
    const wrong = { code: 'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF' };
    for (let at = 0; at < 5; at++)
      expect(answerOf(await post(body, 'mfa/reset-totp', wrong))).toEqual([400, 'MFA_RECOVERY_CODE_INVALID']);
    expect(answerOf(await post(body, 'mfa/reset-totp', wrong))).toEqual([429, 'ACCOUNT_LOCKED']);
  });
  expect((await service.login(person)).body.isRequiresMfa).toBe(true);
});

test('disabling MFA, changing devices and new recovery codes require a recent proof of the second factor', async () => {
  const person = await enrol(service, tenant);
  const { body: trusting } = await verify(
    service,
    await pendingLogin(service, person),
    freshCode(person.secret),
    'totp',
    {
      trustDevice: true,
    },
  );
  const changes = (tokens: Tokens) => [
    toggle(service, tokens, false),
    remove(tokens, person.deviceId),
    post(tokens, 'mfa/generate-recovery-code'),
    setUp(service, tokens),
    post(tokens, 'mfa/reset-totp'),
  ];
  await later(20 * MINUTE, async () => {
    const { body } = await refresh(service, person.tokens);
    for (const reply of await Promise.all(changes(body))) expect(answerOf(reply)).toEqual(REAUTH);
  });
  // A login by a trusted device is not such a proof, even right after it.
  const byTrust = await service.login(person, { headers: { 'x-svc-device-trust': trusting.trustToken } });
  expect(byTrust.body.isRequiresMfa).toBe(false);
  for (const reply of await Promise.all(changes(byTrust.body))) expect(answerOf(reply)).toEqual(REAUTH);
  expect((await toggle(service, await logIn(service, person), false)).status).toBe(200);
});

describe('a factor that is removed, missing or incomplete', () => {
  test.each(['the owner', 'an admin'])(
    'is no longer required at login after %s removed the last device',
    async (actor) => {
      const person = await enrol(service, tenant);
      const removal =
        actor === 'the owner'
          ? await remove(person.tokens, person.deviceId)
          : await admin(service, 'DELETE', `${person.id}/totp-devices/${person.deviceId}`);
      expect(removal.status).toBe(200);
      const { body } = await service.login(person);
      expect(body.isRequiresMfa).toBe(false);
      expect(await status(body)).toMatchObject({ isEnabled: false, verifiedMethods: [], totpDevices: [] });
    },
  );

  test('is not offered as a method, and no code is sent for it', async () => {
    const person = await enrol(service, tenant);
    const pending = await pendingLogin(service, person);
    expect(await status(pending)).toMatchObject({ verifiedMethods: ['totp'] });
    for (const method of ['email', 'sms'])
      expect(answerOf(await challenge(service, pending, method))).toEqual([400, 'MFA_METHOD_NOT_AVAILABLE']);
    expect(answerOf(await challenge(service, pending, 'pigeon'))).toEqual([400, 'INVALID_INPUT']);
    expect(await messagesTo(service, CODE_SENT, person.email, 0)).toEqual([]);
  });

  test('is one of at most five open set-ups, which expire after ten minutes', async () => {
    const user = await service.signup(tenant);
    const setUps: { secret: string; deviceId: string }[] = [];
    for (let at = 0; at < 6; at++) setUps.push((await setUp(service, user.tokens)).body);
    expect((await status(user.tokens)).totpDevices).toHaveLength(5);
    advance(11 * MINUTE);
    const { secret, deviceId } = setUps.at(-1)!;
    expect(answerOf(await completeSetUp(service, user.tokens, { otp: totp(secret), deviceId }))).toEqual(WRONG);
    expect((await status(user.tokens)).totpDevices).toEqual([]);
  });

  test('cannot be set up with the secret of a verified device and a wrong code', async () => {
    const person = await enrol(service, tenant);
    for (const body of [{ secret: person.secret }, { deviceId: person.deviceId }, {}]) {
      const reply = await completeSetUp(service, person.tokens, { otp: wrongCode(person.secret), ...body });
      expect(answerOf(reply)).toEqual(WRONG);
    }
    await addDevice(service, person.tokens);
  });

  test('is kept when a recovery code is used, and the login gets a new session', async () => {
    const person = await enrol(service, tenant);
    const [code] = await recoveryCodes(service, person.tokens);
    const pending = await pendingLogin(service, person);
    const { body } = await recover(service, pending, code as string);
    expect(claimsOf(body.accessToken).sid).not.toBe(claimsOf(pending.accessToken).sid);
    expect(await status(body)).toMatchObject({ isEnabled: true, hasRecoveryCode: true });
    expect((await status(body)).totpDevices).toHaveLength(1);
  });
});
