// Tests POST /auth/login.
import { describe, expect, test } from '@jest/globals';
import { answerOf, claimsOf, disable, later, refusal, SECOND } from '../../support/api.ts';
import { bearer, newEmail, newPassword, useService } from '../../support/service.ts';

const service = useService();

describe('POST /auth/login 200', () => {
  test('returns tokens of a new session', async () => {
    const user = await service.signup(await service.tenant());
    const { status, body, setCookies } = await service.login(user);
    expect(status).toBe(200);
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Logged in.',
      isRequiresMfa: false,
      nextStep: null,
    });
    expect(setCookies).toEqual([]);
    const [before, after] = [claimsOf(user.tokens.accessToken), claimsOf(body.accessToken)];
    expect(after.sub).toBe(before.sub);
    expect(after.sid).not.toBe(before.sid);
  });

  test('accepts the address in any spelling, with or without a provider name', async () => {
    const { tenant, email, password } = await service.signup(await service.tenant());
    const credentials = { email: email.toUpperCase(), password };
    for (const more of [{}, { providerName: 'email' }]) {
      const reply = await service.post('/auth/login', { tenantId: tenant.id, credentials, ...more });
      expect(reply.status).toBe(200);
    }
  });

  test('accepts a phone number', async () => {
    const tenantId = (await service.tenant()).id;
    const password = newPassword();
    await service.post('/auth/signup', { tenantId, phone: '+4915123456789', password });
    const credentials = { phone: '+49 (151) 23456789', password };
    const reply = await service.post('/auth/login', { tenantId, providerName: 'phone', credentials });
    expect(reply.status).toBe(200);
  });

  test('returns a pending login when a second factor is required', async () => {
    const user = await service.signup(await service.tenant({ mfa: { policy: 'required' } }));
    const { status, body } = await service.login(user);
    expect(status).toBe(200);
    expect(body).toMatchObject({ isRequiresMfa: true, mfaMethods: [], accessToken: expect.any(String) });
    const me = await service.get('/auth/me', { headers: bearer(body) });
    expect(answerOf(me)).toEqual(refusal('MFA_REQUIRED'));
  });

  test('ends only the session idle longest when the eleventh begins', async () => {
    const user = await service.signup(await service.tenant());
    let clock = 0;
    const next = <T>(action: () => Promise<T>): Promise<T> => {
      clock += SECOND;
      return later(clock, action);
    };
    const live = (token: string) => next(() => service.get('/auth/me', { headers: bearer(token) }));
    const sessions = [user.tokens];
    for (let count = 2; count <= 10; count++) sessions.push((await next(() => service.login(user))).body);
    const { refreshToken } = sessions[0]!;
    sessions[0] = (await next(() => service.post('/auth/refresh-token', { refreshToken }))).body;
    sessions.push((await next(() => service.login(user))).body);
    const states: number[] = [];
    for (const { accessToken } of sessions) states.push((await live(accessToken)).status);
    expect(states).toEqual([200, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200]);
    expect(answerOf(await live(sessions[1]!.accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
  });

  test("applies the tenant's limit of sessions", async () => {
    const user = await service.signup(await service.tenant({ session: { maxPerUser: 1 } }));
    const { body } = await service.login(user);
    const me = (token: string) => service.get('/auth/me', { headers: bearer(token) });
    expect(answerOf(await me(user.tokens.accessToken))).toEqual(refusal('SESSION_NOT_FOUND'));
    expect((await me(body.accessToken)).status).toBe(200);
  });
});

describe('POST /auth/login 400', () => {
  const credentials = { email: 'somebody@example.com', password: 'Wrong 7$q' };
  test.each([
    ['no tenant', { credentials }, 'TENANT_ID_REQUIRED'],
    ['an empty tenant', { credentials, tenantId: '' }, 'TENANT_ID_REQUIRED'],
    ['a missing password', { credentials: { email: credentials.email }, tenantId: 'nobody' }, 'INVALID_INPUT'],
    ['a missing address', { credentials: { password: credentials.password }, tenantId: 'nobody' }, 'INVALID_INPUT'],
    [
      'a phone for an e-mail',
      { credentials: { ...credentials, email: '+4915123456' }, tenantId: 'x' },
      'INVALID_INPUT',
    ],
  ] as const)('rejects a login with %s', async (_, body, code) => {
    expect(answerOf(await service.post('/auth/login', body))).toEqual(refusal(code));
  });
});

describe('POST /auth/login 400', () => {
  test.each([
    [{}, 'credentials: is required'],
    [{ credentials: 7 }, 'credentials: must be of type object'],
    [{ credentials: {}, tenantId: 7 }, 'tenantId: must be of type string'],
    [{ credentials: {}, tenantId: 'demo' }, 'tenantId: must be the id of a tenant, which begins with ten_'],
    [{ credentials: {}, rememberMe: 'yes' }, 'rememberMe: must be of type boolean'],
    [{ credentials: { email: null }, tenantId: 7 }, 'credentials.email: must be of type string'],
  ])('names the first invalid field of %j: %s', async (body, message) => {
    const reply = await service.post('/auth/login', body);
    expect([...answerOf(reply), reply.body.message]).toEqual([...refusal('INVALID_INPUT'), message]);
  });
});

describe('POST /auth/login 401', () => {
  test('responds alike to every wrong credential, inactive account and inactive tenant', async () => {
    const user = await service.signup(await service.tenant());
    const disabled = await service.signup(await service.tenant());
    const inactive = await service.signup(await service.tenant());
    const deleted = await service.signup(await service.tenant());
    const unverified = await service.signup(await service.tenant());
    const settings = { signup: { mode: 'verifyFirst' } };
    await disable(disabled);
    await service.admin('PATCH', `/auth/admin/api/tenants/${inactive.tenant.id}`, { isActive: false });
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.tenant.id}`);
    await service.admin('PATCH', `/auth/admin/api/tenants/${unverified.tenant.id}`, { settings });
    const replies = [
      await service.login({ ...user, password: 'Wrong 7$q' }),
      await service.login({ ...user, password: user.password.toLowerCase() }),
      await service.login({ ...user, password: `${user.password} ` }),
      await service.login({ ...user, email: newEmail() }),
      await service.login({ ...user, tenant: await service.tenant() }),
      await service.login(disabled),
      await service.login(inactive),
      await service.login(deleted),
      await service.login(unverified),
    ];
    expect(replies[0]!.body.code).toBe('INVALID_CREDENTIALS');
    for (const { status, body } of replies) expect([status, body]).toEqual([401, replies[0]!.body]);
  });

  test.each(['google', 'EMAIL', '__proto__', 'Passwordless'])('rejects provider %s', async (providerName) => {
    const { tenant, email, password } = await service.signup(await service.tenant());
    const body = { providerName, tenantId: tenant.id, credentials: { email, password } };
    expect(answerOf(await service.post('/auth/login', body))).toEqual(refusal('INVALID_PROVIDER'));
  });
});
