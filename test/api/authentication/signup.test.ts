// Tests POST /auth/signup.
import { describe, expect, test } from '@jest/globals';
import { answerOf, COOKIES, claimsOf, HOUR, later, published, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { newEmail, newPassword, type Tenant, useService } from '../../support/service.ts';

const service = useService();

const signup = (tenant: Pick<Tenant, 'id'>, more: Record<string, unknown> = {}, options = {}) =>
  service.post('/auth/signup', { email: newEmail(), password: newPassword(), tenantId: tenant.id, ...more }, options);

describe('POST /auth/signup 200', () => {
  test('creates an account and logs it in', async () => {
    const tenant = await service.tenant();
    const email = newEmail();
    const { status, body, setCookies } = await signup(tenant, { email });
    expect(status).toBe(200);
    expect(body).toEqual({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      message: 'Signed up.',
      isRequiresMfa: false,
      nextStep: null,
    });
    expect(setCookies).toEqual([]);
    expect(claimsOf(body.accessToken)).toMatchObject({ tid: tenant.id, sub: expect.stringMatching(/^usr_/) });
    const me = await service.get('/auth/me', { headers: { authorization: `Bearer ${body.accessToken}` } });
    expect(me.body).toMatchObject({ email, phone: null, emailVerifiedAt: null });
  });

  test('stores a phone number in its international spelling', async () => {
    const { body } = await signup(await service.tenant(), { email: undefined, phone: '0049 (151) 234-56789' });
    const me = await service.get('/auth/me', { headers: { authorization: `Bearer ${body.accessToken}` } });
    expect(me.body).toMatchObject({ email: null, phone: '+4915123456789' });
  });

  test('publishes svc.user_created and svc.registered without the password', async () => {
    const tenant = await service.tenant();
    const { email, tokens, password } = await service.signup(tenant);
    const about = { tenantId: tenant.id, userId: claimsOf(tokens.accessToken).sub, email, phone: null };
    const envelope = { id: expect.stringMatching(/^evt_/), occurredAt: expect.stringMatching(/Z$/) };
    const created = await published(service, 'svc.user_created', tenant.id);
    const registered = await published(service, 'svc.registered', tenant.id);
    expect(created).toMatchObject([{ source: 'gatehouse', detail: { ...about, ...envelope } }]);
    expect(registered).toMatchObject([{ source: 'gatehouse', detail: { ...about, ...envelope, provider: 'email' } }]);
    expect(JSON.stringify([created, registered])).not.toContain(password);
  });

  test('opens a pending login in a tenant that requires a second factor', async () => {
    const { body } = await signup(await service.tenant({ mfa: { policy: 'required' } }));
    expect(body).toMatchObject({ isRequiresMfa: true, mfaMethods: [], accessToken: expect.any(String) });
  });

  test('returns no tokens in a verifyFirst tenant and responds alike to a taken address', async () => {
    const tenant = await service.tenant({ signup: { mode: 'verifyFirst' } });
    const email = newEmail();
    const [first, second] = [await signup(tenant, { email }), await signup(tenant, { email }, { headers: COOKIES })];
    expect(first.body).toEqual({ message: expect.any(String), isRequiresMfa: false, nextStep: null });
    expect([second.status, second.body, first.setCookies]).toEqual([200, first.body, []]);
    // Nothing but the secret that the code of the message is bound to.
    expect(second.setCookies).toEqual([expect.stringMatching(/^svc_binding=[\w-]{43}; .*HttpOnly; Max-Age=1200$/)]);
  });

  test('ignores undeclared fields', async () => {
    const forged = { id: 'usr_1', isActive: false, emailVerifiedAt: '2020-01-01T00:00:00Z', roles: ['admin'] };
    const { body } = await signup(await service.tenant(), { ...forged, metadata: { a: 1 }, permissions: ['all'] });
    const me = await service.get('/auth/me', { headers: { authorization: `Bearer ${body.accessToken}` } });
    expect(me.body).toMatchObject({ emailVerifiedAt: null, roles: [], permissions: [], metadata: {} });
  });

  test('creates two accounts for one e-mail address in two tenants', async () => {
    const email = newEmail();
    const [one, two] = [await service.tenant(), await service.tenant()];
    const [a, b] = [await service.signup(one, email), await service.signup(two, email)];
    expect(claimsOf(a.tokens.accessToken).sub).not.toBe(claimsOf(b.tokens.accessToken).sub);
    expect(answerOf(await service.login({ ...a, tenant: two }))).toEqual(refusal('INVALID_CREDENTIALS'));
    expect((await service.login(b)).status).toBe(200);
  });
});

describe('POST /auth/signup 400', () => {
  test.each([
    ['a missing tenant', { tenantId: undefined }, 'TENANT_ID_REQUIRED'],
    ['an empty tenant', { tenantId: '' }, 'TENANT_ID_REQUIRED'],
    ['neither e-mail nor phone', { email: undefined }, 'EMAIL_OR_PHONE_REQUIRED'],
    ['an invalid address', { email: 'not an address' }, 'INVALID_INPUT'],
    ['a quoted address', { email: '"a b"@example.com' }, 'INVALID_INPUT'],
    ['a full-width address', { email: 'user@ｅxample.com' }, 'INVALID_INPUT'],
    ['an invalid phone number', { phone: '12' }, 'INVALID_INPUT'],
    ['a password of 7 characters', { password: 'Zq7$ x!' }, 'PASSWORD_TOO_SHORT'],
    ['a password of 129 characters', { password: 'Zq7$'.repeat(32).concat('x') }, 'PASSWORD_TOO_LONG'],
    ['a leaked password', { password: 'iloveyou' }, 'PASSWORD_TOO_COMMON'],
    ['a leaked password with decoration', { password: 'ILoveYou!!' }, 'PASSWORD_TOO_COMMON'],
    ['a password with the name of the product', { password: 'my gatehouse key' }, 'PASSWORD_CONTAINS_IDENTIFIER'],
    [
      'a password with the address',
      { email: 'horatio@example.com', password: 'horatio-7$q' },
      'PASSWORD_CONTAINS_IDENTIFIER',
    ],
  ] as const)('rejects %s', async (_, more, code) => {
    expect(answerOf(await signup(await service.tenant(), more))).toEqual(refusal(code));
  });

  test("rejects a password that contains the tenant's slug or is shorter than its minimum", async () => {
    const tenant = await service.tenant({ password: { minLength: 12 } });
    const slug = await signup(tenant, { password: `x ${tenant.slug.toUpperCase()}` });
    expect(answerOf(slug)).toEqual(refusal('PASSWORD_CONTAINS_IDENTIFIER'));
    expect(answerOf(await signup(tenant, { password: 'Zq7$ x!q7$w' }))).toEqual(refusal('PASSWORD_TOO_SHORT'));
    expect((await signup(tenant, { password: 'Zq7$ x!q7$wz' })).status).toBe(200);
  });

  test('rejects a taken address or number in any spelling', async () => {
    const tenant = await service.tenant();
    const email = newEmail();
    await signup(tenant, { email, phone: '+4915123456789' });
    const again = (more: Record<string, unknown>) => signup(tenant, more).then(answerOf);
    expect(await again({ email: email.toUpperCase() })).toEqual(refusal('EMAIL_ALREADY_EXISTS'));
    expect(await again({ email, phone: '+4915123456780' })).toEqual(refusal('EMAIL_ALREADY_EXISTS'));
    expect(await again({ phone: '+49 151 23456789' })).toEqual(refusal('PHONE_ALREADY_EXISTS'));
  });
});

describe('POST /auth/signup 401', () => {
  test('rejects a tenant that is unknown, inactive or deleted', async () => {
    const [inactive, deleted] = [await service.tenant(), await service.tenant()];
    await service.admin('PATCH', `/auth/admin/api/tenants/${inactive.id}`, { isActive: false });
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.id}`);
    for (const tenant of [{ id: 'ten_nobody' }, { id: `ten_${'0'.repeat(22)}` }, inactive, deleted])
      expect(answerOf(await signup(tenant))).toEqual(refusal('INVALID_CREDENTIALS'));
  });
});

describe('POST /auth/signup 403', () => {
  test('rejects a tenant that is closed to sign-ups', async () => {
    const tenant = await service.tenant({ signup: { mode: 'closed' } });
    expect(answerOf(await signup(tenant))).toEqual(refusal('REGISTRATION_DISABLED'));
  });
});

describe('POST /auth/signup 429', () => {
  test('rejects an IP address for an hour after five taken addresses', async () => {
    const { tenant, email } = await service.signup(await service.tenant());
    const ip = freshIp();
    for (let round = 0; round < 5; round++) {
      expect(answerOf(await signup(tenant, { email }, { ip }))).toEqual(refusal('EMAIL_ALREADY_EXISTS'));
    }
    const reply = await signup(tenant, {}, { ip });
    expect(answerOf(reply)).toEqual(refusal('RATE_LIMITED'));
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await signup(tenant)).status).toBe(200);
    expect((await later(HOUR, () => signup(tenant, {}, { ip }))).status).toBe(200);
  });
});
