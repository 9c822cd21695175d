// GET /auth/sso/{provider}: the browser leaves for an identity provider.
import { describe, expect, test } from '@jest/globals';
import { answerOf, expectWellFormed, refusal } from '../../support/api.ts';
import { freshIp } from '../../support/http.ts';
import { HOME, leave, startPath, tenantWith, useSso } from '../../support/sso.ts';

const { service, realm, tenant } = useSso();

describe('302', () => {
  test('leads to the provider with PKCE, state, nonce and our own fixed address, and nothing in the body', async () => {
    const reply = await service.get(startPath(tenant));
    expectWellFormed(reply);
    expect([reply.status, reply.text]).toEqual([302, '']);
    const url = new URL(reply.headers.location as string);
    expect(url.origin + url.pathname).toBe(`${realm.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: realm.clientId,
      redirect_uri: `${service.baseUrl}/auth/callback/acme`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^ten_\w{22}\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  test('sets a cookie for ten minutes that scripts cannot read and that comes back from elsewhere', async () => {
    const { setCookies } = await service.get(startPath(tenant));
    expect(setCookies).toEqual([
      expect.stringMatching(/^svc_sso=ten_\w{22}\.[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly; Max-Age=600$/),
    ]);
  });

  test('every start has secrets of its own, whatever cookie is sent along', async () => {
    const planted = { headers: { cookie: `svc_sso=${'a'.repeat(43)}` } };
    const [one, two] = [await service.get(startPath(tenant), planted), await service.get(startPath(tenant))];
    expect(one.setCookies[0]).not.toContain('a'.repeat(43));
    expect(one.setCookies[0]).not.toBe(two.setCookies[0]);
    const secrets = ({ headers }: typeof one) => {
      const { searchParams } = new URL(headers.location as string);
      return ['state', 'nonce', 'code_challenge'].map((name) => searchParams.get(name));
    };
    expect(new Set([...secrets(one), ...secrets(two)]).size).toBe(6);
  });

  test("the tenant's scopes are asked for, and openid always", async () => {
    const other = await tenantWith(service, realm, { ssoProviders: [realm.settings('acme', { scopes: ['groups'] })] });
    expect(new URL((await leave(service, other)).location).searchParams.get('scope')).toBe('openid groups');
  });
});

describe('400', () => {
  test('INVALID_INPUT without redirectUri, or with a mode that is none', async () => {
    for (const query of [{ redirectUri: '' }, { mode: 'body' }, { codeChallenge: 'short' }] as Record<string, string>[])
      expect(answerOf(await service.get(startPath(tenant, query)))).toEqual(refusal('INVALID_INPUT'));
  });

  test('TENANT_ID_REQUIRED', async () => {
    const reply = await service.get(startPath({ id: '' }));
    expect(answerOf(reply)).toEqual(refusal('TENANT_ID_REQUIRED'));
  });

  test.each([
    '//app.example.com/signed-in?from=sso',
    'https:app.example.com/signed-in?from=sso',
    'https:/\\app.example.com/signed-in?from=sso',
    'https://app.example.com@evil.example/signed-in?from=sso',
    'https://app.example.com.evil.example/signed-in?from=sso',
    'https://app.example.com/signed-in?from=sso#',
    'https://app.example.com/signed-in?from=sso&',
    'https://app.example.com/signed-in',
    'https://app.example.com/signed-in%3Ffrom=sso',
    'https://app.example.com/./signed-in?from=sso',
    'https://APP.example.com/signed-in?from=sso',
    'http://app.example.com/signed-in?from=sso',
    'javascript:alert(1)',
    `${HOME} `,
  ])('REDIRECT_NOT_ALLOWED: %s', async (redirectUri) => {
    const reply = await service.get(startPath(tenant, { redirectUri }));
    expectWellFormed(reply);
    expect(answerOf(reply)).toEqual(refusal('REDIRECT_NOT_ALLOWED'));
    expect(reply.setCookies).toEqual([]);
  });

  test('REDIRECT_NOT_ALLOWED where the tenant allows none', async () => {
    const strict = await service.tenant({ ssoProviders: [realm.settings('acme')] });
    expect(answerOf(await service.get(startPath(strict)))).toEqual(refusal('REDIRECT_NOT_ALLOWED'));
  });
});

describe('404 PROVIDER_NOT_FOUND', () => {
  test.each(['nobody', 'Acme', 'ACME', '__proto__', 'constructor', 'acme%20', 'acme%00', 'toString', 'x'.repeat(40)])(
    'for %s',
    async (name) => {
      const reply = await service.get(startPath(tenant, {}, name));
      expectWellFormed(reply);
      expect(answerOf(reply)).toEqual(refusal('PROVIDER_NOT_FOUND'));
    },
  );

  test('for a tenant that is unknown, inactive or deleted, or whose provider it is not', async () => {
    const [inactive, deleted, other] = [
      await tenantWith(service, realm),
      await tenantWith(service, realm),
      await service.tenant({ redirectUris: [HOME] }),
    ];
    await service.admin('PATCH', `/auth/admin/api/tenants/${inactive.id}`, { isActive: false });
    await service.admin('DELETE', `/auth/admin/api/tenants/${deleted.id}`);
    for (const id of [inactive.id, deleted.id, other.id, `ten_${'0'.repeat(22)}`, 'nonsense'])
      expect(answerOf(await service.get(startPath({ id })))).toEqual(refusal('PROVIDER_NOT_FOUND'));
  });
});

test('429: one address begins at most a hundred logins in a quarter of an hour', async () => {
  const ip = freshIp();
  const replies = await Promise.all(Array.from({ length: 105 }, () => service.get(startPath(tenant), { ip })));
  expect(replies.filter(({ status }) => status === 302)).toHaveLength(100);
  const refused = replies.find(({ status }) => status === 429)!;
  expect(answerOf(refused)).toEqual(refusal('RATE_LIMITED'));
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
