// Tests POST /auth/admin/reset-password.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { BAD_PASSWORDS, callers, nextStep } from '../../support/admins.ts';
import { answerOf, audited, HOUR, later, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { newEmail, newPassword, prepared, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
beforeAll(() => service.adminCookie());
const call = prepared(() => callers(service));
const account = prepared(() => call.account());

const reset = (more: Record<string, unknown> = {}, options = {}) => {
  const body = { email: account.email, newPassword: newPassword(), secretKey: service.secretKey, ...more };
  return service.post('/auth/admin/reset-password', body, options);
};

describe('POST /auth/admin/reset-password 201', () => {
  test('sets the password and ends every session of that admin only', async () => {
    const own = await call.account();
    const sessions = [await call.session(own), await call.session(own)];
    const password = newPassword();
    const reply = await reset({ email: own.email.toUpperCase(), newPassword: password });
    expect([reply.status, reply.body]).toEqual([201, { message: 'Password changed. Please log in.' }]);
    expect(reply.setCookies).toEqual([]);
    for (const cookie of sessions) expect(answerOf(await call.me(cookie))).toEqual(refusal('SESSION_INVALID'));
    expect(answerOf(await call.login(own))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await call.login({ ...own, password })).status).toBe(201);
    expect((await service.admin('GET', '/auth/admin/me')).status).toBe(200);
  });

  test('unlocks an account that failed logins have locked', async () => {
    const [own, ip] = [await call.account(), freshIp()];
    for (let round = 0; round < 10; round++) await call.login({ ...own, password: 'Wrong 7$q' }, { ip });
    expect(answerOf(await call.login(own, { ip }))).toEqual(refusal('ACCOUNT_LOCKED'));
    const password = newPassword();
    await reset({ email: own.email, newPassword: password }, { ip });
    expect((await call.login({ ...own, password }, { ip })).status).toBe(201);
  });

  test('publishes svc.admin_password_reset and an audit event without secrets', async () => {
    const { id, email } = await call.account();
    const password = newPassword();
    await reset({ email, newPassword: password });
    const entries = await audited(service, id, (found) => found.length === 2);
    expect(entries.find(({ action }) => action === 'admin.password_reset')).toMatchObject({
      adminId: null,
      targetType: 'admin',
      tenantId: null,
      before: {},
      after: { updatedFields: ['password'] },
    });
    const { body, text } = await service.get('/__events');
    expect(body).toContainEqual(
      expect.objectContaining({
        detailType: 'svc.admin_password_reset',
        detail: expect.objectContaining({ adminId: id, email }),
      }),
    );
    for (const secret of [password, service.secretKey]) expect(text).not.toContain(secret);
  });

  test('keeps the authenticator and forgets wrong codes', async () => {
    const { secret, ...own } = await call.secured();
    nextStep();
    for (let round = 0; round < 10; round++) await call.login({ ...own, otp: totp(secret, -5) });
    expect(answerOf(await call.login({ ...own, otp: totp(secret) }))).toEqual(refusal('ACCOUNT_LOCKED'));
    const password = newPassword();
    for (const removeTotp of [undefined, false]) {
      expect((await reset({ email: own.email, newPassword: password, removeTotp })).status).toBe(201);
      expect(answerOf(await call.login({ ...own, password }))).toEqual(refusal('MFA_REQUIRED'));
    }
    expect((await call.login({ ...own, password, otp: totp(secret) })).status).toBe(201);
    const entries = await audited(service, own.id, (found) => found.length === 4);
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'admin.created',
      'admin.password_reset',
      'admin.password_reset',
      'admin.totp_enabled',
    ]);
  });

  test('removes the authenticator on request, so that a sole admin who lost it gets in', async () => {
    const { secret: _, ...own } = await call.secured();
    const password = newPassword();
    const reply = await reset({ email: own.email, newPassword: password, removeTotp: true });
    expect(reply.status).toBe(201);
    expect((await call.login({ ...own, password })).body.admin).toMatchObject({ isMfaEnabled: false });
    const entries = await audited(service, own.id, (found) => found.length === 4);
    expect(entries.filter(({ action }) => action === 'admin.totp_removed')).toMatchObject([
      { adminId: null, targetType: 'admin', before: { isMfaEnabled: true }, after: { isMfaEnabled: false } },
    ]);
    expect((await reset({ email: own.email, removeTotp: true })).status).toBe(201);
    const again = await audited(service, own.id, (found) => found.length === 5);
    expect(again.filter(({ action }) => action === 'admin.totp_removed')).toHaveLength(1);
  });

  test('accepts twenty parallel resets and leaves one valid password', async () => {
    const { email } = await call.account();
    const passwords = Array.from({ length: 20 }, newPassword);
    const replies = await Promise.all(passwords.map((each) => reset({ email, newPassword: each })));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const logins = [];
    for (const password of passwords.slice(0, 9)) logins.push((await call.login({ email, password })).status);
    expect(logins.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
  });
});

describe('POST /auth/admin/reset-password 400', () => {
  test.each(BAD_PASSWORDS)('rejects a password that breaks the policy: %s', async (_, password, code) => {
    const email = code === 'PASSWORD_CONTAINS_IDENTIFIER' ? 'horatio@example.com' : account.email;
    if (email !== account.email) await call.create({ email });
    expect(answerOf(await reset({ email, newPassword: password }))).toEqual(refusal(code));
  });

  test('rejects an invalid address', async () => {
    expect(answerOf(await reset({ email: 'x' }))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('POST /auth/admin/reset-password 401', () => {
  test('rejects a wrong key alike for known and unknown admins', async () => {
    for (const email of [account.email, newEmail(), 'not an address'])
      expect(answerOf(await reset({ secretKey: 'x', email, newPassword: 'x' }))).toEqual(refusal('INVALID_SECRET_KEY'));
    expect((await call.login(account)).status).toBe(201);
  });

  test('reveals only to the holder of the key that an admin is unknown or deleted', async () => {
    const deleted = await call.account();
    await call.remove(deleted.id);
    for (const email of [newEmail(), deleted.email])
      expect(answerOf(await reset({ email }))).toEqual(refusal('INVALID_CREDENTIALS'));
  });
});

describe('POST /auth/admin/reset-password 429', () => {
  test('rejects an IP address after ten wrong keys, but not its sign-up', async () => {
    const ip = freshIp();
    for (let round = 0; round < 10; round++)
      expect(answerOf(await reset({ secretKey: 'x' }, { ip }))).toEqual(refusal('INVALID_SECRET_KEY'));
    expect(answerOf(await reset({}, { ip }))).toEqual(refusal('RATE_LIMITED'));
    const signup = { email: newEmail(), password: newPassword(), secretKey: service.secretKey };
    expect(answerOf(await service.post('/auth/admin/signup', signup, { ip }))).toEqual(
      refusal('ADMIN_BOOTSTRAP_CLOSED'),
    );
    expect((await later(HOUR, () => reset({}, { ip }))).status).toBe(201);
  });
});
