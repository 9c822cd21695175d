// POST /auth/admin/login
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cookieHeader, freshIp } from '../../support/http.ts';
import { newEmail, type Service, startService } from '../../support/service.ts';
import { answerOf, later, MINUTE, refusal } from '../support.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
  await service.adminCookie();
});
afterAll(() => service.stop());

const login = (more: Record<string, unknown> = {}, options = {}) =>
  service.post('/auth/admin/login', { ...service.adminLogin, ...more }, options);

describe('201', () => {
  test('sets the session cookie and says who it is', async () => {
    const { status, body, setCookies } = await login({ email: service.adminLogin.email.toUpperCase() });
    expect(status).toBe(201);
    expect(body).toEqual({
      message: 'Logged in.',
      admin: {
        id: expect.stringMatching(/^adm_/),
        email: service.adminLogin.email,
        name: null,
        metadata: {},
        lastLoginAt: expect.stringMatching(/Z$/),
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    });
    expect(setCookies).toEqual([
      expect.stringMatching(/^svc_admin=adm_\w+\.[\w-]{43}; Path=\/; SameSite=Strict; HttpOnly; Max-Age=28800$/),
      expect.stringMatching(/^svc_csrf=[\w.-]+; Path=\/; SameSite=Lax; Max-Age=28800$/),
    ]);
  });

  test('sessions live side by side', async () => {
    const [one, two] = [await login(), await login()];
    for (const reply of [one, two]) {
      const me = await service.get('/auth/admin/me', { headers: { cookie: cookieHeader(reply) } });
      expect(me.status).toBe(200);
    }
  });
});

describe('400', () => {
  test('no address', async () => {
    expect(answerOf(await login({ email: 'x' }))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('401', () => {
  test('a wrong password and an unknown address have the same answer', async () => {
    const [wrong, unknown] = [await login({ password: 'Wrong 7$q' }), await login({ email: newEmail() })];
    expect(answerOf(wrong)).toEqual(refusal('INVALID_CREDENTIALS'));
    expect([unknown.status, unknown.body, unknown.setCookies]).toEqual([401, wrong.body, []]);
  });

  test("a tenant's user is no admin, an admin no tenant's user", async () => {
    const { email, password, tenant } = await service.signup(await service.tenant());
    expect(answerOf(await login({ email, password }))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect(answerOf(await service.login({ ...service.adminLogin, tenant }))).toEqual(refusal('INVALID_CREDENTIALS'));
  });
});

describe('429', () => {
  test.each(['a known', 'an unknown'])('ten failures lock %s account, for 15 minutes', async (known) => {
    await login();
    const email = known === 'a known' ? service.adminLogin.email : newEmail();
    for (let round = 0; round < 10; round++)
      expect(answerOf(await login({ email, password: 'Wrong 7$q' }))).toEqual(refusal('INVALID_CREDENTIALS'));
    const reply = await login({ email });
    expect(answerOf(reply)).toEqual(refusal('ACCOUNT_LOCKED'));
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(880);
    const after = await later(15 * MINUTE, () => login({ email }));
    expect(after.status).toBe(known === 'a known' ? 201 : 401);
  });

  test('50 failures from one place', async () => {
    const ip = freshIp();
    for (let round = 0; round < 50; round++) {
      const reply = await login({ email: newEmail() }, { ip });
      expect(answerOf(reply)).toEqual(refusal('INVALID_CREDENTIALS'));
    }
    expect(answerOf(await login({}, { ip }))).toEqual(refusal('RATE_LIMITED'));
    expect((await login()).status).toBe(201);
  });
});
