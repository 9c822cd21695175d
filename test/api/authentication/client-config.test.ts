// Tests GET /auth/client-config.
import { describe, expect, test } from '@jest/globals';
import { answerOf, refusal } from '../../support/api.ts';
import { freshIp, type Send } from '../../support/http.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const configOf = (tenantId: string, options: Send = {}) =>
  service.get(`/auth/client-config?tenantId=${encodeURIComponent(tenantId)}`, options);

const STRICT = {
  signup: { mode: 'closed' },
  password: { minLength: 14 },
  mfa: { policy: 'required', methods: ['totp'] },
  locale: 'de',
  ssoProviders: [
    { name: 'acme-id', issuer: 'https://id.acme.example', clientId: 'gatehouse', clientSecret: 'kept-in-the-table' },
  ],
};

describe('GET /auth/client-config 200', () => {
  test('returns what a sign-in page may offer', async () => {
    const { status, body } = await service.get('/auth/client-config');
    expect(status).toBe(200);
    expect(body).toEqual({
      tenants: { enabled: true, mode: 'isolated' },
      multipleAccounts: { enabled: true },
      roleGuards: ['web'],
      emailAuth: { enabled: true },
      phoneAuth: { enabled: true },
      passwordless: { enabled: true, allowSignUp: false },
      google: { enabled: false },
      facebook: { enabled: false },
      apple: { enabled: false },
      github: { enabled: false },
      customProviders: [],
      registration: { enabled: true, requireInvitation: false, collectProfileFields: [] },
      mfa: { enabled: true, methods: ['totp', 'email', 'sms'], allowUserToggle: true, allowMethodSelection: true },
      passkeys: { enabled: true, firstFactor: true, required: false },
      platformAccess: { enabled: false },
      accessTokenType: 'header',
      languages: ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt-BR', 'zh-Hans'],
      branding: expect.objectContaining({ name: 'Gatehouse', logo: null }),
    });
  });

  test('returns what the sign-in page of a tenant must know', async () => {
    const { id, slug, name } = await service.tenant(STRICT);
    const { status, body } = await configOf(id);
    expect(status).toBe(200);
    expect(body.tenant).toEqual({
      id,
      slug,
      name,
      signup: { mode: 'closed' },
      methods: ['password', 'passwordless', 'sso'],
      providers: [{ name: 'acme-id', label: 'Acme Id' }],
      password: { minLength: 14, maxLength: 128 },
      mfa: { policy: 'required', methods: ['totp'] },
      locale: 'de',
    });
    expect(body).toMatchObject({
      customProviders: ['acme-id'],
      registration: { enabled: false, requireInvitation: true },
      mfa: { enabled: true, methods: ['totp'], allowUserToggle: false },
    });
    expect(JSON.stringify(body)).not.toContain(STRICT.ssoProviders[0]?.clientSecret);
  });

  test('returns the same for the slug of the tenant, and for its id where both are sent', async () => {
    const [{ id, slug }, other] = [await service.tenant(STRICT), await service.tenant()];
    const byId = await configOf(id);
    expect((await service.get(`/auth/client-config?slug=${slug}`)).body).toEqual(byId.body);
    expect((await service.get(`/auth/client-config?slug=${other.slug}&tenantId=${id}`)).body).toEqual(byId.body);
  });

  test('returns the defaults of a tenant without settings, and no methods where second factors are off', async () => {
    const [plain, without] = [await service.tenant(), await service.tenant({ mfa: { policy: 'off' } })];
    expect((await configOf(plain.id)).body.tenant).toMatchObject({
      signup: { mode: 'instant' },
      methods: ['password', 'passwordless'],
      providers: [],
      password: { minLength: 8 },
      mfa: { policy: 'optional', methods: ['totp', 'email', 'sms'] },
      locale: 'en',
    });
    const { body } = await configOf(without.id);
    expect([body.tenant.mfa, body.mfa.enabled]).toEqual([{ policy: 'off', methods: [] }, false]);
  });
});

describe('GET /auth/client-config 400', () => {
  test('rejects a tenantId of more than 128 characters', async () => {
    expect(answerOf(await configOf('x'.repeat(129)))).toEqual(refusal('INVALID_INPUT'));
  });
});

describe('GET /auth/client-config 404', () => {
  test('rejects an unknown id, a slug, an empty id, and an inactive or deleted tenant', async () => {
    const [inactive, deleted, live] = [await service.tenant(), await service.tenant(), await service.tenant()];
    await service.admin('PATCH', `/auth/admin/api/tenants/${inactive.id}`, { isActive: false });
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.id}`);
    for (const id of [inactive.id, deleted.id, live.slug, '', `ten_${'0'.repeat(22)}`])
      expect(answerOf(await configOf(id))).toEqual(refusal('TENANT_NOT_FOUND'));
    for (const slug of [inactive.slug, deleted.slug, live.id, live.slug.toUpperCase(), 'nobody', ''])
      expect(answerOf(await service.get(`/auth/client-config?slug=${slug}`))).toEqual(refusal('TENANT_NOT_FOUND'));
  });
});

describe('GET /auth/client-config 429', () => {
  test('rejects an IP address after 50 unknown tenants in a minute', async () => {
    const { id } = await service.tenant();
    const ip = freshIp();
    const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => configOf(`ten_${at}`, { ip })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404]));
    expect(answerOf(await configOf(id, { ip }))).toEqual(refusal('RATE_LIMITED'));
  });
});
