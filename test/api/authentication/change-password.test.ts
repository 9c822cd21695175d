// Tests POST /auth/change-password.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, published, refusal } from '../../support/api.ts';
import { bearer, newPassword, type User, useService } from '../../support/service.ts';

const service = useService();

const change = ({ tokens }: User, currentPassword: string, newPassword: string) =>
  service.post('/auth/change-password', { currentPassword, newPassword }, { headers: bearer(tokens) });

describe('POST /auth/change-password 200', () => {
  test('ends every session and replaces the old password with the new one', async () => {
    const user = await service.signup(await service.tenant());
    const other = await service.login(user);
    const password = newPassword();
    const reply = await change(user, user.password, password);
    expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String) }]);
    for (const tokens of [user.tokens, other.body]) {
      const me = await service.get('/auth/me', { headers: bearer(tokens) });
      expect(answerOf(me)).toEqual(refusal('SESSION_NOT_FOUND'));
      const { refreshToken } = tokens;
      const refreshed = await service.post('/auth/refresh-token', { refreshToken });
      expect(answerOf(refreshed)).toEqual(refusal('SESSION_NOT_FOUND'));
    }
    expect(answerOf(await service.login(user))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await service.login({ ...user, password })).status).toBe(200);
  });

  test('publishes svc.password_changed without the passwords', async () => {
    const user = await service.signup(await service.tenant());
    const password = newPassword();
    await change(user, user.password, password);
    const events = await published(service, 'svc.password_changed', user.tenant.id);
    const userId = claimsOf(user.tokens.accessToken).sub;
    expect(events).toMatchObject([{ detail: { userId, email: user.email, phone: null } }]);
    expect(JSON.stringify(events)).not.toContain(password);
  });

  test('accepts exactly one of two parallel changes', async () => {
    const user = await service.signup(await service.tenant());
    const passwords = [newPassword(), newPassword()];
    const replies = await Promise.all(passwords.map((password) => change(user, user.password, password)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const logins = [];
    for (const password of passwords) logins.push((await service.login({ ...user, password })).status);
    expect(logins.sort()).toEqual([200, 401]);
  });
});

describe('POST /auth/change-password 400', () => {
  test('rejects a wrong current password and changes nothing', async () => {
    const user = await service.signup(await service.tenant());
    const reply = await change(user, 'Wrong 7$q', newPassword());
    expect(answerOf(reply)).toEqual(refusal('CURRENT_PASSWORD_INCORRECT'));
    expect((await service.get('/auth/me', { headers: bearer(user.tokens) })).status).toBe(200);
    expect((await service.login(user)).status).toBe(200);
  });

  test('rejects the current password as the new one, even in another Unicode normal form', async () => {
    const user = await service.signup(await service.tenant());
    const same = await change(user, user.password, user.password);
    expect(answerOf(same)).toEqual(refusal('NEW_PASSWORD_SAME_AS_CURRENT'));
    await change(user, user.password, 'Zq7$ caf\u00e9');
    const again = { ...user, password: 'Zq7$ caf\u00e9' };
    const tokens = (await service.login(again)).body;
    const respelled = await change({ ...again, tokens }, again.password, 'Zq7$ cafe\u0301');
    expect(answerOf(respelled)).toEqual(refusal('NEW_PASSWORD_SAME_AS_CURRENT'));
  });

  test.each([
    ['Zq7$ x!', 'PASSWORD_TOO_SHORT'],
    ['Zq7$'.repeat(33), 'PASSWORD_TOO_LONG'],
    ['princess', 'PASSWORD_TOO_COMMON'],
    ['Gatehouse 7$', 'PASSWORD_CONTAINS_IDENTIFIER'],
  ] as const)('rejects the new password %s with %s', async (password, code) => {
    const user = await service.signup(await service.tenant());
    expect(answerOf(await change(user, user.password, password))).toEqual(refusal(code));
    expect((await service.login(user)).status).toBe(200);
  });

  test("applies the tenant's minimum length", async () => {
    const user = await service.signup(await service.tenant({ password: { minLength: 12 } }));
    expect(answerOf(await change(user, user.password, 'Zq7$ x!q7$w'))).toEqual(refusal('PASSWORD_TOO_SHORT'));
  });
});

describe('POST /auth/change-password 401', () => {
  test('rejects a pending login', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    expect(answerOf(await change(user, user.password, newPassword()))).toEqual(refusal('MFA_REQUIRED'));
  });
});

describe('POST /auth/change-password 429', () => {
  test('counts wrong current passwords like failed logins', async () => {
    const user = await service.signup(await service.tenant());
    for (let round = 0; round < 10; round++) {
      const reply = await change(user, 'Wrong 7$q', newPassword());
      expect(answerOf(reply)).toEqual(refusal('CURRENT_PASSWORD_INCORRECT'));
    }
    const reply = await change(user, user.password, newPassword());
    expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LOCKED'));
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(answerOf(await service.login(user))).toEqual(refusal('ACCOUNT_LOCKED'));
  });

  test('forgets wrong current passwords after a right one', async () => {
    const user = await service.signup(await service.tenant());
    for (let round = 0; round < 9; round++) await change(user, 'Wrong 7$q', newPassword());
    expect(answerOf(await change(user, user.password, 'princess'))).toEqual(refusal('PASSWORD_TOO_COMMON'));
    for (let round = 0; round < 9; round++) await change(user, 'Wrong 7$q', newPassword());
    expect((await service.login(user)).status).toBe(200);
  });
});
