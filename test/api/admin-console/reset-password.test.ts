// POST /auth/admin/reset-password
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Account, BAD_PASSWORDS, callers, nextStep } from '../../support/admins.ts';
import { answerOf, audited, HOUR, later, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { newEmail, newPassword, useService } from '../../support/service.ts';
import { totp } from '../../support/totp.ts';

const service = useService();
let call: ReturnType<typeof callers>;
let account: Account;
beforeAll(async () => {
  await service.adminCookie();
  call = callers(service);
  account = await call.account();
});

const reset = (more: Record<string, unknown> = {}, options = {}) => {
  const body = { email: account.email, newPassword: newPassword(), secretKey: service.secretKey, ...more };
  return service.post('/auth/admin/reset-password', body, options);
};

describe('201', () => {
  test('sets the password and ends every session of that admin, and nobody else’s', async () => {
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

  test('opens an account that failed logins have locked', async () => {
    const own = await call.account();
    for (let round = 0; round < 10; round++) await call.login({ ...own, password: 'Wrong 7$q' });
    expect(answerOf(await call.login(own))).toEqual(refusal('ACCOUNT_LOCKED'));
    const password = newPassword();
    await reset({ email: own.email, newPassword: password });
    expect((await call.login({ ...own, password })).status).toBe(201);
  });

  test('publishes svc.admin_password_reset and the audit event, without a secret', async () => {
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

  test('leaves the authenticator on, but forgets wrong codes', async () => {
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

  test('removes it if asked to: the way back for an only admin who lost it', async () => {
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

  test('of twenty at once all succeed, and one password is the last', async () => {
    const { email } = await call.account();
    const passwords = Array.from({ length: 20 }, newPassword);
    const replies = await Promise.all(passwords.map((each) => reset({ email, newPassword: each })));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const logins = [];
    for (const password of passwords.slice(0, 9)) logins.push((await call.login({ email, password })).status);
    expect(logins.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
  });
});

describe('400', () => {
  test.each(BAD_PASSWORDS)('%s', async (_, password, code) => {
    const email = code === 'PASSWORD_CONTAINS_IDENTIFIER' ? 'horatio@example.com' : account.email;
    if (email !== account.email) await call.create({ email });
    expect(answerOf(await reset({ email, newPassword: password }))).toEqual(refusal(code));
  });

  test('no address', async () => {
    expect(answerOf(await reset({ email: 'x' }))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('401', () => {
  test('a wrong key, before anything else is said: known and unknown admins are one', async () => {
    for (const email of [account.email, newEmail(), 'not an address'])
      expect(answerOf(await reset({ secretKey: 'x', email, newPassword: 'x' }))).toEqual(refusal('INVALID_SECRET_KEY'));
    expect((await call.login(account)).status).toBe(201);
  });

  test('an unknown or deleted admin, told only to who knows the key', async () => {
    const deleted = await call.account();
    await call.remove(deleted.id);
    for (const email of [newEmail(), deleted.email])
      expect(answerOf(await reset({ email }))).toEqual(refusal('INVALID_CREDENTIALS'));
  });
});

describe('429', () => {
  test('ten wrong keys from one place, which may still sign up', async () => {
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
